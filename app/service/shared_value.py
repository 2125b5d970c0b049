"""Values of games that are read once for all their subscribers in a process."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from app.store.keys import GameId

Value = TypeVar("Value")

_KEPT: Final = 1_000
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
            if len(self._values) > _KEPT:
                self._values.popitem(last=False)
            return shared
