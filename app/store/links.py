"""Dispute index: a set beside the log of each game, and the unsettled disputes of all games.

Both may name a dispute that was never opened, and the second one that is over.
"""

from collections.abc import Sequence

from redis import Redis

from app.store import agenda
from app.store.agenda import Live
from app.store.client import ask, ask_all
from app.store.keys import GameId, bucket, disputes_key, unsettled_key


class DisputeIndex:
    """Disputes about the games in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, game: GameId, dispute: GameId, at_ms: int) -> None:
        """List `dispute` as opened at `at_ms`. Repeating this changes nothing."""
        listed = ("ZADD", unsettled_key(bucket(dispute)), "NX", at_ms, dispute)
        ask_all(self._redis, [("SADD", disputes_key(game), dispute), listed])

    def of(self, games: Sequence[GameId]) -> list[tuple[GameId, ...]]:
        """For each of `games` the disputes about it, sorted by id."""
        replies = ask_all(self._redis, [("SMEMBERS", disputes_key(game)) for game in games])
        return [tuple(sorted(GameId(name.decode()) for name in names)) for names in replies]

    def unsettled(self, limit: int, before: Live | None = None) -> list[Live]:
        """At most `limit` unsettled disputes, newest first; `before` is the last one of the previous page."""
        return agenda.live(self._redis, limit, before, unsettled_key)

    def settled(self, dispute: GameId) -> None:
        """Remove `dispute` from the unsettled ones; it stays in the set of its game."""
        ask(self._redis, ("ZREM", unsettled_key(bucket(dispute)), dispute))
