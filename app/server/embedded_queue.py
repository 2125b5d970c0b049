"""Embedded queue: a Valkey server without persistence that lives as long as this process.

The queue holds hints only: what is lost is found again by the clock in the store of the games. So enqueueing
waits for no disk, and no entry of a game waits for the queue. A server that ends is restarted at the same
socket, with a pause that doubles.
"""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.server import valkey_process
from app.server.supervisor import Restarts

_NAME: Final = "queue server"
_SOCKET: Final = "queue.sock"
_OPTIONS: Final = {"appendonly": "no", "maxmemory": "256mb"}
"""A million waiting games use a third of this memory; when it is full, the clock enqueues them later."""


@dataclass(slots=True)
class EmbeddedQueue:
    """A running embedded queue: its process and its socket."""

    home: Path
    socket: Path
    process: subprocess.Popen[bytes] = field(init=False)
    restarts: Restarts = field(default_factory=Restarts)

    def start(self) -> None:
        """Start the server; it may not answer yet."""
        self.process = valkey_process.spawn(self.home, self.socket, _OPTIONS)
        self.restarts.begin()

    def watch(self) -> None:
        """Restart a server that has ended."""
        self.restarts.keep(_NAME, self.process, self.start)

    @property
    def url(self) -> str:
        """The address of the queue, for redis-py."""
        return valkey_process.url(self.socket)

    def stop(self) -> None:
        """The server has ended."""
        valkey_process.stop(self.process)
        valkey_process.release(self.socket)


def start(data: Path, *, pause: Callable[[float], None] = time.sleep) -> EmbeddedQueue:
    """Start a server for the service in the directory `data` and return it when it answers.

    Raises StoreNotStarted if it does not.
    """
    home = data / "queue"
    home.mkdir(mode=0o700, exist_ok=True)
    server = EmbeddedQueue(home, valkey_process.socket_path(home, _SOCKET))
    server.start()
    try:
        valkey_process.wait_for_answer(server.process, server.socket, home, _NAME, pause, lambda _text: None)
    except BaseException:
        server.stop()
        raise
    return server


def url_in(data: Path) -> str:
    """Return the URL of the queue of the service that runs in the directory `data`."""
    path = data / "queue" / _SOCKET
    return valkey_process.url(path.readlink() if path.is_symlink() else path)
