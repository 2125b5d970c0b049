"""Check of a bot that plays with an API key: in real games of a running service, through a proxy.

The proxy forwards all requests of the bot to the service, with the faults that `Faults` chooses.
"""

import http.client
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import urlsplit

import orjson

from app.cli.bot_check.faults import Fate, Faults, SentMove
from app.cli.bot_check.report import BotProperty, CannotTry, PropertyResults
from app.cli.language import spoken
from app.cli.simulate.plan import TableSetup
from app.i18n import Message

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
        self.faults.record_request()
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


Json = dict[str, Any]
TOGETHER: Final = 3
"""Number of games that wait for the bot at a time."""

_LOOK_SECONDS: Final = 0.3
_ENDED: Final = ("finished", "void")

Gone = Callable[[], bool]
"""Function that returns whether the bot has ended, if that can be known."""

Start = Callable[[str], AbstractContextManager[Gone]]
"""Function that starts the bot, or asks the user to start it, at the address of the proxy."""


@dataclass(frozen=True, slots=True)
class RemoteBot:
    """The service, the key of the bot, and how long it may send no request (s)."""

    service: ProxiedService
    key: str = field(repr=False)
    silence: float

    def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
        """Send a request; return status and JSON. Raises CannotTry if the service does not answer."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        connection = self.service.open()
        try:
            connection.request(method, path, None if body is None else orjson.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, orjson.loads(answer.read())
        except (OSError, http.client.HTTPException, orjson.JSONDecodeError) as failure:
            raise CannotTry(
                spoken(Message("The service does not answer: {reason}."), reason=type(failure).__name__)
            ) from None
        finally:
            connection.close()

    def create(self, case: TableSetup, clock_seconds: int) -> str:
        """Create a game of the bot against `greedy`; return its id."""
        seats = ["me", *([{"bot": "greedy"}] * (case.players - 1))]
        times = {"decision_seconds": clock_seconds, "window_seconds": clock_seconds}
        plan = {"variant": case.variant, "seats": seats, "options": times, "visibility": "unlisted"}
        status, created = self.ask("POST", "/v1/games", plan)
        if status != 201:
            raise CannotTry(
                spoken(Message("The service makes no game: {reason}"), reason=created.get("detail", status))
            )
        return str(created["game"])

    def ended(self, game: str) -> bool:
        """Return whether a game is over."""
        return self.ask("GET", f"/v1/games/{game}")[1].get("status") in _ENDED

    def missed(self, game: str) -> int:
        """Return the number of questions to the bot that the service answered at their deadline."""
        after, count = 0, 0
        while True:
            page = self.ask("GET", f"/v1/games/{game}/events?limit=200&after={after}")[1]
            events = [event for entry in page["events"] for event in entry["public"]["events"]]
            count += len([event for event in events if event["type"] == "timed-out" and 0 in event["seats"]])
            if not page["events"]:
                return count
            after = page["next"]


def run(
    remote: RemoteBot,
    tally: PropertyResults,
    listen: tuple[str, int],
    cases: Sequence[TableSetup],
    start: Start,
    on_game: Callable[[], None],
) -> None:
    """Play a game of each of `cases`, some at a time.

    Raises CannotTry for an invalid key or without a bot.
    """
    status, me = remote.ask("GET", "/v1/players/me")
    if status != 200:
        raise CannotTry(spoken(Message("The key is not accepted: {reason}"), reason=me.get("detail", status)))
    faults = Faults(tally)
    with Proxy(remote.service, faults, *listen) as proxy, start(proxy.url) as gone:
        for at in range(0, len(cases), TOGETHER):
            games = [remote.create(case, tally.clock_ms // 1000) for case in cases[at : at + TOGETHER]]
            if not _played(remote, tally, faults, games, gone, on_game):
                return


def _played(
    remote: RemoteBot,
    tally: PropertyResults,
    faults: Faults,
    games: Sequence[str],
    gone: Gone,
    on_game: Callable[[], None],
) -> bool:
    """Wait for the end of these games; return whether it came before the bot fell silent or ended."""
    faults.last_request = time.monotonic()
    running = list(games)
    while running:
        if time.monotonic() - faults.last_request > remote.silence:
            return _lost(tally, faults, f"asked for nothing for {remote.silence:.0f} s")
        if gone():
            return _lost(tally, faults, "ended")
        time.sleep(_LOOK_SECONDS)
        for game in [candidate for candidate in running if remote.ended(candidate)]:
            running.remove(game)
            _judge(tally, game, remote.missed(game))
            on_game()
    return True


def _judge(tally: PropertyResults, game: str, missed: int) -> None:
    tally.see(BotProperty.FINISHES)
    if missed:
        tally.fault(BotProperty.TIME, f"{game}: the service answered {missed} questions itself")


def _lost(tally: PropertyResults, faults: Faults, what: str) -> bool:
    if not faults.requests:
        raise CannotTry(f"No bot has come to the proxy: it has {what}.")
    tally.see(BotProperty.FINISHES)
    tally.fault(BotProperty.FINISHES, f"it has {what} before the end of a game")
    return False
