"""CORS (the Fetch standard): pages of every origin may use the API, without cookies.

The API uses no cookies: a caller authenticates with the Authorization header, and a page of another origin
has only the credentials it was given. So no answer depends on the origin.
"""

from typing import Final
from wsgiref.types import WSGIEnvironment

from flask import Response

_SHARED: Final = ("/v1", "/.well-known", "/clients", "/problems", "/openapi.json")
_BELOW: Final = tuple(f"{root}/" for root in _SHARED)

METHODS: Final = ("GET", "HEAD", "POST", "PATCH", "DELETE")
REQUEST_HEADERS: Final = (
    "Accept",
    "Accept-Language",
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
)
RESPONSE_HEADERS: Final = (
    "Content-Disposition",
    "ETag",
    "Idempotent-Replay",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
)

_PREFLIGHT: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": ", ".join(METHODS),
    "Access-Control-Allow-Headers": ", ".join(REQUEST_HEADERS),
    "Access-Control-Max-Age": "86400",
}
ANSWER: Final = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", ", ".join(RESPONSE_HEADERS)),
)
"""Headers that allow pages of every origin to read an answer."""


def preflight(environ: WSGIEnvironment) -> Response | None:
    """Return the answer to a CORS preflight request; None for every other request.

    It is allowed for every shared address, even if nothing exists there, so that the page can read the error.
    """
    is_preflight = environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
    return Response(status=204, headers=_PREFLIGHT) if is_preflight and is_shared(path_of(environ)) else None


def path_of(environ: WSGIEnvironment) -> str:
    """Return the path of a request, which begins with one slash."""
    return "/" + str(environ["PATH_INFO"]).lstrip("/")


def is_shared(path: str) -> bool:
    """Return whether pages of other origins may use this address."""
    return path.startswith(_BELOW) or path in _SHARED
