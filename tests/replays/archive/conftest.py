"""Fixtures for tests of the archive."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from redis import Redis
from sqlalchemy import Engine

from app.cli import main
from app.service.secret_keys import keys
from app.settings.environment import load
from app.store.encryption import StorageCipher
from replays.catalogue.connecting import connect as catalogue_at

from .helpers import Archiving, Command
from .helpers import archiving as archiving_in


@pytest.fixture
def archiving(redis: Redis, catalogue: Engine, tmp_path: Path) -> Archiving:
    """Return a store and an archive without games, whose archived games may leave the store at once."""
    return archiving_in(redis, catalogue, tmp_path / "archive")


@pytest.fixture
def environ(redis_url: str, tmp_path: Path) -> dict[str, str]:
    """Return the settings of a service that has a store."""
    return {"CONQUIAN_DATA": str(tmp_path), "REDIS_URL": redis_url, "CONQUIAN_SECRET": "5e" * 32}


@pytest.fixture
def mine(redis: Redis, environ: dict[str, str]) -> Iterator[Archiving]:
    """Return an archive and its parts with the settings of the commands."""
    settings = load(environ)
    cipher = StorageCipher(keys(settings).vault)
    made = archiving_in(redis, catalogue_at(settings.catalogue), settings.archive, cipher=cipher)
    yield made
    made.archive.close()


@pytest.fixture
def conquian(environ: dict[str, str]) -> Command:
    """Return `conquian archive`, run with these settings."""

    def run(*words: str, **more: str) -> Result:
        return CliRunner().invoke(main, ["archive", *words], env=environ | more)

    return run
