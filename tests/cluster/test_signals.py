"""Signals of new notices on a real cluster: they name single buckets, while a sweep names all of them."""

from collections.abc import Iterator

import pytest
from redis import Redis

from app.store.bucket_plan import SLOT_OF_BUCKET
from app.store.bucket_signals import BucketSignals
from app.store.client import cluster_of, connect
from app.store.encryption import StorageCipher
from app.store.entry import START
from app.store.keys import BUCKETS, GameId, bucket, game_id_from
from app.store.log import EventStore
from tests.cluster.nodes import Cluster
from tests.server.helpers import eventually
from tests.store.helpers import VAULT_KEY, add


@pytest.fixture
def redis(cluster: Cluster) -> Iterator[Redis]:
    """A client of the cluster."""
    with connect(cluster.url) as redis:
        yield redis


def is_signalled(
    redis: Redis, signals: BucketSignals, numbers: Iterator[int], number: int | None = None
) -> bool:
    """Append to a new game, of the bucket `number` if given; return whether its bucket alone is reported."""
    game = next(game for game in map(_game, numbers) if number in (None, bucket(game)))
    signals.wait(0.01)  # what came before
    add(EventStore(redis, StorageCipher(VAULT_KEY)), START, game)
    return signals.wait(1) == [bucket(game)]


def _game(number: int) -> GameId:
    return game_id_from(number.to_bytes(32))


def test_an_append_signals_its_bucket_at_once(redis: Redis) -> None:
    """The first call reports all buckets, later ones those with new entries, on each master."""
    cluster = cluster_of(redis)
    assert cluster is not None
    signals, numbers = BucketSignals(cluster), iter(range(100_000))
    assert signals.wait(0) == list(range(BUCKETS))
    for number in (0, 20, 40):
        eventually(lambda number=number: is_signalled(redis, signals, numbers, number))  # type: ignore[misc]


def test_signals_follow_a_bucket_to_its_next_master(redis: Redis, cluster: Cluster) -> None:
    """After its slot has moved, the bucket is subscribed to at the node that has it then."""
    pool = cluster_of(redis)
    assert pool is not None
    signals, numbers, number = BucketSignals(pool), iter(range(100_000, 200_000)), 7
    eventually(lambda: is_signalled(redis, signals, numbers, number))
    slot = SLOT_OF_BUCKET[number]
    source = cluster.master_of(slot)
    target = next(node for node in cluster.nodes[:3] if node is not source)
    cluster.migrate([(slot, slot)], source, target)
    eventually(lambda: is_signalled(redis, signals, numbers, number))
