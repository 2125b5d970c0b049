"""A receiver on loopback with a configurable behaviour, which records its messages."""

import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import orjson

Json = dict[str, Any]


@dataclass(frozen=True)
class Message:
    """A message that a receiver got: path, headers in lower case, body as bytes."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def json(self) -> Json:
        document = orjson.loads(self.body)
        assert isinstance(document, dict)
        return document


Behaviour = Callable[["Handler", Message], None]


def ok(handler: "Handler", message: Message) -> None:
    handler.reply(200, b"{}")


def status(code: int, **headers: str) -> Behaviour:
    return lambda handler, message: handler.reply(code, b"sorry", **headers)


def saying(body: bytes, **headers: str) -> Behaviour:
    return lambda handler, message: handler.reply(200, body, **headers)


def silent(handler: "Handler", message: Message) -> None:
    handler.server.stop.wait(60)


def dripping(handler: "Handler", message: Message) -> None:
    """One byte of a header now and then, for ever."""
    with suppress(OSError):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not handler.server.stop.wait(0.02):
            handler.wfile.write(b"a")


def dripping_body(handler: "Handler", message: Message) -> None:
    """A body without a length, one byte now and then, for ever."""
    with suppress(OSError):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not handler.server.stop.wait(0.02):
            handler.wfile.write(b"a")


def endless(handler: "Handler", message: Message) -> None:
    """Send without end, as fast as the client reads."""
    with suppress(OSError):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not handler.server.stop.is_set():
            handler.wfile.write(b"a" * 65_536)
            handler.server.sent += 65_536


def nonsense(handler: "Handler", message: Message) -> None:
    handler.wfile.write(b"\x00\xff not HTTP\r\n\r\n")


def hanging_up(handler: "Handler", message: Message) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


class Server(ThreadingHTTPServer):
    """The server, with the behaviour of the moment."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.behaviour: Behaviour = ok
        self.messages: list[Message] = []
        self.stop = threading.Event()
        self.sent = 0


class Handler(BaseHTTPRequestHandler):
    """Remembers a message and behaves."""

    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): text for name, text in self.headers.items()}
        message = Message(self.path, headers, body)
        self.server.messages.append(message)
        self.server.behaviour(self, message)

    def reply(self, code: int, body: bytes, **headers: str) -> None:
        with suppress(OSError):
            self.send_response(code)
            for name, text in headers.items():
                self.send_header(name.replace("_", "-"), text)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Print no access line."""


@dataclass
class Receiver:
    """A receiver that runs."""

    server: Server
    messages: list[Message] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.messages = self.server.messages

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def behaves(self, behaviour: Behaviour) -> None:
        self.server.behaviour = behaviour

    def told(self) -> list[str]:
        """The types of the messages, in the order in which they came."""
        return [str(message.json["type"]) for message in self.messages]

    def wait_for(self, count: int, seconds: float = 120.0) -> list[Message]:
        """The messages, once there are so many."""
        ends = time.monotonic() + seconds
        while len(self.messages) < count:
            assert time.monotonic() < ends, self.told()
            time.sleep(0.01)
        return self.messages


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on loopback."""
    server = Server()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield Receiver(server)
    finally:
        server.stop.set()
        server.shutdown()
        thread.join()
        server.server_close()
