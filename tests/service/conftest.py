"""Fixtures of the tests of services."""

from collections.abc import Iterator

import pytest
from redis import Redis

from app.service.games import GameService
from app.store.client import connect
from tests.service.helpers import service


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    """A client of an empty store."""
    with connect(redis_url) as client:
        yield client


@pytest.fixture
def games(redis: Redis) -> GameService:
    """The games of one process."""
    return service(redis)


@pytest.fixture
def others(redis: Redis) -> GameService:
    """The games of another process over the same store."""
    return service(redis)
