"""A running service, and a client of it that notices lost answers."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from tests.cli.killed import invoked
from tests.operator.roles import Version
from tests.server.helpers import ROOT, children, command, environment, free_port, is_alive

Json = dict[str, Any]
PATIENCE_SECONDS = 300.0
_PAUSE_SECONDS = 0.05
_IDLE_SECONDS = 2.0


class Lost(Exception):
    """A request went out, or tried to, and no answer came back."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: its status, its headers in lower case, its bytes."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def json(self) -> Json:
        document = json.loads(self.data)
        assert isinstance(document, dict)
        return document


class Client:
    """One kept connection to a port of this machine; for one thread."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._connection = HTTPConnection("127.0.0.1", port, timeout=35)
        self._used = 0.0

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """Return the answer, of any status. Raises Lost if there is none; does not retry."""
        try:
            self._ask(method, path, body, headers)
            answer = self._connection.getresponse()
            received = {name.lower(): text for name, text in answer.getheaders()}
            return Reply(answer.status, received, answer.read())
        except (OSError, HTTPException) as error:
            self.close()
            raise Lost(path) from error

    def vanish(self, method: str, path: str, body: Any, **headers: str) -> None:
        """Send a request and close the connection before its answer."""
        with suppress(OSError, HTTPException):
            self._ask(method, path, body, headers)
        self.close()

    def _ask(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> None:
        if time.monotonic() - self._used > _IDLE_SECONDS:
            self.close()  # the service closes what is idle for longer, maybe just now
        self._used = time.monotonic()
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            sent["Content-Type"] = "application/json"
        self._connection.request(method, path, data, sent)

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        self._connection.close()


def insist(send: Callable[[], Reply]) -> Reply:
    """Send a request until its answer is neither lost nor a 503."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < ends:
        with suppress(Lost):
            reply = send()
            if reply.status != 503:
                return reply
        time.sleep(_PAUSE_SECONDS)
    raise AssertionError("the service never answered")


@dataclass
class Player:
    """A game as a client plays it: its id, the tokens at hand, and a connection."""

    client: Client
    id: str
    tokens: dict[int, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    def headers(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, rest: str = "", seat: int | None = None) -> Json:
        """Return a resource of the game, after retries."""
        reply = insist(lambda: self.client.send("GET", self.path + rest, **self.headers(seat)))
        assert reply.status == 200, (rest, reply.status, reply.data)
        return reply.json

    def post(self, seat: int, body: Json, key: str) -> Reply:
        """Return the answer to a move, after retries with the same key."""
        return insist(
            lambda: self.client.send(
                "POST", f"{self.path}/moves", body, Idempotency_Key=key, **self.headers(seat)
            )
        )

    def turn(self, view: Json) -> int | None:
        """Return the first of our seats with a pending decision in `view`."""
        return next((seat for seat in view["awaited"] if seat in self.tokens), None)

    def audit(self) -> None:
        """The log is whole, lawful and proven."""
        report = self.get("/audit")
        assert report["findings"] == []


def make(client: Client, rng: Random, body: Json, **headers: str) -> Player:
    """A new game with all its seats taken, made and joined with keys, so that no answer is needed twice.

    The `headers` are those of the request that makes the game.
    """
    made = _made(client, rng, "/v1/games", body, **headers)
    player = Player(client, made["game"])
    player.tokens |= {seat["seat"]: seat["token"] for seat in made["seats"] if "token" in seat}
    for _ in range(body["seats"].count("open")):
        taken = _made(client, rng, f"{player.path}/seats", {})
        player.tokens[taken["seat"]] = taken["token"]
    return player


def _made(client: Client, rng: Random, path: str, body: Json, **headers: str) -> Json:
    key = _uuid(rng)
    reply = insist(lambda: client.send("POST", path, body, Idempotency_Key=key, **headers))
    assert reply.status == 201, reply.data
    return reply.json


def _uuid(rng: Random) -> str:
    return str(UUID(int=rng.getrandbits(128), version=4))


def choose(rng: Random, moves: list[Json]) -> Json:
    """One of the moves, folding last."""
    return rng.choice([move for move in moves if move["type"] != "fold"] or moves)


class Service:
    """`conquian serve` over one data directory, to be killed and started again."""

    def __init__(
        self,
        home: Path,
        api_processes: int = 2,
        people_workers: int = 0,
        python: str = sys.executable,
        **more: str,
    ) -> None:
        self.port = free_port()
        self._python = python
        self._processes = {
            "WEB_CONCURRENCY": str(api_processes),
            "CONQUIAN_PEOPLE_WORKERS": str(people_workers),
            "CONQUIAN_COURIERS": "1",
            "CONQUIAN_ARCHIVE_SECONDS": "20",  # the machine may be busy
            **more,
        }
        self._home = home
        self._root = ROOT
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def family(self) -> dict[int, str]:
        """Our processes and their command lines, the supervisor first."""
        if self._process is None:
            return {}
        pids = [self._process.pid, *children(self._process.pid)]
        return {pid: command(pid) for pid in pids}

    def start(self, version: Version | None = None) -> None:
        """The service runs and is ready. A `version` is used from now on."""
        if version is not None:
            self._root, self._python = version.root, version.python
        with (self._home / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._python, "-m", "app.cli", "serve"],
                env=environment(self._home / "data", self.port)
                | {"PYTHONPATH": str(self._root)}
                | self._processes,
                cwd=self._home,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait()

    def wait(self) -> None:
        """The service is ready; started again first if its supervisor has ended."""
        ends = time.monotonic() + PATIENCE_SECONDS
        while not self._is_ready():
            assert time.monotonic() < ends, (self._home / "log").read_text()[-2000:]
            if self._process is not None and self._process.poll() is not None:
                self.kill(*self.family)
                return self.start()
            time.sleep(_PAUSE_SECONDS)
        return None

    def _is_ready(self) -> bool:
        client = Client(self.port)
        try:
            return client.send("GET", "/readyz").status == 200
        except Lost:
            return False
        finally:
            client.close()

    def kill(self, *pids: int) -> None:
        """Processes of the test are killed with -9; a dead supervisor takes the rest with it."""
        ours = self.family
        for pid in pids:
            if pid in ours:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        if self._process is not None and self._process.pid in pids:
            self._process.wait()
            ends = time.monotonic() + PATIENCE_SECONDS
            while any(map(is_alive, ours)) and time.monotonic() < ends:
                time.sleep(_PAUSE_SECONDS)

    def operate(self, *line: str) -> None:
        """A command of the operator, in the directory of the service."""
        subprocess.run(
            [sys.executable, "-m", "app.cli", *line],
            env=environment(self._home / "data", self.port) | self._processes,
            cwd=self._home,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def operate_here(self, *line: str) -> None:
        """A short command of the operator, in this process: to start another one takes longer."""
        done = invoked(line, environment(self._home / "data", self.port) | self._processes)
        assert done.exit_code == 0, done.output

    def end(self) -> None:
        """The service has ended by SIGTERM, as its operator ends it."""
        assert self._process is not None
        self._process.terminate()
        assert self._process.wait(PATIENCE_SECONDS) == 0, (self._home / "log").read_text()[-2000:]

    def stop(self) -> None:
        """Everything that was started has ended."""
        self.kill(*self.family)


@contextmanager
def serving() -> Iterator[Service]:
    """A service in a directory of its own."""
    with TemporaryDirectory(prefix="cq-") as directory:
        service = Service(Path(directory))
        try:
            service.start()
            yield service
        finally:
            service.stop()
