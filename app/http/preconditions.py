"""What a command rests on: If-Match, expected_ply, Idempotency-Key and the fingerprint of its request."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

import orjson
from flask import Request

from app.http.errors import Problem

_ENTITY_TAG = re.compile(r'"(0|[1-9][0-9]{0,14})"')
_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_ESCAPE = re.compile(r'\\(["\\])')
# Bare keys lose the comma too: a server joins repeated headers with it.
_BARE = re.compile(r'[^",\\]+')
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_LABEL = "conquian/fingerprint/1"


@dataclass(frozen=True, slots=True)
class Precondition:
    """What the client says it has seen, and the name it gave its command.

    At least one member is set; `if_match` and `expected_ply` are plies and agree when both are.
    """

    if_match: int | None = None
    expected_ply: int | None = None
    key: str | None = None

    @property
    def ply(self) -> int | None:
        """The ply the client decided on, None when it named only a key."""
        return self.expected_ply if self.if_match is None else self.if_match

    def stale(self, current: int, detail: str | None = None) -> Problem:
        """The refusal to raise when the log has gone on to ply `current`: 412 for If-Match, else 409.

        `detail` says what to do where that is not to read a game.
        """
        return Problem("stale_ply", detail, status=409 if self.if_match is None else 412, ply=current)


def read_precondition(request: Request, expected_ply: int | None = None) -> Precondition:
    """The precondition of a command, `expected_ply` being the validated member of its body.

    Raises precondition_invalid, idempotency_key_invalid, or precondition_required when there is none.
    """
    found = Precondition(_if_match(request), expected_ply, idempotency_key(request))
    if found.ply is None and found.key is None:
        raise Problem("precondition_required")
    if expected_ply is not None and found.ply != expected_ply:
        raise Problem("precondition_invalid")
    return found


def idempotency_key(request: Request) -> str | None:
    """The Idempotency-Key of a request, None without one; raises idempotency_key_invalid."""
    header = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        return None
    key = _unquoted(header.strip())
    if _KEY.fullmatch(key) is None:
        raise Problem("idempotency_key_invalid")
    return key


def etag(ply: int) -> str:
    """The entity tag of a game at a ply.

    >>> etag(37)
    '"37"'
    """
    return f'"{ply}"'


def fingerprint(method: str, path: str, body: Mapping[str, object]) -> bytes:
    """16 bytes that are equal for two requests exactly when they ask for the same thing.

    The order of keys does not count, nor does the top-level `expected_ply`: a client that retries after
    reading the game again still means the same command.
    """
    asked = {name: value for name, value in body.items() if name != "expected_ply"}
    return sha256(orjson.dumps([_LABEL, method, path, asked], option=orjson.OPT_SORT_KEYS)).digest()[:16]


def _if_match(request: Request) -> int | None:
    header = request.environ.get("HTTP_IF_MATCH")
    if header is None:
        return None
    match = _ENTITY_TAG.fullmatch(header.strip())
    if match is None:
        raise Problem("precondition_invalid")
    return int(match[1])


def _unquoted(text: str) -> str:
    """The value of a structured-field string (RFC 9651, 4.2.5) or of a bare word; empty for anything else."""
    quoted = _QUOTED.fullmatch(text)
    if quoted:
        return _ESCAPE.sub(r"\1", quoted[1])
    return text if _BARE.fullmatch(text) else ""
