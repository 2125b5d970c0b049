"""Headers of every response that do not depend on its body.

They are for security, CORS, caching under /v1, the request id and the rate limits. CORS (the Fetch standard)
lets pages of every origin use the API. The API uses no cookies: a caller authenticates with the Authorization
header, and a page of another origin has only the credentials it was given. So no answer depends on the
origin.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response

from app.http.headers import SECURITY_HEADERS
from app.observability.logs import REQUEST

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
    "traceparent",
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


RATE_HEADERS: Final = "conquian.rate_headers"
"""Member of the WSGI environment with the headers of the limit that the request was counted for."""

_SECURITY: Final = tuple((name.lower(), (name, text)) for name, text in SECURITY_HEADERS.items())
_PRIVATE: Final = ("Cache-Control", "private, no-store")

Headers = list[tuple[str, str]]
Application = Callable[[WSGIEnvironment, Callable[..., Any]], Iterable[bytes]]
"""A WSGI application (PEP 3333)."""


def install(app: Flask) -> None:
    """Add the headers to every response of `app`."""
    app.wsgi_app = _with_headers(app.wsgi_app)  # type: ignore[assignment, method-assign]


def _with_headers(application: Application) -> Application:
    """Return `application` with the headers.

    They are added to the finished list: the header objects of Flask look at all headers for each one.
    """

    def respond(environ: WSGIEnvironment, start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, headers: Headers, *error: Any) -> Any:
            return start_response(status, _completed(environ, headers), *error)

        return application(environ, start)

    return respond


def _completed(environ: WSGIEnvironment, headers: Headers) -> Headers:
    """Return `headers` and the missing ones; a header that the view has set itself stays as it is."""
    path = path_of(environ)
    present = {name.lower(): text for name, text in headers}
    completed = [*headers, *environ.get(RATE_HEADERS, ())]
    if path == "/v1" or path.startswith("/v1/"):
        completed = _without_shared_caching(completed, present)
    completed += [header for name, header in _SECURITY if name not in present]
    completed.append(("X-Request-Id", environ.get(REQUEST, "-")))
    if is_shared(path) and "access-control-allow-methods" not in present:
        completed.extend(ANSWER)
    return completed


def _without_shared_caching(headers: Headers, present: dict[str, str]) -> Headers:
    """Return the headers of a response under /v1, which shared caches keep only if the view allows it."""
    if "cache-control" not in present:
        headers.append(_PRIVATE)
    elif "public" in present["cache-control"]:
        return headers
    if "vary" not in present:
        headers.append(("Vary", "Authorization"))
        return headers
    varying = ("Vary", f"{present['vary']}, Authorization")
    return [varying if name.lower() == "vary" else (name, text) for name, text in headers]
