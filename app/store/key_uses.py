"""The hour in which each key of a player was last used; not part of its log."""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from redis import Redis

from app.store.client import ask
from app.store.errors import StoreError
from app.store.keys import used_key

HOUR_MS: Final = 3_600_000

_KNOWN: Final = 10_000
"""Number of keys whose hour a process remembers."""


class KeyUses:
    """The last uses of keys in `redis`, each written once an hour by each process."""

    def __init__(self, redis: Redis, clock: Callable[[], int]) -> None:
        self._redis = redis
        self._clock = clock
        self._noted: OrderedDict[tuple[str, int], int] = OrderedDict()

    def note(self, player: str, number: int) -> None:
        """Record that a key is used now. Without the store the use is not recorded."""
        hour = self._clock() // HOUR_MS
        if self._noted.get((player, number)) == hour:
            return
        self._noted[player, number] = hour
        if len(self._noted) > _KNOWN:
            self._noted.popitem(last=False)
        with suppress(StoreError):
            ask(self._redis, ("HSET", used_key(player), number, hour * HOUR_MS))

    def of(self, player: str) -> dict[int, int]:
        """Return the hours of the last uses (ms since 1970) by number of the key. Raises StoreUnavailable."""
        flat = ask(self._redis, ("HGETALL", used_key(player)))
        return {int(number): int(hour) for number, hour in zip(flat[::2], flat[1::2], strict=True)}
