"""Whether the store keeps what it acknowledges, asked now and then and not at every game."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from app.store.checks import Check, safe

_SECONDS: Final = 5.0
"""How long an answer holds: so long a game at stake may still be made on a store that has become unsafe."""


class Safety:
    """What `checks` came to the last time; safe between threads."""

    def __init__(
        self, checks: Callable[[], tuple[Check, ...]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._checks = checks
        self._clock = clock
        self._lock = Lock()
        self._found = False
        self._until = 0.0

    def safe(self) -> bool:
        """Whether the store is safe; StoreUnavailable where it does not answer."""
        with self._lock:
            now = self._clock()
            if now >= self._until:
                self._found = safe(self._checks())
                self._until = now + _SECONDS
            return self._found
