"""The whole service behind its real server, and the content of its store before and after a request."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from redis import Redis

from app.service.games import GameService
from app.service.secret_keys import keys
from app.settings.settings import Settings
from app.store.encryption import StorageCipher
from app.store.log import EventStore
from tests.server.helpers import ROOT, environment, eventually, free_port

Json = dict[str, Any]
Headers = Mapping[str, str]

_PATIENCE = 60.0
"""Seconds after which a connection that nobody closes is given up; a bound, not a measurement."""

_DATABASE = 4


@dataclass(frozen=True)
class Answer:
    """One response: its status, its headers in order, its body."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def code(self) -> str:
        """The code of a problem; empty for any other answer."""
        problem = self.header("Content-Type") == "application/problem+json"
        return str(self.json["code"]) if problem else ""

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str:
        """The header of this name; empty without one."""
        return next((text for header, text in self.headers if header.lower() == name.lower()), "")

    @property
    def bytes(self) -> tuple[object, ...]:
        """All that may not differ between answers of one class: everything but the clock and counts."""
        passing = ("x-request-id", "date", "ratelimit")
        return self.status, [each for each in self.headers if each[0].lower() not in passing], self.body


def read(raw: bytes) -> list[Answer]:
    """The responses in what came over a connection."""
    answers = []
    while raw:
        head, _, rest = raw.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        pairs = tuple((name, text.strip()) for name, _, text in (line.partition(":") for line in lines))
        length = next((int(text) for name, text in pairs if name.lower() == "content-length"), len(rest))
        answers.append(Answer(int(first.split()[1]), pairs, rest[:length]))
        raw = rest[length:]
    return answers


@dataclass
class Game:
    """A game of two persons on the service: its path and the tokens of its seats."""

    id: str
    tokens: tuple[str, str]
    ply: int

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"


@dataclass
class Service:
    """A running service: where it listens, what it stores, what it logs."""

    port: int
    redis: Redis
    log: Path
    games: list[Game] = field(default_factory=list)

    def game_service(self) -> GameService:
        """Return the game service of another process of this service, with its secret."""
        secrets = keys(Settings(data=self.log.parent / "data"))
        return GameService(EventStore(self.redis, StorageCipher(secrets.vault)), 16)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=_PATIENCE)

    def send(self, request: bytes, *, hang_up: bool = False) -> list[Answer]:
        """Every response on one connection to these bytes, up to where the server closes it.

        With `hang_up` the client says that it sends no more.
        """
        parts = []
        with self.connect() as client:
            try:
                client.sendall(request)
                if hang_up:
                    client.shutdown(socket.SHUT_WR)
                while part := client.recv(65536):
                    parts.append(part)
            except ConnectionError:
                pass  # a server that refuses before it has read all may reset what is on its way
        return read(b"".join(parts))

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | Json | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """The one response to a request; a body is JSON unless the headers say otherwise."""
        (answer,) = self.send(self.request(method, path, body, headers))
        return answer

    def request(
        self,
        method: str,
        path: str,
        body: bytes | Json | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """A request as bytes, after which the connection ends."""
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        lines = {"Host": f"127.0.0.1:{self.port}", "Connection": "close"}
        if data is not None:
            lines |= {"Content-Type": "application/json", "Content-Length": str(len(data))}
        lines |= headers or {}
        head = "".join(f"{name}: {text}\r\n" for name, text in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + (data or b"")

    def new_game(self, **more: Any) -> Game:
        """A game of two persons, dealt unless more is asked for."""
        plan = {"variant": "north-american", "seats": ["me", "open"], **more}
        made = self.ask("POST", "/v1/games", plan, {"Idempotency-Key": str(uuid4())})
        assert made.status == 201, made.body
        game, host = made.json["game"], made.json["seats"][0]["token"]
        taken = self.ask("POST", f"/v1/games/{game}/seats")
        assert taken.status == 201, taken.body
        new = Game(game, (host, taken.json["token"]), taken.json["view"]["ply"])
        self.games.append(new)
        return new

    def stored(self) -> dict[bytes, bytes]:
        """Every key of every game, dispute and player, but for the hours in which API keys were last used."""
        keys = sorted(key for key in self.redis.scan_iter("cq:{b*") if not key.endswith(b":used"))
        return {key: self.redis.dump(key) or b"" for key in keys}

    def view(self, game: Game, seat: int | None = None) -> Any:
        """The view of a seat, or of a spectator."""
        headers = {} if seat is None else bearer(game.tokens[seat])
        return self.ask("GET", game.path, headers=headers).json


def bearer(token: str) -> dict[str, str]:
    """The header that bears a token or a key."""
    return {"Authorization": f"Bearer {token}"}


@contextmanager
def running(store: Path, home: Path) -> Iterator[Service]:
    """The service with one API process as it is shipped, on an empty database of the store."""
    port, url = free_port(), f"unix://{store}?db={_DATABASE}"
    conf = str(ROOT / "deploy" / "gunicorn.conf.py")
    environ = {"REDIS_URL": url, "LOG_LEVEL": "info"}
    with Redis.from_url(url) as redis, (home / "log").open("wb") as log:
        redis.flushdb()
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", conf, "wsgi:app"],
            env=environment(home / "data", port) | environ,
            cwd=home,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        service = Service(port, redis, home / "log")
        try:
            eventually(lambda: _answers(service))
            yield service
        finally:
            process.terminate()
            process.wait(60)


def _answers(service: Service) -> bool:
    try:
        return service.ask("GET", "/livez").status == 200
    except (OSError, ValueError):
        return False
