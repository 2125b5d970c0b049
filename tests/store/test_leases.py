"""Leases of the parts of a log."""

from dataclasses import replace

from redis import Redis

from app.store.keys import lease_key
from app.store.leases import LEASE_MS, Leases

LOG = "t-000000000000000000000000"


def test_free_parts_are_leased_among_several(redis: Redis) -> None:
    leases = Leases(redis)
    first = leases.take(LOG, [2])
    assert [lease.part for lease in leases.take(LOG, [1, 2, 3])] == [1, 3]
    leases.release(first)
    assert [lease.part for lease in leases.take(LOG, [1, 2, 3])] == [2]


def test_a_part_leased_by_another_holder_is_neither_released_nor_renewed(redis: Redis) -> None:
    leases = Leases(redis)
    mine, lost = leases.take(LOG, [1, 2])
    lost = replace(lost, token="another")
    for part in (1, 2):
        redis.pexpire(lease_key(LOG, part), LEASE_MS // 2)
    leases.renew([mine, lost])
    lasts = [redis.pttl(lease_key(LOG, part)) > LEASE_MS // 2 for part in (1, 2)]
    assert lasts == [True, False]
    leases.release([mine, lost])
    assert [lease.part for lease in leases.take(LOG, [1, 2])] == [1]


def test_a_lease_of_no_parts_holds_nothing(redis: Redis) -> None:
    leases = Leases(redis)
    assert leases.take(LOG, []) == []
    leases.renew([])
    leases.release([])
