"""Events that are told over and over, with all that they change together.

Most decisions pass, and what is told then follows from the seat, the seats that folded and the top card
alone. To copy such events one by one into a position is most of what a pass costs; what they change is the
same every time, so it is found once, by copying them into a blank position, and applied at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.events import Event
from app.games.conquian.state import Centre, Source

Fields = dict[str, Any]
"""The fields of a `State` under way, by name."""

_BEFORE = Centre(Card(""), Source.STOCK)
_ASKED = ("phase", "turn", "awaited", "answered", "answers")


@dataclass(frozen=True, slots=True)
class Change:
    """What some events change that pass, ask and turn cards, the last of them a question.

    `fixed` are the fields they leave behind whatever was there before, `asked` how many questions they put
    and `turned` how many cards they turn, of which `dead` no longer lie in the centre but `centre` does;
    `left_by` is who left the card that lay there before, where they turn none.
    """

    fixed: Fields
    asked: int
    turned: int
    dead: tuple[Card, ...]
    centre: Centre
    left_by: Seat | None

    def into(self, now: Fields) -> None:
        """Copies all of it into a position."""
        centre = now["centre"]
        now.update(self.fixed)
        now["question"] += self.asked
        if self.turned:
            now["stock"] = now["stock"][self.turned :]
            lay = self.dead if centre is None else (centre.card, *self.dead)
            now["discards"] += lay
            now["centre"] = self.centre
        elif self.left_by is not None and centre is not None:
            now["centre"] = Centre(centre.card, centre.source, self.left_by)


class Told(tuple[Event, ...]):  # noqa: SLOT001 (a tuple has no room for slots of its own)
    """Events of which all but the `first` and the `last` are one `change`."""

    change: Change
    first: Sequence[Event] = ()
    last: Sequence[Event] = ()

    def after(self, event: Event) -> tuple[Event, ...]:
        """`event`, and then these."""
        if len(self) == 1:
            return event, self[0]
        made = Told((event, *self))
        made.change, made.first = self.change, (event,)
        return made


class Events(list[Event]):
    """The events of one decision so far; those that are one change begin at `start`."""

    __slots__ = ("block", "end", "start")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        super().__init__(events)
        self.block: Change | None = None
        self.start = self.end = 0

    def add(self, events: Iterable[Event], change: Change) -> None:
        """Adds events that are one change."""
        start = len(self)
        self += events
        if self.block is None:
            self.block, self.start, self.end = change, start, len(self)

    def told(self) -> tuple[Event, ...]:
        """All of them, as they are told."""
        if self.block is None:
            return tuple(self)
        made = Told(self)
        made.change, made.first, made.last = self.block, self[: self.start], self[self.end :]
        return made


def blank(stock: tuple[Card, ...]) -> Fields:
    """A position in which nothing lies but a nameless centre card and a stock."""
    nothing: Fields = dict.fromkeys((*_ASKED, "discards", "idle_turns"), ())
    return {**nothing, "stock": stock, "centre": _BEFORE, "question": 0}


def changed(now: Fields, turned: int) -> Change:
    """What has been changed in a blank position where `turned` cards were turned up."""
    centre: Centre = now["centre"]
    names = (*_ASKED, "idle_turns") if turned else _ASKED
    fixed = _shared(names, *[now[name] for name in names])
    return Change(fixed, now["question"], turned, now["discards"][1:], centre, centre.left_by)


@lru_cache(1 << 10)
def _shared(names: tuple[str, ...], *values: object) -> Fields:
    """The same fields for every card, because little that is used often is found faster than much."""
    return dict(zip(names, values, strict=True))


def together(pieces: Sequence[Told], stock: tuple[Card, ...]) -> Change:
    """What `pieces` change, of which each turns one card of `stock`, from the top."""
    last, turned = pieces[-1].change, len(pieces)
    if turned == 1:
        return last
    asked = sum([piece.change.asked for piece in pieces])
    return Change(last.fixed, asked, turned, stock[: turned - 1], last.centre, None)
