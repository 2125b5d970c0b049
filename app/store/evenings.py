"""Tables of an evening in the store, by the id of its first table.

A table is added before it is created, so that none is missed. What is listed here may not exist, and archived
tables, which the catalogue has, stay for a while.
"""

from typing import Final

from redis import Redis

from app.store.client import ask, ask_all
from app.store.keys import GameId, key_of

TABLES_MAX: Final = 100
"""The largest number of tables of an evening."""

_SECONDS: Final = 30 * 86_400
"""Time after the last addition in which the tables of an evening are listed."""

_END: Final = "evening"
"""End of the key of the tables of an evening."""


class EveningIndex:
    """The tables of evenings in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, evening: GameId, game: GameId) -> bool:
        """Add `game` to an evening, if it is not there; return False if the evening has TABLES_MAX others."""
        key = key_of(evening, _END)
        is_there, count = ask_all(self._redis, [("SISMEMBER", key, game), ("SCARD", key)])
        if not is_there and count >= TABLES_MAX:
            return False
        ask_all(self._redis, [("SADD", key, game), ("EXPIRE", key, _SECONDS)])
        return True

    def of(self, evening: GameId) -> list[GameId]:
        """Return the listed tables of an evening, sorted by id."""
        return sorted(GameId(name.decode()) for name in ask(self._redis, ("SMEMBERS", key_of(evening, _END))))
