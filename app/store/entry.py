"""Values of a log: places, entries, the head, packed hidden parts, and the hashes that make it verifiable."""

import hmac
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Protocol

from app.store.keys import GameId

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


class LogPosition(Protocol):
    """A place in a log: a ply and the digest of its entry. Entries and heads are places too."""

    @property
    def ply(self) -> int:
        """Number of entries up to this place."""

    @property
    def digest(self) -> bytes:
        """Digest of the last of them, 32 bytes."""


@dataclass(frozen=True, slots=True)
class At:
    """A place and nothing else. START is the one before the first entry."""

    ply: int
    digest: bytes


START: Final = At(0, START_DIGEST)


@dataclass(frozen=True, slots=True)
class HiddenPart:
    """The hidden part of an entry for one audience: a seat, or 255 for data that no seat may know.

    `salt` has 32 bytes, `body` is canonical JSON.
    """

    audience: int
    salt: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log: `public` is canonical JSON as hashed, `digest` ends the chain here."""

    game: GameId
    ply: int
    public: bytes
    digest: bytes
    parts: tuple[HiddenPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """The last place of a log, the status of the game and its deadline in ms of the server's clock."""

    ply: int
    digest: bytes
    status: str
    deadline_ms: int | None = None


def next_entry(after: LogPosition, game: GameId, public: bytes, parts: tuple[HiddenPart, ...] = ()) -> Entry:
    """Return the entry that continues the log of `game` after the place `after`."""
    return Entry(game, after.ply + 1, public, digest(after.digest, public), parts)


def continues(entry: Entry, after: LogPosition) -> bool:
    """True if `entry` is the next ply after `after` and its digest follows from the bytes."""
    return entry.ply == after.ply + 1 and entry.digest == digest(after.digest, entry.public)


# The first byte is the version of the packing. Version 1 had no padding.
_PACKING: Final = b"\x02"
_BARE: Final = b"\x01"
_PART: Final = struct.Struct(">BBI")

PADDED: Final = 512
"""Packed parts are padded to a multiple of this, so that their size does not distinguish a pass from a claim.
"""


def pack(parts: Iterable[HiddenPart]) -> bytes:
    """Return `parts` as bytes for encryption: their count, each part, zeros up to a multiple of `PADDED`."""
    packed = [_pack_part(part) for part in parts]
    blob = _PACKING + bytes((len(packed),)) + b"".join(packed)
    return blob + bytes(-len(blob) % PADDED)


def unpack(blob: bytes) -> tuple[HiddenPart, ...]:
    """Return the parts of a blob of `pack`, of either version. Raises ValueError for another blob."""
    if blob[:1] == _BARE:
        return _unpacked(blob, 1)
    if blob[:1] != _PACKING:
        raise ValueError("unknown packing of hidden parts")
    if len(blob) % PADDED:
        raise ValueError("cut hidden part")
    return _unpacked(blob, 2, blob[1])


def _unpacked(blob: bytes, offset: int, count: int | None = None) -> tuple[HiddenPart, ...]:
    """Return the parts from `offset` on: `count` parts followed by padding only, or all up to the end."""
    parts: list[HiddenPart] = []
    while offset < len(blob) and count != len(parts):
        part, offset = _unpack_part(blob, offset)
        parts.append(part)
    if count is not None and (count != len(parts) or any(blob[offset:])):
        raise ValueError("cut hidden part")
    return tuple(parts)


def _pack_part(part: HiddenPart) -> bytes:
    return _PART.pack(part.audience, len(part.salt), len(part.body)) + part.salt + part.body


def _unpack_part(blob: bytes, offset: int) -> tuple[HiddenPart, int]:
    try:
        audience, salt_length, body_length = _PART.unpack_from(blob, offset)
    except struct.error as error:
        raise ValueError("cut hidden part") from error
    body_at = offset + _PART.size + salt_length
    end = body_at + body_length
    if end > len(blob):
        raise ValueError("cut hidden part")
    return HiddenPart(audience, blob[offset + _PART.size : body_at], blob[body_at:end]), end
