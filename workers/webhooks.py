"""Webhooks as jobs, and what the clock does for them.

The clock's part: for each new entry that may concern a webhook the log is marked and rung for; and a sweeper
rings for messages that are due, for marked logs that have gone on unheard, and for players whose turn it is,
so that a lost ring, a flushed queue, a killed worker or a cut outbox delays a message and never loses it.

The worker's part: one job writes down what a log's entries come to for webhooks, another delivers what is due
for one. Deliveries run in threads of the worker, one at most for a webhook. Some of the threads are for
receivers that did well lately, so that silent ones never take them all.
"""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

import redis

from app.outages.log import waiting
from app.service.job_queue import DELIVER, PROJECT, QueueUnavailable
from app.service.signing import now_ms
from app.store.delivery_queue import DeliveryQueue
from app.store.errors import StoreError
from app.store.indexes import DisputeIndex, WebhookIndex
from app.store.keys import BUCKETS, GameId, Kind, kind_of
from app.store.log import EventStore
from app.store.outbox import Notice, Outbox

_log: Final = logging.getLogger(__name__)
KNOWN: Final = (StoreError, QueueUnavailable, redis.RedisError)
"""What may go wrong outside of this process; the sweeper rings again."""

_BLOCK_MS: Final = 1000
REST_SECONDS: Final = 1.0
"""How often the sweeper looks."""

_SWEEP_LIMIT: Final = 500
_AGAIN_MS: Final = 5_000
_OWNERS: Final = 50
_LOOK_AGAIN_MS: Final = 60_000
_MOMENTOUS: Final = frozenset({"seat", "end", "judge"})
"""Hints of entries that may be news for somebody who was not asked anything since it has webhooks."""

Enqueue = Callable[[str, str], object]


class Relay:
    """Rings for the logs whose new entries may concern a webhook."""

    def __init__(self, outbox: Outbox, hooked: WebhookIndex, ring: Enqueue, consumer: str) -> None:
        self._outbox = outbox
        self._hooked = hooked
        self._ring = ring
        self._consumer = consumer

    def __call__(self) -> None:
        """Every notice that came within a second is rung for if it may concern a webhook."""
        if not self._hooked.count():
            time.sleep(REST_SECONDS)  # where nobody has webhooks, what happens is not even read
            return
        notices = self._outbox.notices(self._consumer, _BLOCK_MS)
        if not notices:
            return
        logs = self._concerned(notices)
        # Marked before it is rung for: a ring may get lost.
        self._hooked.mark(logs)
        for log in logs:
            self._ring(log, PROJECT)
        self._outbox.done(notices)

    def _concerned(self, notices: list[Notice]) -> list[GameId]:
        owners = self._hooked.owners(player for notice in notices for player in notice.asked)
        marked = self._hooked.marked(notice.game for notice in notices)
        found = {
            notice.game
            for notice in notices
            if notice.game in marked or owners.intersection(notice.asked) or _is_momentous(notice)
        }
        return sorted(found)


def _is_momentous(notice: Notice) -> bool:
    of_dispute = kind_of(notice.game) is Kind.DISPUTE
    return of_dispute or not _MOMENTOUS.isdisjoint(notice.hint.split())


class Sweeper:
    """Rings again for whatever was not done; it looks at one bucket of marked logs at a time."""

    def __init__(
        self,
        store: EventStore,
        hooked: WebhookIndex,
        postbox: DeliveryQueue,
        links: DisputeIndex,
        ring: Enqueue,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._store = store
        self._hooked = hooked
        self._postbox = postbox
        self._links = links
        self._ring = ring
        self._clock = clock
        self._bucket = 0

    def __call__(self) -> None:
        """One look at what is due, at some players, and at one bucket of logs."""
        if not self._hooked.count():
            return
        for due_ms, webhook in self._postbox.overdue(_SWEEP_LIMIT):
            self._ring(webhook, DELIVER)
            self._postbox.postpone(webhook, _AGAIN_MS, due_ms)
        self._look_at_players()
        self._look_at_logs(self._bucket)
        self._bucket = (self._bucket + 1) % BUCKETS

    def _look_at_players(self) -> None:
        now = self._clock()
        players = self._hooked.stalest(_OWNERS, now - _LOOK_AGAIN_MS)
        self._hooked.looked(players, now)
        for player in players:
            _, turns = self._store.turns(player)
            self._hooked.mark(turns)
            for game in turns:
                self._ring(game, PROJECT)

    def _look_at_logs(self, number: int) -> None:
        watched = self._hooked.watched(number)
        for log in watched.late:
            self._ring(log, PROJECT)
        for log in watched.gone:
            self._hooked.forget(log)
        games = [log for log in watched.present if kind_of(log) is Kind.GAME]
        disputes = {dispute for names in self._links.of(games) for dispute in names}
        self._hooked.mark(disputes - self._hooked.marked(disputes))


class DeliveryThreads:
    """Runs deliveries for `deliver`, `count` receivers at a time, never two for one webhook.

    A webhook whose last delivery took long waits behind at most half of the threads.
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
        """Has delivered what is due for a webhook, soon."""
        with self._lock:
            if webhook in self._busy:
                return
            self._busy.add(webhook)
            pool = self._slow if webhook in self._late else self._quick
        pool.submit(self._run, webhook)

    def close(self) -> None:
        """Waits for what has begun; what has not is left for others."""
        for pool in (self._quick, self._slow):
            pool.shutdown(cancel_futures=True)

    def _run(self, webhook: str) -> None:
        began, more = time.monotonic(), False
        try:
            more = self._deliver(GameId(webhook))
        except KNOWN as problem:
            _log.log(waiting(problem), "Delivering waits: %s.", type(problem).__name__)
        except Exception:
            # A defect with one webhook must not silence the others.
            _log.exception("Delivering failed.")
        finally:
            self.note(webhook, time.monotonic() - began > self._slow_seconds)
        if more:
            self.start(webhook)

    def note(self, webhook: str, slow: bool) -> None:
        """A delivery for a webhook is over, and took long or not."""
        with self._lock:
            self._busy.discard(webhook)
            self._late.pop(webhook, None)
            if slow:
                self._late[webhook] = None
            while len(self._late) > 10_000:
                del self._late[next(iter(self._late))]


class Projects(Protocol):
    """What writes down what a log comes to; see app.webhooks.fan_out."""

    def project(self, log: GameId) -> tuple[GameId, ...]: ...


def project(projector: Projects, start: Callable[[str], None]) -> Callable[[str], None]:
    """The job that projects a log and starts to deliver what is new."""

    def run(log: str) -> None:
        try:
            for webhook in projector.project(GameId(log)):
                start(webhook)
        except KNOWN as problem:
            _log.log(waiting(problem), "A log waits to be told of: %s.", type(problem).__name__)

    return run
