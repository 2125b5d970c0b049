"""The job worker: takes rings from the queue, one at a time, and runs nothing but what is on its list.

Jobs run in the worker's own process: a fork for each costs more than the job. Whoever can write to the
queue's store must not be able to run code here: jobs are JSON, never pickle, and a job that names another
callable, a callback, a web hook, or odd arguments is treated as if it did not exist.
"""

import logging
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
from app.service.job_queue import PEOPLE, QUEUE, REQUEST, JobQueue, connect, refusal
from app.settings.settings import Settings

_log: Final = logging.getLogger("workers.worker")
_MAINTENANCE_SECONDS: Final = 30
_MONITORING_SECONDS: Final = 10
_LOOK_SECONDS: Final = 1.0
"""How often a worker looks whether a store that was full, or away, takes jobs again."""
_LIVENESS_SECONDS: Final = _MAINTENANCE_SECONDS + 15  # RQ waits 15 s less for a job, then looks after itself

_LATE_SECONDS: Final = 60
"""How much later than usual a sign of life may come; RQ gives a job as much beyond its time limit."""

Jobs = Mapping[str, Callable[[str], object]]
Alive = Callable[[float], object]
"""Hears that a worker goes on, and within how many seconds it says so again."""

Paused = Callable[[], bool]
"""Tells whether a worker may take no job just now."""


class JobRefused(Exception):
    """A job is not one of those that this worker runs."""


class JobFailed(Exception):
    """A job has failed; its log line says more. RQ keeps and writes the text of what a job raises."""


class OutOfTime(BaseException):
    """A job takes longer than it may.

    No Exception, because whatever breaks while a foreign record is audited counts as a finding in it.
    """


class TimeLimit(UnixSignalDeathPenalty):
    """RQ's time limit of a job, which raises OutOfTime in it."""

    def handle_death_penalty(self, signum: int, frame: FrameType | None) -> None:
        """Called by the alarm of the limit."""
        raise OutOfTime


class ListedJob(Job):
    """A job that is on the list: a known name, one text as argument, and nothing else to call."""

    jobs: ClassVar[Jobs] = {}

    @classmethod
    def fetch(cls, id: str, connection: Any = None, serializer: Any = None) -> Job:
        """The stored job `id`; NoSuchJobError for one that is missing, malformed, or not on the list."""
        try:
            job = super().fetch(id, connection=connection, serializer=serializer)
            _check(job, cls.jobs)
        except (NoSuchJobError, StopRequested, redis.RedisError):
            raise  # a ring that a stop cut off is made again
        except Exception as problem:  # whatever a forged job makes RQ's parser raise
            _log.warning("A job was refused: %s.", type(problem).__name__)
            raise NoSuchJobError("refused") from problem
        return job

    def perform(self) -> Any:
        """Runs on behalf of the request that the job was rung for; Failed for whatever it raises."""
        with on_behalf_of(self.meta.get(REQUEST)):
            try:
                return super().perform()
            except (Exception, OutOfTime) as problem:
                _log.exception("A job failed.")
                raise JobFailed(type(problem).__qualname__) from None

    @property
    def func(self) -> Callable[[str], object]:
        """What runs; taken from the list, never imported by the name in the job."""
        return self.jobs[str(self.func_name)]


_CALLS: Final = (
    "success_callback_name",
    "failure_callback_name",
    "stopped_callback_name",
    "webhooks",
    "dependency_ids",
)
"""What a stored job may name besides its function. RQ would import it, send it or wait for it."""


def _check(job: Job, jobs: Jobs) -> None:
    arguments = (job.instance, list(map(type, job.args)), job.kwargs)
    stored = job.to_dict()
    if job.func_name not in jobs or arguments != (None, [str], {}):
        raise JobRefused
    if any(stored.get(name) for name in _CALLS) or job.repeats_left or type(job.meta) is not dict:
        raise JobRefused


class BotWorker(SimpleWorker):
    """RQ's worker without its remote control, a thread and a connection that nothing here needs."""

    death_penalty_class = TimeLimit
    max_connection_wait_time = 5.0
    log_result_lifespan = False
    _looks = False

    def __init__(
        self, *arguments: Any, told: threading.Event, alive: Alive, paused: Paused, **more: Any
    ) -> None:
        """`told` is set when the worker is to end; `alive` hears within how many seconds it goes on.

        It takes no job while it is `paused`.
        """
        self._told = told
        self._alive = alive
        self._paused = paused
        super().__init__(*arguments, **more)

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """The worker ends after the job that runs.

        What RQ raises for that can be lost, in a job that is being read or where the store is gone, too; then
        it would look for the store for ever. So it is remembered here.
        """
        self._told.set()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """The next job; StopRequested once the worker was told to stop."""
        self._looks = True
        while self._paused() and not self._told.wait(_LOOK_SECONDS):
            self._alive(_LATE_SECONDS)
        try:
            return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)
        finally:
            self._looks = False

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """RQ asks for this before each look for a job, and before each job, which has a time limit."""
        if self._told.is_set() and self._looks:
            raise StopRequested
        self._alive(timeout or self.worker_ttl + _LATE_SECONDS)
        super().heartbeat(timeout, pipeline)

    def subscribe(self) -> None:
        """No channel is listened to: who runs the service stops workers by signals."""


def acknowledging(doorbell: JobQueue, name: str, job: Callable[[str], object]) -> Callable[[str], object]:
    """The `job` of that name, after it has told the doorbell that a new ring means a new job."""

    def run(argument: str) -> object:
        doorbell.answer(argument, name)
        return job(argument)

    return run


def run(
    settings: Settings,
    jobs: Jobs,
    once: bool = False,
    queues: Sequence[str] = (PEOPLE, QUEUE),
    told: threading.Event | None = None,
    alive: Alive = lambda seconds: None,
    paused: Paused = lambda: False,
) -> None:
    """The worker has run until SIGTERM or SIGINT, which set `told` and let the running job finish.

    While the store of the queue is full or does not answer, and while it is `paused`, it waits.

    With `once` it ends when the `queues` are empty; the first has precedence. `jobs` is the list of what may
    run, by name. `alive` hears that the worker goes on, and within how many seconds it says so again. Raises
    BadSetting if the settings name no store.
    """
    url, level = settings.stores()[1], settings.log_level.upper()
    told = told or threading.Event()
    if once:
        with connect(url) as connection:
            _worker(connection, jobs, queues, told, alive, paused).work(burst=True, logging_level=level)
        return
    with suppress(StopRequested):  # raised by RQ in whatever runs when the signal comes
        while not told.is_set():
            _serve(url, jobs, queues, told, level, alive, paused)


def _serve(
    url: str,
    jobs: Jobs,
    queues: Sequence[str],
    told: threading.Event,
    level: str,
    alive: Alive,
    paused: Paused,
) -> None:
    """Work until the worker is told to end, or the store of the queue fails."""
    if not _takes_jobs(url, told, alive):
        return
    try:
        # RQ knows a worker by its name, and one that failed may not have said that it ended. It is given a
        # client that was not used before: its connections have the time limit that RQ needs to wait.
        with connect(url) as connection:
            _worker(connection, jobs, queues, told, alive, paused).work(logging_level=level)
    except redis.RedisError as problem:
        _log.warning("The worker begins anew: %s.", problem)


def _takes_jobs(url: str, told: threading.Event, alive: Alive) -> bool:
    """Wait until the store of the queue takes jobs; return False if the worker was told to end before."""
    with connect(url) as connection:
        while refusal(connection) is not None:
            alive(_LATE_SECONDS)
            if told.wait(_LOOK_SECONDS):
                return False
    return True


def _worker(
    connection: redis.Redis,
    jobs: Jobs,
    queues: Sequence[str],
    told: threading.Event,
    alive: Alive,
    paused: Paused,
) -> BotWorker:
    # RQ asks for the address of the worker, and cannot read it where the path of the socket has a blank.
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
        told=told,
        alive=alive,
        paused=paused,
    )
