"""Job worker: takes one job at a time from the queue and runs only jobs on its list.

Jobs run in the worker's own process: a fork for each costs more than the job. A client with write access to
the queue's store must not be able to run code here: jobs are JSON, never pickle, and a job that names another
callable, a callback, a web hook, or unexpected arguments is treated as missing.
"""

import logging
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, ClassVar, Final

import redis
from redis.client import Pipeline
from rq import Queue, SimpleWorker
from rq.exceptions import NoSuchJobError, StopRequested
from rq.job import Job
from rq.timeouts import UnixSignalDeathPenalty

from app.observability.logs import on_behalf_of
from app.parts.outages import waiting
from app.service.job_queue import (
    PEOPLE,
    QUEUE,
    REQUEST,
    JobQueue,
    QueueUnavailable,
    as_unavailable,
    connect,
    refusal,
)
from app.settings.settings import Settings
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.store.keys import LogKind, kind_of

_log: Final = logging.getLogger("workers.worker")
_MAINTENANCE_SECONDS: Final = 30
_MONITORING_SECONDS: Final = 10
_LOOK_SECONDS: Final = 1.0
"""Interval at which a worker checks whether a store that was full or unavailable accepts jobs again."""
_LIVENESS_SECONDS: Final = (
    _MAINTENANCE_SECONDS + 15
)  # RQ waits 15 s less for a job, then does its maintenance

_LATE_SECONDS: Final = 60
"""Tolerance of the next report; RQ gives a job as much beyond its time limit."""

STOP_SECONDS: Final = 20
"""Time that a running job has after a request to stop; then it is interrupted, and done again elsewhere."""

OUTSIDE: Final = (StoreUnavailable, OutcomeUnknown, QueueUnavailable, redis.RedisError)
"""Failures of a store in a job, each one line of the log; the clock enqueues the work again."""

Jobs = Mapping[str, Callable[[str], object]]
Alive = Callable[[float], object]
"""Callback of a running worker with the seconds until its next call."""

Paused = Callable[[], bool]
"""Function that returns whether a worker may take no job now."""


class JobRefused(Exception):
    """A job is not on the list of this worker."""


class JobFailed(Exception):
    """A job has failed; its log line has the details. RQ stores and logs the text of an exception."""


class OutOfTime(BaseException):
    """A job exceeded its time limit.

    This is not an Exception, because any Exception during the audit of a foreign record counts as a finding
    in it.
    """


class Stopped(OutOfTime):
    """A job did not end in time after a request to stop."""


class TimeLimit(UnixSignalDeathPenalty):
    """RQ's time limit of a job, which raises OutOfTime in it; `stop` is set by a request to stop."""

    stop: ClassVar[threading.Event]

    def setup_death_penalty(self) -> None:
        """Set the alarm; called by RQ before the job."""
        super().setup_death_penalty()  # type: ignore[no-untyped-call]
        if self.stop.is_set():
            shorten()

    def handle_death_penalty(self, signum: int, frame: FrameType | None) -> None:
        """Raise OutOfTime, or Stopped after a request to stop; called by the alarm of the limit."""
        raise Stopped if self.stop.is_set() else OutOfTime


def shorten() -> None:
    """Limit the rest of the running job to STOP_SECONDS, if a job runs."""
    left = signal.alarm(0)
    if left:
        signal.alarm(min(left, STOP_SECONDS))


class ListedJob(Job):
    """A job on the list: a known name, one text as argument, and nothing else to call."""

    jobs: ClassVar[Jobs] = {}

    @classmethod
    def fetch(cls, id: str, connection: Any = None, serializer: Any = None) -> Job:
        """Return the stored job `id`.

        Raises NoSuchJobError if it is missing, malformed, or not on the list.
        """
        try:
            job = super().fetch(id, connection=connection, serializer=serializer)
            _check(job, cls.jobs)
        except (NoSuchJobError, StopRequested, redis.RedisError):
            raise  # a job that a stop interrupted is enqueued again
        except Exception as problem:  # any error of RQ's parser for a forged job
            _log.warning("A job was refused: %s.", type(problem).__name__)
            raise NoSuchJobError("refused") from problem
        return job

    def perform(self) -> Any:
        """Run the job for the request that enqueued it. Raises JobFailed for any error."""
        with on_behalf_of(self.meta.get(REQUEST)):
            try:
                return super().perform()
            except Stopped:
                _log.warning("A job did not end within %d s after the request to stop.", STOP_SECONDS)
                raise JobFailed(Stopped.__qualname__) from None
            except OUTSIDE as problem:
                _log.log(waiting(problem), "A job waits: %s.", type(problem).__name__)
                raise JobFailed(type(problem).__qualname__) from None
            except (Exception, OutOfTime) as problem:
                _log.exception("A job failed.")
                raise JobFailed(type(problem).__qualname__) from None

    @property
    def func(self) -> Callable[[str], object]:
        """The function of the job, from the list and never imported by the name in the job."""
        return self.jobs[str(self.func_name)]


_CALLS: Final = (
    "success_callback_name",
    "failure_callback_name",
    "stopped_callback_name",
    "webhooks",
    "dependency_ids",
)
"""Members of a stored job besides its function. RQ would import, send or wait for them."""


def _check(job: Job, jobs: Jobs) -> None:
    arguments = (job.instance, list(map(type, job.args)), job.kwargs)
    stored = job.to_dict()
    if job.func_name not in jobs or arguments != (None, [str], {}):
        raise JobRefused
    if any(stored.get(name) for name in _CALLS) or job.repeats_left or type(job.meta) is not dict:
        raise JobRefused


class BotWorker(SimpleWorker):
    """RQ's worker without its remote control, a thread and a connection that are not used here."""

    max_connection_wait_time = 5.0
    log_result_lifespan = False
    _looks = False

    def __init__(
        self, *arguments: Any, stop: threading.Event, alive: Alive, paused: Paused, **more: Any
    ) -> None:
        """Create a worker that ends when `stop` is set; `alive` is called with the seconds until its next
        call.

        It takes no job while it is `paused`.
        """
        self._stop = stop
        self.death_penalty_class = type("JobTimeLimit", (TimeLimit,), {"stop": stop})
        self._alive = alive
        self._paused = paused
        super().__init__(*arguments, **more)

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """End the worker after the running job, which gets STOP_SECONDS.

        The exception that RQ raises for that can be lost, in a job that is being read or when the store is
        unavailable; then RQ would wait for the store for ever. So the request is also stored here.
        """
        self._stop.set()
        shorten()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """Return the next job. Raises StopRequested after a request to stop."""
        self._looks = True
        while self._paused() and not self._stop.wait(_LOOK_SECONDS):
            self._alive(_LATE_SECONDS)
        try:
            return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)
        finally:
            self._looks = False

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Report to RQ, which calls this before each wait for a job, and before each job, which has a time
        limit.
        """
        if self._stop.is_set() and self._looks:
            raise StopRequested
        self._alive(timeout or self.worker_ttl + _LATE_SECONDS)
        super().heartbeat(timeout, pipeline)

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Log an error of RQ itself; a job has logged its own, and RQ would write its stack once more."""
        if not isinstance(exc_info[1], JobFailed):
            _log.warning("A job waits: %s.", type(exc_info[1]).__name__)

    def subscribe(self) -> None:
        """Subscribe to no channel: the operator stops workers by signals."""


def acknowledging(job_queue: JobQueue, name: str, job: Callable[[str], object]) -> Callable[[str], object]:
    """Return the `job` of that name, which first acknowledges its queue entry."""

    def run(argument: str) -> object:
        job_queue.acknowledge(argument, name)
        return job(argument)

    return run


def run(
    settings: Settings,
    jobs: Jobs,
    once: bool = False,
    queues: Sequence[str] = (PEOPLE, QUEUE),
    stop: threading.Event | None = None,
    alive: Alive = lambda seconds: None,
    paused: Paused = lambda: False,
) -> None:
    """Run the worker until SIGTERM or SIGINT, which set `stop` and let the running job finish.

    While the store of the queue is full or does not answer, and while it is `paused`, it waits.

    With `once` it ends when the `queues` are empty; the first has precedence. `jobs` is the list of allowed
    jobs by name. `alive` is called with the seconds until its next call. Raises BadSetting if the settings
    name no store.
    """
    url, level = settings.stores()[1], settings.log_level.upper()
    logging.getLogger("rq.worker").addFilter(_OUTAGES)
    stop = stop or threading.Event()
    if once:
        with connect(url) as connection:
            _worker(connection, jobs, queues, stop, alive, paused).work(burst=True, logging_level=level)
        return
    with suppress(StopRequested):  # raised by RQ in whatever runs when the signal comes
        while not stop.is_set():
            _serve(url, jobs, queues, stop, level, alive, paused)


def _serve(
    url: str,
    jobs: Jobs,
    queues: Sequence[str],
    stop: threading.Event,
    level: str,
    alive: Alive,
    paused: Paused,
) -> None:
    """Work until a request to stop, or until the store of the queue fails."""
    if not _takes_jobs(url, stop, alive):
        return
    try:
        # RQ identifies a worker by its name, and one that failed may still be registered. It gets an unused
        # client, whose connections have the time limit that RQ needs to wait.
        with connect(url) as connection:
            _worker(connection, jobs, queues, stop, alive, paused).work(logging_level=level)
    except redis.RedisError as problem:
        as_unavailable(problem)


class _QueueOutages(logging.Filter):
    """Filter that reports errors of the queue's store, and drops the lines of RQ about them.

    RQ repeats such a line every few seconds; an outage has one line of its own.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record stays: it is not about an error of the store that is being handled."""
        problem = sys.exception()
        if isinstance(problem, redis.RedisError):
            as_unavailable(problem)
            return False
        return True


_OUTAGES: Final = _QueueOutages()


def _takes_jobs(url: str, stop: threading.Event, alive: Alive) -> bool:
    """Wait until the store of the queue accepts jobs; return False after a request to stop."""
    with connect(url) as connection:
        while refusal(connection) is not None:
            alive(_LATE_SECONDS)
            if stop.wait(_LOOK_SECONDS):
                return False
    return True


def _worker(
    connection: redis.Redis,
    jobs: Jobs,
    queues: Sequence[str],
    stop: threading.Event,
    alive: Alive,
    paused: Paused,
) -> BotWorker:
    # RQ asks for the address of the worker, and cannot parse it if the path of the socket has a space.
    connection.set_response_callback("CLIENT INFO", lambda reply: {"addr": "unknown"})
    listed = type("BotJob", (ListedJob,), {"jobs": jobs})
    return BotWorker(
        [Queue(queue, connection=connection, job_class=listed, serializer="json") for queue in queues],
        connection=connection,
        job_class=listed,
        serializer="json",
        maintenance_interval=_MAINTENANCE_SECONDS,
        job_monitoring_interval=_MONITORING_SECONDS,
        worker_ttl=_LIVENESS_SECONDS,
        log_job_description=False,
        stop=stop,
        alive=alive,
        paused=paused,
    )


LogJob = Callable[[str], object]


def by_kind(play: LogJob, settle: LogJob) -> Callable[[str], None]:
    """Return the job of the bots' queue: `settle` for a dispute, `play` for everything else."""

    def job(log: str) -> None:
        settle(log) if kind_of(log) is LogKind.DISPUTE else play(log)

    return job
