"""Parts of an API process: stores, services and indexes, each made from the settings and other parts."""

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial

from redis import Redis

from app.api import monitoring, request_limits
from app.api.access import Access
from app.api.overview import Overview
from app.api.probes import DurabilityCheck
from app.api.quotas import Quotas
from app.api.services import Service
from app.api.tournament_commands import TournamentContext
from app.api.tournament_failures import FailureContext
from app.api.webhooks import WebhookContext
from app.games.table.state import Limits
from app.http.blocking_calls import TimeLimits, in_thread_pool
from app.http.credentials import mint_key
from app.observability.logs import current_origin
from app.observability.metrics import Metrics, MetricSource
from app.players.service import Players
from app.service.games import GameService
from app.service.instrumentation import Observer
from app.service.job_queue import IMPORT, IMPORTS, JobQueue, QueueUnavailable
from app.service.message_origins import MessageOrigins
from app.service.phrases import SharedPhrases
from app.service.presence import SharedPresence
from app.service.secret_keys import Keys
from app.service.shared_reader import SharedReaders
from app.service.signing import KeyRing, now_ms
from app.service.subscriptions import Subscriptions
from app.service.tournaments import TournamentService
from app.settings.parsers import Organisers
from app.settings.settings import Settings
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.delivery_queue import DeliveryQueue
from app.store.device_codes import DeviceCodes
from app.store.dispute_index import DisputeIndex
from app.store.durability import checks
from app.store.encryption import StorageCipher
from app.store.evenings import EveningIndex
from app.store.idempotency import AlternativeIds
from app.store.indexes import WebhookIndex
from app.store.key_uses import KeyUses
from app.store.phrases import Phrases
from app.store.presence import Presence
from app.store.replication import Replication
from app.store.retention import Retention
from app.store.signing_state import StoredGenerations
from app.store.tournament_parts import TournamentParts
from app.webhooks.service import Webhooks
from replays.api import report_answers
from replays.archive.archive import Archive
from replays.archive.evenings import Evenings
from replays.archive.listing import Listing
from replays.archive.opening import limited, open_archive
from replays.archive.proof import Prover
from replays.catalogue.search import counting
from replays.disputes.evidence import genuine
from replays.disputes.marks import Marking
from replays.disputes.service import DisputeService
from replays.imports.storage import ImportStorage
from replays.installation.installation import Installation
from replays.tournaments.failures import Failures
from replays.tournaments.lookup import Lookup
from replays.tournaments.marks import marking_in
from replays.tournaments.reports import ReportFiles

_TOURNAMENT_PAGE = 8
"""Entries of a tournament that are read at a time, and computed in the thread pool."""


class ApiParts:
    """Parts of one API process, over one store and with the keys of one service.

    Each is made at its first use. If `installation` is given, `redis` is its connection.
    """

    def __init__(
        self, settings: Settings, secrets: Keys, redis: Redis, installation: Installation | None = None
    ) -> None:
        self.settings = settings
        self.secrets = secrets
        self.redis = redis
        self.installation = installation
        self.cipher = StorageCipher(secrets.vault)
        self.metrics = Metrics()
        self.observer = Observer(self.metrics)
        self.remake = report_answers.enqueuing(settings.queue_url)

    # Stores

    @cached_property
    def unlimited_archive(self) -> Archive:
        """Archive whose calls may take any time, to be closed at the end."""
        return self.installation.archive() if self.installation else open_archive(self.settings)

    @cached_property
    def archive(self) -> Archive:
        """Archive for requests, with a time limit for each call."""
        return limited(self.unlimited_archive, TimeLimits(self.settings.archive_seconds))

    @cached_property
    def store(self) -> ArchiveFallbackStore:
        """Event store of games, players and webhooks; finished games are read from the archive."""
        return ArchiveFallbackStore(
            self.redis,
            self.cipher,
            self.archive,
            self.observer,
            replication=Replication(self.settings.replicas),
        )

    @cached_property
    def ring(self) -> KeyRing:
        """Keys that sign receipts."""
        return KeyRing(self.secrets.sign, StoredGenerations(self.redis), self.settings.origin)

    @cached_property
    def tournament_parts(self) -> TournamentParts:
        """Members of tournaments that games and disputes change."""
        return TournamentParts(self.redis)

    @cached_property
    def failures(self) -> Failures:
        """Failed jobs of tournaments."""
        return Failures(self.archive.engine, self.cipher)

    @cached_property
    def imports(self) -> ImportStorage:
        """Imported games."""
        most = self.settings.import_mb * 1_000_000
        return ImportStorage(self.archive.files, self.archive.engine, most, now_ms)

    # Services

    @cached_property
    def games(self) -> GameService:
        """Command handler of games."""
        return GameService(
            self.store, self.settings.cache, signer=self.ring, on_append=self.observer.on_append
        )

    @cached_property
    def players(self) -> Players:
        """Players and their API keys."""
        make_key = partial(mint_key, self.secrets.token)
        return Players(self.store, make_key, now_ms, self.settings.player_keys)

    @cached_property
    def access(self) -> Access:
        """Authentication of requests."""
        return Access(self.games, self.players, self.secrets.token, self.uses.note)

    @cached_property
    def uses(self) -> KeyUses:
        """Last uses of API keys."""
        return KeyUses(self.redis, now_ms)

    @cached_property
    def disputes(self) -> DisputeService:
        """Disputes about games."""
        return DisputeService(
            self.games,
            DisputeIndex(self.redis),
            self.secrets.ids,
            self.settings.dispute_days,
            partial(genuine, self.ring),
            archived=self.archive.disputes,
            contest=self.tournament_parts.contest,
            remake=self.remake,
            ended=self.archive.ended_disputes,
        )

    @cached_property
    def marking(self) -> Marking:
        """Marks of disputed games."""
        return Marking(self.disputes, self.store)

    @cached_property
    def subscriptions(self) -> Subscriptions:
        """Subscriptions to new entries."""
        return Subscriptions(self.store, self.settings.streams, self.metrics.watchers.inc)

    @cached_property
    def quotas(self) -> Quotas:
        """Quotas of players and addresses."""
        return Quotas(
            self.redis,
            partial(request_limits.owner_name, self.secrets.ids),
            self.settings.proxies,
            games=self.settings.open_games,
            keys=self.settings.player_keys,
            import_bytes=self.settings.import_mb_day * 1_000_000,
            registrations=self.settings.players_day,
        )

    @cached_property
    def durability(self) -> DurabilityCheck:
        """Check that the store keeps what it has confirmed."""
        return DurabilityCheck(lambda: checks(self.redis))

    @cached_property
    def prove(self) -> Prover:
        """Proofs that games are in the transparency log."""
        return Prover(self.ring, lambda: self.archive.engine, now_ms)

    @cached_property
    def listing(self) -> Listing:
        """Lists of live and of archived games."""
        return Listing(self.games, Retention(self.redis, self.cipher), self.archive)

    @cached_property
    def lookup(self) -> Lookup:
        """Tournaments as they are read."""
        marked = marking_in(self.store.marked, self.marking)
        reports = ReportFiles(self.archive.files)
        return Lookup(self.store, self.tournament_parts, reports, self.remake, marked)

    # What the views of a resource use

    @cached_property
    def service(self) -> Service:
        """Dependencies of the views of games and players."""
        settings = self.settings
        return Service(
            games=self.games,
            players=self.players,
            dispute_service=self.disputes,
            access=self.access,
            watch=self.subscriptions,
            feeds=SharedReaders(self.games),
            id_key=self.secrets.ids,
            limits=Limits(settings.decision_seconds, settings.window_seconds, settings.deal_delay_seconds),
            ring=self.ring,
            counts=counting(lambda: self.archive.engine),
            owners=self.quotas,
            safe=self.durability.safe,
            creations=AlternativeIds(self.redis, now_ms),
            codes=DeviceCodes(self.redis, self.cipher),
            uses=self.uses,
            remake=self.remake,
            evenings=Evenings(self.games, EveningIndex(self.redis), self.archive),
            presence=SharedPresence(Presence(self.redis)),
            phrases=SharedPhrases(Phrases(self.redis)),
        )

    @cached_property
    def webhooks(self) -> WebhookContext:
        """Dependencies of the views of webhooks."""
        settings = self.settings
        return WebhookContext(
            Webhooks(self.store, WebhookIndex(self.redis), self.secrets.token, settings.webhooks, now_ms),
            DeliveryQueue(self.redis, self.cipher, settings.webhook_log),
            self.games,
            self.access,
            self.players.find,
            settings.webhook_networks,
            now_ms,
            self.keep_origin,
        )

    @cached_property
    def keep_origin(self) -> Callable[[str], None]:
        """Function that keeps the current request and trace for the message of an id."""
        origins = MessageOrigins(self.settings.queue_url)
        return lambda message: origins.keep({message: current_origin()})

    @cached_property
    def tournaments(self) -> TournamentContext:
        """Dependencies of the views of tournaments.

        Their commands read some entries at a time, and keep no tournament afterwards.
        """
        store = ArchiveFallbackStore(
            self.redis, self.cipher, self.archive, self.observer, page=_TOURNAMENT_PAGE
        )
        return TournamentContext(
            TournamentService(store, self.secrets.tournament, kept=0, beside=in_thread_pool),
            self.lookup,
            self.failures,
            self.access,
            self.subscriptions,
            self.games,
            lambda player: self.players.active(player) is not None,
            self.disputes.goes_on,
            self.settings.organisers is Organisers.ALL,
        )

    @cached_property
    def tournament_failures(self) -> FailureContext:
        """Dependencies of the views of failed jobs."""
        return FailureContext(self.lookup, self.failures, self.access, self.players.find)

    def admit_import(self, size: int) -> None:
        """Count an import of the caller of the request. Raises Problem above the quota."""
        caller = self.access.caller()
        self.quotas.admit_import(None if caller is None else caller.player.id, size)

    @cached_property
    def enqueue_import(self) -> Callable[[], None]:
        """Function that enqueues the import job; without a queue the clock enqueues it."""
        url = self.settings.queue_url
        job_queue = None if url is None else JobQueue(url)

        def enqueue() -> None:
            if job_queue is not None:
                with suppress(QueueUnavailable):
                    job_queue.enqueue(IMPORTS, IMPORT, current_origin())

        return enqueue

    # Observation

    @cached_property
    def ready(self) -> monitoring.Checks:
        """Checks of /readyz."""
        archive, queue = self.unlimited_archive, self.settings.queue_url
        return monitoring.every_check(
            self.redis, archive, self.ring, queue, self.installation, self.settings.replicas
        )

    @cached_property
    def metric_sources(self) -> tuple[MetricSource, ...]:
        """Sources of the metrics that are read when they are asked for."""
        archive, queue = self.unlimited_archive, self.settings.queue_url
        return monitoring.sources(self.redis, self.cipher, archive, self.ring, queue, self.durability.safe)

    @cached_property
    def overview(self) -> Overview:
        """Overview for the operator."""
        engine = limited(self.unlimited_archive, TimeLimits(monitoring.PROBE_SECONDS, at_once=1)).engine
        return Overview(
            self.settings, self.redis, lambda: engine, self.players, self.ready, self.metric_sources
        )
