"""Retention of finished games: kept for a time, removed once archived, restored."""

import pytest
from redis import Redis

from app.store import keys
from app.store.append_options import IdempotencyKey
from app.store.encryption import StorageCipher
from app.store.entry import START, At, LogPosition
from app.store.keys import GameId, game_id_from
from app.store.log import EventStore
from app.store.retention import Retention

from .helpers import PARTS, VAULT_KEY, add, dumps, grow

OTHER = game_id_from(b"other".ljust(32))


@pytest.fixture
def after(redis: Redis) -> Retention:
    """Retention of the finished games of the store."""
    return Retention(redis, StorageCipher(VAULT_KEY))


def over(store: EventStore, game: GameId) -> LogPosition:
    """The head of a game that has ended at ply 3."""
    head = add(store, grow(store, game, 1), game, parts=PARTS)
    return add(store, head, game, status="finished", live=False, hint="end")


def is_here(redis: Redis, game: GameId) -> bool:
    return redis.exists(keys.log_key(game), keys.state_key(game), keys.idem_key(game)) > 0


def test_only_a_game_with_its_last_entry_waits_to_be_archived(
    store: EventStore, after: Retention, game: GameId
) -> None:
    grow(store, OTHER, 3)
    over(store, game)
    assert [one.game for one in after.ended(9)] == [game]
    assert [one.game for one in after.newest(9)] == [game]
    assert (after.waiting(), after.kept()) == (1, 0)


def test_a_refused_game_waits_on_and_is_left_alone(store: EventStore, after: Retention, game: GameId) -> None:
    over(store, game)
    after.refuse(game)
    assert (after.ended(9), after.waiting()) == ([], 1)


def test_waiting_games_and_those_that_could_not_be_archived_are_counted(
    store: EventStore, after: Retention, game: GameId
) -> None:
    for log in (game, OTHER):
        over(store, log)
    assert (after.waiting(), after.refused()) == (2, 0)
    after.refuse(game)
    assert (after.waiting(), after.refused()) == (2, 1)
    assert [due.game for due in after.ended(9)] == [OTHER]


def test_an_archived_game_is_removed_once_its_retention_is_over(
    store: EventStore, after: Retention, redis: Redis, game: GameId
) -> None:
    head = over(store, game)
    assert not after.forget(game, head)
    after.keep(game, 600_000)
    assert (after.ended(9), after.expired(9), after.kept()) == ([], [], 1)
    assert not after.forget(game, head)
    assert is_here(redis, game)
    after.keep(game, 0)
    assert after.expired(9) == [game]
    assert after.forget(game, head)
    assert redis.dbsize() == 1  # the outbox
    assert not is_here(redis, game)
    assert not after.forget(game, head)


def test_what_repeats_of_requests_need_stays_for_a_day_after_the_log(
    store: EventStore, after: Retention, redis: Redis, game: GameId
) -> None:
    begun = add(store, START, game, once=IdempotencyKey("create", "a", b"f" * 16))
    begun = add(store, begun, game, once=IdempotencyKey("0", "b", b"g" * 16))
    head = add(store, begun, game, status="finished", live=False, hint="end")
    before = redis.hgetall(keys.idem_key(game))
    after.keep(game, 0)
    assert after.forget(game, head)
    assert not redis.exists(keys.log_key(game), keys.state_key(game))
    assert redis.hgetall(keys.idem_key(game)) == before
    assert len(before) == 2
    assert 86_000_000 < redis.pttl(keys.idem_key(game)) <= 86_400_000


@pytest.mark.parametrize("archived", [At(2, b"d" * 32), At(3, b"d" * 32), START])
def test_a_game_is_never_forgotten_unless_its_head_is_the_archived_one(
    archived: LogPosition, store: EventStore, after: Retention, redis: Redis, game: GameId
) -> None:
    over(store, game)
    after.keep(game, 0)
    before = dumps(redis, game)
    assert not after.forget(game, archived)
    assert dumps(redis, game) == before


def test_a_restored_game_has_the_same_log_and_head_and_no_pending_work(
    store: EventStore, after: Retention, redis: Redis, game: GameId
) -> None:
    head, entries = over(store, game), store.read(game)
    redis.flushall()
    assert after.restore(entries, "finished", 600_000) == At(head.ply, head.digest)
    assert store.read(game) == entries
    assert store.head(game) == head
    assert (after.ended(9), after.expired(9), after.kept(), store.overdue(9)) == ([], [], 1, [])


def test_restoring_an_existing_log_changes_nothing(
    store: EventStore, after: Retention, redis: Redis, game: GameId
) -> None:
    entries = store.read(game) if over(store, game) else ()
    redis.flushall()
    own = grow(store, game, 1)
    before = dumps(redis, game)
    assert after.restore(entries, "finished", 0) == At(own.ply, own.digest)
    assert dumps(redis, game) == before
