"""Headers that every answer carries: security, sharing, the request id and, under /v1, no caching."""

from typing import Final

from flask import Flask, Response, request

from app.http.headers import SECURITY_HEADERS
from app.http.sharing import ANSWER, is_shared
from app.logs import REQUEST

_PRIVATE: Final = ("Cache-Control", "private, no-store")


def install(app: Flask) -> None:
    """Add the headers to every answer of `app`. Call it before other hooks, which then run earlier."""
    app.after_request(_add_headers)


def _add_headers(response: Response) -> Response:
    """Add what the view has not set itself, so that a public document under /v1 may be cached."""
    headers, path = response.headers, "/" + request.path.lstrip("/")
    headers.extend([one for one in SECURITY_HEADERS.items() if one[0] not in headers])
    headers.add("X-Request-Id", request.environ.get(REQUEST, "-"))
    if is_shared(path) and "Access-Control-Allow-Methods" not in headers:
        headers.extend(ANSWER)
    if path == "/v1" or path.startswith("/v1/"):
        _keep_private(response)
    return response


def _keep_private(response: Response) -> None:
    """Forbid shared caching, unless the view has allowed it."""
    if "Cache-Control" not in response.headers:
        response.headers.add(*_PRIVATE)
    elif response.cache_control.public:
        return
    response.vary.add("Authorization")
