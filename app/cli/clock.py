"""The command `conquian clock`."""

import socket
from contextlib import closing
from functools import partial
from typing import Final

import click

from app.cli.process_parts import configured, probed, ring, store
from app.http.credentials import mint_key
from app.observability.metrics import counting
from app.players.directory import earlier_players
from app.players.service import Players
from app.service.games import GameService
from app.service.job_queue import ARCHIVE, HOOKS, IMPORT, IMPORTS, JobQueue
from app.service.message_origins import MessageOrigins
from app.service.signing import now_ms
from app.service.tournaments import earlier_tournaments, earlier_unfinished
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.delivery_queue import DeliveryQueue
from app.store.dispute_index import DisputeIndex
from app.store.encryption import StorageCipher
from app.store.indexes import WebhookIndex
from app.store.outbox import Outbox
from app.store.retention import Retention
from app.store.tournament_parts import TournamentParts
from replays.archive.archive import Archive
from replays.archive.opening import open_signer
from replays.disputes.service import DisputeService
from replays.imports.rows import PendingImports
from replays.installation.installation import Installation, enter
from workers import archive as archiving
from workers import clock as clocks
from workers import imports, unreadable
from workers import webhooks as hooks

_FILL_SECONDS: Final = 2.0
"""Interval at which the clock adds some logs of an earlier version to an index that lacks any."""

_CACHED: Final = 16
"""Games in memory while their disputes are added to an index."""


@click.command()
def clock() -> None:
    """Run the clock, which enqueues games that wait for a bot, beside a store that REDIS_URL names."""
    settings = configured("clock")
    installation = enter(settings)
    secrets = installation.secrets
    stop = clocks.stop_on_signals()
    redis, archive = installation.store(), installation.archive()
    sign = archiving.signing(open_signer(archive, redis, ring(settings, secrets, installation)))
    job_queue = JobQueue(settings.queue_url or "")
    after = Retention(redis, StorageCipher(secrets.vault))
    keep = archiving.keeper(after, lambda name: job_queue.enqueue(name, ARCHIVE))
    imported = imports.keeper(
        lambda: PendingImports(archive.engine, now_ms), lambda: job_queue.enqueue(IMPORTS, IMPORT)
    )
    more = {**_hook_loops(installation), "imports": (imported, imports.REST_SECONDS)}
    games = store(settings, secrets, installation)
    more["unreadable"] = (unreadable.retrying(games), unreadable.REST_SECONDS)
    people = Players(games, partial(mint_key, secrets.token), now_ms)
    more["names"] = (earlier_players(people.all, people.find, games.names), _FILL_SECONDS)
    parts = TournamentParts(redis)
    more["entered"] = (earlier_tournaments(games, parts), _FILL_SECONDS)
    more["unfinished"] = (earlier_unfinished(games, parts), _FILL_SECONDS)
    more["phases"] = (_disputes(installation, archive).earlier(), _FILL_SECONDS)
    with counting(settings.metrics, "clock") as metrics, probed(installation, metrics), closing(archive):
        clocks.run(settings, games, job_queue, sign, keep, stop, more, metrics.alive)


def _disputes(installation: Installation, archive: Archive) -> DisputeService:
    """Return the disputes of the installation, also about games that are in the archive only."""
    settings, secrets = installation.settings, installation.secrets
    redis = installation.store()
    store = ArchiveFallbackStore(redis, StorageCipher(secrets.vault), archive)
    return DisputeService(
        GameService(store, _CACHED), DisputeIndex(redis), secrets.ids, settings.dispute_days
    )


def _hook_loops(installation: Installation) -> dict[str, clocks.Loop]:
    """Return the clock's loops for webhooks."""
    settings, secrets = installation.settings, installation.secrets
    redis, enqueue = installation.store(), JobQueue(settings.queue_url or "", HOOKS).enqueue
    webhook_index, delivery_queue = (
        WebhookIndex(redis),
        DeliveryQueue(redis, StorageCipher(secrets.vault), settings.webhook_log),
    )
    consumer = f"hooks-{socket.gethostname()}"
    origins = MessageOrigins(settings.queue_url)
    relay = hooks.Relay(Outbox(redis, group=HOOKS), webhook_index, enqueue, consumer, origins.keep)
    sweeper = hooks.Sweeper(
        store(settings, secrets, installation), webhook_index, delivery_queue, DisputeIndex(redis), enqueue
    )
    return {"hooks relay": (relay, 0.0), "hooks sweeper": (sweeper, hooks.REST_SECONDS)}
