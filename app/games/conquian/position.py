"""A whole position of a hand as JSON, hidden cards included: what a fork begins with (RULES 11.14)."""

from collections.abc import Mapping
from typing import Any, Final

from app.games.cards import Card, Seat
from app.games.codec import Json, freeze, thaw
from app.games.conquian.rules import Rules
from app.games.conquian.state import Centre, Phase, Source, State
from app.games.conquian.wire import command_from_json, command_to_json

_PLAIN: Final = (
    "order",
    "hand_size",
    "hands",
    "tables",
    "stock",
    "discards",
    "turn",
    "awaited",
    "answered",
    "turned",
    "folded",
    "claim_passes",
    "force_passes",
    "stood",
    "keeping",
    "idle_turns",
)
_NAMES: Final = {*_PLAIN, "phase", "centre", "answers"}


def as_json(state: State) -> Json:
    """Everything that decides how `state` goes on, but its rules; the top of the stock first."""
    plain = {name: thaw(getattr(state, name)) for name in _PLAIN}
    answers = [{"seat": seat, "command": command_to_json(said)} for seat, said in state.answers]
    return {**plain, "phase": str(state.phase), "centre": _centre_json(state.centre), "answers": answers}


def from_json(rules: Rules, document: Mapping[str, Any]) -> State:
    """The position that `as_json` wrote, under `rules`; ValueError if `document` is no position.

    Whether the cards are those of the pack is not looked at here.
    """
    if set(document) != _NAMES:
        raise ValueError("a position has other members")
    plain = {name: freeze(document[name]) for name in _PLAIN}
    answers = tuple((Seat(one["seat"]), command_from_json(one["command"])) for one in document["answers"])
    return State.of(
        rules=rules,
        phase=Phase(document["phase"]),
        centre=_centre(document["centre"]),
        answers=answers,
        question=1,
        **plain,
    )


def _centre_json(centre: Centre | None) -> Json | None:
    if centre is None:
        return None
    return {"card": centre.card, "source": str(centre.source), "left_by": centre.left_by}


def _centre(document: Mapping[str, Any] | None) -> Centre | None:
    if document is None:
        return None
    return Centre(Card(document["card"]), Source(document["source"]), document["left_by"])
