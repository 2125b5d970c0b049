"""The report of an audit: complete in every language, it states exactly the proved facts."""

import re
import string
from dataclasses import replace
from pathlib import Path

import pytest

from app.games.cards import Seat
from app.games.conquian.reasons import REASONS
from app.games.table.events import TimedOut
from app.i18n import Language, Message, translate, translations
from app.service.rulebook import current
from app.store.canonical import canonical, parse
from replays.audit.audit import audit, audit_public
from replays.audit.decisions import _difference
from replays.audit.report import Cause, Check, Finding, Unchecked
from replays.notation.importing import imported, judged
from replays.record.format import Misshapen, Proof, parse_entry
from replays.record.receipts import KeyList
from replays.record.write import write_record
from replays.report.facts import Facts, facts_of_log, facts_of_record
from replays.report.page import FINDINGS, page
from replays.report.words import CAUSES, NOT_CHECKED, PHRASES, PROVEN, TITLES
from tests.replays.forging import Page, find, forged
from tests.replays.games import played, recorded
from tests.replays.notation.test_document import GAMES
from tests.replays.test_receipts import KEYS, LOG, kept

TABLES = {
    **PHRASES,
    **{f"title {check}": TITLES[check] for check in TITLES},
    **{f"{one}": PROVEN[one] for one in PROVEN},
    **{f"cause {cause}": CAUSES[cause] for cause in CAUSES},
    **{f"not checked {one}": NOT_CHECKED[one] for one in NOT_CHECKED},
}


def holes(text: str) -> set[str]:
    """Return what is filled into a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("name", TABLES)
def test_every_sentence_is_there_in_every_language(name: str) -> None:
    texts = translations(TABLES[name])
    assert set(texts) == set(Language)
    assert all(text.strip() == text and text for text in texts.values())
    assert len({frozenset(holes(text)) for text in texts.values()}) == 1


def test_every_check_has_a_name_and_a_proved_statement() -> None:
    assert set(TITLES) == set(PROVEN) == set(Check)
    for language in Language:
        assert len({translate(language, words) for words in TITLES.values()}) == len(Check)


def test_every_cause_and_every_missing_part_has_a_text() -> None:
    assert set(CAUSES) == set(Cause)
    assert set(NOT_CHECKED) == set(Unchecked)
    assert not set(Unchecked) & set(Check)


def test_every_refusal_has_a_paragraph() -> None:
    for code, reason in REASONS.items():
        assert reason.rule in current("conquian").paragraphs, code


def page_of(data: bytes, keys: KeyList | None = None, language: Language = Language.EN) -> str:
    """The page about a record, its lines joined."""
    return " ".join(page(audit(data, keys=keys), facts_of_record(data), keys, language).split())


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["mexican-3", "entropy", "void in play", "deals"])
def test_an_honest_game_is_reported_on_one_page(name: str, language: Language) -> None:
    data = recorded(name)
    text = page(audit(data), facts_of_record(data), None, language)
    assert len(text.splitlines()) < 60
    begun = translate(language, PHRASES["incomplete"]).partition("{")[0]
    assert text.splitlines()[1] == text.splitlines()[-1]
    assert text.splitlines()[-1].startswith(begun)
    missing = [translate(language, NOT_CHECKED[one]) for one in (Unchecked.KEYS, Unchecked.CHECKPOINT)]
    assert text.splitlines()[-1].endswith("; ".join(missing))
    assert translate(language, PHRASES["found"]) not in text
    assert str(len(played(name))) in text
    assert played(name)[-1].digest.hex() in text


def test_the_claims_of_the_record_are_at_the_top() -> None:
    text = page_of(recorded("deals"))
    assert "A game of mexican-3. Seats: 3; hands ended: 3; entries: " in text
    assert f"edition {current('conquian').edition} of the rulebook" in text
    assert "How its hands ended, in order: " in text
    assert "void (stopped by its host)" in page_of(recorded("void in play"))


def test_without_keys_the_signer_is_not_proved() -> None:
    assert "No list of keys was given" in page_of(recorded("persons"))
    assert "has signed anything that agrees with this log" in page_of(recorded("persons"), KEYS)
    signed = b"".join(write_record(LOG, Proof((kept(LOG[-1]),))))
    text = page_of(signed, KEYS)
    assert (
        f"{KEYS.origin} (keys: 2; fingerprint of the list: {KEYS.fingerprint}), this was signed with" in text
    )
    assert "The receipts agree with the log." in text
    unsigned = page_of(signed)
    assert "The receipts agree with the log." not in unsigned
    assert "nobody knows who has signed them" in unsigned
    assert "No checkpoint covers it" in text


def test_seats_that_added_no_chance_are_named() -> None:
    assert "no chance of their own: 1. If" in page_of(recorded("entropy"))
    assert "no chance of their own: 0, 1, 2. If" in page_of(recorded("mexican-3"))


def test_the_entropy_of_each_seat_is_shown_with_its_proof() -> None:
    """Whoever kept the bytes can compare them, and hears that nobody else chose the deck."""
    events = [event for entry in played("entropy") for event in parse(entry.public)["events"]]
    (begun,) = [event for event in events if event["type"] == "hand-begun"]
    text = page_of(recorded("entropy"))
    assert f"Seat 0 added this chance of its own to the deck: {begun['entropy'][0]}" in text
    assert "Seat 1 added" not in text
    mixed = (
        "The deck also follows from the chance of these seats, fixed before the key was opened: 0, 2. If a"
    )
    assert mixed in text

    def change(book: list[Page]) -> None:
        find(book, "hand-begun")[1]["entropy"][0] = "ab" * 32

    assert mixed not in page_of(forged(played("entropy"), change))
    assert "added this chance" not in page_of(recorded("mexican-3"))


def test_a_refused_move_is_explained_by_its_paragraph_in_the_language_of_the_reader() -> None:
    def change(book: list[Page]) -> None:
        ply, _ = find(book, "melded")
        public = book[ply - 1].public
        public["actor"] = f"seat:{(int(public['actor'][-1]) + 1) % 3}"

    data = forged(played("mexican-3"), change)
    ply = audit(data).findings[0].ply
    english, spanish = page_of(data), page_of(data, language=Language("es"))
    assert f"entry {ply}, decisions (rules 10.3): the rules refuse it: not_your_turn. Another seat" in english
    assert f"The rulebook says: {current('conquian').paragraphs['10.3']}" in english
    assert f"entrada {ply}, jugadas (regla 10.3): las reglas no lo permiten" in spanish
    assert "Le toca a otro jugador" in spanish
    assert "El reglamento dice (traducción; decide el texto en inglés): Bajar. De un lugar al que" in spanish
    assert "By a seat that is not asked" not in spanish
    for text in (english, spanish):
        assert '"refusal"' not in text.split("not_your_turn")[0]
        assert '"actor"' in text
    assert "Every move was decided again" not in english
    assert "In every position each card" in english


def test_a_paragraph_with_another_text_is_shown_as_in_the_record() -> None:
    finding = Finding(7, Check.DECISIONS, "9.2", Message("it is not"), {})
    report = replace(audit(recorded("deals")), findings=(finding,))
    ours = dict(current("conquian").paragraphs)
    theirs = ours | {"9.2": ours["9.2"].replace("nobody pays", "everybody pays")}
    for texts, phrase in ((ours, "nadie paga"), (theirs, theirs["9.2"])):
        output = " ".join(page(report, Facts(paragraphs=texts), None, Language("es")).split())
        assert phrase in output
        assert ("decide el texto en inglés" in output) == (texts is ours)


def test_a_finding_withdraws_the_statement_of_its_check() -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    lines[13] = lines[13].replace(b'"time":0', b'"time":1')
    text = page_of(b"".join(lines))
    assert "Every entry carries the digest of the one before it" not in text
    assert "entry 12, digests: the digest does not follow" in text
    assert re.search(r"findings: \d+; the first at entry 12$", text)


PROOF_OF_THE_END = (Check.GAPS, Check.END, Check.REVEAL, Check.RECEIPTS, Check.INCLUSION)


def test_findings_are_in_the_language_of_the_reader() -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    lines[13] = lines[13].replace(b'"time":0', b'"time":1')
    data = b"".join(lines)
    spanish, french = page_of(data, language=Language("es")), page_of(data, language=Language("fr"))
    assert "entrada 12, huellas: la huella no se sigue de la entrada y de la anterior." in spanish
    unproved = page_of(
        b"".join(recorded("mexican-3").splitlines(keepends=True)[:-1]), language=Language("es")
    )
    assert re.search(r"línea \d+: falta la línea de la prueba\.", unproved)
    assert "entrée 12, empreintes : l'empreinte ne découle pas" in french
    assert "does not follow" not in spanish + french


@pytest.mark.parametrize("keys", [None, KEYS])
def test_a_truncated_record_proves_nothing_that_depends_on_its_end(
    keys: KeyList | None,
) -> None:
    cut = b"".join(recorded("persons").splitlines(keepends=True)[:12])
    text = page_of(cut, keys)
    for check in PROOF_OF_THE_END:
        assert translate("en", PROVEN[check]) not in text, check
    assert "The log does not come to its end" in text
    assert "gaps: because of what was found, not everything could be checked" in text
    assert translate("en", PROVEN[Check.DIGESTS]) in text
    whole = page_of(b"".join(write_record(LOG, Proof((kept(LOG[-1]),)))), KEYS)
    assert all(translate("en", PROVEN[check]) in whole for check in PROOF_OF_THE_END[:4])


def test_an_unreadable_first_entry_withdraws_all_statements_that_depend_on_it() -> None:
    lines = recorded("persons").splitlines(keepends=True)
    text = page_of(b"".join([*lines[:2], b"{}\n", *lines[3:]]))
    on_first = (Check.HEADER, Check.RULEBOOK, Check.ACTORS, Check.COMMITMENTS, Check.DEAL, Check.REVEAL)
    for check in on_first:
        assert translate("en", PROVEN[check]) not in text, check


def test_entries_that_were_not_decided_again_prove_no_deck() -> None:
    data = recorded("deals")
    log = played("deals")
    at = next(ply for ply, entry in enumerate(log, 1) if b'"type":"deal"' in entry.public) + 3
    lines = data.splitlines(keepends=True)
    lines[at + 1] = b"{}\n"
    text = page_of(b"".join(lines))
    for check in (Check.DEAL, Check.MONEY, Check.SEALS, Check.COMMITMENTS, Check.DECISIONS, Check.CARDS):
        assert translate("en", PROVEN[check]) not in text, check


def test_the_report_on_a_running_game_mentions_no_end() -> None:
    entries = played("persons")[:20]
    publics = [entry.public for entry in entries]
    report = audit_public(publics, [entry.digest for entry in entries])
    text = page(report, facts_of_log(map(parse, publics)), None, Language.EN)
    assert translate("en", PROVEN[Check.END]) not in text


def test_a_report_lists_the_first_findings_and_counts_the_rest() -> None:
    report = audit(recorded("deals").replace(b'"digest":"', b'"digest":"00'))
    assert len(report.findings) > FINDINGS
    text = page(report, Facts(), None, Language.EN)
    assert f"Findings not shown here: {len(report.findings) - FINDINGS}." in text
    assert len(text.splitlines()) < 110


def test_a_finding_at_many_plies_is_listed_once() -> None:
    detail = "the entry is not the one for which there is a receipt"
    findings = [
        Finding(at, Check.RECEIPTS, "12.7", Message(detail), {}, Cause.CONTRADICTION) for at in range(20, 51)
    ]
    report = replace(audit(recorded("deals")), findings=(*findings,))
    text = " ".join(page(report, Facts(), None, Language.EN).split())
    assert text.count(detail) == 1
    assert "The same was found again: 30 times, last at entry 50; with --json all of it is printed." in text
    assert "Findings not shown" not in text


def test_a_report_lists_one_finding_of_each_cause_first_and_counts_the_rest() -> None:
    """However many receipts contradict a log, two signatures for one ply stand on the page."""
    findings = [Finding(at, Check.MONEY, "9.3", Message(f"number {at}"), {}) for at in range(1, 31)]
    twice = "the service has signed two different entries for ply {}"
    signed = [
        Finding(at, Check.RECEIPTS, "12.7", Message(twice.format(at)), {}, Cause.TWO_SIGNATURES)
        for at in (31, 32)
    ]
    report = replace(audit(recorded("deals")), findings=(*findings, *signed))
    text = " ".join(page(report, Facts(), None, Language.EN).split())
    assert text.count("the service has signed two different entries") == 1
    assert "the service has signed two different entries for ply 31" in text
    assert ("number 10" in text, "number 11" in text) == (True, False)
    assert f"Findings not shown here: {30 - FINDINGS + 1}." in text


def test_a_foreign_edition_is_reported_as_unknown_and_quoted_from_the_record() -> None:
    lines = recorded("mexican-3").splitlines()
    first = parse(lines[2])
    first["public"]["rulebook"]["edition"] = 10**6
    facts = facts_of_record(b"\n".join([*lines[:2], canonical(first), *lines[3:]]) + b"\n")
    assert (facts.edition, facts.known) == (10**6, False)
    text = page(audit(recorded("mexican-3")), facts, None, Language.EN)
    assert "This program does not know edition 1000000 of the rulebook" in " ".join(text.split())


def test_the_report_names_the_missing_parts_of_a_running_game() -> None:
    entries = played("persons")[:20]
    publics = [entry.public for entry in entries]
    report = audit_public(publics, [entry.digest for entry in entries])
    text = page(report, facts_of_log(map(parse, publics)), None, Language.EN)
    assert "The game is not over" in text
    assert "No checkpoint" not in text
    hand = imported(GAMES[0])
    facts = facts_of_log(parse(entry.public) for entry in hand.entries)
    text = " ".join(page(judged(hand), facts, None, Language.EN).split())
    assert "no key had fixed these decks" in text
    assert "it fixed its key" not in text


@pytest.mark.parametrize(
    "data",
    [b"", b"{}\n", b"\x00" * 300, recorded("void")[:900], recorded("void").replace(b"events", b"event_")],
)
def test_nonsense_has_a_page_too(data: bytes) -> None:
    for language in Language:
        assert page(audit(data), facts_of_record(data), None, language)


def test_text_from_the_log_cannot_reach_the_terminal() -> None:
    data = recorded("void in play").replace(b"stopped by its host", b"\\u001b[2Jby its host")
    assert "\x1b" not in page_of(data)


def test_sentences_are_only_in_the_words_module() -> None:
    source = Path(page.__code__.co_filename).read_text(encoding="utf-8")
    assert all(
        translate("en", words) not in source
        for words in PHRASES.values()
        if isinstance(words, Message) and " " in translate("en", words)
    )


def test_the_values_of_a_finding_are_in_the_language_of_the_reader() -> None:
    one, other = TimedOut((Seat(1),), ()), TimedOut((Seat(0),), ())
    with pytest.raises(Misshapen) as misshapen:
        parse_entry(1, {"digest": ""})
    messages = [
        Message("line {line}: {detail}").filled(line=3, detail=misshapen.value.message),
        _difference(None, one),
        _difference(one, other),
    ]
    assert [translate(Language("es"), each) for each in messages] == [
        "línea 3: una entrada tiene los miembros ['digest', 'hidden', 'public']",
        "anotado: nada; según las reglas: TimedOut",
        "TimedOut.seats anotado: [1]; según las reglas: [0]",
    ]
    assert [translate(Language("fr"), each).rpartition(" règles : ")[2] for each in messages[1:]] == [
        "TimedOut",
        "[0]",
    ]
