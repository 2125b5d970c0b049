"""A whole position of a hand as JSON, hidden cards included: what a fork begins with (RULES 11.14)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from app.games.cards import Card, Seat, faces
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
_SEATS: Final = ("order", "awaited", "answered", "folded", "claim_passes", "force_passes")
_CARDS: Final = ("stock", "discards", "turned")
_OF_SEVERAL: Final = (Phase.EXCHANGE, Phase.FORCE_WINDOW, Phase.CLAIM_WINDOW)
"""The phases that may ask more than one seat."""

_CENTRE: Final = {"card", "source", "left_by"}


def as_json(state: State) -> Json:
    """Everything that decides how `state` goes on, but its rules; the top of the stock first."""
    plain = {name: thaw(getattr(state, name)) for name in _PLAIN}
    answers = [{"seat": seat, "command": command_to_json(said)} for seat, said in state.answers]
    return {**plain, "phase": str(state.phase), "centre": _centre_json(state.centre), "answers": answers}


def from_json(rules: Rules, document: Mapping[str, Any]) -> State:
    """The position that `as_json` wrote, under `rules`; ValueError if `document` is no position.

    The document may come from a stranger, so a seat is never `true` here. Whether each card of the pack lies
    in one place is not checked.
    """
    if set(document) != _NAMES:
        raise ValueError("a position has other members")
    wrong = next((name for name, right in _tests(rules, document).items() if not right()), None)
    if wrong:
        raise ValueError(f"{wrong} of a position is of another form")
    plain = {name: freeze(document[name]) for name in _PLAIN}
    answers = tuple((Seat(one["seat"]), command_from_json(one["command"])) for one in document["answers"])
    return State(
        rules=rules,
        phase=Phase(document["phase"]),
        centre=_centre(document["centre"]),
        answers=answers,
        question=1,
        **plain,
    )


def _tests(rules: Rules, document: Mapping[str, Any]) -> Mapping[str, Callable[[], bool]]:
    """By the name of a member whether it has its form; to be asked in this order."""
    pack = frozenset(faces(rules.pack))
    hands, tables = document["hands"], document["tables"]

    def is_card(found: Any) -> bool:
        return type(found) is str and found in pack

    def is_seat(found: Any) -> bool:
        return type(found) is int and 0 <= found < len(hands)

    def are(found: Any, one: Callable[[Any], bool]) -> bool:
        return isinstance(found, list) and all(map(one, found))

    def are_seats(name: str) -> bool:
        return are(document[name], is_seat) and len(set(document[name])) == len(document[name])

    def is_centre(found: Any) -> bool:
        right = isinstance(found, dict) and set(found) == _CENTRE and is_card(found["card"])
        return (
            right and found["source"] in [*Source] and (found["left_by"] is None or is_seat(found["left_by"]))
        )

    def is_answer(found: Any) -> bool:
        return isinstance(found, dict) and set(found) == {"seat", "command"} and is_seat(found["seat"])

    return {
        "hands": lambda: are(hands, lambda hand: are(hand, is_card)),
        "tables": lambda: are(tables, lambda melds: are(melds, lambda meld: are(meld, is_card))),
        "number of tables": lambda: len(tables) == len(hands),
        **{name: partial(are_seats, name) for name in _SEATS},
        **{name: partial(lambda name: are(document[name], is_card), name) for name in _CARDS},
        "stood": lambda: are(document["stood"], is_seat),  # a seat may change its mind again and again
        "turn": lambda: is_seat(document["turn"]) and document["turn"] in document["order"],
        "hand_size": lambda: type(document["hand_size"]) is int and document["hand_size"] in rules.hand_sizes,
        "phase": lambda: document["phase"] in [*Phase] and document["phase"] != Phase.OVER,
        "question": lambda: _goes_together(document),
        "centre": lambda: document["centre"] is None or is_centre(document["centre"]),
        "answers": lambda: are(document["answers"], is_answer),
        "keeping": lambda: document["keeping"] is None or is_card(document["keeping"]),
        "idle_turns": lambda: type(document["idle_turns"]) is int and document["idle_turns"] >= 0,
    }


def _goes_together(document: Mapping[str, Any]) -> bool:
    """Whether those awaited are whom the phase asks, and a card lies in the centre where one is asked of.

    Where the seat on turn alone is asked nobody has answered yet.
    """
    awaited, asked = document["awaited"], document["phase"]
    alone = awaited == [document["turn"]] and not document["answered"] and not document["answers"]
    known = bool(awaited) and set(awaited) <= set(document["order"])
    return (
        known
        and (alone or asked in _OF_SEVERAL)
        and (document["centre"] is None) is (asked == Phase.EXCHANGE)
    )


def _centre_json(centre: Centre | None) -> Json | None:
    if centre is None:
        return None
    return {"card": centre.card, "source": str(centre.source), "left_by": centre.left_by}


def _centre(document: Mapping[str, Any] | None) -> Centre | None:
    if document is None:
        return None
    return Centre(Card(document["card"]), Source(document["source"]), document["left_by"])
