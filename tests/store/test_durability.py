"""Durability checks of a real server whose settings change while it runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis

from app.store.client import connect
from app.store.durability import Grade, PartCheck, checks, safe
from app.store.errors import StoreFailure
from tests.conftest import SETTINGS, valkey_in


@contextmanager
def set_to(redis: Redis, **settings: str) -> Iterator[None]:
    """The server has other settings meanwhile, named with underscores."""
    named = {name.replace("_", "-"): text for name, text in settings.items()}
    before = {name: str(redis.config_get(name)[name]) for name in named}
    for name, text in named.items():
        redis.config_set(name, text)
    try:
        yield
    finally:
        for name, text in before.items():
            redis.config_set(name, text)


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    """A client that reads texts."""
    with Redis.from_url(redis_url, decode_responses=True) as redis:
        yield redis


@pytest.fixture
def store(redis_url: str) -> Iterator[Redis]:
    """A client as the service uses it."""
    with connect(redis_url) as redis:
        yield redis


def bad(results: tuple[PartCheck, ...]) -> dict[str, Grade]:
    """The checks that something is wrong with."""
    return {check.name: check.grade for check in results if check.grade is not Grade.OK}


def test_the_settings_of_the_tests_server_are_safe(store: Redis) -> None:
    results = checks(store)
    assert not bad(results)
    assert safe(results)
    assert {"version", "role", "memory", *SETTINGS} <= {check.name for check in results}


@pytest.mark.parametrize(
    ("name", "value"),
    [("maxmemory-policy", "allkeys-lru"), ("appendfsync", "everysec"), ("appendonly", "no")],
)
def test_each_unsafe_setting_is_named_in_a_sentence_and_makes_the_store_unsafe(
    redis: Redis, store: Redis, name: str, value: str
) -> None:
    with set_to(redis, **{name: value}):
        results = checks(store)
    assert bad(results) == {name: Grade.WARN}
    assert not safe(results)
    assert f"{name} {value}" in next(check.detail for check in results if check.name == name)
    assert safe(checks(store))


def test_a_server_that_is_short_of_memory_is_warned_of_and_safe(redis: Redis, store: Redis) -> None:
    used = redis.info("memory")["used_memory"]
    with set_to(redis, maxmemory=str(used + used // 12)):
        results = checks(store)
    assert bad(results) == {"memory": Grade.WARN}
    assert safe(results)


def test_settings_that_may_not_be_read_are_taken_from_elsewhere_or_held_for_unsafe(
    redis: Redis, redis_url: str
) -> None:
    redis.acl_setuser("blind", enabled=True, nopass=True, keys=["*"], commands=["+@all", "-config"])
    try:
        with connect(f"{redis_url}?username=blind&password=x") as blind:
            results = checks(blind)
            with set_to(redis, **{"maxmemory-policy": "volatile-lru"}):
                worse = checks(blind)
    finally:
        redis.acl_deluser("blind")
    assert bad(results) == {"appendfsync": Grade.WARN}
    assert not safe(results)
    assert bad(worse) == {"appendfsync": Grade.WARN, "maxmemory-policy": Grade.WARN}


def test_a_replica_fails(valkey_dir: Path) -> None:
    with valkey_in(valkey_dir), connect(f"unix://{valkey_dir / 'v'}") as store:
        assert not bad(checks(store))
        store.replicaof("127.0.0.1", 1)
        results = checks(store)
        assert bad(results)["role"] is Grade.FAIL
        assert not safe(results)


@pytest.mark.parametrize("policy", ["noeviction", "volatile-ttl"])
def test_a_full_server_fails_under_every_policy_without_a_write_and_recovers(
    redis: Redis, store: Redis, policy: str
) -> None:
    redis.set("kept", "x")
    with set_to(redis, **{"maxmemory-policy": policy, "maxmemory": "1"}):
        (writes,) = [check for check in checks(store) if check.name == "writes"]
        assert (writes.grade, writes.refusal, writes.code) == (Grade.FAIL, StoreFailure.FULL, "full")
        (memory,) = [check for check in checks(store) if check.name == "memory"]
        assert memory.detail == "The store uses all of the memory that it may use."
    assert not bad(checks(store))
    assert redis.keys() == ["kept"]


def test_a_server_without_the_replicas_that_it_wants_fails_and_the_sentence_says_so(
    redis: Redis, store: Redis
) -> None:
    with set_to(redis, min_replicas_to_write="1"):
        (writes,) = [check for check in checks(store) if check.name == "writes"]
    assert (writes.grade, writes.code) == (Grade.FAIL, "no_replicas")
    assert "min-replicas-to-write" in str(writes.detail)
