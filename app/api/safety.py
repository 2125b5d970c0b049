"""Durability check of the store, cached for some seconds."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from app.store.checks import Check, safe

_SECONDS: Final = 5.0
"""Lifetime of a result; that long a game with a stake may start on a store that has become unsafe."""


class DurabilityCheck:
    """Last result of `checks`; thread-safe."""

    def __init__(
        self, checks: Callable[[], tuple[Check, ...]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._checks = checks
        self._clock = clock
        self._lock = Lock()
        self._safe = False
        self._until = 0.0

    def safe(self) -> bool:
        """Return True if the store is durable. Raises StoreUnavailable if it does not answer."""
        with self._lock:
            now = self._clock()
            if now >= self._until:
                self._safe = safe(self._checks())
                self._until = now + _SECONDS
            return self._safe
