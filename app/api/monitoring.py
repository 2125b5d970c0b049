"""Metrics for Prometheus (`/metrics`), and readiness checks of the stores, the archive and the catalogue."""

import hmac
import ipaddress
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Final

from flask import Request, Response, request
from redis import Redis
from sqlalchemy import Connection, Engine

from app.http.blocking_calls import TimeLimits, in_thread_pool
from app.http.blueprint import OPERATOR, Blueprint, produces
from app.http.credentials import authorization
from app.http.errors import Problem
from app.http.headers import TEXT
from app.i18n import Message
from app.observability.metrics import Metrics, MetricSource
from app.parts.outages import Part
from app.service.job_queue import HOOKS, PEOPLE, QUEUE, JobQueue, QueueUnavailable
from app.service.signing import KeyRing
from app.store import schedule
from app.store.client import ask
from app.store.durability import Grade, PartCheck, away
from app.store.durability import checks as store_checks
from app.store.encryption import StorageCipher
from app.store.errors import InstallationMismatch, StoreFailure, StoreUnavailable
from app.store.installation import ASK_IDENTITY
from app.store.keys import live_key
from app.store.replication import Wanted
from app.store.retention import Retention
from app.store.unreadable_games import Unreadables
from replays.archive.archive import Archive
from replays.archive.errors import ArchiveUnavailable, DamagedBlob
from replays.archive.opening import limited, open_signer
from replays.archive.signing import LogSigner
from replays.catalogue import rows
from replays.catalogue.connecting import read as look
from replays.catalogue.errors import CatalogueUnavailable
from replays.installation.installation import Installation
from replays.transparency import checkpoints
from replays.transparency import store as tree
from replays.transparency.errors import ForeignTree
from replays.transparency.store import foreign

_SCRAPE_SECONDS: Final = 2.0
"""Time limit of a scrape for the catalogue."""

PROBE_SECONDS: Final = 0.5
"""Time limit of /readyz for the archive, and for the catalogue."""

_EXAMPLE: Final = "# TYPE conquian_games_live gauge\nconquian_games_live 12.0\n"


def blueprint(metrics: Metrics, token: str | None) -> Blueprint:
    """Return the resource /metrics, for requests with `token`, or for this machine if it is None."""
    resource = Blueprint("monitoring", __name__, description="Metrics for operators")

    @resource.route("/metrics")
    @produces(TEXT)
    @resource.response(200, {"type": "string"}, content_type=TEXT, example=_EXAMPLE)
    @resource.bearer(OPERATOR, optional=True)
    @resource.problems("forbidden")
    def show_metrics() -> Response:
        """Get the metrics in the text format of Prometheus

        The metrics are those of all processes of this machine. It needs the operator's token; if the settings
        name none, requests from this machine alone are answered.
        """
        admit(request, token)
        response = Response(
            metrics.exposition(in_thread_pool), content_type=f"{TEXT}; version=0.0.4; charset=utf-8"
        )
        response.headers["Cache-Control"] = "no-store"
        return response

    return resource


def admit(request: Request, token: str | None) -> None:
    """Raise Problem unless the request has `token`, or comes from this machine if it is None."""
    if not (_bears(request, token) if token else _is_here(request)):
        raise Problem("unauthenticated" if token else "forbidden")


def _bears(request: Request, token: str) -> bool:
    return hmac.compare_digest((authorization(request.environ) or "").encode(), token.encode())


def _is_here(request: Request) -> bool:
    """Return True if the request comes from this machine, and through no proxy."""
    peer = request.environ.get("REMOTE_ADDR") or ""
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(peer).is_loopback
    except ValueError:
        return False


def store_source(redis: Redis, after: Retention, safe: Callable[[], bool]) -> MetricSource:
    """Return the metrics of the event store."""

    unreadable = Unreadables(redis)

    def read() -> Mapping[str, float]:
        due, ended = schedule.overdue(redis, 1), after.ended(1)
        now = time.time() * 1000
        return {
            "games_live": schedule.count(redis, live_key),
            "clock_lateness_seconds": max(0.0, now - due[0].due_ms) / 1000 if due else 0.0,
            "archive_backlog_games": after.waiting(),
            "archive_refused_games": after.refused(),
            "archive_oldest_seconds": max(0.0, now - ended[0].due_ms) / 1000 if ended else 0.0,
            "games_unreadable": unreadable.count(),
            "store_safe": float(safe()),
        }

    meanings = {
        "games_live": "Games that are not over.",
        "clock_lateness_seconds": "How long the game that waits longest for the clock has been due.",
        "archive_backlog_games": "Games that are over and not archived.",
        "archive_refused_games": "Games that could not be archived and are tried again within an hour.",
        "archive_oldest_seconds": "How long the game that waits longest to be archived has waited.",
        "games_unreadable": "Games whose log a worker could not read, until it can be read again.",
        "store_safe": "Whether the store keeps what it acknowledges, see /readyz.",
    }
    return MetricSource("store", meanings, read)


def queue_source(url: str | None) -> MetricSource:
    """Return the metrics of the job queue at `url`; it is unavailable if None."""
    queues = cache(lambda: tuple(JobQueue(url or "", queue) for queue in (QUEUE, PEOPLE, HOOKS)))
    meanings = {
        "queue_depth": "Games and jobs that wait.",
        "people_depth": "Games that wait, and a person waits in them.",
        "hooks_depth": "Logs and webhooks with messages that wait to be sent.",
    }
    return MetricSource(
        "queue",
        meanings,
        lambda: {name: float(queue.depth()) for name, queue in zip(meanings, queues(), strict=True)},
    )


def archive_source(archive: Archive) -> MetricSource:
    """Return the metrics source that shows the availability of the archive."""
    files = limited(archive, TimeLimits(PROBE_SECONDS, at_once=1)).files

    def read() -> Mapping[str, float]:
        files.check()
        return {}

    return MetricSource("archive", {}, read)


def sources(
    redis: Redis,
    cipher: StorageCipher,
    archive: Archive,
    ring: KeyRing,
    queue_url: str | None,
    safe: Callable[[], bool],
) -> tuple[MetricSource, ...]:
    """Return the metrics sources of all parts of the installation."""
    engine = limited(archive, TimeLimits(_SCRAPE_SECONDS, at_once=1)).engine
    return (
        store_source(redis, Retention(redis, cipher), safe),
        catalogue_source(lambda: engine),
        archive_source(archive),
        log_source(archive, redis, ring),
        queue_source(queue_url),
    )


Checks = Callable[[], tuple[PartCheck, ...]]


def every_check(
    redis: Redis,
    archive: Archive,
    ring: KeyRing,
    queue_url: str | None,
    installation: Installation | None = None,
    replicas: Wanted = 0,
) -> Checks:
    """Return the readiness checks of all parts of the installation, where answers want so many `replicas`.

    The checks compare the parts with the installation, so its own check runs last; its result comes first.
    """
    parts = all_checks(
        lambda: store_checks(redis, replicas),
        queue_checks(queue_url),
        archive_checks(archive),
        catalogue_checks(archive, ring),
        log_checks(archive, redis, ring),
    )
    own_check = installation_checks(redis, installation)

    def checks() -> tuple[PartCheck, ...]:
        results = parts()
        return (*own_check(), *results)

    return checks


def grades(checks: Checks) -> Callable[[], Mapping[str, float]]:
    """Return the result of each check as a number, by name: 0 for `ok`, 1 for `warn`, 2 for `fail`."""
    numbers = {grade: float(number) for number, grade in enumerate(Grade)}
    return lambda: {check.name: numbers[check.grade] for check in checks()}


def all_checks(*parts: Checks) -> Checks:
    """Return the checks of every part in order; an unavailable part is one failed check with its cause."""

    def checks() -> tuple[PartCheck, ...]:
        return tuple(check for part in parts for check in _asked(part))

    return checks


def installation_checks(redis: Redis, installation: Installation | None) -> Checks:
    """Return the checks that all parts belong to the installation; none without one.

    The store is checked each time, the other parts when they are used.
    """

    def checks() -> tuple[PartCheck, ...]:
        if installation is None:
            return ()
        with suppress(StoreUnavailable):
            installation.admit_store(ask(redis, ASK_IDENTITY))
        wrong, code = installation.wrong(), str(StoreFailure.MISMATCH)
        if wrong is None:
            return (PartCheck("installation", Grade.OK),)
        return (PartCheck("installation", Grade.FAIL, wrong.anonymous, code, wrong.part, code),)

    return checks


def _asked(part: Checks) -> tuple[PartCheck, ...]:
    try:
        return part()
    except InstallationMismatch:
        return ()  # reported by the check of the installation
    except (StoreUnavailable, QueueUnavailable, ArchiveUnavailable, CatalogueUnavailable) as problem:
        return (away(problem.outage, _MEANWHILE.get(problem.outage.part)),)


_MEANWHILE: Final = {
    Part.QUEUE: Message("Bots, the archive and webhooks wait."),
    Part.ARCHIVE: Message("Games that have left the store cannot be read."),
    Part.CATALOGUE: Message("Games that have left the store cannot be read."),
}
"""Effects of an unavailable part."""


def queue_checks(url: str | None) -> Checks:
    """Return the checks of the job queue at `url`. Without it nothing is lost, but bots are slow."""
    job_queue = cache(lambda: JobQueue(url or ""))

    def checks() -> tuple[PartCheck, ...]:
        if url is None:
            return ()
        wrong = job_queue().check()
        if wrong is None:
            return (PartCheck("queue", Grade.OK, part=Part.QUEUE),)
        grade = Grade.FAIL if wrong.permanent else Grade.WARN
        return (PartCheck("queue", grade, wrong.message, part=Part.QUEUE, code="role"),)

    return checks


def archive_checks(archive: Archive) -> Checks:
    """Return the check that the archive answers at once; live games continue without it."""
    files = limited(archive, TimeLimits(PROBE_SECONDS, at_once=1)).files

    def checks() -> tuple[PartCheck, ...]:
        files.check()
        return (PartCheck("archive", Grade.OK, part=Part.ARCHIVE),)

    return checks


def catalogue_checks(archive: Archive, ring: KeyRing) -> Checks:
    """Return the checks that the catalogue answers at once, and was signed with our keys.

    Nothing is archived in a catalogue of another service.
    """
    engine = limited(archive, TimeLimits(PROBE_SECONDS, at_once=1)).engine

    def checks() -> tuple[PartCheck, ...]:
        owner = look(engine, lambda connection: foreign(connection, ring))
        grade = Grade.FAIL if owner else Grade.OK
        return (PartCheck("catalogue", grade, owner, part=Part.CATALOGUE),)

    return checks


def log_checks(archive: Archive, redis: Redis, ring: KeyRing) -> Checks:
    """Return the check that the transparency log extends all signed checkpoints; else signing stops.

    An unavailable part has a check of its own.
    """
    signer = _probing(archive, redis, ring)

    def checks() -> tuple[PartCheck, ...]:
        try:
            fault = signer.fault()
        except (ArchiveUnavailable, CatalogueUnavailable, StoreUnavailable, ForeignTree):
            return ()
        except DamagedBlob as damage:
            fault = Message("The log of all games is not signed: {reason}.").filled(reason=damage.reason)
        grade = Grade.OK if fault is None else Grade.WARN
        return (PartCheck("log", grade, fault, part=Part.CATALOGUE, code="log_inconsistent"),)

    return checks


def log_source(archive: Archive, redis: Redis, ring: KeyRing) -> MetricSource:
    """Return the metrics of the transparency log, from store, archive and catalogue."""
    signer = _probing(archive, redis, ring)
    meanings = {
        "log_consistent": "Whether the catalogue begins with everything that was signed, see /readyz.",
    }
    return MetricSource("log", meanings, lambda: {"log_consistent": float(signer.fault() is None)})


def _probing(archive: Archive, redis: Redis, ring: KeyRing) -> LogSigner:
    return open_signer(limited(archive, TimeLimits(PROBE_SECONDS, at_once=1)), redis, ring)


def catalogue_source(engine: Callable[[], Engine]) -> MetricSource:
    """Return the catalogue's metrics of the transparency log."""

    def read() -> Mapping[str, float]:
        size, signed, since_ms = look(
            engine(),
            lambda connection: (
                tree.size(connection),
                tree.signed_size(connection),
                _unsigned_since(connection),
            ),
        )
        return {
            "checkpoint_age_seconds": max(0.0, time.time() - since_ms / 1000) if since_ms else 0.0,
            "unsigned_games": float(size - signed),
        }

    meanings = {
        "checkpoint_age_seconds": "How old the last checkpoint is; before it, the first archived game.",
        "unsigned_games": "Archived games under no checkpoint yet.",
    }
    return MetricSource("catalogue", meanings, read)


def _unsigned_since(connection: Connection) -> int | None:
    """Return the time of the last checkpoint in ms, or that of the first archived game, or None."""
    note = tree.latest(connection)
    return rows.first_archived(connection) if note is None else checkpoints.read(note).time_ms
