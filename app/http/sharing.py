"""Cross-origin sharing (the Fetch standard): programs of every origin may use the API, never with cookies.

There are no cookies to abuse: whoever calls proves itself in the Authorization header, and a page of another
origin has only what it was given for that. So no answer depends on the origin.
"""

from typing import Final

from flask import Response, request

_SHARED: Final = ("/v1", "/.well-known", "/problems", "/openapi.json")
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
"""What lets pages of every origin read an answer."""


def preflight() -> Response | None:
    """The answer to a browser that asks whether it may send a request; None for every other request.

    It may for every address that is shared, also where there is nothing: the refusal is for the page to read.
    """
    asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    return Response(status=204, headers=_PREFLIGHT) if asks and is_shared(request.path) else None


def is_shared(path: str) -> bool:
    """Whether pages of other origins may use this address."""
    return path.startswith(_BELOW) or path in _SHARED
