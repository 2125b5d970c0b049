"""Response headers: those of every response, the media type by Accept, and caching (RFC 9110, RFC 9111).

Those of every response are for security, CORS, caching under /v1, the request id and the rate limits. CORS
(the Fetch standard) lets pages of every origin use the API. The API uses no cookies: a caller authenticates
with the Authorization header, and a page of another origin has only the credentials it was given. So no
answer depends on the origin.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, Final, TypeVar
from urllib.parse import urlencode
from wsgiref.types import WSGIEnvironment

from flask import Flask, Request, Response, g, request
from werkzeug.datastructures import MIMEAccept

from app.http.errors import Problem
from app.i18n import Language, Message
from app.observability.logs import REQUEST

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}
AnyResponse = TypeVar("AnyResponse", bound=Response)

JSON = "application/json"
TEXT = "text/plain"
HTML = "text/html"
BINARY = "application/octet-stream"
PROBLEM_JSON = "application/problem+json"


def next_page(response: AnyResponse, **changed: object) -> AnyResponse:
    """Add the link to the next page of a list: the same query with `changed` parameters (RFC 8288).

    There is none if their values are None.
    """
    if None in changed.values():
        return response
    query = urlencode({**request.args.to_dict(), **changed})
    response.headers["Link"] = f'<{request.path}?{query}>; rel="next"'
    return response


def negotiate(request: Request, *offers: str) -> str:
    """Return the offered media type that the client prefers; the first one without a preference.

    See RFC 9110, 12.5.1. Parameters of a media range other than its weight are ignored. Raises
    not_acceptable.
    """
    if "HTTP_ACCEPT" not in request.environ or not request.accept_mimetypes:
        return offers[0]
    ranges = [(item.split(";")[0].strip(), weight) for item, weight in request.accept_mimetypes]
    best = MIMEAccept(ranges).best_match(offers)
    if best is None:
        raise Problem("not_acceptable", Message("This resource offers {offers}.").filled(offers=offers))
    return best


def preferred_language(request: Request, offers: Sequence[str]) -> str:
    """Return the offered language that the client prefers (RFC 9110, 12.5.4); the first without a preference.

    A regional language also matches the offered language without its region, before languages with a lower
    weight (RFC 4647, 3.4). `*` matches none.
    """
    offered = {language.lower(): language for language in offers}
    for code, weight in request.accept_languages:
        requested = code.lower().replace("_", "-")
        match = offered.get(requested) or offered.get(requested.partition("-")[0])
        if weight > 0 and match:
            return match
    return offers[0]


def language_asked(request: Request, lang: str | None = None) -> Language:
    """Return the language chosen by `lang`, else by Accept-Language, else English."""
    return Language(lang or preferred_language(request, [Language.EN, *map(str, Language)]))


def languages_asked(request: Request, lang: str | None) -> tuple[Language, ...]:
    """Return the language chosen by `lang` or Accept-Language; all languages without a choice."""
    if lang is not None:
        return (Language(lang),)
    best = preferred_language(request, ["", *map(str, Language)])
    return (Language(best),) if best else tuple(Language)


def in_languages(response: AnyResponse, languages: tuple[Language, ...]) -> AnyResponse:
    """Return `response` with the headers Content-Language and Vary for `languages`."""
    response.content_language.update(map(str, languages))
    response.vary.add("Accept-Language")
    return response


_FOR_EVER: Final = "max-age=31536000, immutable"
FOR_NOW: Final = "public, max-age=300"
"""For answers that change with a version of the service only."""


def cached_forever(response: AnyResponse) -> AnyResponse:
    """Mark a response that never changes as cacheable for ever; privately if it had credentials."""
    visibility = "private" if "Authorization" in request.headers else "public"
    response.headers["Cache-Control"] = f"{visibility}, {_FOR_EVER}"
    return response


def tag(data: bytes) -> str:
    """Return the entity tag of a representation with these bytes."""
    return sha256(data).hexdigest()[:24]


def sent_in_full(response: AnyResponse) -> AnyResponse:
    """Mark a response to be sent in full even if the client has its entity tag, which does not cover all of
    it.
    """
    g.whole = True
    return response


def revalidated(response: Response) -> Response:
    """Answer a GET with 304 and no body if If-None-Match has the entity tag of the response.

    Tags are compared weakly. If the view has set none, it is a hash of the bytes. Streams have none.
    """
    method = request.environ["REQUEST_METHOD"]
    if method not in ("GET", "HEAD") or response.status_code != 200 or response.is_streamed:
        return response
    if "ETag" not in response.headers:
        response.set_etag(tag(response.get_data()))
    if not g.get("whole") and request.if_none_match.contains_weak(response.get_etag()[0] or ""):
        response.status_code = 304
        response.set_data(b"")
        for name in ("Content-Type", "Content-Length", "Content-Disposition"):
            response.headers.pop(name, None)
    return response


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
