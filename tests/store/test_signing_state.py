"""The last signed head of the log of all games, on a real Valkey."""

import pytest
from redis import Redis

from app.store.keys import SIGNED
from app.store.signing_state import LogHead, LogHeadConflict, SignedHead

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
