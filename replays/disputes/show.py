"""A dispute as JSON: one and the same for everybody who may see it."""

from collections.abc import Mapping

from app.games.codec import Json
from app.journal import Standing
from app.rulebook import current, edition
from replays.disputes.dispute import Dispute

Paragraphs = Mapping[str, str]
"""The texts of a rulebook by paragraph number."""


def paragraphs(first: Json) -> Paragraphs:
    """The rulebook that a game is played by whose first entry has the public part `first`."""
    play = first["events"][0]["play"]
    pinned = first.get("rulebook")
    found = edition(play, pinned["edition"]) if pinned else None
    return (found or current(play)).paragraphs


def shown(standing: Standing[Dispute], book: Paragraphs) -> Json:
    """The dispute as the API has it; `book` is the game's rulebook."""
    state = standing.state
    return {
        "dispute": state.id,
        "ply": standing.ply,
        "digest": standing.digest.hex(),
        "about": {
            "game": state.game,
            "ply": state.ply,
            "digest": state.digest,
            "hand_number": state.hand_number,
            "first": state.first,
            "last": state.last,
        },
        "seat": state.seat,
        "claim": str(state.claim),
        "text": state.text,
        "command": state.refused,
        "receipt": state.receipt,
        "state": str(state.state),
        "since": state.since,
        "until": state.until,
        "for_arbiter": state.for_arbiter,
        "parties": [{"seat": one.seat, "player": one.player, "answer": one.answer} for one in state.parties],
        "statements": [{"by": one.by, "text": one.text, "at": one.at} for one in state.statements],
        "verdict": _verdict(state, book),
        "ruling": None if state.ruling is None else dict(state.ruling),
        "closed": None if state.closing is None else str(state.closing),
        "correction": None if state.correction is None else list(state.correction),
    }


def _verdict(state: Dispute, book: Paragraphs) -> Json | None:
    if state.verdict is None:
        return None
    return {**state.verdict, "paragraph": book.get(str(state.verdict["rule"]))}
