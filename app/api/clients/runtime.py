"""A client of the Conquián service, typed. It is generated from the OpenAPI document of the service.

Standard library only, Python 3.11 or newer; copy this file wherever it is needed.

    client = Client("http://127.0.0.1:8000")
    me = client.players_register({"name": "Lupe"})
    client = Client("http://127.0.0.1:8000", me["key"])
    made = client.games_create({"variant": "north-american", "seats": ["me", {"bot": "greedy"}]})

A request is repeated while the service is unavailable or asks to wait; each write has an Idempotency-Key, so
it counts once. What the service refuses is raised as Refused.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

_JSON = "application/json"
_FAILURES = (OSError, http.client.HTTPException)


def entropy_commitment(game: str, seat: int, entropy: bytes) -> str:
    """Return the commitment of a seat to `entropy`, 16 to 64 bytes, for `ready`; `reveal` opens it (12.2)."""
    text = b"conquian/entropy/1" + bytes([len(game)]) + game.encode() + bytes([seat]) + entropy
    return sha256(text).hexdigest()


class Refused(Exception):
    """The service has refused a request; `problem` is its document (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status = status
        self.problem = problem

    @property
    def code(self) -> str:
        """The stable name of the refusal; /problems has them all."""
        return str(self.problem.get("code", ""))

    @property
    def refusal(self) -> Mapping[str, Any] | None:
        """The signed refusal, where the rules refused a command; keep it with what you sent."""
        return self.problem.get("refusal")


class _Wire:
    """Sends requests of one caller, and repeats them while the service is unavailable."""

    def __init__(self, url: str, token: str | None = None, patience: float = 30.0) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._patience = patience

    def _call(
        self,
        method: str,
        path: str,
        accept: str,
        body: object = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
        sends: str = _JSON,
    ) -> Any:
        given = {name: _word(value) for name, value in (query or {}).items() if value is not None}
        url = f"{self._url}{path}" + (f"?{urlencode(given)}" if given else "")
        data = None if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        named = {name: text for name, text in (headers or {}).items() if text is not None}
        named |= {"Accept": accept} | ({} if data is None else {"Content-Type": sends})
        if method != "GET":
            named.setdefault("Idempotency-Key", str(uuid.uuid4()))
        if self._token is not None:
            named["Authorization"] = f"Bearer {self._token}"
        return self._patiently(urllib.request.Request(url, data, named, method=method))

    def _patiently(self, request: urllib.request.Request) -> Any:
        ends = time.monotonic() + self._patience
        while True:
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return _read(answer.headers.get_content_type(), answer.read())
            except urllib.error.HTTPError as refusal:
                wait = float(refusal.headers.get("Retry-After") or 1)
                if (refusal.code < 500 and refusal.code != 429) or time.monotonic() + wait > ends:
                    raise Refused(refusal.code, _problem(refusal)) from None
                time.sleep(wait)
            except _FAILURES:
                if time.monotonic() > ends:
                    raise
                time.sleep(0.2)


def _problem(refusal: urllib.error.HTTPError) -> Mapping[str, Any]:
    try:
        problem = json.load(refusal)
    except ValueError:
        problem = None
    return problem if isinstance(problem, dict) else {}


def _read(media_type: str, body: bytes) -> Any:
    if media_type == _JSON or media_type.endswith("+json"):
        return json.loads(body)
    return body if media_type == "application/zip" else body.decode()


def _word(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _tag(ply: int | None) -> str | None:
    return None if ply is None else f'"{ply}"'
