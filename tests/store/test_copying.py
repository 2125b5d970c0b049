"""Copies of logs and keys for a backup: written into an empty store they are as they were."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from app.store.append_options import PlayersToAct
from app.store.copying import KeyCopy, LogCopy, logs, parse_key, parse_log, places, read_key, read_log, write
from app.store.entry import START, At
from app.store.indexes import WebhookIndex
from app.store.keys import GameId, LogKind, bucket, game_id_from, hooks_key, idem_key, log_key, state_key
from app.store.log import EventStore

from .contents import contents
from .helpers import ONCE, PARTS, add, grow

PLAYERS = [game_id_from(bytes([number]) * 32, LogKind.PLAYER) for number in (1, 2)]
LATE_MS = 4_000_000_000_000


@pytest.fixture
def whole(store: EventStore, redis: Redis, game: GameId) -> LogCopy:
    """A copy of a log with every kind of key and mark."""
    head = add(store, START, game, once=ONCE, parts=PARTS)
    head = add(store, head, game, due_in_ms=5_000, to_act=PlayersToAct(2, tuple(PLAYERS)), summary=b"{}")
    WebhookIndex(redis).add(game_id_from(bytes(32), LogKind.WEBHOOK), PLAYERS[0], [game])
    WebhookIndex(redis).mark([game])
    WebhookIndex(redis).set_notified(game, 1)
    redis.pexpireat(idem_key(game), LATE_MS)
    redis.delete("cq:hooks", hooks_key(PLAYERS[0]))
    copy = read_log(redis, game)
    assert copy is not None
    assert copy.place == (2, head.digest, 2)
    return copy


def again(copy: LogCopy) -> LogCopy:
    """Return the copy as it is read from a backup."""
    return parse_log(json.loads(json.dumps(copy.as_json())))


def test_a_log_that_is_written_from_its_copy_has_all_that_it_had(redis: Redis, whole: LogCopy) -> None:
    before = contents(redis)
    assert again(whole) == whole
    redis.flushall()
    for _ in range(2):
        write(redis, again(whole).commands(0))
        assert contents(redis) == before


def test_the_entries_of_a_copy_are_those_up_to_its_head_over_several_pages(
    store: EventStore, redis: Redis, game: GameId
) -> None:
    head = grow(store, game, 1_001)
    before = contents(redis)
    copy = read_log(redis, game)
    assert copy is not None
    assert copy.place == (1_001, head.digest, 1_001)
    redis.flushall()
    write(redis, copy.commands(0))
    assert contents(redis) == before
    assert places(redis, [game]) == [copy.place]


def test_a_damaged_log_is_copied_as_it_is(store: EventStore, redis: Redis, game: GameId) -> None:
    head = grow(store, game, 3)
    redis.xdel(log_key(game), "2-0")
    copy = read_log(redis, game)
    assert copy is not None
    assert copy.place == (3, head.digest, 2)
    redis.delete(state_key(game))
    headless = read_log(redis, game)
    assert headless is not None
    assert (headless.head, headless.place) == (None, None)
    assert len(headless.keys["ev"].content) == 4
    assert places(redis, [game]) == [None]


def test_a_log_without_keys_has_no_copy(redis: Redis, game: GameId) -> None:
    assert read_log(redis, game) is None
    assert read_key(redis, state_key(game)) is None
    assert (places(redis, []), logs(redis, LogKind.GAME)) == ([], [])
    write(redis, [])


def test_a_log_that_the_archive_has_is_written_without_entries_as_archived_long_ago(
    store: EventStore, redis: Redis, whole: LogCopy, game: GameId
) -> None:
    assert whole.head is not None
    redis.flushall()
    write(redis, again(whole.over()).commands(0))
    assert not redis.exists(log_key(game))
    assert store.turns(PLAYERS[0])[1] == {}
    assert redis.zscore(f"cq:{{b{game[2:4]}}}:kept", game) == 0
    assert redis.zscore(f"cq:{{b{game[2:4]}}}:due", game) is None
    assert store.look(game, At(*whole.head), ONCE).replayed_ply == 1


def test_an_unwatched_copy_has_no_webhooks(redis: Redis, whole: LogCopy, game: GameId) -> None:
    redis.flushall()
    write(redis, whole.unwatched().commands(0))
    index = WebhookIndex(redis)
    assert (index.of([game]), index.notified_ply(game)) == ((), None)
    assert redis.exists(log_key(game))


def test_a_key_that_has_expired_meanwhile_is_not_written(redis: Redis, whole: LogCopy, game: GameId) -> None:
    redis.flushall()
    write(redis, whole.commands(LATE_MS - 1))
    assert redis.pexpiretime(idem_key(game)) == LATE_MS
    redis.flushall()
    write(redis, whole.commands(LATE_MS))
    assert not redis.exists(idem_key(game))
    assert redis.exists(log_key(game))


@pytest.mark.parametrize("kind", ["hash", "set", "zset", "list", "string"])
def test_a_key_of_each_kind_is_copied_with_its_members_and_its_time(redis: Redis, kind: str) -> None:
    names: dict[Any, Any] = {f"name {number}": number for number in range(1_203)}
    filling: dict[str, Callable[[], object]] = {
        "hash": lambda: redis.hset("cq:x", mapping=names),
        "set": lambda: redis.sadd("cq:x", *names),
        "zset": lambda: redis.zadd("cq:x", names),
        "list": lambda: redis.rpush("cq:x", *names),
        "string": lambda: redis.set("cq:x", bytes(range(256))),
    }
    filling[kind]()
    redis.pexpireat("cq:x", LATE_MS)
    before = contents(redis)
    copy = read_key(redis, "cq:x")
    assert copy is not None
    assert (copy.type, copy.expires_ms) == (kind, LATE_MS)
    redis.flushall()
    write(redis, list(parse_key(json.loads(json.dumps(copy.as_json()))).commands("cq:x", 0)))
    assert contents(redis) == before


def test_a_key_without_a_time_never_expires(redis: Redis) -> None:
    redis.set("cq:x", "1")
    assert read_key(redis, "cq:x") == KeyCopy("string", None, [b"1"])


def test_the_logs_of_a_kind_are_those_of_which_the_store_has_any_key(store: EventStore, redis: Redis) -> None:
    games = [game_id_from(bytes([number]) * 32) for number in range(5)]
    for game in games[:4]:
        add(store, START, game)
    redis.delete(log_key(games[0]), state_key(games[0]))
    redis.set(idem_key(games[4]), "1")
    listed = logs(redis, LogKind.GAME)
    assert sorted(listed) == sorted(games[1:])
    assert [bucket(game) for game in listed] == sorted(map(bucket, listed))
    assert logs(redis, LogKind.DISPUTE) == []
