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
    catalogue,
    context,
    decisions,
    events,
    forks,
    monitoring,
    moves,
    players,
    rating,
    ratings,
    receipts,
    refusals,
    rematch,
    rotation,
    rulebooks,
    rules,
    seats,
    service,
    tournament_failures,
    tournament_files,
    tournaments,
    turns,
    variants,
)
from app.api import games as tables
from app.api.access import Access
from app.api.access import install as install_access
from app.api.clients import pages as clients
from app.api.examples import examples
from app.api.guides import pages as guides
from app.api.owners import Quotas
from app.api.safety import DurabilityCheck
from app.config import Settings, load
from app.farewell import FAREWELL
from app.feed import Feeds
from app.games.table.state import Limits
from app.handler import Games
from app.http import body, measure, once, problems, rates
from app.http.aside import in_thread_pool
from app.http.blueprint import Blueprint, document
from app.http.body import BodySize
from app.http.bounded import TimeLimits
from app.http.keys import mint_key
from app.logs import configure, current_request
from app.loop_delay import LOOP_DELAY
from app.metrics import Metrics
from app.observing import Observer
from app.players.player import Scope
from app.players.players import Players
from app.queue import IMPORT, IMPORTS, Doorbell, QueueUnavailable
from app.secret import Keys, keys
from app.signing import KeyRing, now_ms
from app.starting import begin
from app.store.afterlife import Retention
from app.store.answers import IdempotencyRecords
from app.store.checks import checks
from app.store.client import time_trips
from app.store.creations import AlternativeIds
from app.store.generations import StoredGenerations
from app.store.hooked import WebhookIndex
from app.store.lasting import ArchiveFallbackStore
from app.store.links import DisputeIndex
from app.store.parts import TournamentParts
from app.store.postbox import DeliveryQueue
from app.store.vault import StorageCipher
from app.watch import Watch
from app.web import pages
from app.webhooks import api as webhooks_api
from app.webhooks.api import Desk
from app.webhooks.webhooks import Webhooks
from replays import api as replays_api
from replays import listing_api
from replays.archive.opening import limited, open_archive
from replays.catalogue.counting import counting
from replays.disputes import api as disputes_api
from replays.disputes.docket import Docket
from replays.disputes.evidence import genuine
from replays.disputes.marks import Marking
from replays.imports import api as imports_api
from replays.imports.shelf import ImportStorage
from replays.installation.installation import Installation
from replays.listing import Listing
from replays.proving import Prover
from replays.receipts import key_list
from replays.tournaments import api as tournament_records
from replays.tournaments import pending
from replays.tournaments.failing import Failures
from replays.tournaments.hall import TournamentService
from replays.tournaments.lookup import Lookup
from replays.tournaments.marks import marking_in
from replays.tournaments.reports import ReportFiles
from replays.tree import api as tree_api
from replays.verifier import pages as verifier_pages

VERSION = version("conquian")

READY: Final = "conquian.ready"
"""Where an application has the checks that /readyz makes."""


class Application(Flask):
    """The Flask application of the API."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return `func`: no view and no hook is a coroutine, which Flask would look for at each request."""
        return func


def create_app(
    settings: Settings, secrets: Keys, redis: Redis, installation: Installation | None = None
) -> Flask:
    """The application over one store, with the keys of one service.

    Where `installation` is given, whose connection `redis` is, it compares the parts with it.
    """
    shelves = open_archive(settings, installation)
    archive = limited(shelves, TimeLimits(settings.archive_seconds))
    metrics = Metrics()
    observer = Observer(metrics)
    time_trips(redis, metrics.trips.observe)
    store = ArchiveFallbackStore(redis, StorageCipher(secrets.vault), archive, observer)
    ring = KeyRing(secrets.sign, StoredGenerations(redis), settings.origin)
    games = Games(store, settings.cache, signer=ring, told=observer.told)
    app = Application("app.api", static_folder=None)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    measure.install(app, metrics, "moves.move")
    problems.install(app, settings.url or "", settings.trusted_hosts)
    rates.install(app, rating.rates(settings, redis, secrets.ids, secrets.token, metrics))
    body.install(app, sizes(settings))
    refusals.install(app)
    once.install(app, IdempotencyRecords(redis, StorageCipher(secrets.vault)), secrets.ids)
    resources = list[Blueprint]()
    limits = Limits(settings.decision_seconds, settings.window_seconds, settings.deal_delay_seconds)
    people = Players(store, partial(mint_key, secrets.token), now_ms, settings.player_keys)
    access = Access(games, people, secrets.token)
    install_access(app, access)
    parts = TournamentParts(redis)
    wanted = pending.enqueuing(settings.queue_url)
    docket = Docket(
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
    watch = Watch(store, settings.streams, metrics.watchers.inc)
    owners = Quotas(
        redis,
        partial(rating.owner_name, secrets.ids),
        settings.proxies,
        games=settings.open_games,
        keys=settings.player_keys,
        import_bytes=settings.import_mb_day * 1_000_000,
    )
    safety = DurabilityCheck(lambda: checks(redis))
    app.extensions[FAREWELL] = (watch.close, shelves.close)
    app.extensions[LOOP_DELAY] = metrics.delayed
    context.install(
        app,
        context.Service(
            games,
            people,
            docket,
            access,
            watch,
            Feeds(games),
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
    for room in (
        tables,
        seats,
        rotation,
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
        resources.append(room.blueprint)
    for more in (receipts.known, catalogue.blueprint):
        resources.append(more)
    marking = Marking(docket, store)
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
    resources.append(listing_api.blueprint(listing, marking.of_each, lambda: access.player(Scope.VIEW).id))
    resources.append(tree_api.blueprint(lambda: archive.engine, access.admits))
    resources.append(disputes_api.blueprint(games, docket, access, prove, ring))
    webhooks = Webhooks(store, WebhookIndex(redis), secrets.token, settings.webhooks, now_ms)
    postbox = DeliveryQueue(redis, StorageCipher(secrets.vault), settings.webhook_log)
    desk = Desk(webhooks, postbox, games, access, people.find, settings.webhook_networks, now_ms)
    resources.append(webhooks_api.blueprint(desk))
    # What a command rests on is read some entries at a time and computed beside the requests, then forgotten.
    few = ArchiveFallbackStore(redis, StorageCipher(secrets.vault), archive, observer, page=8)
    tournament_service = TournamentService(few, secrets.tournament, kept=0, beside=in_thread_pool)
    marked = marking_in(store.marked, marking)
    lookup = Lookup(store, parts, ReportFiles(archive.files), wanted, marked)
    pending.install(app)
    failures = Failures(archive.engine, StorageCipher(secrets.vault))
    organising = tournaments.TournamentContext(
        tournament_service,
        lookup,
        failures,
        access,
        watch,
        lambda player: people.active(player) is not None,
        docket.goes_on,
    )
    resources.append(tournaments.blueprint(organising))
    resources.append(tournament_records.blueprint(lookup, prove.of_head))
    resources.append(tournament_files.blueprint(lookup))
    reporting = tournament_failures.FailureContext(lookup, failures, access, people.find)
    resources.append(tournament_failures.blueprint(reporting))
    resources.append(ratings.blueprint(lookup, wanted))
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
    """What calls a worker for imports; without a queue, or while it is away, the clock does."""
    doorbell = None if queue_url is None else Doorbell(queue_url)

    def ring() -> None:
        if doorbell is not None:
            with suppress(QueueUnavailable):
                doorbell.ring(IMPORTS, IMPORT, current_request())

    return ring


def _player(access: Access) -> str | None:
    caller = access.caller()
    return None if caller is None else caller.player.id


def sizes(settings: Settings) -> dict[BodySize, int]:
    """How many bytes the bodies of requests may have."""
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
    begin(settings, "API", quietly=True)
    installation = Installation(settings, keys(settings), None)
    app = create_app(settings, installation.secrets, installation.store(), installation)
    app.extensions[READY]()
    return app


def __getattr__(name: str) -> Flask:
    """`app`, made when the server asks for it: importing this module connects to nothing."""
    if name == "app":
        return _app()
    raise AttributeError(name)
