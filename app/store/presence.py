"""Presence: the seats of a game with an open event stream. It is no fact of the log and expires by itself.

Each stream of a seat counts by itself, so that a seat is connected as long as one of its streams is, in
whatever process. A stream is kept again and again while it is open. After it was closed it counts for a
moment, in which a client that was cut connects again. A change is announced in the outbox.
"""

from typing import Final

from redis import Redis

from app.store.client import Argument, ask_script, cluster_of
from app.store.keys import GameId, bucket, outbox_key, presence_key
from app.store.outbox import BESIDE

EXPIRY_MS: Final = 40_000
"""Time for which a stream counts after it was kept."""

GRACE_MS: Final = 5_000
"""Time for which a stream counts after it was closed."""


class Presence:
    """The open streams of seats in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, expiry_ms: int = EXPIRY_MS, grace_ms: int = GRACE_MS) -> None:
        self._redis = redis
        self.grace_ms = grace_ms
        self._is_cluster = cluster_of(redis) is not None
        self.expiry_ms = expiry_ms

    @property
    def refresh_seconds(self) -> float:
        """Time after which an open stream should be kept again."""
        return self.expiry_ms / 4000

    def keep(self, game: GameId, seat: int, stream: str) -> tuple[int, ...]:
        """Record that `stream` of `seat` is open; return the connected seats in order."""
        return self._connected(game, f"{seat}:{stream}", self.expiry_ms)

    def close(self, game: GameId, seat: int, stream: str) -> None:
        """Record that `stream` of `seat` was closed."""
        self._connected(game, f"{seat}:{stream}", min(self.grace_ms, self.expiry_ms))

    def of(self, game: GameId) -> tuple[int, ...]:
        """Return the connected seats in order."""
        return self._connected(game, "", 0)

    def _connected(self, game: GameId, stream: str, lifetime_ms: int) -> tuple[int, ...]:
        keys = [presence_key(game), outbox_key(bucket(game))]
        arguments: list[Argument] = [game, stream, lifetime_ms, self.expiry_ms, BESIDE, int(self._is_cluster)]
        return tuple(sorted(map(int, ask_script(self._redis, "connect", keys, arguments))))
