"""Job of a lane: one job serves many names, several at a time.

A job takes names from its lanes until they are empty or its time is over, and then enqueues another job for
the rest. Several threads serve, each with its own connection to the store while it waits, so that entries
which are written at the same time share a sync of the disk. A name is served by one thread of a process at a
time.

A worker that dies with names taken loses nothing: the sweeper enqueues them again.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final

from app.observability.logs import on_behalf_of
from app.parts.outages import waiting
from app.service.job_queue import JobQueue, Lane, QueuedName, QueueUnavailable, TakenNames
from app.store.errors import InstallationMismatch, StoreError

_log: Final = logging.getLogger(__name__)

SECONDS: Final = 1.0
"""Time for which one job takes names; then jobs of another kind have their turn."""

ALONE_SECONDS: Final = 10.0
"""The same for a worker without other jobs: waiting for names is faster than a job for each."""

PATIENCE_SECONDS: Final = 1.0
"""Time for which a job whose time is over waits for its threads, in which a bot may decide slowly."""

_WAIT_SECONDS: Final = 0.5
"""Duration of one wait, and so the longest delay of its end."""

AT_ONCE: Final = 8
"""Number of names that a worker serves at a time."""

Serve = Callable[[str], object]


class Lanes:
    """Serves the names in `lanes`, the first lane before the others, by calling `serve`.

    With `waits` a job uses all of its time; no job takes another name after the event `stop` was set.
    """

    def __init__(
        self,
        job_queue: JobQueue,
        lanes: Sequence[Lane],
        serve: Serve,
        at_once: int = AT_ONCE,
        seconds: float = SECONDS,
        waits: bool = False,
        stop: threading.Event | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._job_queue = job_queue
        self._lanes = tuple(lanes)
        self._serve = serve
        self.at_once = at_once
        # The threads live as long as the process: a bot's program ends with the thread that started it.
        self.threads = ThreadPoolExecutor(at_once, "lanes")
        self._seconds = seconds
        self.waits = waits
        self._stop = stop or threading.Event()
        self._clock = clock
        self._lock = threading.Lock()
        self._served: dict[str, QueuedName | None] = {}

    def __call__(self, queue: str) -> None:
        """Serve the lane in `queue` until it is empty, or enqueue another job for the rest."""
        try:
            for lane in self._lanes:
                if lane.queue == queue:
                    self._job_queue.acknowledge_lane(lane)
            _Turn(self, self._clock() + self._seconds).run()
        except QueueUnavailable as problem:
            _log.log(waiting(problem), "The queue is unavailable: %s", problem)

    @property
    def busy(self) -> set[str]:
        """Names that are being served."""
        with self._lock:
            return set(self._served)

    def is_over(self, ends: float) -> bool:
        """Return whether a job that ends at `ends` takes no more names."""
        return self._stop.is_set() or self._clock() > ends

    def take(self, most: int) -> TakenNames:
        """Take at most `most` names. Raises QueueUnavailable."""
        return self._job_queue.take(self._lanes, most)

    def wait(self) -> TakenNames:
        """Wait for one name and take it. Raises QueueUnavailable."""
        return self._job_queue.wait(self._lanes, _WAIT_SECONDS)

    def wake(self, left: Sequence[int]) -> None:
        """Enqueue another job for each lane that is not empty. Raises QueueUnavailable."""
        for lane, count in zip(self._lanes, left, strict=True):
            if count:
                self._job_queue.wake(lane)

    def serve(self, queued: QueuedName) -> None:
        """Serve a name, unless another thread does; then enqueue it again after that."""
        with self._lock:
            if queued.name in self._served:
                self._served[queued.name] = queued
                return
            self._served[queued.name] = None
        with on_behalf_of(queued.origin):
            self._guarded(queued.name)
        with self._lock:
            again = self._served.pop(queued.name)
        if again is not None:
            self._job_queue.enqueue_all([again], self._lanes[0].job)

    def _guarded(self, name: str) -> None:
        """Serve a name. A failure is logged, and must not stop the other names."""
        try:
            self._serve(name)
        except InstallationMismatch:
            pass  # the installation has logged this, once for all names
        except StoreError as problem:
            _log.log(waiting(problem), "%s waits: %s.", name, type(problem).__name__)
        except Exception:
            _log.exception("A job failed.")


class _Turn:
    """The work of one job until `ends`, in its own thread and, while there is enough to do, in others."""

    def __init__(self, lanes: Lanes, ends: float) -> None:
        self._lanes = lanes
        self._ends = ends
        self._lock = threading.Lock()
        self._begun: list[Future[None]] = []
        self._helping = 0

    def run(self) -> None:
        """Run until nothing is left, or the time is over and another job is enqueued."""
        taken = self._lanes.take(1)
        self._lanes.wake(taken.left)
        self._done(taken)
        while self._lanes.waits and not self._lanes.is_over(self._ends):
            self._done(self._lanes.wait())
        if self._lanes.is_over(self._ends):
            self._lanes.wake(self._lanes.take(0).left)

    def _done(self, taken: TakenNames) -> None:
        """Serve the taken names, and all others that wait by then."""
        self._go_on(taken)
        while busy := [future for future in self._begun if not future.done()]:
            if not wait(busy, PATIENCE_SECONDS, FIRST_COMPLETED).done and self._lanes.is_over(self._ends):
                for future in busy:
                    future.cancel()  # a running one continues beside the next job
                return

    def _go_on(self, taken: TakenNames) -> None:
        while taken.names:
            self._call_help(sum(taken.left))
            for queued in taken.names:
                self._lanes.serve(queued)
            if self._lanes.is_over(self._ends):
                return
            taken = self._lanes.take(1)

    def _call_help(self, left: int) -> None:
        with self._lock:
            for _ in range(min(left, self._lanes.at_once - 1) - self._helping):
                self._helping += 1
                self._begun.append(self._lanes.threads.submit(self._help))

    def _help(self) -> None:
        try:
            self._go_on(self._lanes.take(1))
        except QueueUnavailable as problem:
            _log.log(waiting(problem), "The queue is unavailable: %s", problem)
        finally:
            with self._lock:
                self._helping -= 1
