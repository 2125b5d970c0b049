"""Games of tournaments that may have marks: contradicted receipts or disputes, see `replays.disputes.marks`.

It is an index, so that a request finds the marks of a tournament without asking for those of all its games. A
game stays in it, whatever came of its disputes.
"""

from redis import Redis

from app.store.client import ask
from app.store.keys import GameId, marked_key


class MarkedGames:
    """The games of tournaments in `redis` that may have marks. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, tournament: str, game: GameId) -> None:
        """Note that `game` of `tournament` is going to have a mark."""
        ask(self._redis, ("SADD", marked_key(tournament), game))

    def of(self, tournament: str) -> list[GameId]:
        """Return the games of `tournament` that may have marks, sorted."""
        return sorted(
            GameId(name.decode()) for name in ask(self._redis, ("SMEMBERS", marked_key(tournament)))
        )
