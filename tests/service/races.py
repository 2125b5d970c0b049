"""Stores with faults: another writer is faster, the process dies, the answer is lost."""

from collections.abc import Callable
from typing import Any

from redis import Redis

from app.store.append_options import Appended, Replayed
from app.store.encryption import StorageCipher
from app.store.entry import Entry
from app.store.errors import StoreUnavailable
from app.store.keys import append_keys
from app.store.log import EventStore
from tests.service.helpers import GAME, KEYS


class Raced(EventStore):
    """A store in which something happens just before each append that `before` knows of."""

    def __init__(self, redis: Redis, before: Callable[[Entry], object]) -> None:
        super().__init__(redis, StorageCipher(KEYS.vault))
        self._before = before

    def append(self, entry: Entry, **terms: Any) -> Appended | Replayed:
        self._before(entry)
        return super().append(entry, **terms)


def away_at(ply: int) -> Callable[[Entry], None]:
    """The store is away whenever entry `ply` is to be written."""

    def check(entry: Entry) -> None:
        if entry.ply == ply:
            raise StoreUnavailable("away")

    return check


class Backup:
    """The keys of the game as they were, to be put back over what has happened since."""

    def __init__(self, redis: Redis, game: str = GAME) -> None:
        self._redis = redis
        self._kept = [(key, redis.dump(key)) for key in append_keys(game)]

    def restore(self) -> None:
        """The store as after a failover that lost its tail."""
        for key, blob in self._kept:
            self._redis.delete(key)
            if blob is not None:
                self._redis.restore(key, 0, blob)
