"""Preconditions and idempotency of writes: If-Match, `expected_ply` and Idempotency-Key.

An Idempotency-Key is valid for one method, one address and one caller: an API key, a seat, or, for an
anonymous caller, any client that knows the key, which must then be a random UUID. The command of a seat
carries it or a precondition. Any other write uses the first of three ways that fits:

- It appends to a log: `record` is passed with the entry. The answer is made from the returned position, so
  that a repetition makes the same answer.
- It creates something: the id and every secret are derived from `seed`, so that a repetition finds it.
- Any other write: the view authenticates and then returns `idempotent(write)`. `write` may run twice, also
  at the same time, and must then have the effect of a single run. The first answer is stored for a day,
  unless it has a name or a label that may have to be forgotten.
"""

import hmac
import re
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_bytes
from typing import Final, cast
from wsgiref.types import WSGIEnvironment

import orjson
from flask import Flask, Response, current_app, request

from app.http.answers import Body, JsonAnswer
from app.http.credentials import authorization
from app.http.errors import Problem
from app.http.headers import AnyResponse
from app.http.parser import raw_body
from app.i18n import Message
from app.store.append_options import IdempotencyKey
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.store.idempotency import DAY_MS, IdempotencyRecords

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


def tagged(body: Body, ply: int, status: int = 200) -> JsonAnswer[Body]:
    """Return `body` as JSON, with the ply as its entity tag."""
    return JsonAnswer(body, status, {"ETag": etag(ply)})


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


_NAME: Final = "conquian.once"
_REPLAY: Final = "Idempotent-Replay"

# RFC 9562, 5.4: 122 random bits. UUIDs of other versions can be guessed from the time.
_RANDOM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Idempotency:
    answers: IdempotencyRecords
    key: bytes


def install(app: Flask, answers: IdempotencyRecords, key: bytes) -> None:
    """Store the answers of the views of `app` in `answers`; `key` is a service secret, for record names."""
    app.extensions[_NAME] = _Idempotency(answers, key)


def require_random(key: str | None) -> str | None:
    """Return a random key, None without a key. Raises idempotency_key_invalid for another key."""
    if key is not None and not _RANDOM.fullmatch(key):
        detail = Message(
            "Use a random UUID (version 4) as the Idempotency-Key: the request has no token or API key."
        )
        raise Problem("idempotency_key_invalid", detail)
    return key


def bearer() -> str | None:
    """Return a hash of the credential of the request, None without one."""
    text = authorization(request.environ)
    return None if text is None else sha256(text.encode()).hexdigest()


def key_of(who: str | None) -> str | None:
    """Return the Idempotency-Key of the request, None without one. Without `who` it must be a random UUID."""
    key = idempotency_key(request.environ)
    return require_random(key) if who is None else key


def record(scope: str, key: str | None) -> IdempotencyKey | None:
    """Return the idempotency key of the current request for a scope of a log; None without a key."""
    return None if key is None else IdempotencyKey(scope, key, _fingerprint())


def endpoint(who: object) -> str:
    """Return a scope of a log for one address and one caller, such as the number of an API key."""
    return f"{request.method} {request.path} {who}"


def seed(who: str | None) -> bytes:
    """Return 32 bytes for the id of the resource to create: derived from the key, or random without one."""
    key = key_of(who)
    return token_bytes(32) if key is None else _name(who, key)


def idempotent(
    write: Callable[[], AnyResponse],
    body_hash: str | None = None,
    again: Callable[[], AnyResponse] | None = None,
) -> AnyResponse:
    """Return the answer of `write`, or the first answer to the same request with this key within a day.

    With `again` no answer is stored, because it has what may have to be deleted, as a name: `again` makes the
    answer to a repetition.
    The caller is identified by its Authorization, which the view has verified. For a body other than JSON
    `body_hash` is its SHA-256 in hex. A refused request releases its key. Raises KeyReused and the errors of
    `write`.
    """
    if idempotency_key(request.environ) is None:
        return write()
    who = bearer()
    key = key_of(who) or ""
    name, request_hash = _name(who, key), _fingerprint(body_hash)
    first = _idempotency().answers.claim(name, request_hash)
    if first is None:
        answer = _written(write, name, request_hash)
        first = _idempotency().answers.keep(name, request_hash, b"" if again else _packed(answer))
        if first is None:
            answer.headers.pop(_REPLAY, None)
            return answer
    if again is not None:
        return replayed(again())
    return cast(AnyResponse, _unpacked(first))  # the bytes that `write` has once returned


def replayed(response: AnyResponse, again: bool = True) -> AnyResponse:
    """Mark the response as a repetition if it is one."""
    if again:
        response.headers[_REPLAY] = "true"
    return response


def may_show_secrets(since_ms: int, now_ms: int) -> bool:
    """Return whether the answer to a write of `since_ms` may still contain its secrets."""
    return now_ms - since_ms <= DAY_MS


def _written(write: Callable[[], AnyResponse], name: bytes, request_hash: bytes) -> AnyResponse:
    try:
        return write()
    except OutcomeUnknown:
        raise
    except Exception:
        with suppress(StoreUnavailable):
            _idempotency().answers.release(name, request_hash)
        raise


def _idempotency() -> _Idempotency:
    return cast(_Idempotency, current_app.extensions[_NAME])


def _name(who: str | None, key: str) -> bytes:
    message = "\n".join(("once", request.method, request.path, who or "", key))
    return hmac.digest(_idempotency().key, message.encode(), "sha256")


def _fingerprint(body_hash: str | None = None) -> bytes:
    body = raw_body() if body_hash is None else {"sha256": body_hash}
    return fingerprint(request.method, request.path, body)


def _packed(answer: Response) -> bytes:
    headers = [[name, text] for name, text in answer.headers if name != _REPLAY]
    return zlib.compress(orjson.dumps([answer.status_code, headers, answer.get_data(as_text=True)]))


def _unpacked(first: bytes) -> Response:
    status, headers, body = orjson.loads(zlib.decompress(first))
    return replayed(Response(body, status, headers))
