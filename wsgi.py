"""The web application: the composition root of the API."""

from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from typing import Any, Final

from flask import Flask

from app.api import (
    access,
    bots,
    decisions,
    error_catalogue,
    evenings,
    events,
    forks,
    games,
    guides,
    monitoring,
    moves,
    operators,
    phrases,
    pictures,
    players,
    presence,
    rating_lists,
    receipts,
    refusals,
    rematch,
    request_limits,
    rulebooks,
    rules,
    seat_tokens,
    seats,
    service,
    tournament_failures,
    tournament_files,
    tournaments,
    turns,
    variants,
    webhooks,
)
from app.api.clients import pages as clients
from app.api.docs import examples
from app.api.game_documents import with_games
from app.api.parts import ApiParts
from app.http import body, idempotency, problems, rate_limits, request_metrics
from app.http.blueprint import Blueprint, document
from app.observability.logs import configure
from app.observability.startup import log_start
from app.observability.worker_hooks import LOOP_DELAY, SHUTDOWN_HOOKS
from app.players.state import KeyScope
from app.service.secret_keys import keys
from app.settings.environment import load
from app.store.client import time_trips
from app.store.idempotency import IdempotencyRecords
from app.web import pages
from replays.api import audits, disputes, imports, report_answers, transparency, verifier
from replays.api import games as archived_games
from replays.api import tournaments as tournament_records
from replays.installation.installation import Installation
from replays.record.receipts import key_list

VERSION = version("conquian")

READY: Final = "conquian.ready"
"""Application extension with the checks of /readyz."""


class Application(Flask):
    """The Flask application of the API."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return `func` unchanged: no view is a coroutine, for which Flask would check at each request."""
        return func


def create_app(parts: ApiParts) -> Flask:
    """Create the application of `parts`: of one store, with the keys of one service."""
    settings, secrets, redis, metrics = parts.settings, parts.secrets, parts.redis, parts.metrics
    time_trips(redis, metrics.trips.observe)
    metrics.watch(*parts.metric_sources, checks=monitoring.grades(parts.ready))
    app = Application("app.api", static_folder=None)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.extensions[SHUTDOWN_HOOKS] = (parts.subscriptions.close, parts.unlimited_archive.close)
    app.extensions[LOOP_DELAY] = metrics.delayed
    app.extensions[READY] = parts.ready
    request_metrics.install(app, metrics, "moves.move")
    problems.install(app, settings.url or "", settings.trusted_hosts)
    rate_limits.install(app, request_limits.rates(settings, redis, secrets.ids, secrets.token, metrics))
    body.install(app, request_limits.body_sizes(settings))
    refusals.install(app)
    idempotency.install(app, IdempotencyRecords(redis, parts.cipher), secrets.ids)
    access.install(app, parts.access)
    report_answers.install(app)
    resources = _resources(parts)

    @cache
    def described() -> dict[str, Any]:
        known = examples()
        return with_games(document("Conquián", "v1", resources, known), known)

    resources.append(service.blueprint(VERSION, settings.organisers, described, parts.ready))
    resources.append(monitoring.blueprint(metrics, settings.metrics_token))
    for resource in resources:
        app.register_blueprint(resource)
    app.register_blueprint(clients.blueprint(described))
    app.register_blueprint(pages.blueprint(parts.settings.url or ""))
    return app


def _resources(parts: ApiParts) -> list[Blueprint]:
    """Return the resources of the API in the order of the document."""
    return [
        games.blueprint(parts.service),
        seats.blueprint(parts.service),
        seat_tokens.blueprint(parts.service),
        rematch.blueprint(parts.service),
        evenings.blueprint(parts.service),
        forks.blueprint(parts.service),
        moves.blueprint(parts.service),
        receipts.blueprint(parts.service),
        events.blueprint(parts.service),
        presence.blueprint(parts.service),
        pictures.blueprint(parts.service),
        phrases.blueprint(parts.service),
        variants.blueprint(),
        bots.blueprint(),
        rules.blueprint(),
        rulebooks.blueprint(),
        players.blueprint(parts.service),
        operators.blueprint(
            parts.access, parts.players, parts.webhooks.webhooks, parts.games, lambda: parts.overview
        ),
        turns.blueprint(parts.service),
        decisions.blueprint(parts.service),
        receipts.blueprint_of_keys(parts.ring),
        error_catalogue.blueprint(),
        audits.blueprint(
            parts.games,
            parts.access.reader,
            parts.prove,
            lambda: key_list(parts.ring.document()),
            parts.marking.of,
        ),
        imports.blueprint(
            lambda: parts.imports,
            imports.our_log(parts.games, parts.access.reader),
            parts.admit_import,
            parts.enqueue_import,
        ),
        archived_games.blueprint(
            parts.listing, parts.marking.of_each, lambda: parts.access.player(KeyScope.VIEW).id
        ),
        transparency.blueprint(lambda: parts.archive.engine, parts.access.admits),
        disputes.blueprint(parts.games, parts.disputes, parts.access, parts.prove, parts.ring),
        webhooks.blueprint(parts.webhooks),
        tournaments.blueprint(parts.tournaments),
        tournament_records.blueprint(parts.lookup, parts.prove.of_head),
        tournament_files.blueprint(parts.lookup),
        tournament_failures.blueprint(parts.tournament_failures),
        rating_lists.blueprint(parts.lookup, parts.remake),
        verifier.blueprint(),
        guides.blueprint(),
    ]


def _app() -> Flask:
    settings = load()
    configure(settings.log_level, settings.log_format)
    if settings.redis_url is None:
        raise SystemExit("conquian: REDIS_URL names the store; `conquian serve` starts one and sets it.")
    log_start(settings, "API", quietly=True)
    installation = Installation(settings, keys(settings), None)
    parts = ApiParts(settings, installation.secrets, installation.store(), installation)
    app = create_app(parts)
    app.extensions[READY]()
    return app


def __getattr__(name: str) -> Flask:
    """Return `app`, created when the server reads it: importing this module opens no connection."""
    if name == "app":
        return _app()
    raise AttributeError(name)
