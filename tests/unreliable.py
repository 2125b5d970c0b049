"""A TCP relay before a server that can stall, send one byte a second, or reset connections."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto

_DRIP_SECONDS = 1.0
_DELAY_SECONDS = 0.5


class Mode(Enum):
    """Treatment of the server's bytes; requests always reach it, except after a reset."""

    PASS = auto()
    SILENT = auto()
    DRIP = auto()
    RESET = auto()
    LATE = auto()


class Relay:
    """A relay on loopback to the address that `dial` connects to. `mode` may be changed at any time."""

    def __init__(self, dial: Callable[[], socket.socket]) -> None:
        self.mode = Mode.PASS
        self._dial = dial
        self._closed = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept no more connections; the open ones end with their peers."""
        self._closed.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        if self.mode is Mode.RESET:
            _reset(client)
            return
        try:
            server = self._dial()
        except OSError:
            client.close()
            return
        threading.Thread(target=self._forward, args=(client, server), daemon=True).start()
        with suppress(OSError):
            while data := server.recv(65536):
                self._answer(client, data)
        for each in (client, server):
            each.close()

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                server.sendall(data)
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)

    def _answer(self, client: socket.socket, data: bytes) -> None:
        """Send `data` to the client by the mode. Raises OSError once the client is gone."""
        while self.mode is Mode.SILENT and not self._closed.wait(0.05):
            pass
        if self.mode is Mode.RESET:
            _reset(client)
            raise ConnectionResetError
        if self.mode is Mode.LATE:
            self._closed.wait(_DELAY_SECONDS)
        while data and self.mode is Mode.DRIP and not self._closed.is_set():
            client.sendall(data[:1])
            data = data[1:]
            self._closed.wait(_DRIP_SECONDS)
        client.sendall(data)


def _reset(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


@contextmanager
def relay_to(dial: Callable[[], socket.socket]) -> Iterator[Relay]:
    """Context of a relay."""
    relay = Relay(dial)
    try:
        yield relay
    finally:
        relay.close()
