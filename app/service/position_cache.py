"""Position caches: the newest position of recently used games, and milestones of recently read logs.

A position at a given ply never changes, so entries need no expiry, only a size limit.
"""

from collections import OrderedDict
from contextlib import suppress
from threading import Lock

from app.service.entry_codec import Position


class PositionCache:
    """Newest known position of recently used games, at most `size` of them; safe between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: OrderedDict[str, Position] = OrderedDict()

    def get(self, game: str) -> Position | None:
        """Return the cached position of `game`, None if there is none."""
        # Each of the two steps is atomic for other threads, so no lock is needed.
        position = self._kept.get(game)
        if position is not None:
            with suppress(KeyError):  # another thread may have dropped it
                self._kept.move_to_end(game)
        return position

    def keep(self, position: Position) -> None:
        """Store `position` unless a later one is stored."""
        with self._lock:
            cached = self._kept.get(position.game)
            if cached is None or cached.ply <= position.ply:
                self._kept[position.game] = position
                self._kept.move_to_end(position.game)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def drop(self, game: str) -> None:
        """Remove `game`."""
        with self._lock:
            self._kept.pop(game, None)


class Milestones:
    """Every 128th position of recently read logs, so that a log is not folded from its start each time."""

    _STEP = 128
    _SIZE = 1024

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, int], Position] = OrderedDict()

    def before(self, game: str, ply: int) -> Position | None:
        """Return the last milestone of `game` at or before `ply`."""
        with self._lock:
            for milestone in range(ply - ply % self._STEP, 0, -self._STEP):
                if (game, milestone) in self._kept:
                    self._kept.move_to_end((game, milestone))
                    return self._kept[game, milestone]
        return None

    def drop(self, game: str) -> None:
        """Remove `game`."""
        with self._lock:
            for milestone in [key for key in self._kept if key[0] == game]:
                del self._kept[milestone]

    def after(self, ply: int, upto: int) -> int:
        """Return the ply of the next milestone after `ply`, at most `upto`."""
        return min(upto, ply - ply % self._STEP + self._STEP)

    def keep(self, position: Position) -> None:
        """Store `position` if it is a milestone."""
        if position.ply % self._STEP == 0:
            with self._lock:
                self._kept[position.game, position.ply] = position
                while len(self._kept) > self._SIZE:
                    self._kept.popitem(last=False)
