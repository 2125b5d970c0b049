"""The page of an audit: complete in every language, and it says neither more nor less than was proven."""

import re
import string
from dataclasses import asdict
from pathlib import Path

import pytest

from app.games.conquian.reasons import REASONS
from app.games.languages import Language, Words
from app.rulebook import current
from app.store.canonical import canonical, parse
from replays.audit import audit, audit_public
from replays.findings import Check
from replays.forms import Proof
from replays.notation.importing import imported
from replays.notation.judging import judged
from replays.page.facts import Facts, facts_of_log, facts_of_record
from replays.page.page import FINDINGS, page
from replays.page.words import PHRASES, PROVEN, TITLES
from replays.receipts import KeyList
from replays.record import write
from tests.replays.forging import Page, find, forged
from tests.replays.games import played, recorded
from tests.replays.notation.test_document import GAMES
from tests.replays.test_receipts import KEYS, LOG, kept

TABLES = {
    **PHRASES,
    **{f"title {one}": TITLES[one] for one in TITLES},
    **{f"{one}": PROVEN[one] for one in PROVEN},
}


def holes(text: str) -> set[str]:
    """What is filled into a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("name", TABLES)
def test_every_sentence_is_there_in_every_language(name: str) -> None:
    said = asdict(TABLES[name])
    assert set(said) == set(Language)
    assert all(text.strip() == text and text for text in said.values())
    assert len({frozenset(holes(text)) for text in said.values()}) == 1


def test_every_check_has_a_name_and_says_what_it_proves() -> None:
    assert set(TITLES) == set(PROVEN) == set(Check)
    for language in Language:
        assert len({words.in_(language)[language] for words in TITLES.values()}) == len(Check)


def test_every_refusal_stands_on_a_paragraph() -> None:
    for code, reason in REASONS.items():
        assert reason.rule in current("conquian").paragraphs, code


def said(data: bytes, keys: KeyList | None = None, language: Language = Language.EN) -> str:
    """The page about a record, its lines joined."""
    return " ".join(page(audit(data, keys=keys), facts_of_record(data), keys, language).split())


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["mexican-3", "entropy", "void in play", "deals"])
def test_an_honest_game_is_told_on_one_page(name: str, language: Language) -> None:
    data = recorded(name)
    told = page(audit(data), facts_of_record(data), None, language)
    assert len(told.splitlines()) < 60
    assert PHRASES["clean"].in_(language)[language] == told.splitlines()[-1]
    assert PHRASES["found"].in_(language)[language] not in told
    assert str(len(played(name))) in told
    assert played(name)[-1].digest.hex() in told


def test_what_is_claimed_stands_at_the_top() -> None:
    told = said(recorded("deals"))
    assert "A game of mexican-3. Seats: 3; hands ended: 3; entries: " in told
    assert f"edition {current('conquian').edition} of the rulebook" in told
    assert "It ended, hand by hand: " in told
    assert "void (stopped by its host)" in said(recorded("void in play"))


def test_without_keys_nothing_is_proven_of_who_wrote_it() -> None:
    assert "keys: none given" in said(recorded("persons"))
    assert "no receipt proves" in said(recorded("persons"), KEYS)
    signed = b"".join(write(LOG, Proof((kept(LOG[-1]),))))
    told = said(signed, KEYS)
    assert f"keys: 2 of {KEYS.origin}, list {KEYS.fingerprint}; signed by" in told
    assert "The receipts say what the log says." in told
    assert "No checkpoint covers it" in told


def test_seats_that_added_no_chance_are_named() -> None:
    assert "no chance of their own: 1. Where" in said(recorded("entropy"))
    assert "no chance of their own: 0, 1, 2. Where" in said(recorded("mexican-3"))


def test_a_refused_move_is_told_by_its_paragraph_in_the_language_of_the_reader() -> None:
    def change(book: list[Page]) -> None:
        ply, _ = find(book, "melded")
        public = book[ply - 1].public
        public["actor"] = f"seat:{(int(public['actor'][-1]) + 1) % 3}"

    data = forged(played("mexican-3"), change)
    ply = audit(data).findings[0].ply
    english, spanish = said(data), said(data, language=Language.ES)
    assert f"ply {ply}, decisions (rules 10.4): the rules refuse it: not_your_turn. Another seat" in english
    assert f"The rulebook says: {current('conquian').paragraphs['10.4']}" in english
    assert f"entrada {ply}, jugadas (regla 10.4): las reglas no lo permiten" in spanish
    assert "Le toca a otro jugador" in spanish
    for told in (english, spanish):
        assert '"refusal"' not in told.split("not_your_turn")[0]
        assert '"actor"' in told
    assert "Every move was decided again" not in english
    assert "In every position each card" in english


def test_a_finding_takes_back_what_its_check_would_have_proven() -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    lines[13] = lines[13].replace(b'"time":0', b'"time":1')
    told = said(b"".join(lines))
    assert "Every entry stands on the one before" not in told
    assert "ply 12, digests: the digest does not follow" in told
    assert re.search(r"findings: \d+; the first at ply 12$", told)


def test_a_page_tells_the_first_findings_and_counts_the_rest() -> None:
    report = audit(recorded("deals").replace(b'"digest":"', b'"digest":"00'))
    assert len(report.findings) > FINDINGS
    told = page(report, Facts(), None, Language.EN)
    assert f"There are more: {len(report.findings) - FINDINGS}." in told
    assert len(told.splitlines()) < 110


def test_an_edition_from_elsewhere_is_said_to_be_unknown_and_quoted_from_the_record() -> None:
    lines = recorded("mexican-3").splitlines()
    first = parse(lines[2])
    first["public"]["rulebook"]["edition"] = 10**6
    facts = facts_of_record(b"\n".join([*lines[:2], canonical(first), *lines[3:]]) + b"\n")
    assert (facts.edition, facts.known) == (10**6, False)
    told = page(audit(recorded("mexican-3")), facts, None, Language.EN)
    assert "Edition 1000000 of the rulebook is not one that this program knows" in " ".join(told.split())


def test_a_running_game_and_moves_without_keys_say_what_was_not_there() -> None:
    entries = played("persons")[:20]
    publics = [entry.public for entry in entries]
    report = audit_public(publics, [entry.digest for entry in entries])
    told = page(report, facts_of_log(map(parse, publics)), None, Language.EN)
    assert "The game is not over" in told
    assert "No checkpoint" not in told
    hand = imported(GAMES[0])
    facts = facts_of_log(parse(entry.public) for entry in hand.entries)
    assert "nobody had fixed these decks" in " ".join(page(judged(hand), facts, None, Language.EN).split())


@pytest.mark.parametrize(
    "data",
    [b"", b"{}\n", b"\x00" * 300, recorded("void")[:900], recorded("void").replace(b"events", b"event_")],
)
def test_nonsense_has_a_page_too(data: bytes) -> None:
    for language in Language:
        assert page(audit(data), facts_of_record(data), None, language)


def test_text_from_the_log_cannot_reach_the_terminal() -> None:
    data = recorded("void in play").replace(b"stopped by its host", b"\\u001b[2Jby its host")
    assert "\x1b" not in said(data)


def test_the_words_are_the_only_place_for_sentences() -> None:
    source = Path(page.__code__.co_filename).read_text(encoding="utf-8")
    assert all(
        words.en not in source for words in PHRASES.values() if isinstance(words, Words) and " " in words.en
    )
