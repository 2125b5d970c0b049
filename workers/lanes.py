"""What waits in a lane, as a job: many names by one, several of them at a time.

A job takes names from its lanes until they are empty or its time is over, and then wakes another for the
rest. Several threads serve, each with a connection to the store of its own while it waits, so that entries
which are written at once share a sync of the disk. A name is served by one thread of a process at a time.

A worker that dies with names taken loses nothing: whoever waits in the store is rung for again.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final, Protocol

from app.observability.logs import on_behalf_of
from app.outages.log import waiting
from app.service.job_queue import Lane, QueuedName, QueueUnavailable, TakenNames
from app.store.errors import InstallationMismatch, StoreError

_log: Final = logging.getLogger(__name__)

SECONDS: Final = 1.0
"""How long one job takes names: then jobs of another kind have their turn."""

ALONE_SECONDS: Final = 10.0
"""As much, for a worker that has no other jobs: to wait for names is faster than a job for each."""

PATIENCE_SECONDS: Final = 1.0
"""How long a job whose time is over waits for other threads, in which a program may think for long."""

_WAIT_SECONDS: Final = 0.5
"""How long it waits at a time, and so at most before it stops."""

AT_ONCE: Final = 8
"""How many names a worker serves at a time."""

Serve = Callable[[str], object]


class NameQueue(Protocol):
    """Where names wait; see app.service.job_queue.JobQueue."""

    def answer_lane(self, lane: Lane) -> None: ...
    def take(self, lanes: Sequence[Lane], most: int) -> TakenNames: ...
    def wait(self, lanes: Sequence[Lane], seconds: float) -> TakenNames: ...
    def wake(self, lane: Lane) -> None: ...
    def ring_all(self, rings: Sequence[QueuedName], job: str = "") -> None: ...


class Lanes:
    """Serves what waits in `lanes`, the first before the others, by `serve`, which is given a name.

    A job that `waits` uses up its time; none takes another name once the worker was `told` to end.
    """

    def __init__(
        self,
        waiting: NameQueue,
        lanes: Sequence[Lane],
        serve: Serve,
        at_once: int = AT_ONCE,
        seconds: float = SECONDS,
        waits: bool = False,
        told: threading.Event | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._waiting = waiting
        self._lanes = tuple(lanes)
        self._serve = serve
        self.at_once = at_once
        # They live as long as the process: a bot's program ends with the thread that started it.
        self.threads = ThreadPoolExecutor(at_once, "lanes")
        self._seconds = seconds
        self.waits = waits
        self._told = told or threading.Event()
        self._clock = clock
        self._lock = threading.Lock()
        self._served: dict[str, QueuedName | None] = {}

    def __call__(self, queue: str) -> None:
        """The job that was enqueued for the lane in `queue`, after which that is empty or rung for again."""
        try:
            for lane in self._lanes:
                if lane.queue == queue:
                    self._waiting.answer_lane(lane)
            _Turn(self, self._clock() + self._seconds).run()
        except QueueUnavailable as problem:
            _log.log(waiting(problem), "The queue is away: %s", problem)

    @property
    def busy(self) -> set[str]:
        """The names that are served just now."""
        with self._lock:
            return set(self._served)

    def is_over(self, ends: float) -> bool:
        """Whether a job that ends at `ends` takes no more names."""
        return self._told.is_set() or self._clock() > ends

    def take(self, most: int) -> TakenNames:
        """The next names, and what is left; QueueUnavailable."""
        return self._waiting.take(self._lanes, most)

    def wait(self) -> TakenNames:
        """The next name, waited for, and what is left; QueueUnavailable."""
        return self._waiting.wait(self._lanes, _WAIT_SECONDS)

    def wake(self, left: Sequence[int]) -> None:
        """Another job waits for each lane in which something is left; QueueUnavailable."""
        for lane, count in zip(self._lanes, left, strict=True):
            if count:
                self._waiting.wake(lane)

    def serve(self, ring: QueuedName) -> None:
        """Has served a name, unless another thread does; that one is followed by a ring for it."""
        with self._lock:
            if ring.name in self._served:
                self._served[ring.name] = ring
                return
            self._served[ring.name] = None
        with on_behalf_of(ring.request):
            self._guarded(ring.name)
        with self._lock:
            again = self._served.pop(ring.name)
        if again is not None:
            self._waiting.ring_all([again], self._lanes[0].job)

    def _guarded(self, name: str) -> None:
        """A name that cannot be served is left to the next ring for it, and stops nobody else."""
        try:
            self._serve(name)
        except InstallationMismatch:
            pass  # the installation has said so, once for all names
        except StoreError as problem:
            _log.log(waiting(problem), "%s waits: %s.", name, type(problem).__name__)
        except Exception:
            _log.exception("A job failed.")


class _Turn:
    """What one job does until `ends`, in its own thread and, while there is something for them, in others."""

    def __init__(self, lanes: Lanes, ends: float) -> None:
        self._lanes = lanes
        self._ends = ends
        self._lock = threading.Lock()
        self._begun: list[Future[None]] = []
        self._helping = 0

    def run(self) -> None:
        """Nothing is left, or the time is over and another job waits for the rest."""
        taken = self._lanes.take(1)
        self._lanes.wake(taken.left)
        self._done(taken)
        while self._lanes.waits and not self._lanes.is_over(self._ends):
            self._done(self._lanes.wait())
        if self._lanes.is_over(self._ends):
            self._lanes.wake(self._lanes.take(0).left)

    def _done(self, taken: TakenNames) -> None:
        """What was taken is served, and whatever else waited by then."""
        self._go_on(taken)
        while busy := [one for one in self._begun if not one.done()]:
            if not wait(busy, PATIENCE_SECONDS, FIRST_COMPLETED).done and self._lanes.is_over(self._ends):
                for one in busy:
                    one.cancel()  # what has begun goes on beside the next job
                return

    def _go_on(self, taken: TakenNames) -> None:
        while taken.rings:
            self._call_help(sum(taken.left))
            for ring in taken.rings:
                self._lanes.serve(ring)
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
            _log.log(waiting(problem), "The queue is away: %s", problem)
        finally:
            with self._lock:
                self._helping -= 1
