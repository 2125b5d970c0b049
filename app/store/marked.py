"""Games that may have marks: contradicted receipts or disputes, see `replays.disputes.marks`.

For tournaments there is an index, which saves a request for the marks of a tournament from reading those of
all of its games. A game stays in it after its disputes have ended.
"""

from collections import defaultdict
from collections.abc import Sequence

from redis import Redis

from app.store.client import ask, ask_all
from app.store.keys import GameId, bucket, contradictions_key, disputes_key, marked_key


class MarkedGames:
    """The games in `redis` that may have marks. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, tournament: str, game: GameId) -> None:
        """Record that `game` of `tournament` will have a mark."""
        ask(self._redis, ("SADD", marked_key(tournament), game))

    def of(self, tournament: str) -> list[GameId]:
        """Return the games of `tournament` that may have marks, sorted."""
        return sorted(
            GameId(name.decode()) for name in ask(self._redis, ("SMEMBERS", marked_key(tournament)))
        )

    def among(self, games: Sequence[GameId]) -> set[GameId]:
        """Return those of `games` for which the store may have marks; one round trip, a command a bucket.

        All games of a bucket are returned where one of them has any, which is rare.
        """
        buckets = defaultdict[int, list[GameId]](list)
        for game in games:
            buckets[bucket(game)].append(game)
        keys = (
            [key(game) for game in together for key in (disputes_key, contradictions_key)]
            for together in buckets.values()
        )
        counts = ask_all(self._redis, [("EXISTS", *some) for some in keys]) if games else []
        return {
            game
            for count, together in zip(counts, buckets.values(), strict=True)
            if count
            for game in together
        }
