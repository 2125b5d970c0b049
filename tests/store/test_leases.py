"""Leases: who holds which part of a log, and for how long."""

from dataclasses import replace

from redis import Redis

from app.store.keys import lease_key
from app.store.leases import LEASE_MS, Leases

LOG = "t-000000000000000000000000"


def test_of_several_parts_those_are_taken_that_nobody_holds(redis: Redis) -> None:
    leases = Leases(redis)
    first = leases.take(LOG, [2])
    assert [one.part for one in leases.take(LOG, [1, 2, 3])] == [1, 3]
    leases.release(first)
    assert [one.part for one in leases.take(LOG, [1, 2, 3])] == [2]


def test_what_another_holds_by_now_is_neither_freed_nor_renewed(redis: Redis) -> None:
    leases = Leases(redis)
    mine, lost = leases.take(LOG, [1, 2])
    lost = replace(lost, token="another")
    for part in (1, 2):
        redis.pexpire(lease_key(LOG, part), LEASE_MS // 2)
    leases.renew([mine, lost])
    lasts = [redis.pttl(lease_key(LOG, part)) > LEASE_MS // 2 for part in (1, 2)]
    assert lasts == [True, False]
    leases.release([mine, lost])
    assert [one.part for one in leases.take(LOG, [1, 2])] == [1]


def test_of_nothing_nothing_is_held(redis: Redis) -> None:
    leases = Leases(redis)
    assert leases.take(LOG, []) == []
    leases.renew([])
    leases.release([])
