"""Fixtures of the store's tests."""

import pytest
from redis import Redis

from app.store.encryption import StorageCipher
from app.store.keys import GameId, game_id_from
from app.store.log import EventStore

from .helpers import VAULT_KEY


@pytest.fixture
def store(redis: Redis) -> EventStore:
    """An empty event store."""
    return EventStore(redis, StorageCipher(VAULT_KEY))


@pytest.fixture
def game() -> GameId:
    """A game id, always the same."""
    return game_id_from(bytes(32))
