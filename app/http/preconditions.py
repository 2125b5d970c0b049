"""Preconditions of a command: If-Match, expected_ply, Idempotency-Key, and the fingerprint of a request."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from wsgiref.types import WSGIEnvironment

import orjson

from app.http.errors import Problem
from app.i18n import Message

_ENTITY_TAG = re.compile(r'"(0|[1-9][0-9]{0,14})"')
_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_ESCAPE = re.compile(r'\\(["\\])')
# Bare keys must not contain a comma: a server joins repeated headers with it.
_BARE = re.compile(r'[^",\\]+')
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_LABEL = "conquian/fingerprint/1"


@dataclass(frozen=True, slots=True)
class Precondition:
    """The ply that the client has seen, and the idempotency key of its command.

    At least one member is set; `if_match` and `expected_ply` are plies and agree if both are set.
    """

    if_match: int | None = None
    expected_ply: int | None = None
    key: str | None = None

    @property
    def ply(self) -> int | None:
        """The ply that the client decided on, None if it sent only a key."""
        return self.expected_ply if self.if_match is None else self.if_match

    def stale(self, current: int, detail: Message | None = None) -> Problem:
        """Return the problem for a log that has grown to ply `current`: 412 for If-Match, else 409.

        `detail` is a remedy other than reading the game again.
        """
        return Problem("stale_ply", detail, status=409 if self.if_match is None else 412, ply=current)


def read_precondition(environ: WSGIEnvironment, expected_ply: int | None = None) -> Precondition:
    """Return the precondition of a command; `expected_ply` is the validated member of its body.

    Raises precondition_invalid, idempotency_key_invalid, or precondition_required if there is none.
    """
    precondition = Precondition(_if_match(environ), expected_ply, idempotency_key(environ))
    if precondition.ply is None and precondition.key is None:
        raise Problem("precondition_required")
    if expected_ply is not None and precondition.ply != expected_ply:
        raise Problem("precondition_invalid")
    return precondition


def idempotency_key(environ: WSGIEnvironment) -> str | None:
    """Return the Idempotency-Key of a request, None without one. Raises idempotency_key_invalid."""
    header = environ.get("HTTP_IDEMPOTENCY_KEY")
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
    """Return 16 bytes that are equal for two requests exactly if they have the same meaning.

    The order of keys is ignored, and so is the top-level `expected_ply`: a client that retries after reading
    the game again sends the same command.
    """
    meaning = {name: value for name, value in body.items() if name != "expected_ply"}
    return sha256(orjson.dumps([_LABEL, method, path, meaning], option=orjson.OPT_SORT_KEYS)).digest()[:16]


def _if_match(environ: WSGIEnvironment) -> int | None:
    header = environ.get("HTTP_IF_MATCH")
    if header is None:
        return None
    match = _ENTITY_TAG.fullmatch(header.strip())
    if match is None:
        raise Problem("precondition_invalid")
    return int(match[1])


def _unquoted(text: str) -> str:
    """Return the value of a structured-field string (RFC 9651, 4.2.5) or of a bare word; empty for other
    text.
    """
    quoted = _QUOTED.fullmatch(text)
    if quoted:
        return _ESCAPE.sub(r"\1", quoted[1])
    return text if _BARE.fullmatch(text) else ""
