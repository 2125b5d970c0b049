"""Presence in the store: seats with open streams, in any process, until they expire."""

import time
from collections.abc import Callable

from redis import Redis

from app.store.keys import BUCKETS, bucket, game_id_from, outbox_key, presence_key
from app.store.outbox import BESIDE, Outbox
from app.store.presence import Presence

GAME = game_id_from(bytes(32))


def eventually(value: Callable[[], object], wanted: object) -> None:
    """Wait until `value` returns the wanted value."""
    until = time.monotonic() + 60
    while (actual := value()) != wanted:
        assert time.monotonic() < until, actual
        time.sleep(0.01)


def test_a_seat_is_connected_while_one_of_its_streams_is(redis: Redis) -> None:
    one, other = Presence(redis, grace_ms=0), Presence(redis, grace_ms=0)
    assert one.of(GAME) == ()
    assert one.keep(GAME, 2, "first") == (2,)
    assert other.keep(GAME, 2, "second") == (2,)
    assert other.keep(GAME, 10, "third") == (2, 10)
    one.close(GAME, 2, "first")
    assert one.of(GAME) == (2, 10)
    other.close(GAME, 2, "second")
    assert one.of(GAME) == (10,)


def test_a_stream_that_is_not_kept_expires(redis: Redis) -> None:
    Presence(redis, expiry_ms=50).keep(GAME, 1, "first")
    lasting = Presence(redis)
    assert lasting.keep(GAME, 0, "second")[0] == 0
    eventually(lambda: lasting.of(GAME), (0,))
    assert 0 < redis.pttl(presence_key(GAME)) <= lasting.expiry_ms


def test_a_closed_stream_counts_until_the_client_may_be_back(redis: Redis) -> None:
    presence = Presence(redis, grace_ms=50)
    presence.keep(GAME, 1, "first")
    presence.close(GAME, 1, "first")
    eventually(lambda: presence.of(GAME), ())
    assert not redis.exists(presence_key(GAME))


def test_only_a_change_of_the_connected_seats_is_announced(redis: Redis) -> None:
    presence, outbox = Presence(redis, grace_ms=0), Outbox(redis)
    cursors, _ = outbox.follow(None, 0)

    def announced() -> list[tuple[str, int, str]]:
        nonlocal cursors
        cursors, notices = outbox.follow(cursors, 0)
        return [(notice.game, notice.ply, notice.hint) for notice in notices]

    presence.keep(GAME, 1, "first")
    assert announced() == [(GAME, 0, BESIDE)]
    presence.keep(GAME, 1, "first")
    presence.keep(GAME, 1, "second")
    presence.close(GAME, 1, "first")
    presence.of(GAME)
    assert announced() == []
    presence.close(GAME, 1, "second")
    assert announced() == [(GAME, 0, BESIDE)]


def test_the_keys_are_of_the_bucket_of_the_game(redis: Redis) -> None:
    Presence(redis).keep(GAME, 1, "first")
    tag = outbox_key(bucket(GAME)).split(":")[1]
    assert bucket(GAME) < BUCKETS
    assert {str(key).split(":")[1] for key in redis.scan_iter()} == {tag}
