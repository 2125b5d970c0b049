"""Request metrics: counts and durations by the rule of the URL map."""

from collections.abc import Callable
from http import HTTPStatus
from time import perf_counter
from typing import Final

from flask import Flask, Response, g, request

from app.http.streaming import FORMS
from app.observability.metrics import OTHER, Metrics

QUOTA: Final = "quota_exceeded"
_BEGUN: Final = "conquian.begun"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def install(app: Flask, metrics: Metrics, moves: str) -> None:
    """Measure the requests of `app`. Call it before other hooks, so that nothing is left out.

    `moves` is the endpoint whose answers also count as moves.
    """
    app.before_request(_begin)
    app.after_request(_finish(metrics, moves))


def _begin() -> None:
    request.environ[_BEGUN] = perf_counter()


def _finish(metrics: Metrics, moves: str) -> Callable[[Response], Response]:
    def finish(response: Response) -> Response:
        status = response.status_code
        environ, rule = request.environ, request.url_rule
        route = OTHER if rule is None else rule.rule
        method = environ["REQUEST_METHOD"]
        if method not in _METHODS:
            method = OTHER
        metrics.requests.labels(method, route, status).inc()
        metrics.seconds.labels(method, route).observe(perf_counter() - environ[_BEGUN])
        if rule is not None and rule.endpoint == moves and method == "POST":
            outcome = "accepted" if status < 300 else g.get("problem") or OTHER
            metrics.moves.labels(outcome).inc()
        if status == HTTPStatus.CONFLICT and g.get("problem") == QUOTA:
            metrics.quotas.labels(request.blueprint or OTHER).inc()
        if response.is_streamed and response.mimetype in FORMS and status == 200:
            metrics.streams.inc()
            response.call_on_close(metrics.streams.dec)
        return response

    return finish
