"""The values of a log: places in it, entries, hidden parts, the head; and how parts are packed."""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from app.store.keys import GameId
from app.store.proof import START_DIGEST, digest


class Place(Protocol):
    """A place in a log: a ply and the digest there. Entries and heads are places too."""

    @property
    def ply(self) -> int:
        """The number of entries up to here."""

    @property
    def digest(self) -> bytes:
        """The digest of the last of them, 32 bytes."""


@dataclass(frozen=True, slots=True)
class At:
    """A bare place; START is the one before the first entry."""

    ply: int
    digest: bytes


START: Final = At(0, START_DIGEST)


@dataclass(frozen=True, slots=True)
class Part:
    """The hidden part of an entry for one audience: a seat, or 255 for what no seat may know.

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
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """The last place of a log, with the status of the game and its deadline in server ms."""

    ply: int
    digest: bytes
    status: str
    deadline_ms: int | None = None


def next_entry(after: Place, game: GameId, public: bytes, parts: tuple[Part, ...] = ()) -> Entry:
    """The entry that continues the log of `game` after the place `after`."""
    return Entry(game, after.ply + 1, public, digest(after.digest, public), parts)


def continues(entry: Entry, after: Place) -> bool:
    """True if `entry` is the next ply after `after` and its digest follows from the bytes."""
    return entry.ply == after.ply + 1 and entry.digest == digest(after.digest, entry.public)


# The first byte names the packing, so that a later one can be told apart. The first packing had no padding.
_PACKING: Final = b"\x02"
_BARE: Final = b"\x01"
_PART: Final = struct.Struct(">BBI")

PADDED: Final = 512
"""What is packed has a multiple of so many bytes: else its size would tell a pass from a claim."""


def pack(parts: Iterable[Part]) -> bytes:
    """The bytes of `parts`, for the vault: how many, each of them, zeros up to a multiple of `PADDED`."""
    packed = [_pack_part(part) for part in parts]
    blob = _PACKING + bytes((len(packed),)) + b"".join(packed)
    return blob + bytes(-len(blob) % PADDED)


def unpack(blob: bytes) -> tuple[Part, ...]:
    """The parts that `pack` wrote, now or before there was padding; ValueError if it did not write `blob`."""
    if blob[:1] == _BARE:
        return _unpacked(blob, 1)
    if blob[:1] != _PACKING:
        raise ValueError("unknown packing of hidden parts")
    if len(blob) % PADDED:
        raise ValueError("cut hidden part")
    return _unpacked(blob, 2, blob[1])


def _unpacked(blob: bytes, offset: int, count: int | None = None) -> tuple[Part, ...]:
    """The parts from `offset` on: so many, with nothing but padding after them, or as many as there are."""
    parts: list[Part] = []
    while offset < len(blob) and count != len(parts):
        part, offset = _unpack_part(blob, offset)
        parts.append(part)
    if count is not None and (count != len(parts) or any(blob[offset:])):
        raise ValueError("cut hidden part")
    return tuple(parts)


def _pack_part(part: Part) -> bytes:
    return _PART.pack(part.audience, len(part.salt), len(part.body)) + part.salt + part.body


def _unpack_part(blob: bytes, offset: int) -> tuple[Part, int]:
    try:
        audience, salt_length, body_length = _PART.unpack_from(blob, offset)
    except struct.error as error:
        raise ValueError("cut hidden part") from error
    body_at = offset + _PART.size + salt_length
    end = body_at + body_length
    if end > len(blob):
        raise ValueError("cut hidden part")
    return Part(audience, blob[offset + _PART.size : body_at], blob[body_at:end]), end
