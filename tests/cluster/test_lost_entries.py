"""Entries that were acknowledged and are gone after a failover: the receipts of clients find every one.

`CONQUIAN_REPLICAS` is 0, and the servers do not ask for replicas: a master whose replica is away goes on, and
the replica that then takes its place lacks what was written since.
"""

from functools import partial
from random import Random

from redis.crc import key_slot

from app.store.keys import log_key
from tests.cluster.nodes import Cluster, Node
from tests.cluster.test_failover import is_replaced
from tests.server.helpers import eventually
from tests.soak.client import Client, Json, Player, Reply, Service, choose, insist, make

PLAN = {"variant": "north-american", "seats": ["me", "open"], "options": {"deals": 50}}
MOVES = 5


def owner(cluster: Cluster, game: Player) -> Node:
    """Return the master of a game."""
    return cluster.master_of(key_slot(log_key(game.id).encode()))


def replica_of(cluster: Cluster, master: Node) -> Node:
    """Return the replica of a master."""
    roles = {node: node.ask("ROLE") for node in cluster.nodes}
    return next(node for node, role in roles.items() if role[0] == b"slave" and role[2] == master.port)


def has_everything(replica: Node, master: Node) -> bool:
    """Return whether a replica has all that was written at its master."""
    return bool(master.ask("ROLE")[1] == replica.ask("ROLE")[4])


def tried(game: Player, rng: Random) -> Reply:
    """Return the answer to a move of the first awaited seat."""
    seat = game.turn(game.get())
    assert seat is not None
    body = choose(rng, game.get("/moves?expand=1", seat)["moves"])
    return game.post(seat, body, f"{rng.getrandbits(64):x}")


def receipts(game: Player, rng: Random) -> list[Json]:
    """Play some moves, and return the receipts of their entries."""
    answers = [tried(game, rng) for _ in range(MOVES)]
    assert all(answer.status == 200 for answer in answers)
    return [answer.json["receipt"] for answer in answers]


def is_consistent(game: Player, receipt: Json) -> bool:
    """Return whether the service says that the log has the entry of a receipt."""
    send = partial(game.client.send, "POST", f"{game.path}/receipts", receipt)
    return bool(insist(send).json["consistent"])


def test_entries_that_a_failover_lost_are_found_by_their_receipts(service: Service, cluster: Cluster) -> None:
    """Their game freezes; one of the same master that lost nothing goes on, and so does one of another."""
    client, rng = Client(service.port), Random(1)
    game, kept, elsewhere = make(client, rng, PLAN), make(client, rng, PLAN), make(client, rng, PLAN)
    victim = owner(cluster, game)
    while owner(cluster, kept) is not victim:
        kept = make(client, rng, PLAN)
    while owner(cluster, elsewhere) is victim:
        elsewhere = make(client, rng, PLAN)
    replica = replica_of(cluster, victim)
    before, of_kept, of_elsewhere = receipts(game, rng), receipts(kept, rng), receipts(elsewhere, rng)
    eventually(lambda: has_everything(replica, victim))
    replica.kill()
    lost = receipts(game, rng)
    of_elsewhere += receipts(elsewhere, rng)
    victim.kill()
    replica.start()
    eventually(lambda: is_replaced(cluster, victim))
    assert [is_consistent(game, receipt) for receipt in before] == [True] * MOVES
    assert [is_consistent(game, receipt) for receipt in lost] == [False] * MOVES
    assert game.get()["status"] == "frozen"
    contradicted = {row["ply"] for row in game.get("/audit")["contradictions"]}
    assert contradicted == {receipt["ply"] for receipt in lost}
    for other, earlier in ((kept, of_kept), (elsewhere, of_elsewhere)):
        assert all(is_consistent(other, receipt) for receipt in earlier + receipts(other, rng))
        other.audit()
    log = game.get("/events?after=0&limit=200")["events"]
    victim.start()
    eventually(victim.is_linked)
    assert game.get("/events?after=0&limit=200")["events"] == log, "what only the old master had is discarded"
    client.close()
