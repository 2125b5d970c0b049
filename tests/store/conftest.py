"""Fixtures of the store's tests."""

from collections.abc import Iterator

import pytest
from redis import Redis

from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.keys import GameId, game_id_from
from app.store.log import EventStore

from .helpers import VAULT_KEY


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    """A client of an empty store."""
    with connect(redis_url) as client:
        yield client


@pytest.fixture
def store(redis: Redis) -> EventStore:
    """An empty event store."""
    return EventStore(redis, StorageCipher(VAULT_KEY))


@pytest.fixture
def game() -> GameId:
    """A game id, always the same."""
    return game_id_from(bytes(32))
