"""HTTP server for /livez, /readyz and /metrics of processes without the API, on a port of its own.

Durability check of the store, cached for some seconds.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from threading import Lock
from typing import Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.types import WSGIApplication

import orjson
from flask import Request, Response

from app.api.monitoring import Checks, admit
from app.api.service import readiness
from app.http.errors import Problem
from app.http.headers import JSON, PROBLEM_JSON, TEXT
from app.observability.metrics import Metrics
from app.settings.errors import StartError
from app.store.durability import PartCheck, safe

_SECONDS: Final = 5.0
"""Socket timeout for a client."""


def application(metrics: Metrics, checks: Checks, token: str | None) -> WSGIApplication:
    """Return the WSGI application of a process; /metrics has the access rule of the API.

    /livez is 503 while the heartbeat of the process is late.
    """

    def livez(request: Request) -> Response:
        late = metrics.late > 0
        return _json({"status": "late" if late else "alive"}, 503 if late else 200)

    def readyz(request: Request) -> Response:
        return _json(readiness(checks()))

    def show_metrics(request: Request) -> Response:
        admit(request, token)
        return Response(metrics.exposition(), content_type=f"{TEXT}; version=0.0.4; charset=utf-8")

    views = {"/livez": livez, "/readyz": readyz, "/metrics": show_metrics}

    def answer(request: Request) -> Response:
        try:
            return _view(views, request)(request)
        except Problem as problem:
            return _json(problem.as_dict(), problem.status, PROBLEM_JSON)

    return lambda environ, start: answer(Request(environ))(environ, start)


View = Callable[[Request], Response]


def _view(views: Mapping[str, View], request: Request) -> View:
    view = views.get(request.path)
    if view is None:
        raise Problem("not_found")
    if request.method not in ("GET", "HEAD"):
        raise Problem("method_not_allowed", headers={"Allow": "GET, HEAD"})
    return view


def _json(body: object, status: int = 200, media_type: str = JSON) -> Response:
    response = Response(orjson.dumps(body), status, content_type=media_type)
    response.headers["Cache-Control"] = "no-store"
    return response


class _Server(ThreadingMixIn, WSGIServer):
    """Server with a daemon thread for each request."""

    daemon_threads = True


class _Server6(_Server):
    """The same for an IPv6 address."""

    address_family = socket.AF_INET6


class _Handler(WSGIRequestHandler):
    """Request handler with a timeout and without request logs."""

    timeout = _SECONDS

    def log_message(self, format: str, *args: object) -> None:
        """Do nothing."""


@contextmanager
def serving(host: str, port: int, answers: WSGIApplication) -> Iterator[None]:
    """Serve the port within the block. Raises StartError if it cannot be bound."""
    try:
        server = make_server(host, port, answers, _Server6 if ":" in host else _Server, _Handler)
    except OSError as problem:
        raise StartError(
            f"CONQUIAN_METRICS_PORT: the address {host}:{port} cannot be used ({problem.strerror});"
            " each process on a machine needs a port of its own."
        ) from None
    thread = threading.Thread(target=server.serve_forever, name="probes", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


_DURABILITY_SECONDS: Final = 5.0
"""Lifetime of a result; that long a game with a stake may start on a store that has become unsafe."""


class DurabilityCheck:
    """Last result of `checks`; thread-safe."""

    def __init__(
        self, checks: Callable[[], tuple[PartCheck, ...]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._checks = checks
        self._clock = clock
        self._lock = Lock()
        self._safe = False
        self._until = 0.0

    def safe(self) -> bool:
        """Return True if the store is durable. Raises StoreUnavailable if it does not answer."""
        with self._lock:
            now = self._clock()
            if now >= self._until:
                self._safe = safe(self._checks())
                self._until = now + _DURABILITY_SECONDS
            return self._safe
