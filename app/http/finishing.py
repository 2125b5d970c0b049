"""What every answer carries, put on where it leaves the application.

Not by Flask's hooks: there each header is looked for among all the others before it is set, which for a dozen
of them takes as long as all the rest of Flask.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import TracebackType
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask

from app.http.headers import SECURITY_HEADERS
from app.http.sharing import ANSWER, is_shared
from app.logs import REQUEST

Headers = list[tuple[str, str]]
Raised = tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None] | None

LATE: Final = "conquian.headers"
"""Where in the environment of a request those headers of its answer stand that no view need know."""

_SECURITY: Final = tuple(SECURITY_HEADERS.items())
_KEPT_BY_NOBODY: Final = ("Cache-Control", "private, no-store")
_VARIES: Final = ("Vary", "Authorization")
FIXED: Final = frozenset((*_SECURITY, *ANSWER, _KEPT_BY_NOBODY, _VARIES))
"""Headers that nearly every answer carries, the same whatever is asked."""

_NAMES: Final = frozenset(name.lower() for name in SECURITY_HEADERS)
_CACHING: Final = "cache-control"
_VARY: Final = "vary"
_PREFLIGHT: Final = "access-control-allow-methods"
_OURS: Final = _NAMES | {_CACHING, _VARY, _PREFLIGHT}


def install(app: Flask) -> None:
    """From now on every answer of `app` carries what it must."""
    app.wsgi_app = _Finishing(app.wsgi_app)  # type: ignore[method-assign]


class _Finishing:
    """An application whose answers are finished."""

    def __init__(self, inner: WSGIApplication) -> None:
        self._inner = inner

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        def start(status: str, headers: Headers, raised: Raised = None, /) -> Any:
            return start_response(status, finished(headers, environ), raised)

        return self._inner(environ, start)


def finished(headers: Headers, environ: Mapping[str, Any]) -> Headers:
    """The headers of an answer with those for security and sharing, the request id and, under /v1, the cache
    rules of a private view.

    What a view has set itself stays, so that a public document under /v1 may be cacheable.
    """
    path = "/" + environ.get("PATH_INFO", "").lstrip("/")
    private = path == "/v1" or path.startswith("/v1/")
    found = [*headers, *environ.get(LATE, ()), ("X-Request-Id", environ.get(REQUEST, "-"))]
    usual = _usual(tuple([name for name, _ in headers]), is_shared(path), private)
    if usual is not None:
        return found + usual
    given = {name.lower() for name, _ in headers}
    found += _missing(given)
    if is_shared(path) and _PREFLIGHT not in given:
        found += ANSWER
    return _private(found, given) if private else found


@lru_cache(256)
def _usual(given: tuple[str, ...], shared: bool, private: bool) -> Headers | None:
    """What an answer with headers of these names lacks, None where a view has set some of that itself."""
    if not _OURS.isdisjoint(map(str.lower, given)):
        return None
    return [*_SECURITY, *(ANSWER if shared else ()), *((_KEPT_BY_NOBODY, _VARIES) if private else ())]


def _missing(given: set[str]) -> Headers | tuple[tuple[str, str], ...]:
    """The headers for security that a view has not set itself."""
    if given.isdisjoint(_NAMES):
        return _SECURITY
    return [one for one in _SECURITY if one[0].lower() not in given]


def _private(headers: Headers, given: set[str]) -> Headers:
    """The headers with the cache rules of an answer that is for one reader, unless it is for everybody."""
    if _CACHING not in given:
        headers.append(_KEPT_BY_NOBODY)
    elif any("public" in text for name, text in headers if name.lower() == _CACHING):
        return headers
    if _VARY not in given:
        headers.append(_VARIES)
        return headers
    return [(name, _with(text) if name.lower() == _VARY else text) for name, text in headers]


def _with(varies: str) -> str:
    """What an answer varies by, and the reader."""
    return varies if "authorization" in varies.lower() else f"{varies}, Authorization"
