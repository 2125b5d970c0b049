"""`conquian serve`: one process that starts, watches and stops everything on one machine.

Order of start: key, store, then API, workers and clock together. Order of stop: API, workers, clock, then the
store. Every child has its own session, so that Ctrl-C reaches only this process, and ends with it, so that
kill -9 leaves nothing behind.
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
from app.settings.environment import without_files
from app.settings.errors import StartError
from app.settings.parsers import LogLevel
from app.settings.settings import Settings

_READY_SECONDS: Final = 60.0
_PORT_SECONDS: Final = 3.0  # the API of a killed service needs a moment to release its port


def serve(settings: Settings) -> int:
    """Run the service until it is stopped: 0 after Ctrl-C or SIGTERM, 1 if it could not start or continue.

    The reason is one sentence on standard error.
    """
    stop_signal = StopSignal()
    stop_signal.install()
    try:
        _run(settings, stop_signal)
    except StopRequested:
        return 0
    except StartError as problem:
        warn(str(problem))
        return 1
    return 0


def _run(settings: Settings, stop_signal: StopSignal) -> None:
    _check_port(settings, stop_signal)
    with (
        running_servers(settings, stop_signal) as (servers, environ),
        running_children(_roles(settings), environ, stop_signal) as children,
    ):
        _wait_for_ready(settings, servers.store, children[0], stop_signal)
        _announce(settings)
        with _noted(settings):
            while True:
                watch(servers, children)
                stop_signal.pause(0.1)


@contextmanager
def _noted(settings: Settings) -> Iterator[None]:
    """Write the address of the service into the data directory within the block."""
    place = _address_file(settings)
    place.write_text(_address(settings) + "\n")
    try:
        yield
    finally:
        place.unlink(missing_ok=True)


def address(settings: Settings) -> str:
    """Return the address of the service that runs in the data directory; by default that of the settings."""
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
    """Return whether the directory `folder` exists and is not empty."""
    return folder.is_dir() and any(folder.iterdir())


@contextmanager
def reading_api(settings: Settings, stop_signal: StopSignal) -> Iterator[str]:
    """Run an API over the store of the data directory within the block, and yield its address.

    It has one worker, for results that must be made before they can be read, and no clock: without one
    nothing in the directory advances.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        local = replace(settings, host="127.0.0.1", hosts=(), port=probe.getsockname()[1], url=None)
    environment_of_api = {"PORT": str(local.port), "CONQUIAN_HOST": local.host, "WEB_CONCURRENCY": "1"}
    defaults = {"LOG_LEVEL": LogLevel.ERROR.value, "CONQUIAN_HOSTS": "", "CONQUIAN_URL": ""}
    with (
        running_servers(local, stop_signal) as (servers, environ),
        running_children(
            [api_role(), _worker(1)], environ | environment_of_api | defaults, stop_signal
        ) as children,
    ):
        _wait_for_ready(local, servers.store, children[0], stop_signal)
        yield _address(local)


@dataclass(frozen=True, slots=True)
class Servers:
    """Servers that the settings do not name, so that this process runs them."""

    store: embedded_store.EmbeddedStore | None = None
    queue: embedded_queue.EmbeddedQueue | None = None

    def located(self, settings: Settings) -> Settings:
        """Return the settings with the addresses of these servers."""
        return replace(
            settings,
            redis_url=self.store.url if self.store else settings.redis_url,
            queue_redis_url=self.queue.url if self.queue else settings.queue_redis_url,
        )


def watch(servers: Servers, children: Iterable[Child]) -> None:
    """Restart servers and children that have ended."""
    for server in (servers.store, servers.queue):
        if server:
            server.watch()
    for child in children:
        child.watch()


@contextmanager
def running_servers(settings: Settings, stop_signal: StopSignal) -> Iterator[tuple[Servers, dict[str, str]]]:
    """Run the store and the queue, unless the settings name them, and yield the environment of their
    users.

    Raises StartError unless the parts are one installation with this service secret.
    """
    starting = import_module("replays.installation.starting")  # read late: the database is not our work
    import_module("app.service.server_addresses").check_addresses(settings)
    temporary_files.provide(settings.run)
    with ExitStack() as until:
        servers = Servers()
        starting.service_keys(settings)
        if not settings.redis_url:
            store = embedded_store.start(
                settings.data, reserve_mb=settings.reserve_mb, pause=stop_signal.pause, say=say
            )
            until.callback(store.stop)
            servers = Servers(store)
        starting.join(servers.located(settings))
        if not settings.queue_url:
            queue = embedded_queue.start(settings.data, pause=stop_signal.pause)
            until.callback(queue.stop)
            servers = replace(servers, queue=queue)
        yield servers, _environment(servers.located(settings))


@contextmanager
def running_children(
    roles: list[Role], environ: dict[str, str], stop_signal: StopSignal
) -> Iterator[list[Child]]:
    """Run a child for each of `roles` within the block."""
    children: list[Child] = []
    try:
        for role in roles:
            children.append(child := Child(role, environ))
            child.start()
        yield children
    finally:
        for child in children:
            child.stop(stop_signal)


def jobs(workers: int) -> list[Role]:
    """Return the roles of `workers` workers and of the clock, which enqueues due work."""
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
    """Return the role of the API: gunicorn's master and its workers."""
    gunicorn = (sys.executable, "-m", "gunicorn", "-c", str(_gunicorn_conf()), "wsgi:app")
    return Role("API", gunicorn, 25.0, signal.SIGQUIT)


def _gunicorn_conf() -> Path:
    for home in (ROOT / "deploy", Path(sys.prefix) / "share" / "conquian"):
        if (home / "gunicorn.conf.py").exists():
            return home / "gunicorn.conf.py"
    raise StartError("The file gunicorn.conf.py is missing; install the project again.")


def _environment(settings: Settings) -> dict[str, str]:
    """Return the environment of the children: absolute paths, and the address of the store.

    They cannot share one port for probes, so the API answers probes for all of them.
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
    given = {name: str(value) for name, value in filled.items() if value}
    return without_files(own, given.keys()) | given


def _check_port(settings: Settings, stop_signal: StopSignal) -> None:
    deadline = time.monotonic() + _PORT_SECONDS
    while problem := _port_problem(settings):
        if problem.errno != errno.EADDRINUSE or time.monotonic() > deadline:
            raise StartError(
                f"The address {settings.host}:{settings.port} cannot be used"
                f" ({problem.strerror}); set PORT or CONQUIAN_HOST."
            )
        stop_signal.pause(0.1)


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
    settings: Settings, store: embedded_store.EmbeddedStore | None, api: Child, stop_signal: StopSignal
) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while (status := _readiness(settings)) != http.client.OK:
        _check_store(store)
        if status and store and store.is_full:
            warn(f"The disk of {settings.data} is nearly full: no entries are taken until there is space.")
            return
        if api.process.poll() is not None:
            raise StartError(f"The API ended at its start ({ending(api.process)}); its messages stand above.")
        if time.monotonic() > deadline:
            raise StartError(
                f"The API is not ready after {_READY_SECONDS:.0f} s (/readyz: {status or 'no answer'})."
            )
        stop_signal.pause(0.05)


def _readiness(settings: Settings) -> int:
    """Return the status of GET /readyz; 0 without an answer."""
    connection = http.client.HTTPConnection(_reached(settings.host), settings.port, timeout=3.0)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def _reached(host: str) -> str:
    """Return the host under which an API can be reached that listens on `host`."""
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
