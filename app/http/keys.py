"""API keys: creation and parsing. A key is a bearer secret in the Authorization header, like a seat token.

`cq_key_<player id>.<number>_<secret><crc>`: with prefix and checksum a scanner finds a leaked one, and a
mistyped one is refused without reading the store. The secret is derived, so that the answer to a repeated
request can show it again; the store keeps only its hash.
"""

import hmac
import re
from dataclasses import dataclass, field
from functools import lru_cache

from flask import Request

from app.http.errors import Problem
from app.http.tokens import (
    ID_BODY,
    SECRET,
    SeatToken,
    authorization,
    base32,
    checked,
    has_checksum,
    mint,
    parse,
)

PREFIX = "cq_key_"
PLAYER_ID = f"p-{ID_BODY}"

_LABEL = b"conquian/key/1"
_NUMBERS = 2**16
_KNOWN = 4096
_KEY = re.compile(rf"{PREFIX}({PLAYER_ID})\.([1-9][0-9]{{0,4}})_{SECRET}")


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A well-formed key. It is not verified: compare the hash of `text` with the stored one."""

    player: str
    number: int
    text: str = field(repr=False)


def mint_key(token_key: bytes, player: str, number: int) -> str:
    """Return key `number` of a player, always the same for the same arguments.

    `token_key` is the service secret. Raises ValueError if `player` is no player id or the number is not
    between 1 and 65535.
    """
    if not re.fullmatch(PLAYER_ID, player) or not 0 < number < _NUMBERS:
        raise ValueError("a key needs the id of a player and a number of two bytes")
    name = player.encode()
    message = _LABEL + bytes([len(name)]) + name + number.to_bytes(2)
    return checked(f"{PREFIX}{player}.{number}_{base32(hmac.digest(token_key, message, 'sha256'))}")


def parse_key(text: str) -> ApiKey | None:
    """Return the parts of a key, or None if its form or its checksum is wrong."""
    match = _KEY.fullmatch(text)
    if match is None or not has_checksum(text) or int(match[2]) >= _NUMBERS:
        return None
    return ApiKey(match[1], int(match[2]), text)


@lru_cache(_KNOWN)
def is_genuine(token_key: bytes, bearer: SeatToken | ApiKey) -> bool:
    """Return whether this token or key was created with `token_key`; the store is not read.

    Results of recent callers are cached, because deriving a key again takes longer than most of a request.
    """
    if isinstance(bearer, ApiKey):
        expected = mint_key(token_key, bearer.player, bearer.number)
    else:
        expected = mint(token_key, bearer.game, bearer.seat, bearer.generation)
    return hmac.compare_digest(expected, bearer.text)


def credential(request: Request) -> SeatToken | ApiKey | None:
    """Return the seat token or API key of the Authorization header, None without that header.

    Raises unauthenticated for anything but one well-formed secret, always with the same body.
    """
    text = authorization(request)
    if text is None:
        return None
    parsed = parse(text) or parse_key(text)
    if parsed is None:
        raise Problem("unauthenticated")
    return parsed
