"""Slots move while games are played: to another master, and to a node that was just added."""

from app.store.bucket_plan import SLOT_OF_BUCKET
from app.store.cluster import SLOTS
from tests.cluster.load import check, load, play_on
from tests.cluster.nodes import Cluster
from tests.soak.client import Service


def test_games_go_on_while_their_slots_move(service: Service, cluster: Cluster) -> None:
    """All slots of a master move to the next one and back, each time at once."""
    source, target, _ = cluster.nodes[:3]
    own = [(0, SLOTS // 3 - 1)]
    with load(service.port, 3) as players:
        play_on(players)
        cluster.migrate(own, source, target)
        assert all(cluster.master_of(slot) is target for slot in SLOT_OF_BUCKET if slot <= own[0][1])
        play_on(players)
        cluster.migrate(own, target, source)
        play_on(players)
    check(service.port, players)


def test_games_go_on_when_a_node_is_added(service: Service, cluster: Cluster) -> None:
    """A fourth master gets a quarter of the slots of the others."""
    masters = cluster.nodes[:3]
    with load(service.port, 4) as players:
        play_on(players)
        added = cluster.add()
        cluster.join(added)
        for number, master in enumerate(masters):
            first = number * SLOTS // 3
            cluster.migrate([(first, first + SLOTS // 12 - 1)], master, added)
        play_on(players)
    assert cluster.nodes[0].masters()[added.port] == 3 * (SLOTS // 12)
    check(service.port, players)
