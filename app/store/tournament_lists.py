"""Lists of tournaments by the time from which they are listed: all, and those that are not over.

A tournament is added before its first entry, and a finished one is removed after its last, so the second list
may name one that never began or that is over. Readers compare each with its summary, and remove what is over.
"""

from collections.abc import Collection

from redis import Redis

from app.store import schedule
from app.store.client import ask, ask_all
from app.store.connections import Command
from app.store.index_filling import FillMark
from app.store.keys import UNFINISHED, GameId, bucket, tournaments_key, unfinished_key
from app.store.schedule import LiveGame


class TournamentLists:
    """The lists in `redis`; `mark` is that of the second one. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self.mark = FillMark(redis, UNFINISHED)

    def enter(self, tournament: GameId, at_ms: int) -> None:
        """List a new tournament. Readers skip one that never began."""
        keys = [key(bucket(tournament)) for key in (tournaments_key, unfinished_key)]
        ask_all(self._redis, [("ZADD", key, "NX", at_ms, tournament) for key in keys])

    def page(self, limit: int, before: LiveGame | None = None, *, unfinished: bool = False) -> list[LiveGame]:
        """Return at most `limit` tournaments, newest first; `before` is the last one of the previous page."""
        key = unfinished_key if unfinished else tournaments_key
        return schedule.live(self._redis, limit, before, key)

    def add_unfinished(self, places: Collection[LiveGame]) -> None:
        """Add tournaments that are not over to the second list. The first time stays."""
        commands: list[Command] = [
            ("ZADD", unfinished_key(bucket(place.game)), "NX", place.since_ms, place.game) for place in places
        ]
        if commands:
            ask_all(self._redis, commands)

    def over(self, tournament: GameId) -> None:
        """Remove a tournament that is over from the second list."""
        ask(self._redis, ("ZREM", unfinished_key(bucket(tournament)), tournament))
