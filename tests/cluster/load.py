"""Clients that play over HTTP while servers fail, and what they were answered.

Each client plays games of its own against a bot. It repeats a move with its key until it gets an answer that
is no 503, and then knows which entry its move has become.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Event, Thread
from typing import Any, Final
from uuid import UUID

from tests.server.helpers import eventually
from tests.soak.client import Client, Json, Lost, Reply, choose, insist

PLAN: Final = {"variant": "north-american", "seats": ["me", {"bot": "greedy"}], "options": {"deals": 50}}
_OVER: Final = ("finished", "frozen", "void")
_PAUSE_SECONDS: Final = 0.02
_PATIENCE_SECONDS: Final = 90.0


@dataclass(frozen=True, slots=True)
class FailedRequest:
    """A request that failed: when its answer came, its status (0: none came), its code and its sentence."""

    at: float
    request: str
    status: int
    code: str = ""
    detail: str = ""
    retry_after: str = ""


@dataclass
class TriedMove:
    """A move that a client has sent, perhaps several times, and the answer that counts."""

    key: str
    body: Json
    answer: Json | None = None


@dataclass
class LoadGame:
    """A game of one client: its id and token, and its moves in the order in which they were sent."""

    game: str
    token: str
    moves: list[TriedMove] = field(default_factory=list)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the player's requests."""
        return {"Authorization": f"Bearer {self.token}"}


class LoadClient:
    """One client: its games, its failed requests, and the first answer that should not have been given."""

    def __init__(self, port: int, rng: Random, stop: Event) -> None:
        self.games: list[LoadGame] = []
        self.refusals: list[FailedRequest] = []
        self.successes: list[float] = []
        self.failure: BaseException | None = None
        self._client = Client(port)
        self._rng = rng
        self._stop = stop

    def run(self) -> None:
        """Play until stopped; keep the first failure."""
        try:
            while not self._stop.is_set():
                self._play(self._new_game())
        except BaseException as failure:
            self.failure = failure
        finally:
            self._client.close()

    def _new_game(self) -> LoadGame:
        key = UUID(int=self._rng.getrandbits(128), version=4)
        made = self._insist("POST", "/v1/games", PLAN, Idempotency_Key=str(key)).json
        (seat,) = [one for one in made["seats"] if "token" in one]
        played = LoadGame(made["game"], seat["token"])
        self.games.append(played)
        return played

    def _play(self, played: LoadGame) -> None:
        path, headers = f"/v1/games/{played.game}", played.headers
        while not self._stop.is_set():
            view = self._insist("GET", path, **headers)
            if view.status == 404 or view.json["status"] in _OVER:  # 404: the game itself was lost
                return
            moves = self._insist("GET", f"{path}/moves?expand=1", **headers)
            if moves.status != 200 or not (legal := moves.json["moves"]):
                time.sleep(_PAUSE_SECONDS)
                continue
            move = TriedMove(f"{self._rng.getrandbits(64):x}", choose(self._rng, legal))
            played.moves.append(move)
            reply = self._insist("POST", f"{path}/moves", move.body, Idempotency_Key=move.key, **headers)
            if reply.status == 200:
                move.answer = reply.json

    def _insist(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """Return the first answer that is no 503. Each failure is noted, and must allow the request again."""
        ends, request = time.monotonic() + _PATIENCE_SECONDS, f"{method} {path}"
        while time.monotonic() < ends:
            try:
                reply = self._client.send(method, path, body, **headers)
            except Lost:
                self.refusals.append(FailedRequest(time.monotonic(), request, 0))
                raise
            if reply.status < 400 or reply.status in (404, 409):
                self.successes.append(time.monotonic())
                return reply
            code, detail = reply.json["code"], reply.json.get("detail", "")
            wait = reply.headers.get("retry-after", "")
            self.refusals.append(FailedRequest(time.monotonic(), request, reply.status, code, detail, wait))
            assert reply.status == 503, (path, reply.status, reply.data)
            time.sleep(_PAUSE_SECONDS)
        raise AssertionError(f"{path} was refused for {_PATIENCE_SECONDS} s")


@contextmanager
def load(port: int, seed: int, clients: int = 4) -> Iterator[list[LoadClient]]:
    """Context in which so many clients play; they have stopped when it ends."""
    rng, stop = Random(seed), Event()
    players = [LoadClient(port, Random(rng.random()), stop) for _ in range(clients)]
    threads = [Thread(target=player.run, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    try:
        yield players
    finally:
        stop.set()
        for thread in threads:
            thread.join(2 * _PATIENCE_SECONDS)
    assert not any(thread.is_alive() for thread in threads), "a client hangs"
    for player in players:
        assert player.failure is None, player.failure


def play_on(players: list[LoadClient], answers: int = 30) -> None:
    """Wait until each client has got so many more answers."""
    wanted = [len(player.successes) + answers for player in players]
    eventually(
        lambda: (
            any(player.failure for player in players)
            or all(len(player.successes) >= least for player, least in zip(players, wanted, strict=True))
        )
    )


def check(port: int, players: Sequence[LoadClient]) -> None:
    """Check what the clients were refused, and the logs of all their games.

    Refusals are 503 with a time to wait. No entry is doubled or reordered. A replica may lack the last
    entries of its master, because it gets them after they are acknowledged: their receipts find these.
    """
    refusals = [each for player in players for each in player.refusals]
    assert {each.status for each in refusals} <= {503}
    assert all(int(each.retry_after) > 0 for each in refusals)
    client = Client(port)
    for player in players:
        logs = [entries(client, played) for played in player.games]
        assert sum(map(check_order, logs, player.games))
        for log, played in zip(logs, player.games, strict=True):
            lost = lost_receipts(log, played)
            assert all(contradicts(client, played.game, receipt) for receipt in lost)
            audit = insist(partial(client.send, "GET", f"/v1/games/{played.game}/audit"))
            assert audit.status == 404 or lost or audit.json["findings"] == []
    client.close()


def lost_receipts(log: Sequence[Json], played: LoadGame) -> list[Json]:
    """Return the receipts of acknowledged moves that the log does not have."""
    digests = {entry["ply"]: entry["digest"] for entry in log}
    given = [move.answer["receipt"] for move in played.moves if move.answer is not None]
    return [receipt for receipt in given if digests.get(receipt["ply"]) != receipt["digest"]]


def contradicts(client: Client, game: str, receipt: Json) -> bool:
    """Return whether the service says that its log contradicts a receipt of its own."""
    reply = insist(partial(client.send, "POST", f"/v1/games/{game}/receipts", receipt))
    if reply.status == 404:
        return False
    # If nothing is left of the game, the answer is a problem that says so.
    return reply.json.get("consistent") is False or reply.json.get("code") == "history_rolled_back"


def entries(client: Client, played: LoadGame) -> list[Json]:
    """Return the log of a game, whole and without gaps; empty if the store has lost it."""
    log: list[Json] = []
    while True:
        path = f"/v1/games/{played.game}/events?after={len(log)}&limit=200"
        page = insist(partial(client.send, "GET", path))
        if page.status == 404 and not log:
            return []
        assert page.status == 200, page.data
        events: list[Json] = page.json["events"]
        if not events:
            assert [entry["ply"] for entry in log] == list(range(1, len(log) + 1))
            return log
        log += events


def check_order(log: Sequence[Json], played: LoadGame) -> int:
    """Return the number of the client's moves in the log.

    They must be there in their order, none twice and none that it did not send.
    """
    sent, count = iter(played.moves), 0
    for entry in log:
        command = entry["public"].get("command", {})
        if entry["public"]["actor"] == "seat:0" and command.get("type") != "take_seat":
            assert any(_is_of(command, move.body) for move in sent), (entry["ply"], command)
            count += 1
    return count


def _is_of(command: Json, body: Json) -> bool:
    return {**body, "ply": 0} == {**command, "ply": 0}
