"""The command `conquian courier`, which delivers webhooks."""

from contextlib import closing
from dataclasses import dataclass
from functools import partial

import click
from redis import Redis

from app.api.webhook_answers import answering
from app.cli.process_parts import configured, probed, ring
from app.http.credentials import mint_key
from app.observability.metrics import Metrics, counting
from app.players.service import Players
from app.service.games import GameService
from app.service.instrumentation import Observer
from app.service.job_queue import DELIVER, DELIVERIES, HOOKS, PROJECT, PROJECTS, JobQueue
from app.service.message_origins import MessageOrigins
from app.service.secret_keys import Keys
from app.service.signing import KeyRing, now_ms
from app.settings.settings import Settings
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.client import time_trips
from app.store.delivery_queue import DeliveryQueue
from app.store.dispute_index import DisputeIndex
from app.store.encryption import StorageCipher
from app.store.indexes import WebhookIndex
from app.webhooks.delivery import MessageDelivery, OnOutcome, RetryPolicy, ignore_outcome
from app.webhooks.fan_out import DeliveryProjector
from app.webhooks.messages import DisputeLog, MessageWriter
from app.webhooks.sender import Sender
from app.webhooks.service import Webhooks
from app.webhooks.target_address import system_resolver
from replays.archive.archive import Archive
from replays.disputes.service import DisputeService
from replays.installation.installation import Installation, enter
from workers import jobs
from workers import webhooks as hooks
from workers.lanes import Lanes


@click.command()
def courier() -> None:
    """Deliver webhooks beside a store that REDIS_URL names."""
    settings = configured("courier")
    installation = enter(settings)
    with (
        counting(settings.metrics, "courier") as metrics,
        probed(installation, metrics),
        closing(installation.archive()) as archive,
    ):
        deliver(installation, metrics, archive)


def deliver(installation: Installation, metrics: Metrics, archive: Archive) -> None:
    """Create and deliver the messages of webhooks until the process is to stop."""
    settings, secrets = installation.settings, installation.secrets
    redis, job_queue = installation.store(), JobQueue(settings.queue_url or "", HOOKS)
    time_trips(redis, metrics.trips.observe)
    observer, keys = Observer(metrics), ring(settings, secrets, installation)
    games = GameService(
        ArchiveFallbackStore(redis, StorageCipher(secrets.vault), archive, observer),
        settings.cache,
        signer=keys,
        on_append=observer.on_append,
    )
    dispute_service = DisputeService(games, DisputeIndex(redis), secrets.ids, settings.dispute_days)
    post = webhook_delivery(
        settings, secrets, redis, games, dispute_service.entries, keys, on_outcome=_counting(metrics)
    )
    threads = hooks.DeliveryThreads(post.delivery.deliver, settings.webhooks_at_once)
    listed = {
        PROJECT: Lanes(
            job_queue, [PROJECTS], metrics.job("project", hooks.project(post.projector, threads.start))
        ),
        DELIVER: Lanes(job_queue, [DELIVERIES], metrics.job("deliver", threads.start)),
    }
    try:
        jobs.run(settings, jobs=listed, queues=[HOOKS], alive=metrics.alive, paused=installation.is_wrong)
    finally:
        threads.close()


def _counting(metrics: Metrics) -> OnOutcome:
    return lambda outcome: metrics.deliveries.labels(outcome).inc()


@dataclass(frozen=True, slots=True)
class WebhookDelivery:
    """Projector and delivery of messages of a process."""

    projector: DeliveryProjector
    delivery: MessageDelivery


def webhook_delivery(
    settings: Settings,
    secrets: Keys,
    redis: Redis,
    games: GameService,
    dispute: DisputeLog,
    ring: KeyRing,
    on_outcome: OnOutcome = ignore_outcome,
) -> WebhookDelivery:
    """Return the delivery of webhooks from the store behind `redis`; `dispute` returns the entries of a
    dispute.

    `ring` signs refusals of the rules. `on_outcome` is called with the result of every try and of every
    delivery that ends without one.
    """
    webhook_index, delivery_queue = (
        WebhookIndex(redis),
        DeliveryQueue(redis, StorageCipher(secrets.vault), settings.webhook_log),
    )
    find = Players(games.store, partial(mint_key, secrets.token), now_ms).find
    webhooks = Webhooks(games.store, webhook_index, secrets.token, settings.webhooks, now_ms)
    messages = MessageWriter(games, dispute, find, settings.url or "")
    sender = Sender(
        settings.webhook_seconds, settings.webhook_connect_seconds, settings.webhook_networks, system_resolver
    )
    terms = RetryPolicy(settings.webhook_retries, settings.webhook_days)
    return WebhookDelivery(
        DeliveryProjector(games, dispute, find, webhooks, webhook_index, delivery_queue),
        MessageDelivery(
            webhooks,
            delivery_queue,
            messages,
            sender,
            answering(games, ring),
            terms,
            MessageOrigins(settings.queue_url).find,
            on_outcome,
        ),
    )
