"""Fixtures of the tests of services."""

import pytest
from redis import Redis

from app.service.games import GameService
from tests.service.helpers import service


@pytest.fixture
def games(redis: Redis) -> GameService:
    """The games of one process."""
    return service(redis)


@pytest.fixture
def others(redis: Redis) -> GameService:
    """The games of another process over the same store."""
    return service(redis)
