"""Headers of every response: security, CORS, the request id and, under /v1, no caching."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask, Response, request

from app.http.cors import ANSWER, is_shared
from app.http.headers import SECURITY_HEADERS
from app.observability.logs import REQUEST

_PRIVATE: Final = ("Cache-Control", "private, no-store")

Headers = list[tuple[str, str]]
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
"""A WSGI application (PEP 3333)."""


def install(app: Flask) -> None:
    """Add the headers to every response of `app`. Call it before other hooks, which then run earlier."""
    app.after_request(_forbid_shared_caching)
    app.wsgi_app = _with_headers(app.wsgi_app)  # type: ignore[assignment, method-assign]


def _with_headers(application: Application) -> Application:
    """Return `application` with the headers that do not depend on the body.

    They are added to the finished list: the header objects of Flask look at all headers for each one.
    """

    def respond(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, headers: Headers, *error: Any) -> Any:
            return start_response(status, [*headers, *_missing(environ, headers)], *error)

        return application(environ, start)

    return respond


def _missing(environ: dict[str, Any], headers: Headers) -> Headers:
    """Return the headers to add to `headers`; a header that the view has set itself stays as it is."""
    present = {name.lower() for name, _ in headers}
    added = [header for header in SECURITY_HEADERS.items() if header[0].lower() not in present]
    added.append(("X-Request-Id", environ.get(REQUEST, "-")))
    if is_shared(_path(environ)) and "access-control-allow-methods" not in present:
        added.extend(ANSWER)
    return added


def _path(environ: dict[str, Any]) -> str:
    return "/" + str(environ["PATH_INFO"]).lstrip("/")


def _forbid_shared_caching(response: Response) -> Response:
    """Forbid it under /v1, unless the view has allowed it: a public document may be cached."""
    path = _path(request.environ)
    if path != "/v1" and not path.startswith("/v1/"):
        return response
    if "Cache-Control" not in response.headers:
        response.headers.add(*_PRIVATE)
    elif response.cache_control.public:
        return response
    response.vary.add("Authorization")
    return response
