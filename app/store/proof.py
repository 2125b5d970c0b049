"""Hashes that make a log verifiable: the chain of digests, and the salts and seals of hidden parts."""

import hmac
from hashlib import sha256
from typing import Final

START_DIGEST: Final = bytes(32)
NO_SEAT: Final = 255
"""Audience of the hidden part that no seat may know."""


def digest(previous: bytes, public: bytes) -> bytes:
    """Return SHA-256(previous || public), 32 bytes: the digest of the entry with this public part.

    `previous` is the digest of the previous entry, 32 zero bytes before the first.
    """
    if len(previous) != 32:
        raise ValueError("a digest has 32 bytes")
    return sha256(previous + public).digest()


def salt(deal_key: bytes, game: str, ply: int, audience: int) -> bytes:
    """Return the salt, 32 bytes, of the part of entry `ply` for `audience` (a seat, or NOBODY).

    HMAC-SHA-256(deal_key, "conquian/salt/1" || uint8(length of game) || game || uint32(ply) ||
    uint8(audience)). Raises ValueError if a number or the game's name does not fit its field.
    """
    try:
        place = ply.to_bytes(4) + audience.to_bytes(1)
    except OverflowError as error:
        raise ValueError("a ply has 32 bits and an audience 8") from error
    return hmac.digest(deal_key, b"conquian/salt/1" + _with_length(game.encode()) + place, "sha256")


def seal(salt: bytes, body: bytes) -> bytes:
    """Return SHA-256(salt || body), 32 bytes: the public commitment to a hidden part.

    `body` is the canonical JSON of the part.
    """
    return sha256(salt + body).digest()


def _with_length(text: bytes) -> bytes:
    if len(text) > 255:
        raise ValueError("a name has at most 255 bytes")
    return len(text).to_bytes(1) + text
