"""`conquian serve`: everything on one machine, started, watched and stopped by one process.

Order of start: key, store, then API, workers and clock together. Order of stop: API, workers, clock, and
the store last. Every child has a session of its own, so that Ctrl-C reaches only us, and dies with us,
so that kill -9 leaves nothing behind.
"""

import errno
import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Final

from app.server import embedded_queue, embedded_store, temporary_files
from app.server.supervisor import ROOT, Child, Role, StopRequested, StopSignal, ending, say, warn
from app.settings.parsers import LogLevel
from app.settings.settings import Settings, StartError

_READY_SECONDS: Final = 60.0
_PORT_SECONDS: Final = 3.0  # the API of a killed service needs a moment to let go of its port


class PortInUse(StartError):
    """The port of the API cannot be taken."""


class NotReady(StartError):
    """The API did not become ready."""


def serve(settings: Settings) -> int:
    """The service has run and is stopped: 0 after Ctrl-C or SIGTERM, 1 when it could not start or go on.

    Why it could not is one sentence on standard error.
    """
    bell = StopSignal()
    bell.listen()
    try:
        _run(settings, bell)
    except StopRequested:
        return 0
    except StartError as problem:
        warn(str(problem))
        return 1
    return 0


def _run(settings: Settings, bell: StopSignal) -> None:
    _check_port(settings, bell)
    with (
        running_servers(settings, bell) as (servers, environ),
        running_children(_roles(settings), environ, bell) as children,
    ):
        _wait_for_ready(settings, servers.store, children[0], bell)
        _announce(settings)
        with _noted(settings):
            while True:
                watch(servers, children)
                bell.pause(0.1)


@contextmanager
def _noted(settings: Settings) -> Iterator[None]:
    """The data directory says at which address its service answers."""
    place = _address_file(settings)
    place.write_text(_address(settings) + "\n")
    try:
        yield
    finally:
        place.unlink(missing_ok=True)


def address(settings: Settings) -> str:
    """The address of the service that runs in the data directory; that of the settings if it says none."""
    try:
        return _address_file(settings).read_text().strip() or _address(settings)
    except OSError:
        return _address(settings)


def _address_file(settings: Settings) -> Path:
    return settings.run / "address"


def _address(settings: Settings) -> str:
    host = _reached(settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def holds_something(folder: Path) -> bool:
    """Whether there is a directory `folder` with anything in it."""
    return folder.is_dir() and any(folder.iterdir())


@contextmanager
def reading_api(settings: Settings, bell: StopSignal) -> Iterator[str]:
    """The address of an API over the store of the data directory, until the block ends.

    It has one worker, for what the API has to have made before it can be read, and no clock: without one
    nothing in the directory goes on.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        alone = replace(settings, host="127.0.0.1", hosts=(), port=free.getsockname()[1], url=None)
    told = {"PORT": str(alone.port), "CONQUIAN_HOST": alone.host, "WEB_CONCURRENCY": "1"}
    quiet = {"LOG_LEVEL": LogLevel.ERROR.value, "CONQUIAN_HOSTS": "", "CONQUIAN_URL": ""}
    with (
        running_servers(alone, bell) as (servers, environ),
        running_children([api_role(), _worker(1)], environ | told | quiet, bell) as children,
    ):
        _wait_for_ready(alone, servers.store, children[0], bell)
        yield _address(alone)


@dataclass(frozen=True, slots=True)
class Servers:
    """The servers that the settings do not name, so that they are our own."""

    store: embedded_store.EmbeddedStore | None = None
    queue: embedded_queue.EmbeddedQueue | None = None

    def located(self, settings: Settings) -> Settings:
        """The settings with the addresses of these servers."""
        return replace(
            settings,
            redis_url=self.store.url if self.store else settings.redis_url,
            queue_redis_url=self.queue.url if self.queue else settings.queue_redis_url,
        )


def watch(servers: Servers, children: Iterable[Child]) -> None:
    """Start servers and children that have ended again."""
    for server in (servers.store, servers.queue):
        if server:
            server.watch()
    for child in children:
        child.watch()


@contextmanager
def running_servers(settings: Settings, bell: StopSignal) -> Iterator[tuple[Servers, dict[str, str]]]:
    """Store and queue run, our own where none is named, and what their users find in their environment.

    StartError unless the parts are one installation, of our service secret.
    """
    starting = import_module("replays.installation.starting")  # read late: the database is not our work
    temporary_files.provide(settings.run)
    with ExitStack() as until:
        servers = Servers()
        starting.service_keys(settings)
        if not settings.redis_url:
            store = embedded_store.start(
                settings.data, reserve_mb=settings.reserve_mb, pause=bell.pause, say=say
            )
            until.callback(store.stop)
            servers = Servers(store)
        starting.join(servers.located(settings))
        if not settings.queue_url:
            queue = embedded_queue.start(settings.data, pause=bell.pause)
            until.callback(queue.stop)
            servers = replace(servers, queue=queue)
        yield servers, _environment(servers.located(settings))


@contextmanager
def running_children(roles: list[Role], environ: dict[str, str], bell: StopSignal) -> Iterator[list[Child]]:
    """A child plays each of `roles` until the block ends."""
    children: list[Child] = []
    try:
        for role in roles:
            children.append(child := Child(role, environ))
            child.start()
        yield children
    finally:
        for child in children:
            child.stop(bell)


def jobs(workers: int) -> list[Role]:
    """So many workers, and the clock that rings for what is left to do."""
    clock = Role("clock", (sys.executable, "-m", "app.cli", "clock"), 10.0)
    return [*(_worker(n + 1) for n in range(workers)), clock]


def _worker(number: int) -> Role:
    return Role(f"worker {number}", (sys.executable, "-m", "app.cli", "worker"), 30.0)


def _roles(settings: Settings) -> list[Role]:
    conquian = (sys.executable, "-m", "app.cli")
    couriers = [Role(f"courier {n + 1}", (*conquian, "courier"), 30.0) for n in range(settings.couriers)]
    people = [
        Role(f"people's worker {n + 1}", (*conquian, "worker", "--people"), 30.0)
        for n in range(settings.people_workers)
    ]
    return [api_role(), *couriers, *people, *jobs(settings.workers)]


def api_role() -> Role:
    """The processes of the API, with their master."""
    gunicorn = (sys.executable, "-m", "gunicorn", "-c", str(_gunicorn_conf()), "wsgi:app")
    return Role("API", gunicorn, 25.0, signal.SIGQUIT)


def _gunicorn_conf() -> Path:
    for home in (ROOT / "deploy", Path(sys.prefix) / "share" / "conquian"):
        if (home / "gunicorn.conf.py").exists():
            return home / "gunicorn.conf.py"
    raise StartError("The file gunicorn.conf.py is missing; install the project again.")


def _environment(settings: Settings) -> dict[str, str]:
    """What the children read: our environment, with paths made absolute and the store's address filled in.

    They cannot all have one port for probes; the API answers for all of them.
    """
    filled: dict[str, Path | str | None] = {
        "CONQUIAN_DATA": settings.data,
        "CONQUIAN_SECRET_FILE": settings.secret_file,
        "REDIS_URL": settings.redis_url,
        "QUEUE_REDIS_URL": settings.queue_url,
        "CATALOGUE_URL": settings.catalogue_url,
        "ARCHIVE_URL": settings.archive_url,
    }
    own = {name: text for name, text in os.environ.items() if name != "CONQUIAN_METRICS_PORT"}
    return own | {name: str(value) for name, value in filled.items() if value}


def _check_port(settings: Settings, bell: StopSignal) -> None:
    deadline = time.monotonic() + _PORT_SECONDS
    while problem := _port_problem(settings):
        if problem.errno != errno.EADDRINUSE or time.monotonic() > deadline:
            raise PortInUse(
                f"The address {settings.host}:{settings.port} cannot be used"
                f" ({problem.strerror}); set PORT or CONQUIAN_HOST."
            )
        bell.pause(0.1)


def _port_problem(settings: Settings) -> OSError | None:
    try:
        family, *_, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as problem:
        return problem
    return None


def _wait_for_ready(
    settings: Settings, store: embedded_store.EmbeddedStore | None, api: Child, bell: StopSignal
) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while (status := _readiness(settings)) != http.client.OK:
        _check_store(store)
        if status and store and store.is_full:
            warn(f"The disk of {settings.data} is nearly full: no entries are taken until there is space.")
            return
        if api.process.poll() is not None:
            raise NotReady(f"The API ended at its start ({ending(api.process)}); its messages stand above.")
        if time.monotonic() > deadline:
            raise NotReady(
                f"The API is not ready after {_READY_SECONDS:.0f} s (/readyz: {status or 'no answer'})."
            )
        bell.pause(0.05)


def _readiness(settings: Settings) -> int:
    """The status of GET /readyz; 0 while nobody answers."""
    connection = http.client.HTTPConnection(_reached(settings.host), settings.port, timeout=3.0)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def _reached(host: str) -> str:
    """The host at which an API is reached that listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 (asked, not bound)


def _check_store(store: embedded_store.EmbeddedStore | None) -> None:
    if store and store.process.poll() is not None:
        raise StartError(
            f"The store server ended unexpectedly ({ending(store.process)}); everything is stopped."
        )


def _announce(settings: Settings) -> None:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    where = "the store at REDIS_URL" if settings.redis_url else str(settings.data)
    say(
        f"Conquián is ready.\n  address  http://{host}:{settings.port}\n  games    {where}\n  stop     Ctrl-C"
    )
