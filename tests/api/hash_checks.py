"""Checks of a game by a player with hashes alone, written from the rulebook and the documentation.

They use none of the service's own code for proofs, which would agree with itself.
"""

import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

Json = dict[str, Any]
SPANISH40 = [f"{rank}{suit}" for suit in "OCEB" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]


def canonical(value: Any) -> bytes:
    """Return canonical JSON (RFC 8785) of values without floats."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def mac(key: bytes, *parts: bytes) -> bytes:
    """Return HMAC-SHA-256."""
    return hmac.new(key, b"".join(parts), "sha256").digest()


def sized(text: bytes) -> bytes:
    """Return one byte of length, then the text."""
    return bytes([len(text)]) + text


def hand_key(game_key: bytes, hand: int) -> bytes:
    """Return the key of a hand."""
    return mac(game_key, b"conquian/deal/1", hand.to_bytes(4, "big"))


def promise(game: str, hand: int, key: bytes) -> str:
    """Return the commitment to the key of a hand; hand 0 is the key of the game."""
    return sha256(b"conquian/commit/1" + sized(game.encode()) + hand.to_bytes(4, "big") + key).hexdigest()


def entropy_promise(game: str, seat: int, entropy: bytes) -> str:
    """Return the commitment of a seat to its entropy."""
    return sha256(b"conquian/entropy/1" + sized(game.encode()) + bytes([seat]) + entropy).hexdigest()


def deck(game_key: bytes, hand: int, entropy: Sequence[bytes]) -> list[str]:
    """Return the order of a deck of forty Spanish cards."""
    key = mac(hand_key(game_key, hand), b"conquian/deck/1", *map(sized, entropy))
    cards, words = list(SPANISH40), _words(key)
    for last in range(len(cards) - 1, 0, -1):
        limit = 2**32 // (last + 1) * (last + 1)
        word = next(each for each in words if each < limit)
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        stream = mac(key, block.to_bytes(8, "big"))
        for at in range(0, 32, 4):
            yield int.from_bytes(stream[at : at + 4], "big")
        block += 1


def salt(game: str, key: bytes, ply: int, audience: int) -> bytes:
    """Return the salt of a sealed part; `key` is that of its hand."""
    return mac(key, b"conquian/salt/1", sized(game.encode()), ply.to_bytes(4, "big"), bytes([audience]))


def sealed(entry: Json, audience: int) -> str | None:
    """Return the seal for an audience in the public part of an entry, None without one."""
    commitment: str | None = dict(entry["public"]["seals"]).get(audience)
    return commitment


def opens(entry: Json, part: Json) -> bool:
    """Return True if the entry seals the part with its salt."""
    body = bytes.fromhex(part["salt"]) + canonical(part["part"])
    return sealed(entry, part["audience"]) == sha256(body).hexdigest()


def chained(entries: Sequence[Json]) -> bool:
    """Return True if every digest follows from the previous one and the public part."""
    digest = bytes(32)
    for ply, entry in enumerate(entries, start=1):
        digest = sha256(digest + canonical(entry["public"])).digest()
        if (entry["public"]["ply"], entry["digest"]) != (ply, digest.hex()):
            return False
    return True


def events_of_type(entries: Sequence[Json], kind: str) -> list[Json]:
    """Yield the public parts of the events of a type, with their plies."""
    return [
        event | {"ply": entry["public"]["ply"]}
        for entry in entries
        for event in entry["public"]["events"]
        if event["type"] == kind
    ]


@dataclass(frozen=True)
class Book:
    """The record of a finished game, line by line."""

    header: Json
    entries: list[Json]
    reveal: Json

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.header["game"])

    @property
    def key(self) -> bytes:
        """The key of the game."""
        return bytes.fromhex(self.reveal["game_key"])


def book(lines: bytes) -> Book:
    """Return the record in these bytes."""
    header, *rest = map(json.loads, lines.splitlines())
    (reveal,) = (line["reveal"] for line in rest if "reveal" in line)
    return Book(header, [line for line in rest if "public" in line], reveal)
