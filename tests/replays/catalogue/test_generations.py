"""Signing keys after a loss of the store: the catalogue restores their times."""

import pytest
from redis import Redis
from sqlalchemy import Engine

from app.service.signing import LEAD_MS, KeyRing, now_ms
from app.store.signing_state import StoredGenerations
from replays.catalogue.connecting import reading, writing
from replays.catalogue.key_epochs import kept, recall
from replays.transparency import store
from replays.transparency.errors import TreeForked
from replays.transparency.merkle import Leaf
from tests.service.helpers import KEYS, Clock


def ahead() -> Clock:
    """A clock ahead of the store's, so that keys begin when it says."""
    clock = Clock()
    clock.now = now_ms() + 60_000
    return clock


def sign(engine: Engine, ring: KeyRing, clock: Clock, number: int) -> str | None:
    with writing(engine) as connection:
        store.append(connection, [Leaf(f"g-{number}", 1, bytes(32))])
        return store.checkpoint(connection, ring, clock())


def test_a_store_that_was_lost_learns_again_when_each_key_began(catalogue: Engine, redis: Redis) -> None:
    clock, stored = ahead(), StoredGenerations(redis)

    def ring() -> KeyRing:
        return KeyRing(KEYS.sign, stored, clock=clock)

    signing = ring()
    for number in range(3):
        sign(catalogue, signing, clock, number)
        signing.rotate()
        clock.now += 2 * LEAD_MS
    sign(catalogue, signing, clock, 3)
    keys = signing.keys()
    redis.flushall()
    with pytest.raises(TreeForked, match="no known key"):
        sign(catalogue, ring(), clock, 4)
    with reading(catalogue) as connection:
        assert recall(connection, stored) == 3
        assert recall(connection, stored) == 0
        assert kept(connection) == stored.starts()
    assert ring().keys() == keys
    assert sign(catalogue, ring(), clock, 4)


def test_a_store_that_knows_otherwise_or_better_is_believed(catalogue: Engine, redis: Redis) -> None:
    clock, stored = ahead(), StoredGenerations(redis)
    signing = KeyRing(KEYS.sign, stored, clock=clock)
    signing.rotate()
    sign(catalogue, signing, clock, 0)
    clock.now += 2 * LEAD_MS
    signing.rotate()
    with reading(catalogue) as connection:
        assert recall(connection, stored) == 0
        assert len(kept(connection)) == 2
    assert len(stored.starts()) == 3
    redis.flushall()
    KeyRing(KEYS.sign, stored, clock=clock).rotate()
    with reading(catalogue) as connection:
        assert recall(connection, stored) == 0
    assert len(stored.starts()) == 2
