"""Embedded store: a Valkey server in the data directory that lives as long as this process.

The server (app/server/valkey_process.py) writes its append-only file with fsync before every answer.

A server that ends is restarted at the same socket, with a pause that doubles. While the disk has less free
space than the reserve, the server has a memory limit of one byte: it refuses entries before a failed write
would end it, and still answers reads.

Two locks (flock(2)) are used instead of pid files. `lock` in the data directory is held by the supervisor
only: if it is taken, a service runs, and if it is free, no service runs, whatever files an earlier one left
behind. `valkey/lock` is inherited by the server: after kill -9 of the supervisor it becomes free when the
server has ended, which a new start waits for.
"""

import fcntl
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.server import valkey_process
from app.server.supervisor import Restarts, warn
from app.server.valkey_process import Pause, Say, StoreNotStarted
from app.settings.errors import StartError

_NAME: Final = "store server"
_SOCKET: Final = "valkey.sock"
_DYING_SECONDS: Final = 10.0
_LOOK_SECONDS: Final = 0.5
"""Time for which a start tries to take `lock`, which a command that checks for a service holds briefly."""

_MEMORY_SHARE: Final = 0.6
_SPACE_SECONDS: Final = 1.0
_NO_MEMORY: Final = 1  # bytes; 0 would be no limit
RESERVE_MB: Final = 32


class DirectoryInUse(StartError):
    """Another service runs in the data directory."""


@dataclass(slots=True)
class EmbeddedStore:
    """A running embedded server: its process, its socket, and the locks held for it.

    It accepts no entries while the disk of `home` has less than `reserve` bytes free.
    """

    home: Path
    socket: Path
    locks: tuple[int, ...]
    reserve: int
    process: subprocess.Popen[bytes] = field(init=False)
    restarts: Restarts = field(default_factory=Restarts)
    is_full: bool = False
    looked: float = 0.0

    def start(self) -> None:
        """Start the server, which may not answer yet. The locks are held, so no other service can start."""
        self.is_full = self._lacks_space()
        self.process = valkey_process.spawn(
            self.home, self.socket, _options(_limit(self.is_full)), (self.locks[-1],)
        )
        self.restarts.begin()

    def watch(self) -> None:
        """Restart a server that has ended, and stop or resume entries according to the free disk space."""
        self.restarts.keep(_NAME, self.process, self.start)
        if self.process.poll() is None and time.monotonic() - self.looked > _SPACE_SECONDS:
            self.looked = time.monotonic()
            self._look()

    def _look(self) -> None:
        is_full = self._lacks_space()
        if is_full == self.is_full:
            return
        if valkey_process.ask(self.socket, f"CONFIG SET maxmemory {_limit(is_full)}") == b"+OK":
            self.is_full = is_full
            warn(
                f"The disk of {self.home} is nearly full: no entries are taken until there is space."
                if is_full
                else "The disk has space again: entries are taken."
            )

    def _lacks_space(self) -> bool:
        return shutil.disk_usage(self.home).free < self.reserve

    @property
    def url(self) -> str:
        """The address of the games' database, for redis-py."""
        return valkey_process.url(self.socket)

    def stop(self) -> None:
        """The server has ended and the directory is free; kill -9 after 20 s loses nothing."""
        valkey_process.stop(self.process)
        self.release()

    def release(self) -> None:
        """Socket and locks of a server that has ended are gone."""
        valkey_process.release(self.socket)
        for lock in self.locks:
            os.close(lock)


def start(
    data: Path, *, reserve_mb: int = RESERVE_MB, pause: Pause = time.sleep, say: Say = print
) -> EmbeddedStore:
    """Start a server on the directory `data` and return it when it answers.

    Entries are refused while the disk has less than `reserve_mb` MB free.

    `pause` is called with seconds between checks, and may raise to give up; `say` is called with a sentence
    when something takes long. Raises DirectoryInUse, StoreNotStarted, or StartError for a directory that
    cannot be written.
    """
    home = _make_directory(data)
    with ExitStack() as cleanup:
        locks = _own(data, home, cleanup, pause, say)
        path = valkey_process.socket_path(home, _SOCKET)
        server = EmbeddedStore(home, path, locks, reserve_mb * 1_000_000)
        server.start()
        cleanup.pop_all()
    try:
        valkey_process.wait_for_answer(server.process, path, home, _NAME, pause, say)
    except BaseException:
        server.stop()
        raise
    return server


def url_in(data: Path, *, pause: Pause = time.sleep, say: Say = print) -> str | None:
    """Return the URL of the server that runs in the directory `data`, once it answers; None if none runs.

    The lock decides, not the socket, which remains after a server was killed. A service that is starting, or
    restarting its store, is waited for as in `start`. Raises StoreNotStarted if its store does not answer in
    time.
    """
    path = data / "valkey" / _SOCKET
    deadline, announced = time.monotonic() + valkey_process.ANSWER_SECONDS, False
    while _is_held(data / "lock"):
        socket_path = path.readlink() if path.is_symlink() else path
        answer = valkey_process.ping(socket_path)
        if answer == b"+PONG":
            return valkey_process.url(socket_path)
        timed_out = time.monotonic() > deadline and not answer.startswith(b"-LOADING")
        if timed_out:
            raise StoreNotStarted(
                f"A service runs in {data}, but its store does not answer; see {path.parent}/valkey.log."
            )
        if not announced:
            say(f"Waiting for the store of the service that runs in {data} ...")
        announced = True
        pause(0.05)
    return None


def is_used(data: Path) -> bool:
    """Return whether a service runs in the directory `data`; nothing is created."""
    return _is_held(data / "lock")


def _own(data: Path, home: Path, cleanup: ExitStack, pause: Pause, say: Say) -> tuple[int, int]:
    service_lock = _take(data / "lock", pause)
    if service_lock is None:
        raise DirectoryInUse(f"Another service is running in {data}; stop it, or set CONQUIAN_DATA.")
    cleanup.callback(os.close, service_lock)
    server_lock = _wait_for_lock(home, pause, say)
    cleanup.callback(os.close, server_lock)
    return service_lock, server_lock


def _make_directory(data: Path) -> Path:
    home = data / "valkey"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        home.mkdir(mode=0o700, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            return home
    except OSError as problem:
        raise StartError(f"The data directory {data} cannot be written: {problem.strerror}.") from None


def _lock(path: Path) -> int | None:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def _is_held(path: Path) -> bool:
    """Return whether a process holds the lock; the file is not created."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # a file that does not exist or may not be opened is not locked by a service
        return False
    try:
        fcntl.flock(
            handle, fcntl.LOCK_SH | fcntl.LOCK_NB
        )  # shared, so that concurrent checks do not conflict
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def _take(path: Path, pause: Pause) -> int | None:
    """Return the lock; None if another process keeps it."""
    deadline = time.monotonic() + _LOOK_SECONDS
    while (lock := _lock(path)) is None and time.monotonic() < deadline:
        pause(0.02)
    return lock


def _wait_for_lock(home: Path, pause: Pause, say: Say) -> int:
    deadline = time.monotonic() + _DYING_SECONDS
    waiting = False
    while (lock := _lock(home / "lock")) is None:
        if time.monotonic() > deadline:
            raise DirectoryInUse(f"A store server of an earlier start still holds {home} and does not end.")
        if not waiting:
            say("Waiting for the store server of an earlier start to end ...")
        waiting = True
        pause(0.05)
    return lock


def _options(memory: int) -> dict[str, str]:
    return {
        "appendonly": "yes",
        "appendfsync": "always",
        "no-appendfsync-on-rewrite": "no",
        "maxmemory": str(memory),
    }


def _limit(is_full: bool) -> int:
    """Return the memory limit in bytes: writes are refused before the kernel, or a full disk, would end
    the server.
    """
    if is_full:
        return _NO_MEMORY
    return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * _MEMORY_SHARE)
