"""First answers of requests and alternative ids of games, on a real Valkey."""

import pytest
from redis import Redis

from app.store.encryption import StorageCipher
from app.store.entry import START
from app.store.errors import KeyReused
from app.store.idempotency import CREATIONS_MS, AlternativeIds, IdempotencyRecords
from app.store.keys import GameId, is_game_id
from app.store.log import EventStore

from .helpers import VAULT_KEY, add

NAME, PRINT, OTHER = b"n" * 32, b"p" * 32, b"o" * 32


@pytest.fixture
def records(redis: Redis) -> IdempotencyRecords:
    return IdempotencyRecords(redis, StorageCipher(VAULT_KEY))


def test_the_first_answer_is_kept_and_given_to_every_repeat(records: IdempotencyRecords) -> None:
    assert records.claim(NAME, PRINT) is None
    assert records.keep(NAME, PRINT, b"first") is None
    assert records.keep(NAME, PRINT, b"second") == b"first"
    assert records.keep(NAME, PRINT, b"first") == b"first", "an equal answer is a repeat as well"
    assert records.claim(NAME, PRINT) == b"first"


def test_a_name_is_bound_to_its_request_until_it_is_released(records: IdempotencyRecords) -> None:
    records.claim(NAME, PRINT)
    with pytest.raises(KeyReused):
        records.claim(NAME, OTHER)
    records.release(NAME, OTHER)
    with pytest.raises(KeyReused):
        records.claim(NAME, OTHER)
    records.release(NAME, PRINT)
    assert records.claim(NAME, OTHER) is None


def test_a_name_with_an_answer_is_not_released(records: IdempotencyRecords) -> None:
    records.claim(NAME, PRINT)
    records.keep(NAME, PRINT, b"first")
    records.release(NAME, PRINT)
    assert records.claim(NAME, PRINT) == b"first"


def test_no_answer_is_stored_in_plain_text(records: IdempotencyRecords, redis: Redis) -> None:
    records.claim(NAME, PRINT)
    records.keep(NAME, PRINT, b"a secret token")
    stored = b"".join(redis.dump(key) or b"" for key in redis.scan_iter("*"))
    assert b"a secret token" not in stored
    assert PRINT not in stored


def test_an_alternative_id_is_drawn_once_and_young_for_a_day(redis: Redis, game: GameId) -> None:
    now = [1_000]
    ids = AlternativeIds(redis, lambda: now[0])
    assert ids.find(game) is None
    drawn = ids.elsewhere(game)
    assert is_game_id(drawn.game)
    assert drawn.is_young
    now[0] += CREATIONS_MS - 1
    assert ids.elsewhere(game) == drawn
    now[0] += 1
    assert ids.elsewhere(game) == (drawn.game, False)
    assert ids.find(game) == drawn.game != game


def test_an_id_is_used_while_the_store_has_its_log(redis: Redis, store: EventStore, game: GameId) -> None:
    ids = AlternativeIds(redis, lambda: 0)
    assert ids.is_unused(game)
    add(store, START, game)
    assert not ids.is_unused(game)
