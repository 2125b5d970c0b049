"""Exactly once: what an Idempotency-Key does for every write that is not a move.

A key counts for one method and address and for whoever sends it: an API key, a seat, or, where nobody is
known, whoever knows the key itself, which must then be a random UUID. There are three ways, and a write takes
the first that fits:

- It appends to a log: `record` goes along with the entry, the answer is made from the position that comes
  back, and so it is made again.
- It makes something new: the id, and every secret, comes from `seed`; a repetition meets what it made.
- Anything else: the view authenticates and then returns `kept(write)`. `write` may run twice, also at the
  same time, and must do then what it does when it runs once.
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

from app.http.errors import Problem
from app.http.parser import raw_body
from app.http.preconditions import fingerprint, idempotency_key
from app.http.tokens import authorization
from app.store.answers import DAY_MS, IdempotencyRecords
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.store.terms import IdempotencyKey

_NAME: Final = "conquian.once"
_REPLAY: Final = "Idempotent-Replay"

# RFC 9562, 5.4: 122 bits of chance. Those of the other versions can be guessed from the time.
_RANDOM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Desk:
    answers: IdempotencyRecords
    key: bytes


def install(app: Flask, answers: IdempotencyRecords, key: bytes) -> None:
    """Lets the views of `app` keep their answers in `answers`; `key` is a service secret, for names."""
    app.extensions[_NAME] = _Desk(answers, key)


def own(key: str | None) -> str | None:
    """A key that nobody can guess; idempotency_key_invalid for any other. None without a key."""
    if key is not None and not _RANDOM.fullmatch(key):
        detail = "Use a random UUID (version 4) as the Idempotency-Key: nothing else says whose it is."
        raise Problem("idempotency_key_invalid", detail)
    return key


def bearer() -> str | None:
    """What stands for the secret of the request, None without one; whoever has not got it gets another."""
    text = authorization(request)
    return None if text is None else sha256(text.encode()).hexdigest()


def key_of(who: str | None) -> str | None:
    """The Idempotency-Key of the request, None without one; a random UUID where `who` is None."""
    key = idempotency_key(request)
    return own(key) if who is None else key


def record(scope: str, key: str | None) -> IdempotencyKey | None:
    """What makes the present request count once in a log and a scope of it; None without a key."""
    return None if key is None else IdempotencyKey(scope, key, _fingerprint())


def endpoint(who: object) -> str:
    """A scope of a log for one address and one asker, such as the number of an API key."""
    return f"{request.method} {request.path} {who}"


def seed(who: str | None) -> bytes:
    """32 bytes for the id of what the request makes: always the same for its key, chance without one."""
    key = key_of(who)
    return token_bytes(32) if key is None else _name(who, key)


def kept(write: Callable[[], Response], said: str | None = None) -> Response:
    """The answer of `write`, or the first answer to an equal request of the last day with the same key.

    The caller is known by its Authorization, which the view has checked. Where the body is not JSON, `said`
    stands for it: a SHA-256 in hex. What is refused leaves its key free. Raises KeyReused and whatever
    `write` raises.
    """
    if idempotency_key(request) is None:
        return write()
    who = bearer()
    key = key_of(who) or ""
    name, asked = _name(who, key), _fingerprint(said)
    first = _desk().answers.claim(name, asked)
    if first is None:
        answer = _written(write, name, asked)
        first = _desk().answers.keep(name, asked, _packed(answer))
        if first is None:
            answer.headers.pop(_REPLAY, None)
            return answer
    return _unpacked(first)


def replayed(response: Response, again: bool = True) -> Response:
    """The response, which says that it was given before if so."""
    if again:
        response.headers[_REPLAY] = "true"
    return response


def fresh(since_ms: int, now_ms: int) -> bool:
    """Whether the answer to what was done at `since_ms` may still show secrets."""
    return now_ms - since_ms <= DAY_MS


def _written(write: Callable[[], Response], name: bytes, asked: bytes) -> Response:
    try:
        return write()
    except OutcomeUnknown:
        raise
    except Exception:
        with suppress(StoreUnavailable):
            _desk().answers.release(name, asked)
        raise


def _desk() -> _Desk:
    return cast(_Desk, current_app.extensions[_NAME])


def _name(who: str | None, key: str) -> bytes:
    said = "\n".join(("once", request.method, request.path, who or "", key))
    return hmac.digest(_desk().key, said.encode(), "sha256")


def _fingerprint(said: str | None = None) -> bytes:
    body = raw_body() if said is None else {"sha256": said}
    return fingerprint(request.method, request.path, body)


def _packed(answer: Response) -> bytes:
    headers = [[name, text] for name, text in answer.headers if name != _REPLAY]
    return zlib.compress(orjson.dumps([answer.status_code, headers, answer.get_data(as_text=True)]))


def _unpacked(first: bytes) -> Response:
    status, headers, body = orjson.loads(zlib.decompress(first))
    return replayed(Response(body, status, headers))
