"""The generations of the signing key and the last signed head of the log, on a real Valkey."""

import pytest
from redis import Redis

from app.store.keys import GENERATIONS, SIGNED
from app.store.signing_state import (
    GenerationConflict,
    LogHead,
    LogHeadConflict,
    SignedHead,
    StoredGenerations,
)

HEAD, NEXT = LogHead(1, bytes(32)), LogHead(2, b"\x01" * 32)


def test_a_head_that_was_stored_is_read_and_moved_only_from_where_it_is_known(redis: Redis) -> None:
    signed = SignedHead(redis)
    assert signed.read() is None
    signed.move(None, HEAD)
    with pytest.raises(LogHeadConflict):
        signed.move(None, NEXT)
    assert signed.read() == HEAD
    signed.move(HEAD, NEXT)
    assert signed.read() == NEXT
    signed.forget()
    assert signed.read() is None


@pytest.mark.parametrize(
    "stored", ["", "0 " + "00" * 32, "1 " + "00" * 31, "1 " + "AB" * 32, "1" * 17 + " " + "00" * 32]
)
def test_a_stored_head_that_is_malformed_is_refused(redis: Redis, stored: str) -> None:
    redis.set(SIGNED, stored)
    with pytest.raises(ValueError, match="is not one"):
        SignedHead(redis).read()


LATE_MS = 4_000_000_000_000
"""A time after that of any server of the tests."""


def test_a_generation_signs_from_its_lead_after_the_later_of_two_clocks(redis: Redis) -> None:
    generations = StoredGenerations(redis)
    assert generations.starts() == (0,)
    known = generations.begin((0,), LATE_MS, 60_000)
    assert known == generations.starts() == (0, LATE_MS + 60_000)
    redis.delete(GENERATIONS)
    seconds, _ = redis.time()
    _, begins = generations.begin((0,), 0, 60_000)
    assert begins >= seconds * 1_000 + 60_000


def test_a_generation_is_begun_only_after_those_that_are_known(redis: Redis) -> None:
    generations = StoredGenerations(redis)
    known = generations.begin((0,), LATE_MS, 0)
    with pytest.raises(GenerationConflict):
        generations.begin((0,), LATE_MS + 1, 0)
    with pytest.raises(ValueError, match="after the one before"):
        generations.begin(known, LATE_MS, 0)
    assert generations.starts() == known


def test_a_generation_from_a_copy_is_added_in_its_place_only(redis: Redis) -> None:
    generations = StoredGenerations(redis)
    known = generations.recall((0,), 5_000)
    assert known == generations.starts() == (0, 5_000)
    with pytest.raises(GenerationConflict):
        generations.recall((0,), 6_000)
    with pytest.raises(ValueError, match="after the one before"):
        generations.recall(known, 5_000)
    assert generations.recall(known, 5_001) == (0, 5_000, 5_001)


def test_generations_out_of_order_are_refused(redis: Redis) -> None:
    redis.rpush(GENERATIONS, 5_000, 5_000)
    with pytest.raises(ValueError, match="out of order"):
        StoredGenerations(redis).starts()
