"""Common response headers, the choice of a media type by Accept, and HTTP caching (RFC 9110, RFC 9111)."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar
from urllib.parse import urlencode

from flask import Request, Response, g, request
from werkzeug.datastructures import MIMEAccept

from app.http.errors import Problem
from app.i18n import Language, Message

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
