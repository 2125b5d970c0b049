"""The signing keys: the right one for every time, in every process, before and after rotations."""

import hmac
from itertools import pairwise

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from redis import Redis

from app.service.signing import (
    FRESH_MS,
    LEAD_MS,
    KeyRing,
    RotationPending,
    key_id,
    now_ms,
    receipt,
    receipt_message,
)
from app.store.client import connect
from app.store.errors import StoreUnavailable
from app.store.keys import GENERATIONS
from app.store.signing_state import GenerationConflict, StoredGenerations
from tests.service.helpers import Clock, CountingPool, counted_client

SECRET = bytes(range(32))
GAME = "g-00" + "a" * 22
LATER_MS = 4_000_000_000_000


@pytest.fixture
def clock() -> Clock:
    """The clock of every process here, ahead of the store's."""
    clock = Clock()
    clock.now = LATER_MS
    return clock


@pytest.fixture
def ring(redis: Redis, clock: Clock) -> KeyRing:
    """The keys as one process has them."""
    return KeyRing(SECRET, StoredGenerations(redis), clock=clock)


@pytest.fixture
def other(redis: Redis, clock: Clock) -> KeyRing:
    """The keys as another process has them."""
    return KeyRing(SECRET, StoredGenerations(redis), clock=clock)


def rotated(ring: KeyRing, clock: Clock, times: int = 1) -> None:
    """The ring after rotations that are all in force."""
    for _ in range(times):
        ring.rotate()
        clock.now += LEAD_MS


def verified(ring: KeyRing, key: str, signature: bytes, message: bytes) -> bool:
    """Return True if the published key `key` made the signature."""
    known = ring.keys()
    public = next(public_key.public for public_key in known if public_key.id == key)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def test_a_service_that_never_rotated_has_one_key_in_force_since_ever(ring: KeyRing) -> None:
    (only,) = ring.keys()
    assert (only.from_ms, only.until_ms, only.id) == (0, None, key_id(only.public))
    assert ring.origin == f"conquian/{only.id}"


def test_the_seed_of_a_generation_is_the_hmac_of_its_number(ring: KeyRing) -> None:
    seed = hmac.new(SECRET, b"\0\0\0\1", "sha256").digest()
    made = Ed25519PrivateKey.from_private_bytes(seed).sign(b"text")
    assert ring.sign(b"text", 5).signature == made


def test_the_intervals_of_keys_follow_each_other_without_a_gap(ring: KeyRing, clock: Clock) -> None:
    rotated(ring, clock, 3)
    keys = ring.keys()
    assert len({key.id for key in keys}) == 4
    assert all(key.until_ms == other.from_ms for key, other in pairwise(keys))
    assert keys[-1].until_ms is None


def test_a_thing_is_signed_with_the_key_of_its_time_whenever_that_is_done(
    ring: KeyRing, other: KeyRing, clock: Clock
) -> None:
    then = clock.now
    before = ring.sign(b"text", then)
    rotated(ring, clock, 2)
    assert ring.sign(b"text", then) == before == other.sign(b"text", then)
    now = other.sign(b"text", clock.now)
    assert now.key == ring.keys()[-1].id != before.key
    assert verified(ring, now.key, now.signature, b"text")
    assert not verified(ring, now.key, before.signature, b"text")


def test_a_key_is_in_force_from_its_first_moment_to_the_moment_before_the_next(ring: KeyRing) -> None:
    begins = ring.rotate().from_ms
    known = ring.keys()
    assert [ring.in_force(at) for at in (begins - 1, begins)] == [key.id for key in known]


def test_a_process_that_read_the_keys_before_a_rotation_never_signs_with_the_old_one_after_it(
    ring: KeyRing, other: KeyRing, clock: Clock
) -> None:
    assert len(other.keys()) == 1
    begins = ring.rotate().from_ms
    for at in range(clock.now, begins + LEAD_MS, 500):
        clock.now = at
        assert other.sign(b"text", at).key == ring.sign(b"text", at).key
    assert other.sign(b"text", begins).key == ring.keys()[1].id


def test_the_store_is_asked_once_per_validity_period(redis_url: str, clock: Clock) -> None:
    with counted_client(redis_url) as client:
        pool: CountingPool = client.connection_pool
        ring = KeyRing(SECRET, StoredGenerations(client), clock=clock)
        for _ in range(20):
            ring.sign(b"text", clock.now)
        assert pool.trips == 1
        clock.now += FRESH_MS
        ring.sign(b"text", clock.now)
        assert pool.trips == 1
        ring.sign(b"text", clock.now + 1)
        assert pool.trips == 2


def test_a_rotation_that_loses_a_race_changes_nothing(redis: Redis) -> None:
    generations = StoredGenerations(redis)
    known = generations.starts()
    after = generations.begin(known, LATER_MS, 500)
    with pytest.raises(GenerationConflict):
        StoredGenerations(redis).begin(known, LATER_MS, 600)
    assert generations.starts() == after == (0, LATER_MS + 500)


def test_a_host_with_a_slow_clock_starts_no_key_in_the_past(redis: Redis) -> None:
    slow = KeyRing(SECRET, StoredGenerations(redis), clock=lambda: 1_000_000)
    before = now_ms()
    begins = slow.rotate().from_ms
    assert before + LEAD_MS <= begins <= now_ms() + LEAD_MS + 1


def test_a_rotation_waits_for_the_one_before(ring: KeyRing, clock: Clock) -> None:
    ring.rotate()
    with pytest.raises(RotationPending):
        ring.rotate()
    clock.now += LEAD_MS
    assert len(ring.keys()) == 2
    ring.rotate()
    assert len(ring.keys()) == 3


@pytest.mark.parametrize("early_ms", [0, 1, 500])
def test_a_generation_never_begins_before_the_one_before_it(redis: Redis, early_ms: int) -> None:
    generations = StoredGenerations(redis)
    known = generations.begin((0,), LATER_MS, 500)
    with pytest.raises(ValueError, match="after the one before"):
        generations.begin(known, LATER_MS - early_ms, 500)
    assert generations.starts() == known


def test_a_list_that_is_out_of_order_is_not_used(redis: Redis) -> None:
    redis.rpush(GENERATIONS, 500, 400)
    with pytest.raises(ValueError, match="out of order"):
        StoredGenerations(redis).starts()


def test_without_the_store_times_after_a_possible_rotation_are_not_signed(
    ring: KeyRing, clock: Clock, tmp_path: object
) -> None:
    away = KeyRing(SECRET, StoredGenerations(connect(f"unix://{tmp_path}/nothing")), clock=clock)
    with pytest.raises(StoreUnavailable):
        away.sign(b"text", clock.now)


def test_keys_that_the_store_forgot_are_recognised(ring: KeyRing, redis: Redis, clock: Clock) -> None:
    rotated(ring, clock, 2)
    forgotten = [key.id for key in ring.keys()[1:]]
    redis.delete(GENERATIONS)
    clock.now += LEAD_MS
    assert len(ring.keys()) == 1
    assert [row["id"] for row in ring.forgotten()][:2] == forgotten


def test_a_receipt_contains_the_signed_values_and_its_signature_covers_them(ring: KeyRing) -> None:
    statement = receipt(ring, GAME, 7, b"\x07" * 32, 12)
    assert statement | {"signature": ""} == {
        "v": 1,
        "key": ring.keys()[0].id,
        "game": GAME,
        "ply": 7,
        "digest": "07" * 32,
        "time": 12,
        "signature": "",
    }
    assert receipt_message(statement).startswith(b'conquian/receipt/1{"digest":"0707')
    signature = bytes.fromhex(statement["signature"])
    assert verified(ring, statement["key"], signature, receipt_message(statement))
    for name, value in {"ply": 8, "digest": "08" * 32, "time": 13, "game": GAME[:-1] + "b"}.items():
        assert not verified(ring, statement["key"], signature, receipt_message(statement | {name: value}))


def test_the_representation_of_a_key_ring_shows_no_secret(ring: KeyRing) -> None:
    assert repr(ring) == f"<KeyRing conquian/{ring.keys()[0].id}>"


def test_the_document_lists_the_keys_as_they_are_published(ring: KeyRing, clock: Clock) -> None:
    rotated(ring, clock)
    document, known = ring.document(), ring.keys()
    assert (document["v"], document["origin"]) == (1, ring.origin)
    assert document["keys"] == [
        {
            "id": key.id,
            "algorithm": "Ed25519",
            "public": key.public.hex(),
            "from": key.from_ms,
            "until": key.until_ms,
        }
        for key in known
    ]
