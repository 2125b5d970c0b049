"""The tournaments of each player: those for which it registered, that name it, and that it organises.

A tournament is added before the entry that makes it one of the player. The reader of a list compares each
with its summary, so one too many does no harm.
"""

from collections.abc import Collection
from typing import Final

from redis import Redis

from app.store import schedule
from app.store.client import ask_all
from app.store.connections import Command
from app.store.index_filling import FillMark
from app.store.keys import ENTERED, LogKind, key_of, kind_of
from app.store.schedule import LiveGame

_END: Final = "entered"
"""End of the key of the tournaments of a player."""


class PlayerTournaments:
    """The tournaments of players in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self.mark = FillMark(redis, ENTERED)

    def add(self, places: Collection[tuple[str, LiveGame]]) -> None:
        """Add tournaments, each with the time from which it is listed, to players. The first time stays."""
        commands: list[Command] = [
            ("ZADD", key_of(player, _END), "NX", place.since_ms, place.game)
            for player, place in places
            if kind_of(player) is LogKind.PLAYER
        ]
        if commands:
            ask_all(self._redis, commands)

    def page(self, player: str, limit: int, before: LiveGame | None = None) -> list[LiveGame]:
        """Return at most `limit` tournaments of a player, newest first, after `before`."""
        if kind_of(player) is not LogKind.PLAYER:
            return []
        return schedule.newest(self._redis, [key_of(player, _END)], limit, before)
