"""A small application for the tests of the edge: says who it is, reads bodies, and streams without end."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from app import edge

edge.ASIDE_SECONDS = float(os.environ.get("ASIDE", edge.ASIDE_SECONDS))  # type: ignore[misc]


def app(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """The answer to GET /pid, POST /body and GET /flood."""
    path = environ["PATH_INFO"]
    if path == "/flood":
        start_response("200 OK", [("Content-Type", "text/plain")])
        return _flood()
    text = _body(environ) if path == "/body" else str(os.getpid())
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(text)))])
    return [text.encode()]


def _body(environ: dict[str, Any]) -> str:
    try:
        return str(len(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))))
    except TimeoutError:
        return "too slow"


def _flood() -> Iterator[bytes]:
    while True:
        yield b"x" * 65536
