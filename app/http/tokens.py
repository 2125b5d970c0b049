"""Seat tokens: creation, parsing and hashing. A token is a bearer secret for the Authorization header only.

`cq_seat_<game id>.<seat>.<generation>_<secret><crc>`: with prefix and checksum a scanner finds a leaked one,
and a mistyped one is refused without reading the store. The secret is derived, so that the answer to a
repeated creation can show it again; the store keeps only `token_hash`.
"""

import base64
import hmac
import re
import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256

from flask import Request

from app.http.errors import Problem

PREFIX = "cq_seat_"
SECRETS = (PREFIX, "cq_key_", "cq_inv_")
"""Prefixes of all secrets: seat tokens, API keys, invitation codes."""

ID_BODY = "[0-3][0-9a-f][0-9a-z]{22}"
GAME_ID = f"g-{ID_BODY}"

_LABEL = b"conquian/token/1"
_KNOWN = 4096
CRC_LENGTH = 8
SECRET = f"[a-z2-7]{{52}}[0-9a-f]{{{CRC_LENGTH}}}"
"""A secret of 32 bytes in base32, and the checksum of everything before it."""

_TOKEN = re.compile(rf"{PREFIX}({GAME_ID})\.(0|[1-9][0-9]{{0,2}})\.(0|[1-9][0-9]{{0,9}})_{SECRET}")
_BEARER = re.compile(r"bearer +([^ ]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SeatToken:
    """A well-formed token. It is not verified: compare its `hash` with the stored one."""

    game: str
    seat: int
    generation: int
    text: str = field(repr=False)
    hash: bytes = field(repr=False)
    """SHA-256 of the text, 32 bytes."""


def mint(token_key: bytes, game: str, seat: int, generation: int) -> str:
    """Return the token of a seat, always the same for the same arguments.

    `token_key` is the service secret, `seat` 0..255, `generation` a uint32 that grows with each rotation.
    Raises ValueError if `game` is no game id or a number is out of range.
    """
    if not re.fullmatch(GAME_ID, game) or not 0 <= seat <= 255 or not 0 <= generation < 2**32:
        raise ValueError("a token needs a game id, a seat of one byte and a generation of four")
    body = f"{PREFIX}{game}.{seat}.{generation}_{_secret(token_key, game, seat, generation)}"
    return checked(body)


@lru_cache(_KNOWN)
def parse(text: str) -> SeatToken | None:
    """Return the parts of a token, or None if its form or its checksum is wrong.

    Results of recent callers are cached: a player sends the same token with every move.
    """
    match = _TOKEN.fullmatch(text)
    if match is None or not has_checksum(text):
        return None
    seat, generation = int(match[2]), int(match[3])
    if seat > 255 or generation >= 2**32:
        return None
    return SeatToken(match[1], seat, generation, text, token_hash(text))


def token_hash(text: str) -> bytes:
    """Return the SHA-256 of a token, 32 bytes: the only stored form of it."""
    return sha256(text.encode()).digest()


def matches(token: SeatToken, stored: bytes) -> bool:
    """Return whether `stored` is the hash of this token, in constant time."""
    return hmac.compare_digest(token.hash, stored)


def authorization(request: Request) -> str | None:
    """Return the bearer credential of the Authorization header (RFC 6750, 2.1), None without that header.

    Raises unauthenticated for a header of another form.
    """
    header = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    credential = _borne(header)
    if credential is None:
        raise Problem("unauthenticated")
    return credential


@lru_cache(_KNOWN)
def _borne(header: str) -> str | None:
    """Return the credential in a header; recent results are cached, like those of `parse`."""
    match = _BEARER.fullmatch(header)
    return None if match is None else match[1]


def checked(body: str) -> str:
    """Return `body` with its checksum."""
    return f"{body}{zlib.crc32(body.encode()):08x}"


def has_checksum(text: str) -> bool:
    """Return whether `text` ends with the checksum of the rest."""
    return checked(text[:-CRC_LENGTH]) == text


def base32(digest: bytes) -> str:
    """Return 32 bytes as the 52 characters of a secret."""
    return base64.b32encode(digest).decode().rstrip("=").lower()


def _secret(token_key: bytes, game: str, seat: int, generation: int) -> str:
    name = game.encode()
    message = _LABEL + bytes([len(name)]) + name + bytes([seat]) + generation.to_bytes(4, "big")
    return base32(hmac.digest(token_key, message, "sha256"))
