"""Commands, events and positions of Conquián as JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from app.games.cards import Card, Seat, faces
from app.games.codec import Codec, Json, freeze, thaw
from app.games.conquian.commands import COMMANDS, Command, Meld, Standing
from app.games.conquian.events import EVENTS, Event
from app.games.conquian.rules import Rules
from app.games.conquian.state import Centre, Phase, Source, State, Termination
from app.games.shapes import Form


def _card(value: Any) -> Card:
    if not isinstance(value, str):
        raise ValueError("a card is a text")
    return Card(value)


def _cards(value: Any) -> tuple[Card, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError("cards are a list")
    return tuple(map(_card, value))


def _melds(value: Any) -> tuple[tuple[Card, ...], ...]:
    if not isinstance(value, list | tuple):
        raise ValueError("melds are a list")
    return tuple(map(_cards, value))


def _seat(value: Any) -> Seat:
    if type(value) is not int:
        raise ValueError("a seat is a number")
    return Seat(value)


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("whether a seat stands by a pass is true or false")
    return value


_READERS = {
    "card": _card,
    "discard": _card,
    "use": _cards,
    "melds": _melds,
    "seat": _seat,
    "claim": _flag,
    "force": _flag,
}
_COMMANDS: Codec[Command] = Codec(COMMANDS, _READERS, {})


_REQUIRED = {
    made: tuple(item.name for item in fields(made) if item.default is MISSING) for made in COMMANDS.values()
}


def command_to_json(command: Command) -> dict[str, Any]:
    """Return the command as the API and the log have it."""
    return _COMMANDS.to_json(command)


def command_from_json(document: Mapping[str, Any]) -> Command:
    """Return the command that a document stands for; ValueError if it is none."""
    command = _COMMANDS.from_json(document)
    for name in _REQUIRED[type(command)]:
        if getattr(command, name) is None:
            raise ValueError("a field is missing")
    if isinstance(command, Meld) and (command.melds is None) == (command.use is None):
        raise ValueError("a meld names either melds or use")
    if isinstance(command, Standing) and command.claim is None and command.force is None:
        raise ValueError("a standing answer names claim or force")
    return command


events: Codec[Event] = Codec(
    EVENTS,
    {"phase": Phase, "termination": Termination, "answer": command_from_json},
    {"phase": str, "termination": str, "answer": command_to_json},
)
"""The codec of the events."""


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


def position_to_json(state: State) -> Json:
    """Return everything on which play in `state` depends, except its rules; the top of the stock is first."""
    plain = {name: thaw(getattr(state, name)) for name in _PLAIN}
    answers = [{"seat": seat, "command": command_to_json(command)} for seat, command in state.answers]
    return {**plain, "phase": str(state.phase), "centre": _centre_json(state.centre), "answers": answers}


def position_from_json(rules: Rules, document: Mapping[str, Any]) -> State:
    """Return the position that `position_to_json` wrote, under `rules`; ValueError if `document` is none.

    The document may be forged, so `true` is no seat here. `hand_fault` checks the cards.
    """
    if set(document) != _NAMES:
        raise ValueError("a position has other members")
    wrong = next((name for name, right in _tests(rules, document).items() if not right()), None)
    if wrong:
        raise ValueError(f"{wrong} of a position is of another form")
    plain = {name: freeze(document[name]) for name in _PLAIN}
    answers = tuple(
        (Seat(answer["seat"]), command_from_json(answer["command"])) for answer in document["answers"]
    )
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

    def is_card(value: Any) -> bool:
        return type(value) is str and value in pack

    def is_seat(value: Any) -> bool:
        return type(value) is int and 0 <= value < len(hands)

    def are(value: Any, fits: Callable[[Any], bool]) -> bool:
        return isinstance(value, list) and all(map(fits, value))

    def are_seats(name: str) -> bool:
        return are(document[name], is_seat) and len(set(document[name])) == len(document[name])

    def is_centre(value: Any) -> bool:
        right = isinstance(value, dict) and set(value) == _CENTRE and is_card(value["card"])
        return (
            right and value["source"] in [*Source] and (value["left_by"] is None or is_seat(value["left_by"]))
        )

    def is_answer(value: Any) -> bool:
        return isinstance(value, dict) and set(value) == {"seat", "command"} and is_seat(value["seat"])

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
    """Return whether the awaited seats fit the phase, and the centre has a card if the phase needs one.

    If only the seat on turn is asked, there are no answers yet.
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


EXPORT_COLUMNS: Final[Mapping[str, Form]] = MappingProxyType(
    {"turned": Form.CARD, "melded": Form.CARD, "used": Form.CARDS, "discard": Form.CARD}
)
"""The columns of an export of entries."""


def export_cells(centre: Card | None, events: Sequence[Json]) -> tuple[Card | None, Json]:
    """Return the card in the centre after an entry with `events`, and its cells; `centre` is the one before.

    A card that is turned up or discarded is the next one in the centre.
    """
    cells: Json = dict.fromkeys(EXPORT_COLUMNS)
    for event in events:
        if event["type"] == "card-turned":
            centre = cells["turned"] = event["card"]
        elif event["type"] == "melded":
            cells |= {"melded": centre, "used": event["used"]}
            centre = cells["discard"] = event.get("discard")
        elif event["type"] == "kept":
            centre = cells["discard"] = event["discard"]
    return centre, cells
