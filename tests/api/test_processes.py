"""Several processes: fifty posts at one ply through four of them, and one that is killed."""

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from uuid import UUID

import pytest
from redis import Redis

from app.store.client import script
from tests.server.helpers import eventually
from tests.soak.apis import Api, api, start, store, wait
from tests.soak.client import Client, Json, Lost, Player, Reply, insist, make
from tests.soak.lossy import Proxy as LossyProxy
from tests.store.helpers import Proxy

CROWD = 50
PROCESSES = 4
KEY = str(UUID(int=21, version=4))
SEATS = {"variant": "north-american", "seats": ["me", "open"]}


@pytest.fixture(scope="module")
def ports() -> Iterator[list[int]]:
    """Four APIs, each a process of its own, over one store."""
    with store() as path, ExitStack() as stack:
        home, url = path.parent, f"unix://{path}"
        running = [start(home, url) for _ in range(PROCESSES)]
        for process in running:
            stack.callback(_end, process)
        for process in running:
            wait(process, home)
        yield [one.port for one in running]


def _end(process_api: Api) -> None:
    process_api.process.terminate()
    process_api.process.wait()


@pytest.fixture
def player(ports: list[int]) -> Iterator[Player]:
    """A game with both its seats."""
    client = Client(ports[0])
    yield make(client, Random(1), SEATS)
    client.close()


@dataclass
class Crowd:
    """The answers to fifty requests, and those that named a busy store and were asked for again."""

    replies: list[Reply] = field(default_factory=list)
    unsettled: list[Reply] = field(default_factory=list)

    def firsts(self, wanted: Callable[[Reply], bool]) -> bool:
        """Return whether exactly one answer is as wanted, or none if an outcome is unknown."""
        count = sum(map(wanted, self.replies))
        unknown = any(reply.json["code"] == "outcome_unknown" for reply in self.unsettled)
        return count == 1 or (count == 0 and unknown)


def crowd(ports: list[int], send: Callable[[Client, int], Reply]) -> Crowd:
    """The answers to fifty requests that start together, each on a connection of its own."""
    result, barrier = Crowd(), threading.Barrier(CROWD)

    def run(at: int) -> None:
        client = Client(ports[at % PROCESSES])
        client.send("GET", "/livez")
        barrier.wait()
        while (reply := send(client, at)).status == 503:
            result.unsettled.append(reply)
        result.replies.append(reply)
        client.close()

    threads = [threading.Thread(target=run, args=(at,)) for at in range(CROWD)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(result.replies) == CROWD
    return result


@pytest.mark.parametrize(
    ("names", "body", "status"),
    [(("If_Match",), {}, 412), ((), {"expected_ply": 0}, 409), (("If_Match", "Idempotency_Key"), {}, 412)],
    ids=["If-Match", "expected_ply", "If-Match and keys of their own"],
)
def test_of_fifty_moves_at_one_ply_one_is_accepted_and_the_rest_are_stale(
    ports: list[int], player: Player, names: tuple[str, ...], body: Json, status: int
) -> None:
    view = player.get()
    ply, seat = view["ply"], player.turn(view)
    move = {"type": "pass", **dict.fromkeys(body, ply)}

    def send(client: Client, at: int) -> Reply:
        named = {"If_Match": f'"{ply}"', "Idempotency_Key": f"k{at}"}
        headers = {name: named[name] for name in names} | player.headers(seat)
        return client.send("POST", f"{player.path}/moves", move, **headers)

    result = crowd(ports, send)
    assert result.firsts(lambda reply: reply.status == 200)
    refused = [(reply.status, reply.json["code"]) for reply in result.replies if reply.status != 200]
    assert set(refused) == {(status, "stale_ply")}
    assert {reply.json["ply"] for reply in result.replies} == {ply + 1}
    assert player.get()["ply"] == ply + 1


def test_fifty_moves_with_one_key_are_one_entry_with_one_answer(ports: list[int], player: Player) -> None:
    view = player.get()
    seat = player.turn(view)
    answer = crowd(
        ports,
        lambda client, at: client.send(
            "POST", f"{player.path}/moves", {"type": "pass"}, Idempotency_Key="k", **player.headers(seat)
        ),
    )
    _check_one(answer, 200)
    assert player.get()["ply"] == view["ply"] + 1


def test_fifty_creations_with_one_key_are_one_game(ports: list[int]) -> None:
    answer = crowd(ports, lambda client, at: client.send("POST", "/v1/games", SEATS, Idempotency_Key=KEY))
    _check_one(answer, 201)


def test_fifty_key_requests_with_one_idempotency_key_create_one_key(ports: list[int]) -> None:
    client = Client(ports[0])
    made = insist(lambda: client.send("POST", "/v1/players", {"name": "Lupe"})).json
    bearer = {"Authorization": f"Bearer {made['key']}"}
    path = "/v1/players/me/keys"
    answer = crowd(
        ports,
        lambda client, at: client.send("POST", path, {"scopes": ["view"]}, Idempotency_Key="k", **bearer),
    )
    _check_one(answer, 201)
    assert len(client.send("GET", path, **bearer).json["keys"]) == 2
    client.close()


def _check_one(result: Crowd, status: int) -> None:
    replies = result.replies
    assert {reply.status for reply in replies} == {status}, [reply.data for reply in replies]
    assert (
        len({(reply.data, reply.headers.get("etag"), reply.headers.get("location")) for reply in replies})
        == 1
    )
    assert result.firsts(lambda reply: "idempotent-replay" not in reply.headers)


class Muted(Proxy):
    """A proxy of the store that falls silent as soon as an entry is to be appended, once it is `armed`."""

    armed = False

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                if self.armed and script("append").sha.encode() in data:
                    self.silent = True
                server.sendall(data)


def test_the_repeat_finds_the_entry_of_a_process_that_was_killed_before_it_answered() -> None:
    with store() as path, Redis(unix_socket_path=str(path)) as redis:
        home: Path = path.parent
        with Muted(path, home / "p") as proxy, api(home, proxy.url) as running:
            client = Client(running.port)
            player = make(client, Random(1), SEATS)
            expect_once = partial(_killed, client, running, home, proxy, redis)
            lupe = expect_once("/v1/players", {"name": "Lupe"}, {}).json
            expect_once("/v1/games", SEATS, {"Authorization": f"Bearer {lupe['key']}"})
            seat = player.turn(player.get())
            moved = expect_once(f"{player.path}/moves", {"type": "pass"}, player.headers(seat)).json
            assert moved["ply"] == player.get()["ply"]
            client.close()


def _killed(
    client: Client,
    running: Api,
    home: Path,
    proxy: Muted,
    redis: Redis,
    path: str,
    body: Json,
    headers: dict[str, str],
) -> Reply:
    """The answer to the repeat of a request after whose entry every API process was killed."""
    headers = {**headers, "Idempotency_Key": KEY}
    before, proxy.armed = _entries(redis), True
    sender = threading.Thread(target=_lost, args=(client, path, body, headers))
    sender.start()
    eventually(lambda: _entries(redis) == before + 1)
    for worker in running.workers:
        os.kill(worker, signal.SIGKILL)
    sender.join()
    proxy.armed = proxy.silent = False
    wait(running, home)
    again = insist(lambda: client.send("POST", path, body, **headers))
    assert again.status in (200, 201), again.data
    assert again.headers["idempotent-replay"] == "true"
    assert _entries(redis) == before + 1
    return again


def _entries(redis: Redis) -> int:
    """Return how many entries there are in all logs."""
    return sum(int(redis.xlen(name)) for name in redis.scan_iter("*:ev"))


def _lost(client: Client, path: str, body: Json, headers: dict[str, str]) -> None:
    """A request without an answer, or with the answer that its outcome is unknown."""
    with suppress(Lost):
        reply = client.send("POST", path, body, **headers)
        assert (reply.status, reply.json["code"]) == (503, "outcome_unknown")


def test_the_proxy_of_the_soak_loses_a_reply_after_the_service_has_worked(ports: list[int]) -> None:
    proxy = LossyProxy(ports[0], Random(3))
    client = Client(proxy.port)
    body, lost = {"name": "Lupe"}, 0
    for at in range(40):
        try:
            client.send("POST", "/v1/players", body, Idempotency_Key=str(UUID(int=at, version=4)))
        except Lost:
            lost += 1
    client.close()
    proxy.close()
    assert proxy.losses.requests + proxy.losses.replies == lost
    assert proxy.losses.passed == 40 - lost
    assert sum(map(len, proxy.losses.answers.values())) == 40 - proxy.losses.requests
    assert 6 <= proxy.losses.replies <= 20
