"""Events that are told over and over, with all that they change together.

Most decisions pass, and what is told then follows from the seat, the seats that folded and the top card
alone. To copy such events one by one into a position is most of what a pass costs; what they change is the
same every time, so it is found once, by copying them into a blank position, and applied at once.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.events import Event
from app.games.conquian.state import SILENCE, Centre, Draft, Question, State, lasting_draft
from app.games.values import value

shared_centre = lru_cache(1 << 10)(Centre)
"""A centre card; the same few hundred come again and again."""

_new = object.__new__


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

    def upon(self, state: State) -> State:
        """The position after all of it; most of them are made here, so it is copied and changed in one go."""
        made: Any = _new(State)
        lasting: Draft = state.lasting
        made.lasting = lasting
        made.holdings = state.holdings
        made.asked = self.asked
        made.awaited = self.awaited
        made.said = SILENCE
        made.question = state.question + self.questions
        centre, turned = state.centre, self.turned
        if turned:
            made.centre = now = self.centre
            made.card = lasting.plan.unit[now.card]
            made.stock = state.stock[turned:]
            made.discards = state.discards + (self.dead if centre is None else (centre.card, *self.dead))
            if lasting.idle_turns:
                made.lasting = lasting = lasting_draft(lasting)
                lasting.idle_turns = 0
        else:
            if self.left_by is not None and centre is not None:
                centre = shared_centre(centre.card, centre.source, self.left_by)
            made.centre = centre
            made.card = state.card
            made.stock = state.stock
            made.discards = state.discards
        done: State = made
        return done


class Told(tuple[Event, ...]):  # noqa: SLOT001 (a tuple has no room for slots of its own)
    """Events that are one `change`."""

    change: Change

    def after(self, event: Event) -> tuple[Event, ...]:
        """`event`, and then these, which are one change; a question alone is copied faster as it is."""
        if len(self) == 1:
            return event, self[0]
        return around((event, *self), (event,), self.change, ())


class Around(tuple[Event, ...]):  # noqa: SLOT001 (as above)
    """Events of which all but some at the beginning and some at the end are one change: the three `parts`."""

    parts: tuple[Sequence[Event], Change, Sequence[Event]]


def told(events: Iterable[Event], change: Change) -> Told:
    """`events`, which are one `change`."""
    made = Told(events)
    made.change = change
    return made


def around(events: Iterable[Event], first: Sequence[Event], change: Change, last: Sequence[Event]) -> Around:
    """`events`, which are one `change` between the `first` and the `last`."""
    made = Around(events)
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
        block, first, last = self.block, self[: self.start], self[self.end :]
        if block is None:
            return tuple(self)
        return around(self, first, block, last) if first or last else told(self, block)


def changed(now: Draft, turned: int) -> Change:
    """What has been changed in a blank position where `turned` cards were turned up."""
    centre: Centre = now.centre
    return Change(now.asked, now.awaited, now.question, turned, now.discards[1:], centre, centre.left_by)


def together(pieces: Sequence[Told], stock: tuple[Card, ...]) -> Change:
    """What `pieces` change, of which each turns one card of `stock`, from the top."""
    last, turned = pieces[-1].change, len(pieces)
    if turned == 1:
        return last
    questions = sum([piece.change.questions for piece in pieces])
    return Change(last.asked, last.awaited, questions, turned, stock[: turned - 1], last.centre, None)
