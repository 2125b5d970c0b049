"""The questions of a game as its log has them: what a seat was asked, did not answer, and how fast it was."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.bots.strategy import Seen
from app.bots.witness import since_deal, told_to
from app.entries import Opened, Position, advance, read
from app.games.cards import Seat
from app.games.table.state import Table, awaited
from app.store.entry import Entry


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after one entry.

    `said` is the entry, `heard` the events of the hand until then, `asked_ms` the time of the entry that put
    the question that is open.
    """

    position: Position
    said: Opened
    heard: tuple[Any, ...]
    asked_ms: int

    @property
    def table(self) -> Table:
        """The table after the entry."""
        return self.position.table

    def seen(self, seat: Seat) -> Seen:
        """What `seat` knows then besides its view."""
        return Seen(self.table.rules, told_to(self.table, seat, self.heard))


def moments(entries: Iterable[Entry]) -> Iterator[Moment]:
    """A moment for each of `entries`, which begin a log; Unreadable names the first that tells nothing."""
    position: Position | None = None
    heard: tuple[Any, ...] = ()
    times: list[int] = []
    for entry in entries:
        before = position.table.play if position else None
        position = advance(position, (entry,))
        if position is None:
            raise AssertionError("an entry makes a position")
        said = read(before, entry)
        heard = since_deal((*heard, *said.events))
        times.append(said.time)
        yield Moment(position, said, heard, times[position.table.decision - 1])


def passed(before: Table, after: Table) -> tuple[Seat, ...]:
    """The seats whose time was over in the entry between two tables, in their order."""
    return tuple(seat for seat in after.seats if _missed(after, seat) > _missed(before, seat))


def unanswered(entries: Iterable[Entry], seat: Seat) -> Moment | None:
    """The question with which `seat` stopped answering; None if it answered all that it was asked.

    Of answers that it let pass in a row it is the first, and of a seat that was left the first from then on.
    """
    found: Moment | None = None
    for before, after in pairwise(moments(entries)):
        if after.table.places[seat].is_present:
            found = None
        elif found is None and seat in awaited(before.table):
            found = before
    return found


def seconds_to_answer(entries: Iterable[Entry], seat: Seat) -> list[float]:
    """How long `seat` took for each answer that it gave itself in a hand, from the question to the answer."""
    return [
        (after.said.time - before.asked_ms) / 1000
        for before, after in pairwise(moments(entries))
        if after.said.seat == seat and before.table.in_hand and seat in awaited(before.table)
    ]


def _missed(table: Table, seat: Seat) -> int:
    return table.places[seat].missed
