"""Request metrics: counts and durations by the rule of the URL map."""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from time import perf_counter
from typing import Any, Final
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response

from app.http.headers import Application
from app.http.problems import PROBLEM
from app.http.request_checks import ENDPOINT
from app.http.streaming import FORMS
from app.observability.logs import ROUTE
from app.observability.metrics import OTHER, Metrics

QUOTA: Final = "quota_exceeded"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def install(app: Flask, metrics: Metrics, moves: str) -> None:
    """Measure the requests of `app` until their response begins, and the streams until they end.

    `moves` is the endpoint whose answers also count as moves.
    """
    app.wsgi_app = _measured(app.wsgi_app, metrics, moves)  # type: ignore[assignment, method-assign]

    @app.after_request
    def count_stream(response: Response) -> Response:
        if response.is_streamed and response.mimetype in FORMS and response.status_code == HTTPStatus.OK:
            metrics.streams.inc()
            response.call_on_close(metrics.streams.dec)
        return response


def _measured(application: Application, metrics: Metrics, moves: str) -> Application:
    def respond(environ: WSGIEnvironment, start_response: Callable[..., Any]) -> Iterable[bytes]:
        begun = perf_counter()

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            _count(metrics, environ, int(status[:3]), perf_counter() - begun, moves)
            return start_response(status, headers, *error)

        return application(environ, start)

    return respond


def _count(metrics: Metrics, environ: WSGIEnvironment, status: int, seconds: float, moves: str) -> None:
    route, endpoint = environ.get(ROUTE, OTHER), environ.get(ENDPOINT, "")
    method = environ["REQUEST_METHOD"]
    if method not in _METHODS:
        method = OTHER
    metrics.requests.labels(method, route, status).inc()
    metrics.seconds.labels(method, route).observe(seconds)
    problem = environ.get(PROBLEM)
    if endpoint == moves and method == "POST":
        metrics.moves.labels("accepted" if status < 300 else problem or OTHER).inc()
    if status == HTTPStatus.CONFLICT and problem == QUOTA:
        metrics.quotas.labels(endpoint.rpartition(".")[0] or OTHER).inc()
