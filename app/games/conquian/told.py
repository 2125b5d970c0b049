"""Events that are told over and over, with all that they change together.

Most decisions pass, and what is told then follows from the seat, the seats that folded and the top card
alone. To copy such events one by one into a position is most of what a pass costs; what they change is the
same every time, so it is found once, by copying them into a blank position, and applied at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from app.games.cards import Card, Seat
from app.games.conquian.events import Event
from app.games.conquian.state import Centre, Draft, Phase
from app.games.values import value

shared_centre = lru_cache(1 << 10)(Centre)
"""A centre card; the same few hundred come again and again."""


@value
class Change:
    """What some events change that pass, ask and turn cards, the last of them a question.

    That puts `phase`, `turn` and `awaited`, and before it the events put others, `asked` in all. They turn
    `turned` cards, of which `dead` no longer lie in the centre but `centre` does; `left_by` is who left the
    card that lay there before, where they turn none.
    """

    phase: Phase
    turn: Seat
    awaited: tuple[Seat, ...]
    asked: int
    turned: int
    dead: tuple[Card, ...]
    centre: Centre
    left_by: Seat | None

    def into(self, now: Draft) -> None:
        """Copies all of it into a position under way."""
        centre = now.centre
        now.phase = self.phase
        now.turn = self.turn
        now.awaited = self.awaited
        now.answered = now.answers = ()
        now.question += self.asked
        turned = self.turned
        if turned:
            now.stock = now.stock[turned:]
            now.discards += self.dead if centre is None else (centre.card, *self.dead)
            now.centre = self.centre
            now.idle_turns = 0
        elif self.left_by is not None and centre is not None:
            now.centre = shared_centre(centre.card, centre.source, self.left_by)


class Told(tuple[Event, ...]):  # noqa: SLOT001 (a tuple has no room for slots of its own)
    """Events of which all but some at the beginning and some at the end are one change.

    The `parts` are these three; they are one attribute, because it is found slowly where there are no slots.
    """

    parts: tuple[Sequence[Event], Change, Sequence[Event]]

    @property
    def change(self) -> Change:
        """What those in the middle change."""
        return self.parts[1]

    def after(self, event: Event) -> tuple[Event, ...]:
        """`event`, and then these, which are one change."""
        if len(self) == 1:
            return event, self[0]
        return between((event, *self), (event,), self.parts[1], ())


def between(events: Iterable[Event], first: Sequence[Event], change: Change, last: Sequence[Event]) -> Told:
    """`events`, which are one `change` between the `first` and the `last`."""
    made = Told(events)
    made.parts = first, change, last
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
        return between(self, self[: self.start], self.block, self[self.end :])


def changed(now: Draft, turned: int) -> Change:
    """What has been changed in a blank position where `turned` cards were turned up."""
    centre: Centre = now.centre
    return Change(
        now.phase, now.turn, now.awaited, now.question, turned, now.discards[1:], centre, centre.left_by
    )


def together(pieces: Sequence[Told], stock: tuple[Card, ...]) -> Change:
    """What `pieces` change, of which each turns one card of `stock`, from the top."""
    last, turned = pieces[-1].change, len(pieces)
    if turned == 1:
        return last
    asked = sum([piece.change.asked for piece in pieces])
    return replace(last, asked=asked, turned=turned, dead=stock[: turned - 1], left_by=None)
