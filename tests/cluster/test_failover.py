"""A master of the cluster ends, or hangs, while games are played: its replica takes over."""

from redis.crc import key_slot

from app.store.keys import log_key
from tests.cluster.load import LoadClient, check, load, play_on
from tests.cluster.nodes import Cluster, Node
from tests.server.helpers import eventually
from tests.soak.client import Service


def master_of(cluster: Cluster, players: list[LoadClient]) -> Node:
    """Return the node that has the last game of the first player now."""
    return cluster.master_of(key_slot(log_key(players[0].games[-1].game).encode()))


def is_replaced(cluster: Cluster, victim: Node) -> bool:
    """Return whether the other nodes have a master for every slot without `victim`."""
    others = [node for node in cluster.nodes if node is not victim]
    return all(node.is_ok() and victim.port not in node.masters() for node in others)


def test_games_go_on_when_a_master_is_killed(service: Service, cluster: Cluster) -> None:
    """No entry is doubled or reordered; the node comes back as a replica."""
    with load(service.port, 1) as players:
        play_on(players)
        victim = master_of(cluster, players)
        victim.kill()
        eventually(lambda: is_replaced(cluster, victim))
        play_on(players)
        victim.start()
        eventually(victim.is_linked)
        play_on(players)
    assert any(player.refusals for player in players), "the fault was not noticed"
    check(service.port, players)


def test_games_go_on_when_a_master_hangs(service: Service, cluster: Cluster) -> None:
    """A node that keeps its connections and does not answer is replaced, too."""
    with load(service.port, 2) as players:
        play_on(players)
        victim = master_of(cluster, players)
        victim.pause()
        try:
            eventually(lambda: is_replaced(cluster, victim))
            play_on(players)
        finally:
            victim.go_on()
        eventually(victim.is_linked)
        play_on(players)
    assert any(player.refusals for player in players), "the fault was not noticed"
    check(service.port, players)
