"""A small application for tests of the gunicorn worker: it echoes, reads bodies, and streams without end."""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from app.server import gunicorn_worker

gunicorn_worker.BALANCING_SECONDS = float(os.environ.get("ASIDE", gunicorn_worker.BALANCING_SECONDS))  # type: ignore[misc]


def app(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """The answer to GET /pid, GET /interpreter, POST /body and GET /flood."""
    path = environ["PATH_INFO"]
    if path == "/flood":
        start_response("200 OK", [("Content-Type", "text/plain")])
        return _flood()
    if path == "/interpreter":
        text = f"{gc.get_threshold()[2]} {gc.get_freeze_count() > 0} {sys.getswitchinterval()}"
    else:
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
