"""Positions kept in memory: the newest of the games used last, and milestones of the logs looked into.

A position at ply n never changes, so both may be kept as long as there is room.
"""

from collections import OrderedDict
from contextlib import suppress
from threading import Lock

from app.service.entry_codec import Position


class PositionCache:
    """The newest known position of the games used last, at most `size` of them; safe between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: OrderedDict[str, Position] = OrderedDict()

    def get(self, game: str) -> Position | None:
        """The position kept for `game`, if any."""
        # Each of the two steps is one to other threads, so that nobody has to wait here.
        found = self._kept.get(game)
        if found is not None:
            with suppress(KeyError):  # it may have been dropped meanwhile
                self._kept.move_to_end(game)
        return found

    def keep(self, position: Position) -> None:
        """Keeps `position` unless a later one is kept already."""
        with self._lock:
            known = self._kept.get(position.game)
            if known is None or known.ply <= position.ply:
                self._kept[position.game] = position
                self._kept.move_to_end(position.game)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def drop(self, game: str) -> None:
        """Forgets `game`."""
        with self._lock:
            self._kept.pop(game, None)


class Milestones:
    """Every 128th position of the logs looked into last, so that none is folded from its start twice."""

    _STEP = 128
    _SIZE = 1024

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, int], Position] = OrderedDict()

    def before(self, game: str, ply: int) -> Position | None:
        """The last milestone of `game` at or before `ply`."""
        with self._lock:
            for at in range(ply - ply % self._STEP, 0, -self._STEP):
                if (game, at) in self._kept:
                    self._kept.move_to_end((game, at))
                    return self._kept[game, at]
        return None

    def drop(self, game: str) -> None:
        """Forgets `game`."""
        with self._lock:
            for known in [key for key in self._kept if key[0] == game]:
                del self._kept[known]

    def after(self, ply: int, upto: int) -> int:
        """The next milestone after `ply`, but not beyond `upto`."""
        return min(upto, ply - ply % self._STEP + self._STEP)

    def keep(self, position: Position) -> None:
        """Keeps `position` if it is a milestone."""
        if position.ply % self._STEP == 0:
            with self._lock:
                self._kept[position.game, position.ply] = position
                while len(self._kept) > self._SIZE:
                    self._kept.popitem(last=False)
