"""HTTP client with limits for time and size."""

import time
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click

from app.games.codec import Json
from app.i18n import Message
from app.store.canonical import parse
from replays.record.errors import NotRevealed, RequestRefused, Unreachable
from replays.record.format import SIZE_LIMIT

JSON: Final = "application/json"
_TIMEOUT_SECONDS: Final = 30
_MAKING_SECONDS: Final = 900
_LONGEST_SECONDS: Final = 10.0


def fetch(address: str, accept: str = JSON) -> bytes:
    """Return the body at `address` (http or https). Raises RequestRefused or Unreachable.

    A report that the service has to make first (202) is requested again as often as the service asks, for
    some minutes; standard error shows that once. Raises NotRevealed for a report that is made at the end of a
    running tournament.
    """
    begun = time.monotonic()
    is_reported = False
    while True:
        answer = _asked(address, {"Accept": accept}, None)
        if answer.retry_after is None:
            return answer.body
        if object_of(answer.body).get("waits_for") == "end":
            raise NotRevealed(Message("it is made when the tournament is over"))
        if time.monotonic() > begun + _MAKING_SECONDS:
            raise Unreachable(Message("the service has not made it yet, ask again later"))
        if not is_reported:
            click.echo("The service is still making this; waiting for it (Ctrl-C ends).", err=True)
        is_reported = True
        time.sleep(answer.retry_after)


def send(address: str, body: bytes, media_type: str) -> Json:
    """POST `body` and return the JSON object of the answer. Raises as `fetch`."""
    return object_of(_asked(address, {"Accept": JSON, "Content-Type": media_type}, body).body)


@dataclass(frozen=True, slots=True)
class _Answer:
    """A response, and the seconds to wait before the next request, None if it is final."""

    body: bytes
    retry_after: float | None


def _asked(address: str, headers: dict[str, str], data: bytes | None) -> _Answer:
    if not is_address(address):
        raise Unreachable(Message("the address of the service begins with http:// or https://"))
    try:
        request = Request(address, data, headers)  # noqa: S310 (http or https, see above)
        with urlopen(request, timeout=_TIMEOUT_SECONDS) as answer:  # noqa: S310
            body: bytes = answer.read(SIZE_LIMIT + 1)
            waits = answer.status == HTTPStatus.ACCEPTED and data is None
            retry_after = _seconds(answer.headers.get("Retry-After")) if waits else None
    except HTTPError as refusal:
        with refusal:
            raise _refused(refusal) from None
    except (OSError, HTTPException, ValueError) as problem:
        raise Unreachable(
            Message("{address} does not answer: {reason}").filled(address=address, reason=problem)
        ) from None
    if len(body) > SIZE_LIMIT:
        raise Unreachable(Message("the service sent more than a record can have"))
    return _Answer(body, retry_after)


def _seconds(text: str | None) -> float:
    """Return the time of a Retry-After header, within limits."""
    return min(_LONGEST_SECONDS, max(1.0, float(text))) if text and text.isdigit() else _LONGEST_SECONDS


def fetch_object(address: str) -> Json:
    """Return the JSON object at `address`. Raises as `fetch`."""
    return object_of(fetch(address))


def is_address(text: str) -> bool:
    """Return True if `text` is an address rather than the name of a file."""
    return text.startswith(("http://", "https://"))


def object_of(body: bytes) -> Json:
    """Return the JSON object in `body`. Raises Unreachable."""
    try:
        value = parse(body)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise Unreachable(Message("the service sent something that is not a JSON object"))
    return value


def _refused(refusal: HTTPError) -> RequestRefused:
    try:
        document = object_of(refusal.read(SIZE_LIMIT))
    except (Unreachable, OSError, HTTPException):
        document = {}
    return RequestRefused(refusal.code, document.get("code"), _listed(document) or document.get("detail"))


def _listed(document: Json) -> str | None:
    """Return the field errors of a refusal as text, or None."""
    match document.get("errors"):
        case [*rows]:
            return " ".join(
                f"{row.get('parameter') or row.get('pointer')}: {row.get('detail')}"
                for row in rows
                if isinstance(row, dict)
            )
    return None
