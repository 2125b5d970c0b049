"""Fixtures for tests of the archive."""

from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import Engine

from .helpers import House
from .helpers import house as house_in


@pytest.fixture
def house(redis: Redis, catalogue: Engine, tmp_path: Path) -> House:
    """Return an empty house, whose archived games may leave the store at once."""
    return house_in(redis, catalogue, tmp_path / "archive")
