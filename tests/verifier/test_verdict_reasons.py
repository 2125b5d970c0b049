"""Both verifiers explain why a forced meld was legal, and no other verdict."""

from itertools import pairwise
from typing import Any

import pytest

from app.i18n import Language, translate
from app.store.canonical import parse
from app.store.entry import Entry
from replays.disputes.state import Claim
from replays.disputes.verdict import verdict
from replays.disputes.view import OBEYING, reason
from tests.replays.disputes.logs import dispute
from tests.replays.games import played
from tests.verifier.node import called

_HEARD = """["es", "en", "fr"].map((lang) => verifier.reportOnDispute({
  ...asked.document, verdict: asked.verdict,
}, lang, { "7.4": "What is obeyed." }).flatMap(({ lines }) => lines))"""


def _heard(verdict: dict[str, Any]) -> Any:
    """The lines of the report on a dispute with this verdict, in every language."""
    document = {
        "seat": 0,
        "about": {"ply": 1, "hand_number": 1},
        "claim": "illegal_move",
        "text": "",
        "command": None,
        "receipt": None,
        "state": "judged",
        "until": None,
        "for_arbiter": False,
        "parties": [],
        "statements": [],
        "ruling": None,
        "closed": None,
        "correction": None,
    }
    return called(_HEARD, {"verdict": verdict, "document": document})


_GAMES = ("deals", "persons", "north-american")


def _melds(entries: tuple[Entry, ...]) -> dict[bool, int]:
    """The first ply of a meld that was forced, and of one that was not."""
    publics = [parse(entry.public) for entry in entries]
    plies: dict[bool, int] = {}
    for before, public in pairwise(publics):
        if public["command"].get("type") == "meld":
            plies.setdefault(any(event["type"] == "forced" for event in before["events"]), public["ply"])
    return plies


def _verdicts(forced: bool) -> list[dict[str, Any]]:
    """The verdict on such a meld in each game that has one."""
    games = [(entries, _melds(entries)) for entries in map(played, _GAMES)]
    return [
        verdict(dispute(entries, plies[forced], Claim.ILLEGAL_MOVE), entries)
        for entries, plies in games
        if forced in plies
    ]


def test_the_verdict_on_a_forced_meld_has_the_same_reason_in_both() -> None:
    verdicts = _verdicts(forced=True)
    assert verdicts
    for judged in verdicts:
        cause = reason(judged)
        assert cause is not None
        rule, words = cause
        assert rule == OBEYING
        for language, lines in zip(
            (Language("es"), Language.EN, Language("fr")), _heard(judged), strict=True
        ):
            sentence = translate(language, words)
            (at,) = (at for at, line in enumerate(lines) if line.startswith(sentence))
            assert OBEYING in lines[at].removeprefix(sentence)
            assert lines[at + 1].endswith("What is obeyed.")


@pytest.mark.parametrize("change", [{}, {"lawful": False}, {"command": {"type": "pass"}}])
def test_a_verdict_on_another_claim_has_no_reason_in_either(change: dict[str, Any]) -> None:
    for judged in _verdicts(forced=bool(change)):
        other = {**judged, "facts": {**judged["facts"], **change}}
        assert reason(other) is None
        assert all("What is obeyed." not in line for lines in _heard(other) for line in lines)
