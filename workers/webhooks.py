"""Webhook jobs, and the clock's steps for webhooks.

The clock's part: for each new entry that may concern a webhook the log is marked and a job enqueued. A
sweeper enqueues deliveries that are due, marked logs with new entries, and players whose turn it is, so that
a lost job, a flushed queue, a killed worker or a trimmed outbox delays a message and never loses it.

The worker's part: one job creates the deliveries for new entries of a log, another sends those that are due
for one webhook. Deliveries run in threads of the worker, at most one per webhook. Half of the threads serve
receivers that answered quickly, so that slow ones never take them all.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import redis

from app.parts.outages import waiting
from app.service.job_queue import DELIVER, PROJECT, QueueUnavailable
from app.service.message_origins import of_entry
from app.service.signing import now_ms
from app.store.delivery_queue import DeliveryQueue
from app.store.dispute_index import DisputeIndex
from app.store.errors import StoreError
from app.store.indexes import WebhookIndex
from app.store.keys import BUCKETS, GameId, LogKind, kind_of
from app.store.log import EventStore
from app.store.outbox import Notice, Outbox
from app.webhooks.fan_out import DeliveryProjector

_log: Final = logging.getLogger(__name__)
KNOWN: Final = (StoreError, QueueUnavailable, redis.RedisError)
"""Errors outside of this process; the sweeper enqueues the job again."""

_BLOCK_MS: Final = 1000
REST_SECONDS: Final = 1.0
"""Interval of the sweeper."""

_SWEEP_LIMIT: Final = 500
_AGAIN_MS: Final = 5_000
_OWNERS: Final = 50
_LOOK_AGAIN_MS: Final = 60_000
_MOMENTOUS: Final = frozenset({"seat", "end", "judge"})
"""Hints of entries that may concern players who have had no turn since they have webhooks."""

Enqueue = Callable[..., object]
"""Enqueues a log or a webhook for a job, with an origin if there is one; see app.service.job_queue."""

KeepOrigins = Callable[[Mapping[str, str]], object]
"""Keeps origins of messages by name; see app.service.message_origins."""


class Relay:
    """Enqueues the logs whose new entries may concern a webhook, and keeps the origins of those entries."""

    def __init__(
        self,
        outbox: Outbox,
        webhook_index: WebhookIndex,
        enqueue: Enqueue,
        consumer: str,
        keep_origins: KeepOrigins,
    ) -> None:
        self._outbox = outbox
        self._webhook_index = webhook_index
        self._enqueue = enqueue
        self._consumer = consumer
        self._keep_origins = keep_origins

    def __call__(self) -> None:
        """Enqueue a job for every notice that may concern a webhook, waiting for up to a second."""
        if not self._webhook_index.count():
            time.sleep(REST_SECONDS)  # without webhooks the notices are not even read
            return
        notices = self._outbox.notices(self._consumer, _BLOCK_MS)
        if not notices:
            return
        logs = self._concerned(notices)
        # Marked before it is enqueued: a job may be lost.
        self._webhook_index.mark(logs)
        concerned = [notice for notice in notices if notice.game in logs]
        self._keep_origins({of_entry(notice.game, notice.ply): notice.request for notice in concerned})
        first = {notice.game: notice.request for notice in reversed(concerned)}
        for log in logs:
            self._enqueue(log, PROJECT, first[log])
        self._outbox.done(notices)

    def _concerned(self, notices: list[Notice]) -> list[GameId]:
        owners = self._webhook_index.owners(player for notice in notices for player in notice.asked)
        marked = self._webhook_index.marked(notice.game for notice in notices)
        logs = {
            notice.game
            for notice in notices
            if notice.game in marked or owners.intersection(notice.asked) or _is_momentous(notice)
        }
        return sorted(logs)


def _is_momentous(notice: Notice) -> bool:
    of_dispute = kind_of(notice.game) is LogKind.DISPUTE
    return of_dispute or not _MOMENTOUS.isdisjoint(notice.hint.split())


class Sweeper:
    """Enqueues everything that was not done; it checks one bucket of marked logs at a time."""

    def __init__(
        self,
        store: EventStore,
        webhook_index: WebhookIndex,
        delivery_queue: DeliveryQueue,
        links: DisputeIndex,
        enqueue: Enqueue,
    ) -> None:
        self._store = store
        self._webhook_index = webhook_index
        self._delivery_queue = delivery_queue
        self._links = links
        self._enqueue = enqueue
        self._bucket = 0

    def __call__(self) -> None:
        """Check the due deliveries, one bucket of logs, and some players."""
        if not self._webhook_index.count():
            return
        for due_ms, webhook in self._delivery_queue.overdue(_SWEEP_LIMIT):
            self._enqueue(webhook, DELIVER)
            self._delivery_queue.postpone(webhook, _AGAIN_MS, due_ms)
        # Before the first check that fails without a node: the next pass goes on with the next bucket.
        number, self._bucket = self._bucket, (self._bucket + 1) % BUCKETS
        self._look_at_logs(number)
        self._look_at_players()

    def _look_at_players(self) -> None:
        now = now_ms()
        players = self._webhook_index.stalest(_OWNERS, now - _LOOK_AGAIN_MS)
        self._webhook_index.looked(players, now)
        for player in players:
            _, turns = self._store.turns(player)
            self._webhook_index.mark(turns)
            for game in turns:
                self._enqueue(game, PROJECT)

    def _look_at_logs(self, number: int) -> None:
        watched = self._webhook_index.watched(number)
        for log in watched.late:
            self._enqueue(log, PROJECT)
        for log in watched.gone:
            self._webhook_index.forget(log)
        games = [log for log in watched.present if kind_of(log) is LogKind.GAME]
        disputes = {dispute for names in self._links.of(games) for dispute in names}
        self._webhook_index.mark(disputes - self._webhook_index.marked(disputes))


class DeliveryThreads:
    """Runs deliveries with `deliver` for `count` receivers at a time, never two for one webhook.

    Webhooks whose last delivery took long share half of the threads.
    """

    def __init__(self, deliver: Callable[[GameId], bool], count: int, slow_seconds: float = 2.0) -> None:
        self._deliver = deliver
        self._slow_seconds = slow_seconds
        self._quick = ThreadPoolExecutor(max(1, count // 2), "deliver")
        self._slow = ThreadPoolExecutor(max(1, count // 2), "deliver-slow")
        self._busy: set[str] = set()
        self._late: dict[str, None] = {}
        self._lock = threading.Lock()

    def start(self, webhook: str) -> None:
        """Start the due deliveries of a webhook soon."""
        with self._lock:
            if webhook in self._busy:
                return
            self._busy.add(webhook)
            pool = self._slow if webhook in self._late else self._quick
        pool.submit(self._run, webhook)

    def close(self) -> None:
        """Wait for running deliveries; others are left to other workers."""
        for pool in (self._quick, self._slow):
            pool.shutdown(cancel_futures=True)

    def _run(self, webhook: str) -> None:
        started, more = time.monotonic(), False
        try:
            more = self._deliver(GameId(webhook))
        except KNOWN as problem:
            _log.log(waiting(problem), "Delivering waits: %s.", type(problem).__name__)
        except Exception:
            # A defect with one webhook must not stop the others.
            _log.exception("Delivering failed.")
        finally:
            self.note(webhook, time.monotonic() - started > self._slow_seconds)
        if more:
            self.start(webhook)

    def note(self, webhook: str, slow: bool) -> None:
        """Record the end of a delivery, and whether it took long."""
        with self._lock:
            self._busy.discard(webhook)
            self._late.pop(webhook, None)
            if slow:
                self._late[webhook] = None
            while len(self._late) > 10_000:
                del self._late[next(iter(self._late))]


def project(projector: DeliveryProjector, start: Callable[[str], None]) -> Callable[[str], None]:
    """Return the job that projects a log and starts the new deliveries."""

    def run(log: str) -> None:
        try:
            for webhook in projector.project(GameId(log)):
                start(webhook)
        except KNOWN as problem:
            _log.log(waiting(problem), "The deliveries about a log wait: %s.", type(problem).__name__)

    return run
