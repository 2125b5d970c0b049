"""A master that has no replica ends: only its games wait until it is back."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from redis.crc import key_slot

from app.store.keys import GENERATIONS, HOOKS, INSTALLATION, log_key
from tests.cluster.nodes import Cluster, Node, cluster_in
from tests.server.helpers import eventually
from tests.soak.client import Client, Json, Player, Service, insist, make
from tests.soak.kills import Sitting
from tests.webhooks.receiver import Receiver, receiving

PLAN = {"variant": "north-american", "seats": ["me", {"bot": "greedy"}], "options": {"deals": 1}}
LONG = {"deals": 50}
TIMED = {**PLAN, "options": {"deals": 50, "decision_seconds": 1}}


@pytest.fixture(scope="module")
def cluster(home: Path) -> Iterator[Cluster]:
    """Three masters without replicas."""
    with cluster_in(home / "nodes", replicas=0) as cluster:
        yield cluster


class Shards:
    """The clients of a service, and which of their logs the master `lost` has."""

    def __init__(self, port: int, cluster: Cluster, lost: Node) -> None:
        self.client = Client(port)
        self.rng = Random(1)
        self._cluster = cluster
        self._lost = lost
        self._slots = [cluster.master_of(slot) for slot in range(0, 16_384, 64)]

    def is_kept(self, log: str) -> bool:
        """Return whether another master has the log."""
        return self._slots[key_slot(log_key(log).encode()) // 64] is not self._lost

    def registered(self) -> Json:
        """Return a player whose log is kept."""
        while True:
            made = insist(lambda: self.client.send("POST", "/v1/players", {"name": "Lupe"})).json
            if self.is_kept(made["player"]):
                return made

    def hooked(self, receiver: Receiver, own: dict[str, str]) -> None:
        """Register webhooks until one is kept."""
        body = {"url": receiver.url, "events": ["game_over"]}
        while True:
            made = insist(lambda: self.client.send("POST", "/v1/webhooks", body, **own))
            assert made.status == 201, made.data
            if self.is_kept(made.json["webhook"]):
                return

    def created(self, plan: Json) -> Player:
        """Return a new game whose log is kept."""
        while True:
            game = make(self.client, self.rng, plan)
            if self.is_kept(game.id):
                return game


def play(player: Player, rng: Random) -> None:
    """Play a game to its end, with a connection of its own."""
    sitting = Sitting(Player(Client(player.client.port), player.id, player.tokens))
    thread = Thread(target=sitting.run, args=(rng,), daemon=True)
    thread.start()
    eventually(lambda: not thread.is_alive())
    sitting.check()
    sitting.player.client.close()


def test_only_the_games_of_a_lost_master_wait(service: Service, cluster: Cluster) -> None:
    """Moves, answers of bots, deadlines, streams and webhooks of all other games go on meanwhile."""
    needed = {cluster.master_of(key_slot(key.encode())) for key in (INSTALLATION, GENERATIONS, HOOKS)}
    lost = next(node for node in cluster.nodes if node not in needed)
    shards = Shards(service.port, cluster, lost)
    with ExitStack() as stack:
        receiver = stack.enter_context(receiving())
        own = {"Authorization": f"Bearer {shards.registered()['key']}"}
        shards.hooked(receiver, own)
        kept, waiting = list[Player](), list[Player]()
        while len(kept) < 2 or not waiting:
            game = make(shards.client, shards.rng, PLAN, **own)
            (kept if shards.is_kept(game.id) else waiting).append(game)
        stream = HTTPConnection("127.0.0.1", service.port, timeout=120)
        stack.callback(stream.close)
        stream.request("GET", f"{kept[0].path}/events?after=0", headers={"Accept": "application/x-ndjson"})
        lines = stream.getresponse()
        timed = shards.created(TIMED)
        lost.kill()
        ply = timed.get()["ply"]
        eventually(lambda: timed.get()["ply"] > ply)
        for game in kept:
            play(game, shards.rng)
        plies = [entry["ply"] for line in lines if line.strip() and "digest" in (entry := json.loads(line))]
        assert plies == list(range(1, kept[0].get()["ply"] + 1))
        voided = {game.id for game in kept}
        eventually(lambda: voided <= {message.json["data"]["game"] for message in receiver.messages})
        for game in waiting:
            refused = shards.client.send("GET", game.path)
            assert (refused.status, refused.json["code"]) == (503, "store_unavailable")
        ready = shards.client.send("GET", "/readyz")
        assert (ready.status, ready.json["checks"]["writes"]) == (200, "warn")
        lost.start()
        play(waiting[0], shards.rng)
        eventually(lambda: shards.client.send("GET", "/readyz").json["checks"]["writes"] == "ok")
        shards.client.close()


def test_games_of_bots_go_on_without_the_master_of_the_identity_and_the_signing_keys(
    service: Service, cluster: Cluster
) -> None:
    lost = cluster.master_of(key_slot(INSTALLATION.encode()))
    assert lost is cluster.master_of(key_slot(GENERATIONS.encode()))
    shards = Shards(service.port, cluster, lost)
    game = shards.created({"variant": "north-american", "seats": [{"bot": "greedy"}] * 2, "options": LONG})
    lost.kill()
    try:
        assert game.get()["status"] == "playing"
        eventually(lambda: game.get()["status"] == "finished")
    finally:
        lost.start()
    eventually(lambda: shards.client.send("GET", "/readyz").json["checks"]["writes"] == "ok")
    shards.client.close()
