"""The command `conquian worker`, and the priority of its process."""

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Final

import click

from app.cli.archive.kinds import FORMS
from app.cli.process_parts import configured, probed, ring
from app.games.table.state import Limits
from app.http.credentials import mint_key
from app.observability.logs import current_origin
from app.observability.metrics import Metrics, counting
from app.players.service import Players
from app.service.games import GameService
from app.service.instrumentation import Observer
from app.service.job_queue import (
    ARCHIVE,
    IMPORT,
    IMPORTS,
    LANES,
    PEOPLE,
    PLAY,
    QUEUE,
    REPORTS,
    TOURNAMENT,
    JobQueue,
    QueueUnavailable,
)
from app.service.secret_keys import Keys
from app.service.signing import now_ms
from app.service.tournaments import TournamentService
from app.settings.settings import Settings
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.client import time_trips
from app.store.dispute_index import DisputeIndex
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.leases import Leases
from app.store.tournament_parts import TournamentParts
from replays.archive.archive import Archive
from replays.archive.archiver import Archiver
from replays.archive.opening import open_archiver, open_signer
from replays.archive.proof import Prover
from replays.archive.signing import LogSigner
from replays.disputes.marks import Marking
from replays.disputes.service import DisputeService
from replays.imports.storage import ImportStorage
from replays.installation.installation import Installation, enter
from replays.record.receipts import key_list
from replays.tournaments.archiving import BatchArchiver
from replays.tournaments.failures import Failures
from replays.tournaments.lookup import Lookup
from replays.tournaments.marks import MarkedIn, marking_in
from replays.tournaments.reports import ReportFiles
from replays.tournaments.stored_parts import PartsProjector
from workers import archive as archiving
from workers import bots, imports, jobs, reports, tournaments
from workers.lanes import ALONE_SECONDS, SECONDS, Lanes
from workers.live import LiveGames


@click.command()
@click.option("--people", is_flag=True, help="Only where a person waits for a bot.")
def worker(people: bool) -> None:
    """Run one job worker beside a store that REDIS_URL names.

    If other workers serve people, this one runs with lower priority than they and the API do.
    """
    settings = configured("people worker" if people else "worker")
    installation = enter(settings)
    if settings.people_workers and not people:
        lower_priority()
    with (
        counting(settings.metrics, "people" if people else "worker") as metrics,
        probed(installation, metrics),
        closing(installation.archive()) as archive,
    ):
        _work(installation, metrics, archive, (PEOPLE,) if people else (PEOPLE, QUEUE))


def _work(installation: Installation, metrics: Metrics, archive: Archive, queues: Sequence[str]) -> None:
    """Play bots and archive games until the process is to stop."""
    stop = threading.Event()
    settings, secrets = installation.settings, installation.secrets
    job_queue = JobQueue(settings.queue_url or "")
    enqueue = _enqueuer(job_queue)
    observer = Observer(metrics)
    redis = installation.store()
    time_trips(redis, metrics.trips.observe)
    store = ArchiveFallbackStore(redis, StorageCipher(secrets.vault), archive, observer)
    keyring = ring(settings, secrets, installation)
    games = GameService(
        store, settings.cache, notify_bots=False, signer=keyring, on_append=observer.on_append
    )
    failures = Failures(archive.engine, StorageCipher(secrets.vault))
    signer = open_signer(archive, redis, keyring)
    tournament_service, filing = (
        TournamentService(store, secrets.tournament),
        BatchArchiver(archive, signer, failures),
    )
    play = bots.player(
        games,
        secrets.bot,
        enqueue,
        on_decision=_on_decision(metrics),
        tournament_service=tournament_service,
        failures=failures,
    )
    parts = TournamentParts(redis)
    dispute_service = DisputeService(
        games,
        DisputeIndex(installation.store()),
        secrets.ids,
        settings.dispute_days,
        archived=archive.disputes,
        contest=parts.contest,
        remake=lambda name: enqueue(name, REPORTS),
    )
    job = jobs.by_kind(play, lambda log: dispute_service.settle(GameId(log)))
    file = archiving.archiving(_archiver(installation, archive, signer), lambda name: enqueue(name, ARCHIVE))
    contest = tournaments.TournamentPlayer(
        tournament_service,
        filing,
        Leases(redis),
        enqueue,
        live=_live(settings, secrets, games, failures),
        projector=PartsProjector(tournament_service, parts, failures),
        over=lambda name: enqueue(name, REPORTS),
        stop=stop,
    )
    marked = marking_in(store.marked, Marking(dispute_service, store))
    report = _reporter(installation, archive, tournament_service, parts, failures, marked)
    imported = ImportStorage(archive.files, archive.engine, settings.import_mb * 1_000_000, now_ms)
    audit = imports.auditing(imported, lambda: enqueue(IMPORTS, IMPORT))
    lanes = [lane for queue in queues for lane in LANES[queue]]
    alone = tuple(queues) == (PEOPLE,)
    turns = Lanes(
        job_queue,
        lanes,
        metrics.job("play", job),
        seconds=ALONE_SECONDS if alone else SECONDS,
        waits=alone,
        stop=stop,
    )
    listed: jobs.Jobs = {
        PLAY: turns,
        ARCHIVE: jobs.acknowledging(job_queue, ARCHIVE, metrics.job("archive", file)),
        TOURNAMENT: jobs.acknowledging(job_queue, TOURNAMENT, metrics.job("tournament", contest)),
        IMPORT: jobs.acknowledging(job_queue, IMPORT, metrics.job("import", audit)),
        REPORTS: reports.acknowledging_after(job_queue, metrics.job("reports", report)),
    }
    jobs.run(
        settings,
        jobs=listed,
        queues=queues,
        stop=stop,
        alive=metrics.alive,
        paused=installation.is_wrong,
    )


def _reporter(
    installation: Installation,
    archive: Archive,
    tournament_service: TournamentService,
    parts: TournamentParts,
    failures: Failures,
    marked: MarkedIn,
) -> reports.Reporter:
    settings, secrets = installation.settings, installation.secrets
    keys, files = ring(settings, secrets, installation), ReportFiles(archive.files)
    store = ArchiveFallbackStore(installation.store(), StorageCipher(secrets.vault), archive)
    return reports.Reporter(
        tournament_service,
        parts,
        files,
        Lookup(store, parts, files),
        Prover(keys, lambda: archive.engine, now_ms),
        lambda: key_list(keys.document()),
        failures,
        marked,
    )


def _live(settings: Settings, secrets: Keys, games: GameService, failures: Failures) -> LiveGames:
    players = Players(games.store, partial(mint_key, secrets.token), now_ms)

    def is_bot(player: str) -> bool:
        player_state = players.find(player)
        return player_state is not None and player_state.bot

    usual = Limits(settings.decision_seconds, settings.window_seconds, settings.deal_delay_seconds)
    return LiveGames(games, secrets.token, is_bot, usual, failures)


def _on_decision(metrics: Metrics) -> bots.OnDecision:
    return lambda bot, seconds: metrics.decisions.labels(bot).observe(seconds)


def _enqueuer(job_queue: JobQueue) -> Callable[..., None]:
    """Return the function that enqueues a job; without a queue the clock enqueues it later."""

    def enqueue(name: str, job: str = "", *, people: bool = False) -> None:
        with suppress(QueueUnavailable):
            job_queue.enqueue(name, job, current_origin(), people)

    return enqueue


def _archiver(installation: Installation, archive: Archive, signer: LogSigner) -> Archiver:
    cipher = StorageCipher(installation.secrets.vault)
    return open_archiver(installation.settings, archive, installation.store(), cipher, signer, FORMS)


_NICE: Final = 10
_SESSION: Final = Path("/proc/self/autogroup")


def lower_priority() -> None:
    """From now on other processes come before this one."""
    os.nice(_NICE)
    # Linux may share computing out by session first (sched_autogroup_enabled); we speak for our own alone.
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            _SESSION.write_text(str(_NICE))
