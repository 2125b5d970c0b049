"""Whole games through a proxy that loses three in ten replies: no command is lost, none is doubled."""

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from uuid import UUID

from tests.soak.apis import Api, api, store
from tests.soak.client import Client, Json, Lost, Reply, choose, insist

GAMES_A_CHUNK: Final = 2
REPLIES_LOST: Final = 0.3
REQUESTS_LOST: Final = 0.1
_ATTEMPTS: Final = 200
_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.IGNORECASE)
_KEY = re.compile(rb"\r\nidempotency-key: *([^\r]+)", re.IGNORECASE)
_SITTINGS: Final[tuple[tuple[str, list[Any], Json], ...]] = (
    ("north-american", ["me", "open"], {}),
    ("mexican-2", ["me", "open"], {}),
    ("mexican-3", ["me", "open", "open"], {}),
    ("paco", ["open", "me"], {}),
    ("french-page", ["me", "open"], {}),
)


@dataclass
class Losses:
    """Answers lost by a proxy, and by idempotency key every answer of the service, lost or not."""

    requests: int = 0
    replies: int = 0
    passed: int = 0
    answers: dict[bytes, list[bytes]] = field(default_factory=dict)


class Proxy:
    """A port in front of the service at `port` that loses requests before, and replies after, it has worked.

    One request at a time on each connection; to lose something is to close the connection. With a client that
    sends one request after another the losses depend on `chance` alone.
    """

    def __init__(self, port: int, chance: Random) -> None:
        self.losses = Losses()
        self._target = port
        self._chance = chance
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept)]
        self._open: list[socket.socket] = []
        self._threads[0].start()

    def close(self) -> None:
        """Nobody is let through any more, and every thread has ended."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._open.append(client)
                self._threads.append(threading.Thread(target=self._serve, args=(client,)))
                self._threads[-1].start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._target)) as service, suppress(OSError):
            while request := _message(client):
                if self._chance.random() < REQUESTS_LOST:
                    self.losses.requests += 1
                    return
                service.sendall(request)
                reply = _message(service)
                self._remember(request, reply)
                if self._chance.random() < REPLIES_LOST:
                    self.losses.replies += 1
                    return
                self.losses.passed += 1
                client.sendall(reply)

    def _remember(self, request: bytes, reply: bytes) -> None:
        key = _KEY.search(request.partition(b"\r\n\r\n")[0])
        if key is not None:
            self.losses.answers.setdefault(key[1], []).append(reply)


def _message(source: socket.socket) -> bytes:
    """One request or reply of HTTP with a Content-Length; empty when the connection has ended."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = source.recv(65536)
        if not part:
            return b""
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    length = _LENGTH.search(head)
    missing = (int(length[1]) if length else 0) - len(body)
    while missing > 0:
        part = source.recv(min(missing, 65536))
        if not part:
            return b""
        data += part
        missing -= len(part)
    return data


@dataclass
class Sitting:
    """A game of one client with all its seats, and what was acknowledged: actor and command by ply."""

    client: Client
    rng: Random
    game: str = ""
    bearers: dict[int, str] = field(default_factory=dict)
    plies: dict[int, tuple[str, Json]] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game}"

    def send(self, method: str, path: str, body: Any = None, bearer: str | None = None, **more: str) -> Reply:
        """The answer that arrives in the end; the same request is sent until then."""
        headers = {**more, **({} if bearer is None else {"Authorization": f"Bearer {bearer}"})}
        if method == "POST":
            headers["Idempotency_Key"] = str(UUID(int=self.rng.getrandbits(128), version=4))
        for _ in range(_ATTEMPTS):
            with suppress(Lost):
                reply = self.client.send(method, path, body, **headers)
                if reply.status == 503:
                    continue  # the store did not answer in time, on a busy machine
                assert reply.status in (200, 201), (method, path, body, reply.status, reply.data)
                return reply
        raise AssertionError("no answer ever came through")

    def begin(self, key: str) -> Json:
        """Makes the game with the API key `key` and takes every other seat as a guest."""
        variant, seats, options = self.rng.choice(_SITTINGS)
        made = self.send("POST", "/v1/games", {"variant": variant, "seats": seats, "options": options}, key)
        self.game = made.json["game"]
        self.bearers[seats.index("me")] = key
        view: Json = made.json["view"]
        for _ in range(seats.count("open")):
            taken = self.send("POST", f"{self.path}/seats", {}).json
            self.bearers[taken["seat"]] = taken["token"]
            view = taken["view"]
        return view

    def play(self, view: Json) -> Json:
        """The last view after moves of all seats."""
        while view["status"] not in ("finished", "void"):
            seat = self.rng.choice([seat for seat in view["awaited"] if seat in self.bearers])
            listed = self.send("GET", f"{self.path}/moves?expand=1", None, self.bearers[seat]).json
            body = choose(self.rng, listed["moves"])
            seen = {"If_Match": f'"{listed["ply"]}"'} if self.rng.random() < 0.5 else {}
            sent = self.send("POST", f"{self.path}/moves", body, self.bearers[seat], **seen).json
            self.plies[sent["receipt"]["ply"]] = (f"seat:{seat}", body)
            view = sent["view"]
        return view

    def dispute(self) -> None:
        """One seat disputes the hand and adds a statement; both count once."""
        bearer = next(iter(self.bearers.values()))
        body = {"ply": min(self.plies), "claim": "other", "text": "so it was"}
        opened = self.send("POST", f"{self.path}/disputes", body, bearer).json
        statement = {"type": "statement", "text": "once"}
        self.send("POST", f"/v1/disputes/{opened['dispute']}/moves", statement, bearer)


@contextmanager
def service() -> Iterator[Api]:
    """Two API processes over a store that syncs every write."""
    with store() as path, api(path.parent, f"unix://{path}", 2) as running:
        yield running


def games(rng: Random, running: Api) -> int:
    """Two games through a proxy, each held against the log that the service itself shows; how many."""
    proxy, straight = Proxy(running.port, Random(rng.random())), Client(running.port)
    client = Client(proxy.port)
    try:
        guest = Sitting(client, rng)
        player = guest.send("POST", "/v1/players", {"name": "Lupe"}).json
        key = guest.send("POST", "/v1/players/me/keys", {"scopes": ["play", "view"]}, player["key"]).json[
            "key"
        ]
        for _ in range(GAMES_A_CHUNK):
            sitting = Sitting(client, rng)
            sitting.play(sitting.begin(key))
            sitting.dispute()
            _check_log(straight, sitting)
        owned = _shown(straight, "/v1/players/me/keys", Authorization=f"Bearer {player['key']}").json
        assert [one["number"] for one in owned["keys"]] == [1, 2]
        _check_answers(proxy.losses)
    finally:
        client.close()
        straight.close()
        proxy.close()
    return GAMES_A_CHUNK


def _shown(straight: Client, path: str, **headers: str) -> Reply:
    """Return what the service itself shows; its kept connection may have ended in the meantime."""
    reply = insist(lambda: straight.send("GET", path, **headers))
    assert reply.status == 200, (path, reply.data)
    return reply


def _check_log(straight: Client, sitting: Sitting) -> None:
    """Every acknowledged command stands in the log at its ply, and the seats have done nothing else."""
    entries = _entries(straight, sitting.path)
    assert [public["ply"] for public, _ in entries] == list(range(1, len(entries) + 1))
    acted = {public["ply"]: (public["actor"], command) for public, command in entries}
    seats = {ply: done for ply, done in acted.items() if done[0].startswith("seat:")}
    sat = {ply for ply, (_, command) in seats.items() if command["type"] == "sit"}
    assert {ply: done for ply, done in seats.items() if ply not in sat} == sitting.plies
    assert len(sat) == len(sitting.bearers) - 1
    report = _shown(straight, f"{sitting.path}/audit").json
    assert report["findings"] == []
    (opened,) = _shown(straight, f"{sitting.path}/disputes").json["disputes"]
    assert [statement["text"] for statement in opened["statements"]] == ["once"]


def _entries(straight: Client, path: str) -> list[tuple[Json, Json]]:
    """The public part and the whole command of every entry of the record."""
    lines = map(json.loads, _shown(straight, f"{path}/record").data.splitlines())
    return [(line["public"], _command(line)) for line in lines if "public" in line]


def _command(line: Json) -> Json:
    parts = [line["public"], *(hidden["part"] for hidden in line["hidden"])]
    merged: Json = {}
    for part in parts:
        merged |= part.get("command", {})
    return merged


def _check_answers(losses: Losses) -> None:
    """Losses were many, and all answers under one key are the same, the first one apart from its sign."""
    assert losses.replies
    assert losses.requests
    again = 0
    for every in losses.answers.values():
        replies = [reply for reply in every if not reply.startswith(b"HTTP/1.1 503 ")]
        assert len({_said(reply) for reply in replies}) == 1, every
        replayed = [b"idempotent-replay: true" in reply.lower() for reply in replies]
        unknown = len(replies) < len(every)  # the first may have been done under an outcome that is unknown
        assert replayed[0] <= unknown, every
        assert all(replayed[1:]), every
        again += len(replies) - 1
    assert again


def _said(reply: bytes) -> tuple[bytes, ...]:
    """Status, Location, entity tag and body of a reply."""
    head, _, body = reply.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    kept: Callable[[bytes], bool] = lambda line: line.lower().startswith((b"location:", b"etag:"))  # noqa: E731
    return first, *sorted(filter(kept, lines)), body
