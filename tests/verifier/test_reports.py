"""The report on a dispute: both verifiers print the same sentences, and decide the same despite damage."""

import json
from base64 import b64encode
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from app.games.conquian.reasons import REASONS
from app.games.registry import reasons
from app.i18n import Language, Message, translations
from app.service.signing import command_digest, receipt, refusal
from app.store.canonical import canonical, parse
from app.store.entry import Entry
from replays.disputes import bundle as bundles
from replays.disputes.bundle_audit import Audited, audited
from replays.disputes.partial import partial_section
from replays.disputes.report import Section, report_of, sections
from replays.disputes.report_words import PARTIAL, REPORT
from replays.disputes.verdict_sentences import CLAIMS, OUTCOMES
from replays.record.read import read_record
from replays.report.page import sentence_of
from tests.corpus.disputes import FOLDER, LISTED
from tests.verifier.agreement import game
from tests.verifier.bundling import bundled
from tests.verifier.disputing import honest
from tests.verifier.node import called
from tests.verifier.proofs import KEYS, RING, ROTATED_MS

NAMES = sorted(json.loads(LISTED.read_text()))
WRONG_PHASE = REASONS["wrong_phase"].sentence
_DOCUMENT = json.loads((FOLDER / "keys.json").read_text())

_REPORTS = """asked.bundles.map((bundle) => {
  const found = verifier.examineBundle(new Uint8Array(Buffer.from(bundle, "base64")), { keys: asked.keys });
  const { dispute, partial } = found;
  const plain = { ...dispute, facts: { ...dispute.facts, paragraphs: {} }, again: null };
  return { partial, told: ["es", "en", "fr"].map((lang) => [
    verifier.reportOnDispute(dispute.document, lang).map(({ title, lines }) => [title, lines]),
    partial === null ? null : Object.values(verifier.partialLines(partial, lang)),
    verifier.heardOf(plain, lang).length,
  ]) };
})"""


def _data(name: str) -> bytes:
    return (FOLDER / f"{name}.zip").read_bytes()


def _elsewhere(all_: list[bytes]) -> list[Any]:
    reports: list[Any] = called(
        _REPORTS, {"bundles": [b64encode(bundle).decode() for bundle in all_], "keys": _DOCUMENT}
    )
    return reports


def _ours(data: bytes) -> Audited:
    return audited(bundles.read(data), KEYS)


def _lists(parts: list[Section]) -> list[list[Any]]:
    return [[title, lines] for title, lines in parts]


def _table(words: Any) -> dict[str, dict[str, str]]:
    return {str(name): translations(texts) for name, texts in words.items()}


def test_both_have_the_same_sentences_claims_and_outcomes() -> None:
    theirs = called("verifier.words()", None)
    assert theirs["report"] == _table({**REPORT, **PARTIAL})
    assert theirs["claims"] == _table(CLAIMS)
    assert theirs["outcomes"] == _table(OUTCOMES)


def test_both_explain_every_code_of_a_refusal_by_the_same_sentence() -> None:
    theirs = called("verifier.words()", None)["refusals"]
    assert theirs == {code: translations(words) for code in reasons() if (words := sentence_of(code))}


def test_a_code_is_explained_once_in_a_report_without_repeated_sentences() -> None:
    data = _data("second-altered-refusal_proved")
    assert _told("second-altered-refusal_proved").count(f"wrong_phase means: {WRONG_PHASE}") == 1
    body = """(() => {
      const bytes = new Uint8Array(Buffer.from(asked.bundle, "base64"));
      const pages = verifier.pagesOf(verifier.examineBundle(bytes, { keys: asked.keys }), "en", true);
      return pages.map(({ sections }) => sections.flatMap(({ lines }) => lines));
    })()"""
    game_page, dispute_page = called(body, {"bundle": b64encode(data).decode(), "keys": _DOCUMENT})
    assert any("the rules refuse it: not_your_turn. Another seat is on turn" in line for line in game_page)
    assert len(dispute_page) == len(set(dispute_page))


@pytest.mark.parametrize("name", ["altered-deck_chosen-upheld", "second-altered-refusal_proved"])
def test_no_finding_has_the_text_of_an_exception(name: str) -> None:
    theirs = called(
        """verifier.examineBundle(new Uint8Array(Buffer.from(asked.bundle, "base64")), { keys: asked.keys })
          .game.report.findings.map(({ detail }) => detail)""",
        {"bundle": b64encode(_data(name)).decode(), "keys": _DOCUMENT},
    )
    ours = [finding.detail for finding in _ours(_data(name)).game.findings]
    assert any(
        "the events do not fit the position" in line or "instead of the cards" in line for line in ours
    )
    assert not [line for line in ours + theirs if "Error" in line or "undefined" in line]


def test_every_sentence_names_the_same_values_in_every_language() -> None:
    for name, words in {**REPORT, **PARTIAL}.items():
        assert isinstance(words, Message)
        held = [sorted(text.split("{")[1:]) for text in translations(words).values()]
        named = [[text.split("}")[0] for text in each] for each in held]
        assert sorted(named[0]) == sorted(named[1]) == sorted(named[2]), name


def test_both_agree_on_every_old_dispute_in_every_language() -> None:
    theirs = _elsewhere([_data(name) for name in NAMES])
    damaged = 0
    for name, other in zip(NAMES, theirs, strict=True):
        parts, ours = bundles.read(_data(name)), _ours(_data(name))
        assert ours.partial == other["partial"], name
        damaged += ours.partial is not None
        for language, (report, beside, _) in zip(Language, other["told"], strict=True):
            assert _lists(report_of(parts, {}, language)) == report, name
            if ours.partial is not None:
                title, lines = partial_section(ours.partial, language)
                assert [title, lines] == beside, name
    assert damaged > 10


def test_both_agree_on_disputes_of_version_2() -> None:
    """With evidence that was added, reasons and consequences."""
    chosen = [game(f"disputes {row}", row) for row in (0, 2, 5)]
    made = [
        bundles.zipped(bundled(honest(Random(f"reports {seed}"), chosen[seed % 3])[1], chosen[seed % 3]))
        for seed in range(45)
    ]
    text = ""
    for data, other in zip(made, _elsewhere(made), strict=True):
        for language, (report, _, _) in zip(Language, other["told"], strict=True):
            assert _lists(report_of(bundles.read(data), {}, language)) == report
            text += str(report) if language is Language.EN else ""
    assert "Further facts" not in text
    assert "None" not in text
    for sentence in (
        "added evidence later",
        "It shows a refusal, signed",
        "It shows a proof that the game ended",
        "The hand and the ledger stay as they are",
    ):
        assert sentence in text


def _told(name: str, language: Language = Language.EN) -> str:
    parts = bundles.read(_data(name))
    return "\n".join(line for _, lines in report_of(parts, {}, language) for line in lines)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        (
            "ruled-wrong_payment-rejected",
            [
                "claims: the wrong amounts were paid.",
                "The claim was not borne out (rules 9.3).",
                "Paid, by seat: 0, 0, 0. Due, by seat: 0, 0, 0. The stake was 1.",
                "Seat 0 said: The stake was agreed to be five.",
                "Seat 0 contests the verdict.",
                "ruled: the claim was borne out (rules 9.3).",
                "The arbiter's reason: Both seats had agreed to it.",
                "The ledger changes, by seat: +1, -1, 0.",
            ],
        ),
        (
            "honest-wrong_refusal-rejected",
            [
                "pass.",
                "the command is forbidden by the rules (not_your_turn)",
                "not_your_turn means: Another seat is on turn; wait until you are asked.",
                "could do nothing after entry",
            ],
        ),
        ("honest-wrong_refusal-undecided", ["The command that was refused was not given"]),
        ("honest-wrong_refusal-upheld", ["is in no log, and this verdict does not prove it"]),
        ("altered-illegal_move-upheld", ["did this: meld the centre card with Jd Js; discard Jd."]),
        ("honest-history_altered-upheld", ["It shows a receipt, signed with the key", "does not have the"]),
        ("honest-time_out-upheld", ["answered for these seats: 1.", "they had 60 seconds"]),
        ("honest-time_out-rejected", ["the service answered for nobody"]),
        ("honest-deck_chosen-rejected", ["chance of their own to the deck: 1."]),
        ("altered-deck_chosen-rejected", ["it is not proved that the service did not draw keys"]),
        ("unread-illegal_move-undecided", ["From entry 10 on, the service could not read its own log."]),
    ],
)
def test_a_report_states_the_facts_in_sentences(name: str, sentences: list[str]) -> None:
    text = _told(name)
    for sentence in sentences:
        assert sentence in text
    assert "None" not in text
    assert "Further facts" not in text


@pytest.mark.parametrize("claim", ["wrong_payment", "history_altered", "time_out", "deck_chosen", "other"])
def test_moves_are_listed_only_for_claims_about_a_move(claim: str) -> None:
    for name in NAMES:
        if f"-{claim}-" in name:
            assert "could do after entry" not in _told(name), name
    assert "could do after entry" in _told("honest-illegal_move-rejected")


def _document(**changes: Any) -> dict[str, Any]:
    """The dispute of a bundle as the API has it, with changes."""
    data = bundles.read(_data("ruled-wrong_payment-rejected")).beside[bundles.SHOWN]
    return {**parse(data.rstrip(b"\n")), **changes}


_OPEN = {"ruling": None, "closed": None, "correction": None, "until": 1_700_000_000_123}
_PASSES = [{"type": "pass"}] * 30
_STATES: dict[str, tuple[dict[str, Any], str]] = {
    "arbiter": (
        {"state": "judged", "for_arbiter": True},
        "It waits for the ruling of an arbiter, until 2023-11-14T22:13:20.123Z.",
    ),
    "seats": ({"state": "judged", "for_arbiter": False}, "The seats can answer the verdict until 2023-11-14"),
    "reveal": (
        {"state": "awaiting_reveal", "verdict": None, "for_arbiter": False, "until": None},
        "The machine judges when the cards of the hand are open.",
    ),
    "open": (
        {"state": "open", "verdict": None, "for_arbiter": False, "until": None},
        "The machine has not judged it yet.",
    ),
    "withdrawn": (
        {"state": "closed", "closed": "withdrawn"},
        "withdrew the dispute: nothing follows from it",
    ),
    "many moves": (
        {
            "state": "closed",
            "closed": "expired",
            "claim": "illegal_move",
            "verdict": {
                "outcome": "upheld",
                "rule": None,
                "facts": {"actor": None, "command": {"type": "deal", "x": [1]}, "lawful": False, "more": {}},
                "findings": [],
                "head": None,
                "correction": [2, -2, 0],
                "legal": {"seat": 1, "ply": 4, "count": 40, "moves": _PASSES},
            },
        },
        "Shown here are 20 of 40; the file dispute.json in the bundle has 30.",
    ),
}


@pytest.mark.parametrize("name", _STATES)
def test_both_name_the_party_that_a_dispute_waits_for_and_the_file_of_all_moves(name: str) -> None:
    changes, sentence = _STATES[name]
    document = _document(**{**_OPEN, **changes})
    body = """["es", "en", "fr"].map((lang) =>
      verifier.reportOnDispute(asked, lang).map(({ title, lines }) => [title, lines]))"""
    ours = [_lists(sections(document, language)) for language in Language]
    assert called(body, document) == ours
    english = [line for _, lines in ours[1] for line in lines]
    assert any(sentence in line for line in english), english
    if name == "many moves":
        assert 'At entry 22 the service did this: deal {"x":[1]}.' in english
        assert 'Further facts, as they are stored: {"more":{}}' in english


def _with_receipt(name: str, **changes: Any) -> Any:
    """Return what the bundle of that name decides with a kept receipt for an entry, by both."""
    parts = bundles.read(_data(name))
    (last, *_) = parse(parts.game.splitlines()[-1])["proof"]["receipts"][::-1]
    kept = [{**last, **changes}]
    body = """verifier.examineKept(new Uint8Array(Buffer.from(asked.bundle, "base64")),
      { keys: asked.keys, receipts: asked.kept, parent: null }).partial"""
    asked = {"bundle": b64encode(_data(name)).decode(), "keys": _DOCUMENT, "kept": kept}
    ours = audited(parts, KEYS, kept).partial
    assert called(body, asked) == ours
    assert ours is not None
    return [signed for signed in ours["receipts"] if signed["source"] == "kept"]


def test_receipts_of_the_reader_are_decided_despite_damage() -> None:
    name = "altered-time_out-undecided-damaged"
    (agrees,) = _with_receipt(name)
    (forged,) = _with_receipt(name, ply=7)
    assert (agrees["result"], forged) == ("agrees", {"ply": None, "source": "kept", "result": "unproved"})


def _time(entry: Entry) -> int:
    """The time of an entry in ms."""
    return int(parse(entry.public)["time"])


def _with_refusal(name: str, **changes: Any) -> tuple[str, str]:
    """Return how a bundle with a kept refusal is decided, by both: of the refusal, and of the claim."""
    parts = bundles.read(_data(name))
    document = parse(parts.beside[bundles.SHOWN].rstrip(b"\n"))
    what = {"ply": document["about"]["ply"], "seat": document["seat"], "code": "wrong_phase", "rule": "10.1"}
    what["command"] = command_digest(document["command"])
    upto = changes.pop("receipt", None)
    log = read_record(parts.game).entries
    kept = [receipt(RING, log[0].game, upto, log[upto - 1].digest, _time(log[upto - 1]))] if upto else []
    signed = refusal(RING, {"game": document["about"]["game"], **what, **changes}, ROTATED_MS)
    body = """(({ partial }) => [partial, partial && verifier.partialLines(partial, "en").lines])(
      verifier.examineKept(new Uint8Array(Buffer.from(asked.bundle, "base64")),
        { keys: asked.keys, receipts: asked.kept, parent: null }))"""
    asked = {"bundle": b64encode(_data(name)).decode(), "keys": _DOCUMENT, "kept": [signed, *kept]}
    ours = audited(parts, KEYS, [signed, *kept]).partial
    assert ours is not None
    assert called(body, asked) == [ours, partial_section(ours, Language.EN)[1]]
    return ours["refusals"][0]["result"], ours["claim"]


@pytest.mark.parametrize(
    ("changes", "result", "claim"),
    [
        ({}, "beyond", "open"),
        ({"ply": 1}, "forbidden", "open"),
        ({"ply": 14}, "lawful", "open"),
        ({"ply": 14, "receipt": 13}, "lawful", "open"),
        ({"ply": 14, "receipt": 15}, "lawful", "proved"),
        ({"seat": 9}, "unknown", "open"),
        ({"command": "00" * 32}, "unknown", "open"),
        ({"game": "g-07zm8yb5z83l3mwax4eg5q45"}, "other_game", "open"),
    ],
)
def test_signed_refusals_are_decided_on_the_entries_before_the_damage(
    changes: dict[str, Any], result: str, claim: str
) -> None:
    """They prove the claim where the service has signed the entries, too."""
    assert _with_refusal("altered-wrong_refusal-upheld", **changes) == (result, claim)


@pytest.mark.parametrize(
    ("name", "claim", "first"),
    [
        ("altered-history_altered-upheld", "proved", 19),
        ("altered-illegal_move-upheld", "twice", 23),
        ("altered-time_out-undecided-damaged", "open", 12),
        ("honest-wrong_payment-rejected", None, None),
    ],
)
def test_a_bundle_decides_the_readable_claims_despite_damage(
    name: str, claim: str | None, first: int | None
) -> None:
    partial = _ours(_data(name)).partial
    if claim is None:
        assert partial is None
        return
    assert partial is not None
    assert (partial["claim"], partial["first"], partial["sound"]) == (claim, first, (first or 0) - 1)


@pytest.mark.parametrize(("anew", "claim"), [(False, "open"), (True, "contradicted")])
def test_a_game_changed_only_in_the_file_proves_nothing_against_the_service(anew: bool, claim: str) -> None:
    """With every digest made `anew` the receipts in it are contradicted; the log of the dispute is, too."""
    parts = bundles.read(_data("honest-history_altered-rejected"))
    lines, digest, changed = [], bytes(32), False
    for line in parts.game.splitlines():
        document = parse(line)
        if "public" in document:
            if document["public"]["ply"] == 7:
                document["public"]["time"] += 1
                changed = True
            digest = sha256(digest + canonical(document["public"])).digest()
            document["digest"] = digest.hex() if anew else document["digest"]
        lines.append(canonical(document) + b"\n")
    assert changed
    files = {bundles.GAME: b"".join(lines), bundles.DISPUTE: parts.dispute, **parts.beside}
    data = bundles.zipped({**files, bundles.KEYS: canonical(_DOCUMENT) + b"\n"})
    partial = _ours(data).partial
    assert partial is not None
    assert (partial["claim"], partial["first"]) == (claim, 7 if not anew else partial["first"])
    assert partial == _elsewhere([data])[0]["partial"]
