"""Commands, events and positions of hold'em as JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from types import MappingProxyType
from typing import Any, Final

from app.games.cards import Card, Seat, faces
from app.games.codec import Codec, Json, freeze, thaw
from app.games.holdem.commands import HOLDEM_COMMANDS, HoldemCommand
from app.games.holdem.events import HOLDEM_EVENTS, HoldemEvent
from app.games.holdem.ranking import category, rank
from app.games.holdem.rules import BOARD_CARDS, HOLE_CARDS, PACK, STREETS, HoldemRules, Street
from app.games.holdem.state import Award, HoldemState
from app.games.shapes import Form
from app.i18n import Message

Export = tuple[int, tuple[Card, ...]]
"""The number of seats and the board, which an export of entries carries from one to the next."""


def _chips(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("a level is a whole number of chips")
    return value


_COMMANDS: Codec[HoldemCommand] = Codec(HOLDEM_COMMANDS, {"to": _chips, "chips": _chips}, {})
_REQUIRED = {
    made: tuple(item.name for item in fields(made) if item.default is MISSING)
    for made in HOLDEM_COMMANDS.values()
}


def command_to_json(command: HoldemCommand) -> Json:
    """Return the command as the API and the log have it."""
    return _COMMANDS.to_json(command)


def command_from_json(document: Mapping[str, Any]) -> HoldemCommand:
    """Return the command that a document stands for; ValueError if it is none."""
    command = _COMMANDS.from_json(document)
    if any(getattr(command, name) is None for name in _REQUIRED[type(command)]):
        raise ValueError("a field is missing")
    return command


def _awards_to_json(awards: Sequence[Award]) -> list[Json]:
    return [
        {
            "amount": award.amount,
            "seats": list(award.eligible),
            "shares": [{"seat": seat, "chips": chips} for seat, chips in award.shares],
        }
        for award in awards
    ]


def _awards_from_json(documents: Sequence[Mapping[str, Any]]) -> tuple[Award, ...]:
    return tuple(
        [
            Award(
                award["amount"],
                tuple(map(Seat, award["seats"])),
                tuple([(Seat(share["seat"]), share["chips"]) for share in award["shares"]]),
            )
            for award in documents
        ]
    )


events: Codec[HoldemEvent] = Codec(
    HOLDEM_EVENTS, {"street": Street, "awards": _awards_from_json}, {"street": str, "awards": _awards_to_json}
)
"""The codec of the events."""

_PLAIN: Final = (
    "order",
    "stacks",
    "holes",
    "bets",
    "paid",
    "acted",
    "brought",
    "board",
    "stock",
    "level",
    "dead",
    "folded",
    "turn",
    "raiser",
)
_NAMES: Final = {*_PLAIN, "street"}
_AMOUNTS: Final = ("stacks", "bets", "paid", "brought")


def position_to_json(state: HoldemState) -> Json:
    """Return everything that decides how `state` goes on, but its rules; the top of the stock first."""
    return {**{name: thaw(getattr(state, name)) for name in _PLAIN}, "street": str(state.street)}


def position_from_json(rules: HoldemRules, document: Mapping[str, Any]) -> HoldemState:
    """Return the position that `position_to_json` wrote, under `rules`; ValueError if it is no position.

    The document may come from a stranger. Whether each card lies in one place only is not checked.
    """
    if set(document) != _NAMES:
        raise ValueError("a position has other members")
    wrong = _wrong(document)
    if wrong:
        raise ValueError(f"{wrong} of a position is of another form")
    plain = {name: freeze(document[name]) for name in _PLAIN}
    return HoldemState(rules=rules, street=Street(document["street"]), question=1, **plain)


def _wrong(document: Mapping[str, Any]) -> str | None:
    """Return the first member of a position that has not its form, or None."""
    if not isinstance(document["stacks"], list):
        return "stacks"
    seats = len(document["stacks"])
    cards = frozenset(faces(PACK))

    def number(value: Any) -> bool:
        return type(value) is int and value >= 0

    def seat(value: Any) -> bool:
        return type(value) is int and 0 <= value < seats

    def card(value: Any) -> bool:
        return type(value) is str and value in cards

    def numbers(value: Any) -> bool:
        return isinstance(value, list) and len(value) == seats and all(map(number, value))

    def distinct_seats(value: Any) -> bool:
        return isinstance(value, list) and all(map(seat, value)) and len(set(value)) == len(value)

    def all_cards(value: Any) -> bool:
        return isinstance(value, list) and all(map(card, value))

    forms: dict[str, Callable[[Any], bool]] = {
        **dict.fromkeys(_AMOUNTS, numbers),
        **dict.fromkeys(("order", "folded"), distinct_seats),
        **dict.fromkeys(("board", "stock"), all_cards),
        **dict.fromkeys(("level", "dead"), number),
        "turn": seat,
        "raiser": lambda value: value is None or seat(value),
        "street": lambda value: value in [*Street],
        "holes": lambda value: (
            isinstance(value, list)
            and len(value) == seats
            and all(all_cards(hole) and len(hole) in (0, HOLE_CARDS) for hole in value)
        ),
        "acted": lambda value: (
            isinstance(value, list)
            and len(value) == seats
            and all(member is None or number(member) for member in value)
        ),
    }
    return next((name for name, has_form in forms.items() if not has_form(document[name])), None)


def hand_fault(rules: HoldemRules, hand: HoldemState) -> Message | None:
    """Return why `hand` is none that can be played by `rules`, or None (RULES 4, 5)."""
    cards: list[Card] = [card for hole in hand.holes for card in hole]
    if sorted((*cards, *hand.board, *hand.stock)) != sorted(faces(PACK)):
        return Message("the cards are not those of the pack")
    dealt = sum(BOARD_CARDS[street] for street in STREETS[: STREETS.index(hand.street) + 1])
    if len(hand.board) != dealt:
        return Message("the board does not belong to the round")
    if max(hand.bets) > max(rules.limit, hand.level) or any(
        bet > paid for bet, paid in zip(hand.bets, hand.paid, strict=True)
    ):
        return Message("a bet is above the limit, or above what its seat has paid")
    return None


EXPORT_COLUMNS: Final[Mapping[str, Form]] = MappingProxyType(
    {
        "level": Form.INTEGER,
        "called": Form.INTEGER,
        "bought": Form.INTEGERS,
        "board": Form.CARDS,
        "shown": Form.TEXTS,
    }
)
"""The columns of an export of entries: level of a bet or raise, chips of a call, chips bought by seat, new
cards of the board, and by seat the kinds of the hands laid open."""


_COPIED: Final = {"bet-placed": ("level", "to"), "raised": ("level", "to"), "called": ("called", "amount")}


def export_cells(before: Export | None, events: Sequence[Json]) -> tuple[Export, Json]:
    """Return the state after an entry with `events`, and its cells; `before` is the state before it."""
    seats, board = before or (0, ())
    cells: Json = dict.fromkeys(EXPORT_COLUMNS)
    for event in events:
        kind = event["type"]
        if kind in _COPIED:
            column, member = _COPIED[kind]
            cells[column] = event[member]
        elif kind == "created":
            seats, board = len(event["seats"]), tuple((event.get("position") or {}).get("board", ()))
        elif kind == "holes-dealt":
            board = ()
        elif kind == "board-dealt":
            board = (*board, *event["cards"])
            cells["board"] = [*(cells["board"] or ()), *event["cards"]]
        elif kind == "chips-bought":
            cells["bought"] = _at(cells["bought"] or [0] * seats, event["seat"], event["chips"])
        elif kind == "hand-shown":
            named = str(category(rank(event["cards"], board)))
            cells["shown"] = _at(cells["shown"] or [None] * seats, event["seat"], named)
    return (seats, board), cells


def _at(by_seat: list[Any], seat: int, cell: Any) -> list[Any]:
    """Return `by_seat` with another value at `seat`."""
    return [*by_seat[:seat], cell, *by_seat[seat + 1 :]]
