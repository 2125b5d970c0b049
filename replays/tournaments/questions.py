"""Questions in the log of a game: what a seat was asked, what it did not answer, and its answer times."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.bots.hand_history import events_seen_by, since_deal
from app.bots.strategy import Seen
from app.games.cards import Seat
from app.games.table.state import Table, awaited
from app.service.entry_codec import DecodedEntry, Position, advance, decode_entry
from app.store.entry import Entry


@dataclass(frozen=True, slots=True)
class GameMoment:
    """A game after one entry.

    `entry` is the decoded entry, `events` are those of the hand so far, `asked_ms` is the time of the entry
    with the open question.
    """

    position: Position
    entry: DecodedEntry
    events: tuple[Any, ...]
    asked_ms: int

    @property
    def table(self) -> Table:
        """The table after the entry."""
        return self.position.table

    def seen(self, seat: Seat) -> Seen:
        """Return what `seat` knows at this moment besides its view."""
        return Seen(self.table.rules, events_seen_by(self.table, seat, self.events))


def moments(entries: Iterable[Entry]) -> Iterator[GameMoment]:
    """Yield a moment for each entry from the beginning of a log. Raises Unreadable for a damaged entry."""
    position: Position | None = None
    hand_events: tuple[Any, ...] = ()
    times: list[int] = []
    for entry in entries:
        before = position.table.play if position else None
        position = advance(position, (entry,))
        if position is None:
            raise AssertionError("an entry makes a position")
        decoded = decode_entry(before, entry)
        hand_events = since_deal((*hand_events, *decoded.events))
        times.append(decoded.time)
        yield GameMoment(position, decoded, hand_events, times[position.table.decision - 1])


def passed(before: Table, after: Table) -> tuple[Seat, ...]:
    """Return the seats whose time ran out in the entry between two tables, in order."""
    return tuple(seat for seat in after.seats if _missed(after, seat) > _missed(before, seat))


def unanswered(entries: Iterable[Entry], seat: Seat) -> GameMoment | None:
    """Return the question after which `seat` stopped answering; None if it answered all.

    Of consecutive missed answers it is the first, and of a seat that was left the first one after that.
    """
    first_missed: GameMoment | None = None
    for before, after in pairwise(moments(entries)):
        if after.table.places[seat].is_present:
            first_missed = None
        elif first_missed is None and seat in awaited(before.table):
            first_missed = before
    return first_missed


def seconds_to_answer(entries: Iterable[Entry], seat: Seat) -> list[float]:
    """Return the times of the answers that `seat` gave in a hand, in seconds."""
    return [
        (after.entry.time - before.asked_ms) / 1000
        for before, after in pairwise(moments(entries))
        if after.entry.seat == seat and before.table.in_hand and seat in awaited(before.table)
    ]


def _missed(table: Table, seat: Seat) -> int:
    return table.places[seat].missed
