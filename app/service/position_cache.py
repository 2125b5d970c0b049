"""Caches of positions: the newest position of recently used logs, and milestones of recently read logs.

A position at a given ply never changes, so entries need no expiry, only a size limit.
"""

from collections import OrderedDict
from contextlib import suppress
from threading import Lock
from typing import Generic, Protocol, TypeVar

from app.store.entry import LogPosition
from app.store.keys import GameId


class TimedPosition(LogPosition, Protocol):
    """A position in a log with the time of its last entry, in ms since 1970."""

    @property
    def time(self) -> int:
        """Time of the last of them."""


P = TypeVar("P", bound=TimedPosition)


class PositionCache(Generic[P]):
    """Newest known position of recently used logs, at most `size` of them; safe between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: OrderedDict[GameId, P] = OrderedDict()

    def get(self, log: GameId) -> P | None:
        """Return the cached position of `log`, None if there is none."""
        # Each of the two steps is atomic for other threads, so no lock is needed.
        position = self._kept.get(log)
        if position is not None:
            with suppress(KeyError):  # another thread may have dropped it
                self._kept.move_to_end(log)
        return position

    def keep(self, log: GameId, position: P) -> None:
        """Store `position` of `log` unless a later one is stored."""
        with self._lock:
            cached = self._kept.get(log)
            if cached is None or cached.ply <= position.ply:
                self._kept[log] = position
                self._kept.move_to_end(log)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def drop(self, log: GameId) -> None:
        """Remove `log`."""
        with self._lock:
            self._kept.pop(log, None)


class Milestones(Generic[P]):
    """Every 128th position of recently read logs, so that a log is not folded from its start each time.

    At most `size` of them are kept.
    """

    _STEP = 128

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: OrderedDict[tuple[GameId, int], P] = OrderedDict()

    def before(self, log: GameId, ply: int) -> P | None:
        """Return the last milestone of `log` at or before `ply`."""
        with self._lock:
            for milestone in range(ply - ply % self._STEP, 0, -self._STEP):
                if (log, milestone) in self._kept:
                    self._kept.move_to_end((log, milestone))
                    return self._kept[log, milestone]
        return None

    def drop(self, log: GameId) -> None:
        """Remove `log`."""
        with self._lock:
            for milestone in [key for key in self._kept if key[0] == log]:
                del self._kept[milestone]

    def after(self, ply: int, upto: int) -> int:
        """Return the ply of the next milestone after `ply`, at most `upto`."""
        return min(upto, ply - ply % self._STEP + self._STEP)

    def keep(self, log: GameId, position: P) -> None:
        """Store `position` of `log` if it is a milestone."""
        if position.ply % self._STEP == 0:
            with self._lock:
                self._kept[log, position.ply] = position
                while len(self._kept) > self._size:
                    self._kept.popitem(last=False)
