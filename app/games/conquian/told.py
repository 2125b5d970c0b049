"""Events that are told over and over, with all that they change together.

Most decisions pass, and what is told then follows from the seat, the seats that folded and the top card
alone. To copy such events one by one into a position is most of what a pass costs; what they change is the
same every time, so it is found once, by copying them into a blank position, and applied at once.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain

from app.games.cards import Card, Seat
from app.games.conquian.events import Event
from app.games.conquian.state import Centre, Draft, Question, Result
from app.games.values import value

shared_centre = lru_cache(1 << 10)(Centre)
"""A centre card; the same few hundred come again and again."""


@value
class Change:
    """What some events change that pass, ask and turn cards, the last of them a question.

    That is `asked` of the seats `awaited`, and before it the events put others, `questions` in all. They turn
    `turned` cards, of which `dead` no longer lie in the centre but `centre` does; `left_by` is who left the
    card that lay there before, where they turn none.
    """

    asked: Question
    awaited: tuple[Seat, ...]
    questions: int
    turned: int
    dead: tuple[Card, ...]
    centre: Centre
    left_by: Seat | None


class Told(tuple[Event, ...]):  # noqa: SLOT001 (a tuple has no room for slots of its own)
    """Events that are one `change`."""

    change: Change

    def after(self, event: Event) -> tuple[Event, ...]:
        """`event`, and then these, which are one change; a question alone is copied faster as it is."""
        if len(self) == 1:
            return event, self[0]
        return around((event, *self), (event,), self, ())


class Over(Told):
    """Events that pass, and then the end of the hand with this `result`, which is all that they change."""

    result: Result


class Around(tuple[Event, ...]):  # noqa: SLOT001 (as above)
    """Events of which all but some at the beginning and some at the end are told: the three `parts`."""

    parts: tuple[Sequence[Event], Told, Sequence[Event]]


def told(events: Iterable[Event], change: Change) -> Told:
    """`events`, which are one `change`."""
    made = Told(events)
    made.change = change
    return made


def over(events: Iterable[Event], result: Result) -> Over:
    """`events`, which pass and end the hand."""
    made = Over(events)
    made.result = result
    return made


def around(events: Iterable[Event], first: Sequence[Event], block: Told, last: Sequence[Event]) -> Around:
    """`events`, of which those between the `first` and the `last` are the `block`."""
    made = Around(events)
    made.parts = first, block, last
    return made


class Events(list[Event]):
    """The events of one decision so far; the first of those that are told together begin at `start`."""

    __slots__ = ("block", "start")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        super().__init__(events)
        self.block: Told | None = None
        self.start = 0

    def add(self, block: Told) -> None:
        """Adds events that are told together."""
        if self.block is None:
            self.block, self.start = block, len(self)
        self += block

    def told(self) -> tuple[Event, ...]:
        """All of them, as they are told."""
        block = self.block
        if block is None:
            return tuple(self)
        first, last = self[: self.start], self[self.start + len(block) :]
        return around(self, first, block, last) if first or last else block


def changed(now: Draft, turned: int) -> Change:
    """What has been changed in a blank position where `turned` cards were turned up."""
    centre: Centre = now.centre
    return Change(now.asked, now.awaited, now.question, turned, now.discards[1:], centre, centre.left_by)


def together(pieces: Sequence[Told], stock: tuple[Card, ...]) -> Told:
    """The events of `pieces`, of which each turns one card of `stock`, from the top."""
    if len(pieces) == 1:
        return pieces[0]
    last, turned = pieces[-1].change, len(pieces)
    questions = sum([piece.change.questions for piece in pieces])
    dead = stock[: turned - 1]
    change = Change(last.asked, last.awaited, questions, turned, dead, last.centre, None)
    return told(chain.from_iterable(pieces), change)
