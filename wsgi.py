"""The web application: the composition root of the API."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib.metadata import version
from typing import Any, Final

from flask import Flask
from redis import Redis

from app.api import (
    bots,
    decisions,
    error_catalogue,
    events,
    forks,
    guides,
    monitoring,
    moves,
    players,
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
    services,
    tournament_failures,
    tournament_files,
    tournaments,
    turns,
    variants,
)
from app.api import games as tables
from app.api import webhooks as webhooks_api
from app.api.access import Access
from app.api.access import install as install_access
from app.api.clients import pages as clients
from app.api.docs import examples
from app.api.probes import DurabilityCheck
from app.api.quotas import Quotas
from app.api.webhooks import WebhookResources
from app.games.table.state import Limits
from app.http import body, idempotency, problems, rate_limits, request_metrics
from app.http.blueprint import Blueprint, document
from app.http.body import BodySize
from app.http.bounded_calls import TimeLimits
from app.http.credentials import mint_key
from app.http.thread_pool import in_thread_pool
from app.observability.logs import configure, current_request
from app.observability.loop_delay import LOOP_DELAY
from app.observability.metrics import Metrics
from app.observability.shutdown_hooks import SHUTDOWN_HOOKS
from app.observability.startup import log_start
from app.players.service import Players
from app.players.state import KeyScope
from app.service.games import GameService
from app.service.instrumentation import Observer
from app.service.job_queue import IMPORT, IMPORTS, JobQueue, QueueUnavailable
from app.service.secret_keys import Keys, keys
from app.service.shared_reader import SharedReaders
from app.service.signing import KeyRing, now_ms
from app.service.subscriptions import Subscriptions
from app.service.tournaments import TournamentService
from app.settings.settings import Settings, load
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.client import time_trips
from app.store.delivery_queue import DeliveryQueue
from app.store.durability import checks
from app.store.encryption import StorageCipher
from app.store.idempotency import AlternativeIds, IdempotencyRecords
from app.store.indexes import DisputeIndex, WebhookIndex
from app.store.key_epochs import StoredGenerations
from app.store.retention import Retention
from app.store.tournament_parts import TournamentParts
from app.web import pages
from app.webhooks.service import Webhooks
from replays.api import audits as replays_api
from replays.api import disputes as disputes_api
from replays.api import games as api_games
from replays.api import imports as imports_api
from replays.api import pending_answers
from replays.api import tournaments as tournament_records
from replays.api import transparency as tree_api
from replays.api import verifier as verifier_pages
from replays.archive.listing import Listing
from replays.archive.opening import limited, open_archive
from replays.archive.proof import Prover
from replays.catalogue.search import counting
from replays.disputes.evidence import genuine
from replays.disputes.marks import Marking
from replays.disputes.service import DisputeService
from replays.imports.storage import ImportStorage
from replays.installation.installation import Installation
from replays.record.receipts import key_list
from replays.tournaments.failures import Failures
from replays.tournaments.lookup import Lookup
from replays.tournaments.marks import marking_in
from replays.tournaments.reports import ReportFiles

VERSION = version("conquian")

READY: Final = "conquian.ready"
"""Application extension with the checks of /readyz."""


class Application(Flask):
    """The Flask application of the API."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return `func` unchanged: no view is a coroutine, for which Flask would check at each request."""
        return func


def create_app(
    settings: Settings, secrets: Keys, redis: Redis, installation: Installation | None = None
) -> Flask:
    """Create the application over one store, with the keys of one service.

    If `installation` is given, `redis` is its connection, and it compares the parts.
    """
    shelves = open_archive(settings, installation)
    archive = limited(shelves, TimeLimits(settings.archive_seconds))
    metrics = Metrics()
    observer = Observer(metrics)
    time_trips(redis, metrics.trips.observe)
    store = ArchiveFallbackStore(redis, StorageCipher(secrets.vault), archive, observer)
    ring = KeyRing(secrets.sign, StoredGenerations(redis), settings.origin)
    games = GameService(store, settings.cache, signer=ring, on_append=observer.on_append)
    app = Application("app.api", static_folder=None)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    request_metrics.install(app, metrics, "moves.move")
    problems.install(app, settings.url or "", settings.trusted_hosts)
    rate_limits.install(app, request_limits.rates(settings, redis, secrets.ids, secrets.token, metrics))
    body.install(app, sizes(settings))
    refusals.install(app)
    idempotency.install(app, IdempotencyRecords(redis, StorageCipher(secrets.vault)), secrets.ids)
    resources = list[Blueprint]()
    limits = Limits(settings.decision_seconds, settings.window_seconds, settings.deal_delay_seconds)
    people = Players(store, partial(mint_key, secrets.token), now_ms, settings.player_keys)
    access = Access(games, people, secrets.token)
    install_access(app, access)
    parts = TournamentParts(redis)
    wanted = pending_answers.enqueuing(settings.queue_url)
    dispute_service = DisputeService(
        games,
        DisputeIndex(redis),
        secrets.ids,
        settings.dispute_days,
        partial(genuine, ring),
        archived=archive.disputes,
        contest=parts.contest,
        remake=wanted,
    )
    counts = counting(lambda: archive.engine)
    watch = Subscriptions(store, settings.streams, metrics.watchers.inc)
    owners = Quotas(
        redis,
        partial(request_limits.owner_name, secrets.ids),
        settings.proxies,
        games=settings.open_games,
        keys=settings.player_keys,
        import_bytes=settings.import_mb_day * 1_000_000,
    )
    safety = DurabilityCheck(lambda: checks(redis))
    app.extensions[SHUTDOWN_HOOKS] = (watch.close, shelves.close)
    app.extensions[LOOP_DELAY] = metrics.delayed
    services.install(
        app,
        services.Service(
            games,
            people,
            dispute_service,
            access,
            watch,
            SharedReaders(games),
            secrets.ids,
            limits,
            ring,
            counts,
            owners,
            safety.safe,
            AlternativeIds(redis, now_ms),
            wanted,
        ),
    )
    for resource in (
        tables,
        seats,
        seat_tokens,
        rematch,
        forks,
        moves,
        receipts,
        events,
        variants,
        bots,
        rules,
        rulebooks,
        players,
        turns,
        decisions,
    ):
        resources.append(resource.blueprint)
    for blueprint in (receipts.known, error_catalogue.blueprint):
        resources.append(blueprint)
    marking = Marking(dispute_service, store)
    prove = Prover(ring, lambda: archive.engine, now_ms)
    resources.append(
        replays_api.blueprint(games, access.reader, prove, lambda: key_list(ring.document()), marking.of)
    )
    shelf = ImportStorage(archive.files, archive.engine, settings.import_mb * 1_000_000, now_ms)
    resources.append(
        imports_api.blueprint(
            lambda: shelf,
            imports_api.our_log(games, access.reader),
            lambda size: owners.admit_import(_player(access), size),
            _ringing(settings.queue_url),
        )
    )
    after = Retention(redis, StorageCipher(secrets.vault))
    listing = Listing(games, after, archive)
    resources.append(api_games.blueprint(listing, marking.of_each, lambda: access.player(KeyScope.VIEW).id))
    resources.append(tree_api.blueprint(lambda: archive.engine, access.admits))
    resources.append(disputes_api.blueprint(games, dispute_service, access, prove, ring))
    webhooks = Webhooks(store, WebhookIndex(redis), secrets.token, settings.webhooks, now_ms)
    delivery_queue = DeliveryQueue(redis, StorageCipher(secrets.vault), settings.webhook_log)
    desk = WebhookResources(
        webhooks, delivery_queue, games, access, people.find, settings.webhook_networks, now_ms
    )
    resources.append(webhooks_api.blueprint(desk))
    # What a command rests on is read some entries at a time and computed beside the requests, then forgotten.
    few = ArchiveFallbackStore(redis, StorageCipher(secrets.vault), archive, observer, page=8)
    tournament_service = TournamentService(few, secrets.tournament, kept=0, beside=in_thread_pool)
    marked = marking_in(store.marked, marking)
    lookup = Lookup(store, parts, ReportFiles(archive.files), wanted, marked)
    pending_answers.install(app)
    failures = Failures(archive.engine, StorageCipher(secrets.vault))
    organising = tournaments.TournamentContext(
        tournament_service,
        lookup,
        failures,
        access,
        watch,
        lambda player: people.active(player) is not None,
        dispute_service.goes_on,
    )
    resources.append(tournaments.blueprint(organising))
    resources.append(tournament_records.blueprint(lookup, prove.of_head))
    resources.append(tournament_files.blueprint(lookup))
    reporting = tournament_failures.FailureContext(lookup, failures, access, people.find)
    resources.append(tournament_failures.blueprint(reporting))
    resources.append(rating_lists.blueprint(lookup, wanted))
    resources.append(verifier_pages.blueprint())
    resources.append(guides.blueprint())
    ready = monitoring.every_check(redis, shelves, ring, settings.queue_url, installation)
    app.extensions[READY] = ready

    @cache
    def described() -> dict[str, Any]:
        return document("Conquián", "v1", resources, examples())

    resources.append(service.blueprint(VERSION, described, ready))
    metrics.watch(
        *monitoring.sources(
            redis, StorageCipher(secrets.vault), shelves, ring, settings.queue_url, safety.safe
        ),
        checks=monitoring.grades(ready),
    )
    resources.append(monitoring.blueprint(metrics, settings.metrics_token))
    for blueprint in resources:
        app.register_blueprint(blueprint)
    app.register_blueprint(clients.blueprint(described))
    app.register_blueprint(pages.blueprint())
    return app


def _ringing(queue_url: str | None) -> Callable[[], object]:
    """Return the function that enqueues the import job; without a queue the clock enqueues it."""
    job_queue = None if queue_url is None else JobQueue(queue_url)

    def enqueue() -> None:
        if job_queue is not None:
            with suppress(QueueUnavailable):
                job_queue.enqueue(IMPORTS, IMPORT, current_request())

    return enqueue


def _player(access: Access) -> str | None:
    caller = access.caller()
    return None if caller is None else caller.player.id


def sizes(settings: Settings) -> dict[BodySize, int]:
    """Return the size limits of request bodies."""
    kib = {
        BodySize.COMMAND: settings.command_kib,
        BodySize.STATEMENT: settings.statement_kib,
        BodySize.SHEET: settings.sheet_kib,
        BodySize.IMPORT: settings.import_kib,
    }
    return {size: number << 10 for size, number in kib.items()}


def _app() -> Flask:
    settings = load()
    configure(settings.log_level, settings.log_format)
    if settings.redis_url is None:
        raise SystemExit("conquian: REDIS_URL names the store; `conquian serve` starts one and sets it.")
    log_start(settings, "API", quietly=True)
    installation = Installation(settings, keys(settings), None)
    app = create_app(settings, installation.secrets, installation.store(), installation)
    app.extensions[READY]()
    return app


def __getattr__(name: str) -> Flask:
    """Return `app`, created when the server reads it: importing this module opens no connection."""
    if name == "app":
        return _app()
    raise AttributeError(name)
