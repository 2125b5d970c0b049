"""Clock: enqueues games that wait for a bot or a verdict, at once by their notices or when they are
overdue.

It runs four loops, and those of workers/webhooks.py. The relay reads the outboxes of the store and enqueues a
job for each new entry that needs one. The sweeper checks five times a second for games whose due time or
deadline has passed and enqueues them, so that a lost job, a flushed queue or a killed worker delays a bot or
a time-out but never stops it. The signer signs a checkpoint of the log of all games every
CONQUIAN_CHECKPOINT_SECONDS if games have finished. The keeper checks every second for games to be archived or
removed from the store. Games that could not be read are read again (workers/unreadable.py). Several clocks
may run: a game enqueued twice is one job, a job that runs twice makes one move, and a signed tree is not
signed again.
"""

import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

import redis

from app.parts.outages import waiting
from app.service.job_queue import JobQueue, QueuedName, QueueUnavailable
from app.settings.settings import Settings
from app.store.errors import InstallationMismatch, StoreError
from app.store.log import EventStore
from workers import archive

_log: Final = logging.getLogger(__name__)
_BLOCK_MS: Final = 1000
_RELAY_SECONDS: Final = 0.005
"""Pause of the relay after notices came, so that those of a busy moment are read together.

Reading and acknowledging them costs the store two synchronous writes, as much as an entry; in a game with
bots a person waits for that pause. A notice after a quiet time is read at once.
"""
_SWEEP_SECONDS: Final = 0.2
_SWEEP_LIMIT: Final = 1000
_AGAIN_MS: Final = 5000
_LONGEST_PAUSE: Final = 5.0
_LOOK_SECONDS: Final = 2.0
_LATE_SECONDS: Final = 20.0
"""Interval at which the clock checks its loops, and the deadline of its next report."""
_PASS_SECONDS: Final = 300.0
"""Time after which a pass counts as hanging: all calls to the catalogue and the store end long before."""
_ENQUEUED_FOR: Final = frozenset({"bot", "judge", "play"})
_WAITED: Final = "person"
_KNOWN: Final = (StoreError, QueueUnavailable, redis.RedisError, *archive.SIGNING_ERRORS)


Loop = tuple[Callable[[], object], float]
NO_MORE: Final[Mapping[str, Loop]] = MappingProxyType({})


def stop_on_signals() -> threading.Event:
    """Return an event that SIGTERM and SIGINT set; only the main thread may call this."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stop.set())
    return stop


def run(
    settings: Settings,
    store: EventStore,
    job_queue: JobQueue,
    sign: Callable[[], object],
    keep: Callable[[], object],
    stop: threading.Event,
    more: Mapping[str, Loop] = NO_MORE,
    alive: Callable[[float], object] = lambda seconds: None,
) -> None:
    """Run all loops until `stop` is set; errors of store, queue or catalogue only delay them.

    `sign` signs a checkpoint if one is due, `keep` enqueues the archive job; `more` are other loops: by name
    the step and the pause after it in seconds. While no loop hangs, `alive` is called with the seconds until
    its next call.
    """
    # The host's name, not the process id: the store remembers every consumer for ever.
    consumer = f"clock-{socket.gethostname()}"
    steps: dict[str, Loop] = {
        "relay": (lambda: relay(store, job_queue, consumer), _RELAY_SECONDS),
        "sweeper": (lambda: sweep(store, job_queue), _SWEEP_SECONDS),
        "signer": (sign, settings.checkpoint_seconds),
        "keeper": (keep, archive.REST_SECONDS),
        **more,
    }
    passes = Passes()
    loops = [
        threading.Thread(target=_repeat, args=(step, rest, stop, passes), name=name)
        for name, (step, rest) in steps.items()
    ]
    for loop in loops:
        loop.start()
    while not stop.wait(_LOOK_SECONDS):
        if not passes.hang() and all(loop.is_alive() for loop in loops):
            alive(_LATE_SECONDS)
    for loop in loops:
        loop.join()


class Passes:
    """Start times of the current pass of each loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: dict[str, float] = {}

    @contextmanager
    def of(self, loop: str) -> Iterator[None]:
        """Record a pass of the loop of this name within the block."""
        self._begun[loop] = self._clock()
        try:
            yield
        finally:
            del self._begun[loop]

    def hang(self) -> bool:
        """Return whether a loop takes longer for one pass than every limit of the calls in it."""
        return any(self._clock() - begun > _PASS_SECONDS for begun in list(self._begun.values()))


def relay(store: EventStore, job_queue: JobQueue, consumer: str) -> None:
    """Enqueue a job for every notice that needs one, waiting for up to a second, and acknowledge the
    notices.
    """
    if not (notices := store.notices(consumer, _BLOCK_MS)):
        return
    hints = [(notice, notice.hint.split()) for notice in notices]
    job_queue.enqueue_all(
        [
            QueuedName(notice.game, notice.request, _WAITED in words)
            for notice, words in hints
            if _ENQUEUED_FOR.intersection(words)
        ]
    )
    store.done(notices)


def sweep(store: EventStore, job_queue: JobQueue) -> None:
    """Enqueue every overdue game and check it again in five seconds.

    In a game with a deadline a person waits, for its end or for a bot whose job was lost. A game that is
    queued already is not queued twice, so a long queue does not grow by itself. A mark that an append has set
    in between is kept.
    """
    while overdue := store.overdue(_SWEEP_LIMIT):
        with_people = store.timed([game for _, game in overdue])
        job_queue.enqueue_all([QueuedName(game, people=game in with_people) for _, game in overdue])
        store.postpone_all(overdue, _AGAIN_MS)
        if len(overdue) < _SWEEP_LIMIT:
            return


def _repeat(step: Callable[[], object], rest: float, stop: threading.Event, passes: Passes) -> None:
    failures = 0
    while not stop.is_set():
        with passes.of(threading.current_thread().name):
            failures = 0 if _succeeds(step) else failures + 1
        stop.wait(min(_LONGEST_PAUSE, 0.1 * 2**failures) if failures else rest)


def _succeeds(step: Callable[[], object]) -> bool:
    name = threading.current_thread().name
    try:
        step()
    except InstallationMismatch:
        return False  # the installation has logged this, once for all loops
    except _KNOWN as problem:
        _log.log(waiting(problem), "The %s waits: %s.", name, type(problem).__name__)
        return False
    except Exception:
        # A defect in one pass must not stop the clock for every other game.
        _log.exception("The %s failed.", name)
        return False
    return True
