"""Proxy between a bot and the service that forwards all requests, with the faults that `Faults` chooses."""

import http.client
import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import urlsplit

import orjson

from app.cli.bot_check.faults import Fate, Faults, SentMove

_HOP: Final = ("host", "connection", "keep-alive", "transfer-encoding", "accept-encoding", "content-length")
"""Headers that are not forwarded: they belong to one connection."""

_FAILURES: Final = (OSError, http.client.HTTPException)
_AWAY: Final = orjson.dumps(
    {
        "type": "/problems/store_unavailable",
        "title": "Store unavailable",
        "status": 503,
        "detail": "Repeat the request; nothing was written.",
        "code": "store_unavailable",
    }
)
_ANSWER_SECONDS: Final = 60.0


class ProxiedService:
    """The service behind the proxy."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname or "", parts.port

    def open(self) -> http.client.HTTPConnection:
        """Return a new connection to the service."""
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=_ANSWER_SECONDS)


class Proxy:
    """Proxy that listens on `host` and `port` (0: any) within the block."""

    def __init__(self, service: ProxiedService, faults: Faults, host: str, port: int) -> None:
        handler = type("Handler", (_ProxyHandler,), {"service": service, "faults": faults})
        self._server = ThreadingHTTPServer((host, port), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """Address that the bot uses instead of the service's."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    def __enter__(self) -> "Proxy":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _ProxyHandler(BaseHTTPRequestHandler):
    """One connection of the bot."""

    protocol_version = "HTTP/1.1"
    service: ProxiedService
    faults: Faults

    def log_message(self, *_: Any) -> None:
        """Log nothing: a request contains the key."""

    def _pass(self) -> None:
        self.faults.heard()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): text for name, text in self.headers.items() if name.lower() not in _HOP}
        path = self.path.partition("?")[0]
        sent = self.faults.move(path, headers, body) if self.command == "POST" else None
        try:
            if sent is None:
                self._forward(headers, body)
            else:
                self._move(*sent, headers, body)
        except _FAILURES:
            self._hang_up()

    do_GET = do_POST = do_PUT = do_DELETE = do_OPTIONS = _pass  # noqa: N815

    def _move(self, move: SentMove, fate: Fate, headers: dict[str, str], body: bytes) -> None:
        if fate is Fate.LOST_BEFORE:
            self._hang_up()
        elif fate is Fate.AWAY:
            self._reply(503, {"Content-Type": "application/problem+json", "Retry-After": "1"}, _AWAY)
        else:
            if fate is Fate.UNNAMED:
                headers.pop("idempotency-key", None)
            status, reply_headers, reply_body = self._asked(headers, body)
            self.faults.outcome(move, status, reply_body)
            if fate is Fate.LOST_AFTER:
                self._hang_up()
            else:
                self._reply(status, reply_headers, reply_body)

    def _asked(self, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection = self.service.open()
        try:
            connection.request(self.command, self.path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def _forward(self, headers: dict[str, str], body: bytes) -> None:
        connection = self.service.open()
        try:
            connection.request(self.command, self.path, body or None, headers)
            answer = connection.getresponse()
            kind = answer.headers.get_content_type()
            if kind in ("text/event-stream", "application/x-ndjson"):
                self._stream(answer, kind)
                return
            reply_body = answer.read()
            if answer.status == 200 and self.path.partition("?")[0].endswith("/me/decisions"):
                reply_body = (
                    self.faults.lines(reply_body) if kind == "text/plain" else self.faults.listed(reply_body)
                )
            self._reply(answer.status, dict(answer.getheaders()), reply_body)
        finally:
            connection.close()

    def _stream(self, answer: http.client.HTTPResponse, kind: str) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        name = b""
        while line := answer.readline():
            if line.startswith(b"event: "):
                name = line  # kept until its data line determines the items
                continue
            self.wfile.write(self._line(line, name))
            self.wfile.flush()
            name = b"" if line.startswith(b"data: ") else name

    def _line(self, line: bytes, name: bytes) -> bytes:
        prefix = b"data: " if line.startswith(b"data: ") else b""
        text = line.removeprefix(prefix).strip()
        if not text.startswith(b"{"):
            return name + line
        items = [orjson.dumps(item) for item in self.faults.streamed(orjson.loads(text))]
        if not prefix:
            return b"".join(item + b"\n" for item in items)
        # The empty line that ends the last of them follows.
        return b"\n".join(name + prefix + item + b"\n" for item in items)

    def _reply(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, text in headers.items():
            if name.lower() not in (*_HOP, "date", "server"):
                self.send_header(name, text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _hang_up(self) -> None:
        self.close_connection = True
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
