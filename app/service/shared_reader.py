"""Shared readers: position, entries and values of a game, read once for all its subscribers in a process."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar
from weakref import WeakValueDictionary

from app.service.entry_codec import Position
from app.service.games import GameService
from app.store.entry import START, Entry, LogPosition, continues
from app.store.errors import HistoryRolledBack, StoreUnavailable
from app.store.keys import GameId

PAGE: Final = 100
"""Number of entries that are read at once for a subscriber far behind."""

_KEPT: Final = 32
_FAULT_SECONDS: Final = 1.0


class SharedReader:
    """Reader of one game, shared by its subscribers; safe between threads and greenlets."""

    def __init__(self, games: GameService, game: GameId) -> None:
        self._games = games
        self._game = game
        self._lock = threading.Lock()
        self._sequence = 0
        self._position: Position | None = None
        self._kept: deque[Entry] = deque(maxlen=_KEPT)
        self._fault: tuple[float, StoreUnavailable] | None = None

    def position(self, sequence: int) -> Position:
        """Return the game as of the notification `sequence` or later.

        Raises the errors of `GameService.current`.
        """
        with self._lock:
            if self._position is None or self._sequence < sequence:
                self._position, self._sequence = self._current(), sequence
            return self._position

    def after(self, place: LogPosition | None, ply: int, upto: int) -> tuple[Entry, ...]:
        """Return entries after ply `ply` up to ply `upto`, at least one and not always all.

        `place` is that of ply `ply` if it is known. Raises HistoryRolledBack if it is no longer in the log.
        """
        with self._lock:
            kept = tuple(entry for entry in self._kept if ply < entry.ply <= upto)
            if kept and kept[0].ply == ply + 1 and (place is None or continues(kept[0], place)):
                return kept
            start = place or self._games.store.place(self._game, ply)
            if start is None:
                raise HistoryRolledBack(ply, None)
            entries = self._games.store.read(self._game, start, min(upto, ply + PAGE))
            if not entries:
                raise HistoryRolledBack(ply, None)
            if entries[-1].ply == upto:
                self._keep(entries)
            return entries

    def _keep(self, entries: tuple[Entry, ...]) -> None:
        if not self._kept or not continues(entries[0], self._kept[-1]):
            self._kept.clear()
        self._kept.extend(entries)

    def _current(self) -> Position:
        # While the store is unavailable, only one subscriber per second waits for its timeout.
        if self._fault is not None and time.monotonic() - self._fault[0] < _FAULT_SECONDS:
            raise self._fault[1]
        try:
            position = self._games.current(self._game)
        except StoreUnavailable as away:
            self._fault = time.monotonic(), away
            raise
        self._fault = None
        return position


class SharedReaders:
    """Shared readers of a process, each kept as long as a subscriber holds it."""

    def __init__(self, games: GameService) -> None:
        self._games = games
        self._lock = threading.Lock()
        self._readers: WeakValueDictionary[str, SharedReader] = WeakValueDictionary()

    def of(self, game: GameId) -> SharedReader:
        """Return the reader of a game."""
        with self._lock:
            reader = self._readers.get(game)
            if reader is None:
                reader = self._readers[game] = SharedReader(self._games, game)
            return reader


def rolled_back(position: Position, place: LogPosition | None) -> bool:
    """Return whether the log of `position` lacks the place that was read from it before."""
    place = place or START
    return position.ply < place.ply or (position.ply == place.ply > 0 and position.digest != place.digest)


Value = TypeVar("Value")

_GAMES: Final = 1_000
"""Number of games whose values a process keeps."""


class _Shared(Generic[Value]):
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.read: tuple[int, float, Value] | None = None


class SharedValues(Generic[Value]):
    """Values that `read` returns for a game; safe between threads and greenlets.

    A value is read again after a notification, and after `seconds` without one.
    """

    def __init__(self, read: Callable[[GameId], Value], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._lock = threading.Lock()
        self._values: OrderedDict[GameId, _Shared[Value]] = OrderedDict()

    def of(self, game: GameId, sequence: int) -> Value:
        """Return the value as of the notification `sequence` or later. Raises the errors of `read`."""
        shared = self._shared(game)
        with shared.lock:
            known = shared.read
            if known is not None and known[0] >= sequence and time.monotonic() - known[1] < self._seconds:
                return known[2]
            value = self._read(game)
            shared.read = sequence, time.monotonic(), value
            return value

    def _shared(self, game: GameId) -> _Shared[Value]:
        with self._lock:
            shared = self._values.setdefault(game, _Shared())
            self._values.move_to_end(game)
            if len(self._values) > _GAMES:
                self._values.popitem(last=False)
            return shared
