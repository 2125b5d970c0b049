"""Counters in the store for all processes: time windows, and the open games of an owner."""

from concurrent.futures import ThreadPoolExecutor

from redis import Redis

from app.store.client import connect
from app.store.indexes import disown, own, prune, take
from app.store.keys import GameId, count_key, game_id_from, owned_key, state_key
from tests.server.helpers import eventually

OWNER = "owner"
OVER = ("finished", "void")


def games(count: int) -> list[GameId]:
    return [game_id_from(bytes([number]) * 32) for number in range(count)]


def test_however_many_ask_at_once_exactly_so_many_are_granted(redis: Redis, redis_url: str) -> None:
    def ask(_: int) -> bool:
        with connect(redis_url) as own_client:
            return take(own_client, "moves:a", 1, 10, 60_000).granted

    with ThreadPoolExecutor(8) as pool:
        granted = list(pool.map(ask, range(40)))
    assert sum(granted) == 10
    assert take(redis, "moves:a", 1, 10, 60_000)[:2] == (False, 10)
    assert take(redis, "moves:b", 1, 10, 60_000)[:2] == (True, 1)


def test_a_request_above_the_limit_consumes_nothing(redis: Redis) -> None:
    assert take(redis, "bytes", 7, 10, 60_000)[:2] == (True, 7)
    assert take(redis, "bytes", 4, 10, 60_000)[:2] == (False, 7)
    assert take(redis, "bytes", 3, 10, 60_000)[:2] == (True, 10)


def test_a_window_ends_and_its_key_is_removed(redis: Redis) -> None:
    first = take(redis, "moves:a", 1, 1, 30)
    assert first.granted
    assert 0 < first.ends_in_ms <= 30
    eventually(lambda: not redis.exists(count_key("moves:a")))
    assert take(redis, "moves:a", 1, 1, 60_000).granted


def test_a_counter_without_an_expiry_restarts(redis: Redis) -> None:
    redis.set(count_key("moves:a"), 5)
    assert take(redis, "moves:a", 1, 5, 60_000)[:2] == (True, 1)
    assert redis.pttl(count_key("moves:a")) > 0


def test_an_owner_has_so_many_games_and_each_is_counted_once(redis: Redis) -> None:
    one, two, three = games(3)
    assert [own(redis, OWNER, game, 2) for game in (one, one, two, three)] == [True, True, True, False]
    assert own(redis, "another", three, 2)
    disown(redis, OWNER, one)
    assert own(redis, OWNER, three, 2)
    assert redis.ttl(owned_key(OWNER)) > 0


def test_finished_and_missing_games_no_longer_count_for_the_owner(redis: Redis) -> None:
    kept, over, void, gone = games(4)
    for game, status in ((kept, "playing"), (over, "finished"), (void, "void"), (gone, None)):
        own(redis, OWNER, game, 9)
        if status is not None:
            redis.hset(state_key(game), "s", status)
    assert prune(redis, OWNER, OVER) == 1
    assert redis.smembers(owned_key(OWNER)) == {kept.encode()}
    assert prune(redis, "nobody", OVER) == 0
