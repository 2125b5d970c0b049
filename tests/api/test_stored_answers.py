"""Stored answers of writes: their secrets for a day, their records, and processes that die."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from redis import Redis

from app.http.credentials import SECRET
from app.store.encryption import StorageCipher
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.store.idempotency import DAY_MS, IdempotencyRecords
from app.store.keys import answer_key
from tests.api.disputing import dispute
from tests.api.helpers import Api, Table, expect, refused
from tests.api.player_requests import person
from tests.api.writes import OVER, SEATS, WRITES, Write, days_later, repeated_part
from tests.service.helpers import KEYS

KEY = str(UUID(int=11, version=4))
SHOWING = (
    "games.create",
    "seats.sit",
    "rotation.rotate",
    "rematch.rematch",
    "players.register",
    "players.add_key",
    "players.rotate",
)
"""The endpoints whose answers show a secret."""

NAME = bytes(range(32))
PRINT = b"p" * 16


def bare(answer: Any) -> Any:
    """Return what is shown, with null for every token, code and key."""
    if isinstance(answer, dict):
        return {name: bare(value) for name, value in answer.items()}
    if isinstance(answer, list):
        return list(map(bare, answer))
    return None if isinstance(answer, str) and re.search(f"_{SECRET}$", answer) else answer


@pytest.mark.parametrize("endpoint", SHOWING)
def test_a_repeated_request_gets_the_secret_for_a_day_and_then_the_answer_without_it(
    api: Api, endpoint: str, request: pytest.FixtureRequest
) -> None:
    make = WRITES[endpoint]
    write = (make(api, request.getfixturevalue("table")) if endpoint in OVER else make(api))[0]
    first = write.send(api.app, KEY)
    assert repeated_part(write.send(days_later(api, DAY_MS - 60_000), KEY)) == repeated_part(first)
    later = write.send(days_later(api, DAY_MS + 60_000), KEY)
    assert later.headers["Idempotent-Replay"] == "true"
    answer = expect(first, 201)
    assert expect(later, 201) == bare(answer) != answer


def test_a_refused_write_leaves_its_key_free(api: Api, table: Table) -> None:
    refused(dispute(table, 0, ply=99_999, Idempotency_Key="k"), 422, "dispute_ply")
    made = expect(dispute(table, 0, Idempotency_Key="k"), 201)
    assert expect(dispute(table, 0, Idempotency_Key="k"), 201) == made


def test_a_stored_answer_expires_after_a_day_and_its_write_still_counts_once(api: Api, table: Table) -> None:
    first = dispute(table, 0, Idempotency_Key="k")
    (record,) = api.redis.scan_iter("*:once:*")
    assert 0 < api.redis.pttl(record) <= DAY_MS
    assert DAY_MS - api.redis.pttl(record) < 3_600_000
    api.redis.delete(record)
    again = dispute(table, 0, Idempotency_Key="k")
    assert repeated_part(again) == repeated_part(first)
    assert len(api.redis.keys("*:once:*")) == 1


def test_a_write_counts_once_when_the_process_dies_before_its_answer_is_stored(
    api: Api, table: Table
) -> None:
    first = dispute(table, 0, Idempotency_Key="k")
    (record,) = api.redis.scan_iter("*:once:*")
    api.redis.set(record, (api.redis.get(record) or b"")[:16], px=DAY_MS)
    other = dispute(table, 0, claim="wrong_payment", Idempotency_Key="k")
    refused(other, 422, "idempotency_key_reused")
    assert repeated_part(dispute(table, 0, Idempotency_Key="k")) == repeated_part(first)
    listed = expect(table.get("/disputes"), 200)["disputes"]
    assert [row["claim"] for row in listed] == ["other"]


def test_a_repeated_revocation_gets_the_same_answer(api: Api) -> None:
    lupe = person(api)
    revoke = Write("/v1/players/me/keys/1", token=lupe.key, method="DELETE")
    first, again = (revoke.send(api.app, KEY) for _ in range(2))
    assert repeated_part(first) == repeated_part(again)
    assert expect(first, 200)["keys"][0]["revoked"] is not None
    refused(revoke.send(api.app, "another"), 401, "unauthenticated")
    refused(lupe.get("/v1/players/me"), 401, "unauthenticated")


def test_two_keys_of_one_player_do_not_know_of_each_other(api: Api) -> None:
    lupe = person(api)
    second = lupe.with_scopes("play")
    made = [expect(who.post("/v1/games", SEATS, Idempotency_Key="k"), 201)["game"] for who in (lupe, second)]
    assert made[0] != made[1]
    assert expect(second.post("/v1/games", SEATS, Idempotency_Key="k"), 201)["game"] == made[1]


@pytest.fixture
def answers(redis_url: str) -> Iterator[IdempotencyRecords]:
    with Redis.from_url(redis_url) as redis:
        yield IdempotencyRecords(redis, StorageCipher(KEYS.vault))


def test_the_first_answer_counts_and_every_later_one_gets_it(answers: IdempotencyRecords) -> None:
    assert answers.claim(NAME, PRINT) is None
    assert answers.claim(NAME, PRINT) is None
    assert answers.keep(NAME, PRINT, b"first") is None
    assert answers.keep(NAME, PRINT, b"second") == b"first"
    assert answers.claim(NAME, PRINT) == b"first"


def test_an_answer_is_not_readable_in_the_store(answers: IdempotencyRecords) -> None:
    answers.keep(NAME, PRINT, b"a secret")
    stored = answers._redis.get(answer_key(NAME))
    assert stored is not None
    assert b"secret" not in stored
    assert PRINT not in stored


def test_only_a_key_without_an_answer_is_released(answers: IdempotencyRecords) -> None:
    answers.claim(NAME, PRINT)
    answers.release(NAME, b"q" * 16)
    assert answers._redis.exists(answer_key(NAME))
    answers.release(NAME, PRINT)
    assert not answers._redis.exists(answer_key(NAME))
    answers.keep(NAME, PRINT, b"first")
    answers.release(NAME, PRINT)
    assert answers.claim(NAME, PRINT) == b"first"


def test_an_answer_that_cannot_be_stored_reports_an_unknown_outcome(answers: IdempotencyRecords) -> None:
    away = IdempotencyRecords(Redis.from_url("redis://127.0.0.1:1"), StorageCipher(KEYS.vault))
    with pytest.raises(StoreUnavailable):
        away.claim(NAME, PRINT)
    with pytest.raises(OutcomeUnknown):
        away.keep(NAME, PRINT, b"first")
