"""Response headers that every answer carries, and the choice of a media type by Accept."""

from collections.abc import Sequence

from flask import Request, Response, g, request
from werkzeug.datastructures import LanguageAccept, MIMEAccept

from app.http.errors import Problem

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}
JSON = "application/json"
PROBLEM_JSON = "application/problem+json"


def finish_response(response: Response) -> Response:
    """The response with security headers, the request id and, under /v1, the cache rules of a private view.

    What a view has set itself stays, so that a public document under /v1 may be cacheable.
    """
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["X-Request-Id"] = g.get("request_id", "-")
    if request.path == "/v1" or request.path.startswith("/v1/"):
        _keep_private(response)
    return response


def _keep_private(response: Response) -> None:
    response.headers.setdefault("Cache-Control", "private, no-store")
    if "public" not in response.headers["Cache-Control"]:
        response.vary.add("Authorization")


def negotiate(request: Request, *offers: str) -> str:
    """The offered media type that the client likes best; the first one when it does not say.

    See RFC 9110, 12.5.1. Parameters of a media range other than its weight are disregarded.
    Raises not_acceptable.
    """
    if not request.accept_mimetypes:
        return offers[0]
    ranges = [(item.split(";")[0].strip(), weight) for item, weight in request.accept_mimetypes]
    best = MIMEAccept(ranges).best_match(offers)
    if best is None:
        raise Problem("not_acceptable", f"This resource offers {', '.join(offers)}.")
    return best


def preferred_language(request: Request, offers: Sequence[str]) -> str:
    """The offered language that the client likes best (RFC 9110, 12.5.4); the first when none is asked for.

    A language without its region is offered to those who ask for a regional one. `*` asks for none.
    """
    accepted = [(code, weight) for code, weight in request.accept_languages if code != "*"]
    return LanguageAccept(accepted).best_match(offers, default=offers[0])
