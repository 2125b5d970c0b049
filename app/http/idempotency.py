"""Idempotency: the effect of an Idempotency-Key on every write except moves.

A key is valid for one method, one address and one caller: an API key, a seat, or, for an anonymous caller,
whoever knows the key, which must then be a random UUID. A write uses the first of three ways that fits:

- It appends to a log: `record` is passed with the entry. The answer is made from the returned position, so
  that a repetition makes the same answer.
- It creates something: the id and every secret are derived from `seed`, so that a repetition finds it.
- Any other write: the view authenticates and then returns `kept(write)`. `write` may run twice, also at the
  same time, and must then have the effect of a single run.
"""

import hmac
import re
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_bytes
from typing import Final, cast

import orjson
from flask import Flask, Response, current_app, request

from app.http.credentials import authorization
from app.http.errors import Problem
from app.http.headers import AnyResponse
from app.http.parser import raw_body
from app.http.preconditions import fingerprint, idempotency_key
from app.i18n import Message
from app.store.append_options import IdempotencyKey
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.store.idempotency import DAY_MS, IdempotencyRecords

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
            "Use a random UUID (version 4) as the Idempotency-Key: nothing else says whose it is."
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


def idempotent(write: Callable[[], AnyResponse], body_hash: str | None = None) -> AnyResponse:
    """Return the answer of `write`, or the first answer to the same request with this key within a day.

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
        first = _idempotency().answers.keep(name, request_hash, _packed(answer))
        if first is None:
            answer.headers.pop(_REPLAY, None)
            return answer
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
