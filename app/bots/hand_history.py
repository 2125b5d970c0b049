"""What was told of the hand that is played, kept for the seats that look back on it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, overload

from app.bots.strategy import Seen, Told
from app.games.cards import Seat
from app.games.table import wire
from app.games.table.events import HandBegun
from app.games.table.state import Table


class Witness:
    """Follows one table from entry to entry; what it hears of a hand is forgotten when the next begins."""

    def __init__(self) -> None:
        self._heard: list[Any] = []

    def hear(self, events: Iterable[Any]) -> None:
        """Takes in the events of the next entry."""
        for event in events:
            if isinstance(event, HandBegun):
                self._heard = []
            self._heard.append(event)

    def seen(self, table: Table, seat: Seat) -> Seen:
        """What `seat` knows besides its view; nothing is worked out before it is looked at."""
        heard, upto = self._heard, len(self._heard)
        return Seen(table.rules, Later(lambda: told_to(table, seat, heard[:upto])))


def since_deal(events: Sequence[Any]) -> tuple[Any, ...]:
    """Those of `events` that belong to the last hand begun in them; all where none begins."""
    for at in range(len(events) - 1, -1, -1):
        if isinstance(events[at], HandBegun):
            return tuple(events[at:])
    return tuple(events)


def told_to(table: Table, seat: Seat, events: Iterable[Any]) -> tuple[Told, ...]:
    """Events as `seat` may read them."""
    return tuple([wire.told(table.play, event, seat) for event in events])


class Later(Sequence[Told]):
    """Events that are fetched when somebody looks at them: most strategies never do."""

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
