"""Replicated acknowledgements in a cluster: each game asks the replica of its own master."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.crc import key_slot

from app.store.append_options import Appended
from app.store.client import connect
from app.store.durability import Grade, checks
from app.store.encryption import StorageCipher
from app.store.entry import START
from app.store.keys import GameId, game_id_from, log_key
from app.store.log import EventStore
from app.store.replication import ALL, Replication, Wanted
from tests.cluster.nodes import Cluster, Node, cluster_in
from tests.server.helpers import eventually
from tests.store.helpers import VAULT_KEY, entry_after


@pytest.fixture(scope="module")
def cluster(home: Path) -> Iterator[Cluster]:
    """Two masters, each with a replica."""
    with cluster_in(home / "nodes", masters=2) as cluster:
        yield cluster


def replicated(store: EventStore, game: GameId) -> bool | None:
    """Append the next entry of a game, and return whether it is replicated."""
    after = (store.read(game) or (START,))[-1]
    outcome = store.append(entry_after(after, game), after=after, status="playing", live=True)
    assert isinstance(outcome, Appended)
    return outcome.replicated


def game_of(cluster: Cluster, master: Node) -> GameId:
    """Return the id of a game that a master has."""
    games = (game_id_from(bytes([number] * 32)) for number in range(256))
    return next(game for game in games if cluster.master_of(key_slot(log_key(game).encode())) is master)


@pytest.mark.parametrize("wanted", [1, ALL])
def test_without_its_replica_an_entry_is_not_replicated_and_those_of_others_are(
    cluster: Cluster, wanted: Wanted
) -> None:
    """Once the replica is back the entry is replicated, and the answer to a repeat has it."""
    first, second = cluster.nodes[:2]
    replica = cluster.nodes[2]
    with connect(cluster.url) as redis:
        store = EventStore(redis, StorageCipher(VAULT_KEY), replication=Replication(wanted))
        mine, other = game_of(cluster, first), game_of(cluster, second)
        eventually(lambda: replicated(store, mine) and replicated(store, other))
        replica.kill()
        eventually(lambda: first.redis.info("replication")["connected_slaves"] == 0)
        assert replicated(store, mine) is False
        eventually(lambda: replicated(store, other))
        (check,) = [check for check in checks(redis, wanted) if check.name == "replicas"]
        assert (check.grade, check.number) == (Grade.WARN, 0)
        replica.start()
        eventually(lambda: store.is_replicated(mine))
        eventually(lambda: replicated(store, mine))
