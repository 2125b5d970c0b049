"""Secrets that callers send: seat tokens, API keys and invitation codes.

- `cq_seat_<game id>.<seat>.<generation>_<secret><crc>`, a seat token, in the Authorization header only.
- `cq_key_<player id>.<number>_<secret><crc>`, an API key, in the Authorization header only.
- `cq_inv_<game id>.<seat>_<secret><crc>`, an invitation code, in the body of a request only; without
  `.<seat>` it is the shared code of a table.

The prefix and the checksum let a scanner find a leaked secret, and a mistyped one is refused without reading
the store. Secrets are derived from the service secret, so that the answer to a repeated request can show them
again. The store keeps hashes only, of an invitation code the hash of a hash.
"""

import base64
import hmac
import re
import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Final
from wsgiref.types import WSGIEnvironment

from app.http.errors import Problem

SEAT_PREFIX = "cq_seat_"
SECRETS = (SEAT_PREFIX, "cq_key_", "cq_inv_")
"""Prefixes of all secrets: seat tokens, API keys, invitation codes."""

ID_BODY = "[0-3][0-9a-f][0-9a-z]{22}"
GAME_ID = f"g-{ID_BODY}"

_TOKEN_LABEL = b"conquian/token/1"
_KNOWN_TOKENS = 4096
CRC_LENGTH = 8
SECRET = f"[a-z2-7]{{52}}[0-9a-f]{{{CRC_LENGTH}}}"
"""A secret of 32 bytes in base32, and the checksum of everything before it."""

_TOKEN = re.compile(rf"{SEAT_PREFIX}({GAME_ID})\.(0|[1-9][0-9]{{0,2}})\.(0|[1-9][0-9]{{0,9}})_{SECRET}")
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
    body = f"{SEAT_PREFIX}{game}.{seat}.{generation}_{_secret(token_key, game, seat, generation)}"
    return checked(body)


@lru_cache(_KNOWN_TOKENS)
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


def authorization(environ: WSGIEnvironment) -> str | None:
    """Return the bearer credential of the Authorization header (RFC 6750, 2.1), None without that header.

    Raises unauthenticated for a header of another form.
    """
    header = environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    credential = _borne(header)
    if credential is None:
        raise Problem("unauthenticated")
    return credential


@lru_cache(_KNOWN_TOKENS)
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
    message = _TOKEN_LABEL + bytes([len(name)]) + name + bytes([seat]) + generation.to_bytes(4, "big")
    return base32(hmac.digest(token_key, message, "sha256"))


API_KEY_PREFIX = "cq_key_"
PLAYER_ID = f"p-{ID_BODY}"

_KEY_LABEL = b"conquian/key/1"
_NUMBERS = 2**16
_KNOWN_KEYS = 4096
_KEY = re.compile(rf"{API_KEY_PREFIX}({PLAYER_ID})\.([1-9][0-9]{{0,4}})_{SECRET}")


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
    message = _KEY_LABEL + bytes([len(name)]) + name + number.to_bytes(2)
    return checked(f"{API_KEY_PREFIX}{player}.{number}_{base32(hmac.digest(token_key, message, 'sha256'))}")


def parse_key(text: str) -> ApiKey | None:
    """Return the parts of a key, or None if its form or its checksum is wrong."""
    match = _KEY.fullmatch(text)
    if match is None or not has_checksum(text) or int(match[2]) >= _NUMBERS:
        return None
    return ApiKey(match[1], int(match[2]), text)


@lru_cache(_KNOWN_KEYS)
def is_genuine(token_key: bytes, bearer: SeatToken | ApiKey) -> bool:
    """Return whether this token or key was created with `token_key`; the store is not read.

    Results of recent callers are cached, because deriving a key again takes longer than most of a request.
    """
    if isinstance(bearer, ApiKey):
        expected = mint_key(token_key, bearer.player, bearer.number)
    else:
        expected = mint(token_key, bearer.game, bearer.seat, bearer.generation)
    return hmac.compare_digest(expected, bearer.text)


def credential(environ: WSGIEnvironment) -> SeatToken | ApiKey | None:
    """Return the seat token or API key of the Authorization header, None without that header.

    Raises unauthenticated for anything but one well-formed secret, always with the same body.
    """
    text = authorization(environ)
    if text is None:
        return None
    parsed = parse(text) or parse_key(text)
    if parsed is None:
        raise Problem("unauthenticated")
    return parsed


INVITATION_PREFIX: Final = "cq_inv_"
LONGEST: Final = 200
"""Length limit, larger than the length of any code."""

_INVITATION_LABEL: Final = b"conquian/invitation-code/1"
_CODE: Final = re.compile(rf"{INVITATION_PREFIX}({GAME_ID})(?:\.(0|[1-9][0-9]?))?_{SECRET}")


@dataclass(frozen=True, slots=True)
class Invitation:
    """Game and seat that a code names. `game` is None if the text is not a code, `seat` is None also for a
    code that several seats share. The table verifies it.
    """

    game: str | None
    seat: int | None
    text: str = field(repr=False)

    def proof_for(self, seat: int) -> str:
        """Return the hash, in hex, that is shown at the table when this seat is taken.

        Each seat of a shared code has another one, because the table shows it to all its readers.
        """
        code = self.text if self.seat is not None else f"{self.text}.{seat}"
        return sha256(code.encode()).hexdigest()


def mint_invitation(token_key: bytes, game: str, seat: int | None) -> str:
    """Return the code for a seat of a game, or the one that seats share if `seat` is None.

    It is always the same for the same arguments.
    """
    name = game.encode()
    number, suffix = (b"", "") if seat is None else (bytes([seat]), f".{seat}")
    message = _INVITATION_LABEL + bytes([len(name)]) + name + number
    return checked(f"{INVITATION_PREFIX}{game}{suffix}_{base32(hmac.digest(token_key, message, 'sha256'))}")


def invitation(text: str) -> Invitation:
    """Parse `text` as a code."""
    match = _CODE.fullmatch(text)
    if match is None or not has_checksum(text):
        return Invitation(None, None, text)
    return Invitation(match[1], None if match[2] is None else int(match[2]), text)
