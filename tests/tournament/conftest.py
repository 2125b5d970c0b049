"""Fixtures for tests of tournaments."""

from pathlib import Path

import pytest

from tests.tournament.stage import Stage, staged
from tests.tournament.venue import Venue, venue


@pytest.fixture
def here(redis_url: str, tmp_path: Path) -> Venue:
    """Return a process that plays tournaments over an empty store and archive."""
    return venue(redis_url, tmp_path)


@pytest.fixture
def stage(redis_url: str, tmp_path: Path) -> Stage:
    """Return live games of tournaments over an empty store and archive."""
    return staged(redis_url, tmp_path)
