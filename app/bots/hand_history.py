"""Hand history for the seats of a table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, overload

from app.bots.strategy import Seen, Told
from app.games.cards import Seat
from app.games.table import wire
from app.games.table.events import HandBegun
from app.games.table.state import Table


class Witness:
    """Records the events of one table; the events of a hand are dropped when the next begins."""

    def __init__(self) -> None:
        self._heard: list[Any] = []

    def hear(self, events: Iterable[Any]) -> None:
        """Record the events of the next entry."""
        for event in events:
            if isinstance(event, HandBegun):
                self._heard = []
            self._heard.append(event)

    def seen(self, table: Table, seat: Seat) -> Seen:
        """Return the knowledge of `seat` besides its view; it is computed when it is read."""
        heard, upto = self._heard, len(self._heard)
        return Seen(table.rules, Later(lambda: told_to(table, seat, heard[:upto])))


def since_deal(events: Sequence[Any]) -> tuple[Any, ...]:
    """Return those of `events` that belong to the last hand begun in them; all if none begins."""
    for index in range(len(events) - 1, -1, -1):
        if isinstance(events[index], HandBegun):
            return tuple(events[index:])
    return tuple(events)


def told_to(table: Table, seat: Seat, events: Iterable[Any]) -> tuple[Told, ...]:
    """Return the events as `seat` may read them."""
    return tuple([wire.told(table.play, event, seat) for event in events])


class Later(Sequence[Told]):
    """Events that are fetched when they are read: most strategies never read them."""

    __slots__ = ("_events", "_fetch")

    def __init__(self, fetch: Callable[[], Sequence[Told]]) -> None:
        self._fetch = fetch
        self._events: Sequence[Told] | None = None

    def _all(self) -> Sequence[Told]:
        if self._events is None:
            self._events = self._fetch()
        return self._events

    @overload
    def __getitem__(self, at: int) -> Told: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Told]: ...
    def __getitem__(self, at: int | slice) -> Told | Sequence[Told]:
        return self._all()[at]

    def __iter__(self) -> Iterator[Told]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
