"""Probes of a process that serves no API, on a port of its own: /livez, /readyz and /metrics."""

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from typing import Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.types import WSGIApplication

import orjson
from flask import Request, Response

from app.api.monitoring import Checks, admit
from app.api.service import readiness
from app.config import StartError
from app.http.errors import Problem
from app.http.headers import JSON, PROBLEM_JSON, TEXT
from app.metrics import Metrics

_SECONDS: Final = 5.0
"""How long the server waits for a client at a time."""


def application(metrics: Metrics, checks: Checks, token: str | None) -> WSGIApplication:
    """The answers of a process with these metrics; /metrics is for whoever may read that of an API.

    /livez is 503 while the process is late with its sign of life, as one that hangs.
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
    found = views.get(request.path)
    if found is None:
        raise Problem("not_found")
    if request.method not in ("GET", "HEAD"):
        raise Problem("method_not_allowed", headers={"Allow": "GET, HEAD"})
    return found


def _json(body: object, status: int = 200, media_type: str = JSON) -> Response:
    response = Response(orjson.dumps(body), status, content_type=media_type)
    response.headers["Cache-Control"] = "no-store"
    return response


class _Server(ThreadingMixIn, WSGIServer):
    """A thread for each request, none of which keeps the process from ending."""

    daemon_threads = True


class _Server6(_Server):
    """The same on an address of IPv6."""

    address_family = socket.AF_INET6


class _Handler(WSGIRequestHandler):
    """Gives up on a client that is silent, and writes no line for a request."""

    timeout = _SECONDS

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is written."""


@contextmanager
def serving(host: str, port: int, answers: WSGIApplication) -> Iterator[None]:
    """The port answers until the block ends. Raises StartError where it cannot be taken."""
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
