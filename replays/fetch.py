"""One request over HTTP, with a limit for everything: what a service says, or why it does not say it."""

import time
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click

from app.games.codec import Json
from app.store.canonical import parse
from replays.errors import NotRevealed, Refused, Unreachable
from replays.record.format import SIZE_LIMIT

JSON: Final = "application/json"
_TIMEOUT_SECONDS: Final = 30
_MAKING_SECONDS: Final = 900
_LONGEST_SECONDS: Final = 10.0


def fetch(address: str, accept: str = JSON) -> bytes:
    """What stands at `address` (http or https); Refused with status and code, or Unreachable.

    What the service has to make first (202) is asked for again as often as it says, for some minutes, and
    standard error says once that it is waited for. NotRevealed for what is made at the end of a tournament
    that is not over.
    """
    begun = time.monotonic()
    said = False
    while True:
        answer = _asked(address, {"Accept": accept}, None)
        if answer.retry_after is None:
            return answer.body
        if object_of(answer.body).get("waits_for") == "end":
            raise NotRevealed("it is made when the tournament is over")
        if time.monotonic() > begun + _MAKING_SECONDS:
            raise Unreachable("the service has not made it yet, ask again later")
        if not said:
            click.echo("The service is still making this; waiting for it (Ctrl-C ends).", err=True)
        said = True
        time.sleep(answer.retry_after)


def send(address: str, body: bytes, media_type: str) -> Json:
    """The JSON object that the service at `address` answers to a POST of `body`; errors as `fetch`."""
    return object_of(_asked(address, {"Accept": JSON, "Content-Type": media_type}, body).body)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came, and in how many seconds to ask again, None where it is what was asked for."""

    body: bytes
    retry_after: float | None


def _asked(address: str, headers: dict[str, str], data: bytes | None) -> _Answer:
    if not is_address(address):
        raise Unreachable("the address of the service begins with http:// or https://")
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
        raise Unreachable(f"{address} does not answer: {problem}") from None
    if len(body) > SIZE_LIMIT:
        raise Unreachable("the service sent more than a record can have")
    return _Answer(body, retry_after)


def _seconds(text: str | None) -> float:
    """The time of a Retry-After within what is sensible."""
    return min(_LONGEST_SECONDS, max(1.0, float(text))) if text and text.isdigit() else _LONGEST_SECONDS


def fetch_object(address: str) -> Json:
    """The JSON object at `address`; errors as `fetch`."""
    return object_of(fetch(address))


def is_address(text: str) -> bool:
    """Whether `text` is an address to fetch, rather than the name of a file."""
    return text.startswith(("http://", "https://"))


def object_of(body: bytes) -> Json:
    """The JSON object that `body` stands for; Unreachable if it is none."""
    try:
        value = parse(body)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise Unreachable("the service sent something that is not a JSON object")
    return value


def _refused(refusal: HTTPError) -> Refused:
    try:
        said = object_of(refusal.read(SIZE_LIMIT))
    except (Unreachable, OSError, HTTPException):
        said = {}
    return Refused(refusal.code, said.get("code"), _listed(said) or said.get("detail"))


def _listed(said: Json) -> str | None:
    """What a refusal lists field by field, with where each stands; None without such a list."""
    match said.get("errors"):
        case [*rows]:
            return " ".join(
                f"{row.get('parameter') or row.get('pointer')}: {row.get('detail')}"
                for row in rows
                if isinstance(row, dict)
            )
    return None
