"""The command `conquian courier`."""

from contextlib import closing

import click

from app.cli.probe_port import probed
from app.cli.process_parts import configured, ring
from app.cli.webhook_delivery import webhook_delivery
from app.observability.metrics import Metrics, counting
from app.service.games import GameService
from app.service.instrumentation import Observer
from app.service.job_queue import DELIVER, DELIVERIES, HOOKS, PROJECT, PROJECTS, JobQueue
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.client import time_trips
from app.store.encryption import StorageCipher
from app.store.indexes import DisputeIndex
from app.webhooks.delivery import OnOutcome
from replays.archive.archive import Archive
from replays.disputes.service import Docket
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
        closing(installation.archive()) as shelf,
    ):
        deliver(installation, metrics, shelf)


def deliver(installation: Installation, metrics: Metrics, shelf: Archive) -> None:
    """What is told to webhooks has been written down and delivered until the process is to stop."""
    settings, secrets = installation.settings, installation.secrets
    redis, job_queue = installation.store(), JobQueue(settings.queue_url or "", HOOKS)
    time_trips(redis, metrics.trips.observe)
    observer, keys = Observer(metrics), ring(settings, secrets, installation)
    games = GameService(
        ArchiveFallbackStore(redis, StorageCipher(secrets.vault), shelf, observer),
        settings.cache,
        signer=keys,
        on_append=observer.on_append,
    )
    docket = Docket(games, DisputeIndex(redis), secrets.ids, settings.dispute_days)
    post = webhook_delivery(settings, secrets, redis, games, docket.entries, keys, on_outcome=_heard(metrics))
    threads = hooks.DeliveryThreads(post.courier.deliver, settings.webhooks_at_once)
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


def _heard(metrics: Metrics) -> OnOutcome:
    return lambda outcome: metrics.deliveries.labels(outcome).inc()
