"""Job queue: enqueues games, deliveries and other work for the workers.

Short work (games in which a bot is to act or a deadline has passed, webhooks) waits in a lane: a sorted set
of names in the queue's store, longest waiting first. One job of RQ takes many names from it, which shares the
overhead of RQ among them. Archiving and tournaments take a second per run and are one job each.

A queued name holds no fact. If it is lost, the sweeper (workers/clock.py) enqueues it again from the store.
Taking a name claims nothing: the append decides. Jobs are enqueued by import path, so nothing here imports
their code.

    QueueUnavailable      the queue's store refused, timed out or does not answer; enqueue again later
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Final, NamedTuple, cast

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry
from rq import Queue

from app.parts.addresses import is_sentinel
from app.parts.outages import OUTAGES, Outage, OutageCause, Part
from app.store.client import script
from app.store.connections import of_redis
from app.store.keys import LogKind, kind_of
from app.store.sentinel import open_sentinel_pool
from app.store.server_kind import WrongServer, parse_info, wrong_server

QUEUE: Final = "bots"
PEOPLE: Final = "people"
"""Queue of games in which a person waits for a bot: every worker reads it first, one reads nothing else."""

HOOKS: Final = "hooks"
"""Queue of webhooks; separate workers serve it, so that no receiver delays a bot."""

PLAY: Final = "workers.bots.play"
ARCHIVE: Final = "workers.archive.run"
TOURNAMENT: Final = "workers.tournaments.play"
IMPORT: Final = "workers.imports.audit"
REPORTS: Final = "workers.reports.make"
"""Job that makes the shown parts of a tournament, or the ratings of a variant, by name."""

PROJECT: Final = "workers.webhooks.project"
DELIVER: Final = "workers.webhooks.deliver"
ENDED: Final = "ended"
"""Argument of the archiving job: all finished games."""

IMPORTS: Final = "imports"
"""Argument of the job that audits imports: all waiting ones."""

REQUEST: Final = "request"
"""Member of a job's metadata with the origin of the job: the request that enqueued it, and its trace."""

JOB_SECONDS: Final = 60
UNIT_SECONDS: Final = 3600
"""Time limit of the jobs in `_LONG`, which audit a whole log or play a whole unit of a tournament."""

_LONG: Final = (ARCHIVE, TOURNAMENT, IMPORT, REPORTS)

_WAITING_SECONDS: Final = 300  # a job that no worker took; the sweeper has enqueued it again long before
_FAILED_SECONDS: Final = 60
_FORGET_SECONDS: Final = 30  # delay after a worker dies between taking a job and acknowledging it
_FORGET_LANE_SECONDS: Final = 5  # the same for a lane, where a superfluous job costs only a read of the lane


class Lane(NamedTuple):
    """Names that wait in one queue for one kind of job."""

    queue: str
    job: str

    @property
    def names(self) -> str:
        """Key of the sorted set of the names, by time of enqueueing."""
        return f"cq:due:{self.queue}:{self.job}"

    @property
    def requests(self) -> str:
        """Key of the hash of origins, by name."""
        return f"cq:due:{self.queue}:{self.job}:requests"

    @property
    def mark(self) -> str:
        """Key that exists while a job waits that will take names from the lane."""
        return f"cq:rung:{self.queue}:{self.job}"


PEOPLES: Final = Lane(PEOPLE, PLAY)
BOTS: Final = Lane(QUEUE, PLAY)
PROJECTS: Final = Lane(HOOKS, PROJECT)
DELIVERIES: Final = Lane(HOOKS, DELIVER)
LANES: Final[Mapping[str, tuple[Lane, ...]]] = {
    QUEUE: (BOTS,),
    PEOPLE: (PEOPLES,),
    HOOKS: (PROJECTS, DELIVERIES),
}
"""Lanes of each queue."""


class QueuedName(NamedTuple):
    """A name, its origin (see app.observability.logs; empty for none), and whether a person waits."""

    name: str
    origin: str = ""
    people: bool = False


class TakenNames(NamedTuple):
    """Names that were taken from lanes, and the number left in each lane."""

    names: tuple[QueuedName, ...]
    left: tuple[int, ...]


# A name that is queued already keeps its position and its origin.
_PUT: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for at = 2, #ARGV, 2 do
  local fresh = redis.call('ZADD', KEYS[1], 'NX', now, ARGV[at])
  if fresh == 1 and ARGV[at + 1] ~= '' then redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1]) end
end
return redis.call('SET', KEYS[3], 1, 'NX', 'EX', ARGV[1]) and 1 or 0
"""

_TAKE: Final = """
local found, left = {}, {}
for at = 1, #KEYS, 2 do
  local names = {}
  if #found < tonumber(ARGV[1]) then names = redis.call('ZPOPMIN', KEYS[at], ARGV[1] - #found) end
  for n = 1, #names, 2 do
    found[#found + 1] = {names[n], redis.call('HGET', KEYS[at + 1], names[n]) or '', at}
    redis.call('HDEL', KEYS[at + 1], names[n])
  end
  left[#left + 1] = redis.call('ZCARD', KEYS[at])
end
return {found, left}
"""


def job_of(log: str) -> str:
    """Return the job that continues `log`."""
    return TOURNAMENT if kind_of(log) is LogKind.TOURNAMENT else PLAY


class QueueUnavailable(Exception):
    """The queue's store is unavailable, see `outage`. The caller may continue; the sweeper enqueues later."""

    def __init__(self, outage: Outage | None = None) -> None:
        self.outage = outage or Outage(Part.QUEUE, OutageCause.FAILED)
        super().__init__(self.outage.sentence)


def connect(url: str) -> redis.Redis:
    """Return a client of the queue's store that fails within 2 s; nothing is sent before its first use."""
    retry = Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.2), 1)
    if is_sentinel(url):
        return redis.Redis.from_pool(open_sentinel_pool(url, protocol=3, retry=retry))
    return redis.Redis.from_url(url, socket_connect_timeout=0.5, socket_timeout=1.0, retry=retry)


def refusal(connection: redis.Redis) -> Outage | None:
    """Return the outage if the queue's store accepts no jobs now, None if it does; nothing is written."""
    try:
        connection.eval(script("probe").text.decode(), 1, PEOPLES.names)
    except redis.RedisError as problem:
        return as_unavailable(problem).outage
    OUTAGES.works(Part.QUEUE)
    return None


def server_info(connection: redis.Redis) -> dict[str, str]:
    """Return the fields of INFO of the queue's store; none if it is not allowed. Raises QueueUnavailable."""
    asking = redis.Redis(connection_pool=connection.connection_pool)
    asking.set_response_callback("INFO", parse_info)
    try:
        info: dict[str, str] = asking.info()
    except redis.ResponseError:
        return {}
    except redis.RedisError as problem:
        raise as_unavailable(problem) from problem
    return info


class JobQueue:
    """Client of one queue and that of people; one per process, safe between threads."""

    def __init__(self, redis_url: str, queue: str = QUEUE) -> None:
        self._redis = connect(redis_url)
        self._put = self._redis.register_script(_PUT)
        self._take = self._redis.register_script(_TAKE)
        self._name = queue
        names = (queue, PEOPLE) if queue == QUEUE else (queue,)
        self._queues = {name: Queue(name, connection=self._redis, serializer="json") for name in names}

    def enqueue(self, name: str, job: str = "", origin: str = "", people: bool = False) -> None:
        """Enqueue `name` for its `job`; a name that is queued already keeps its position.

        The default is the job that continues the log of that name. With `people` it is queued for a person.
        `origin` is that of the work here, empty for none, which the job continues. Raises QueueUnavailable.
        """
        self.enqueue_all([QueuedName(name, origin, people)], job)

    def enqueue_all(self, names: Iterable[QueuedName], job: str = "") -> None:
        """Enqueue several names at once, see `enqueue`."""
        lanes: dict[Lane, list[QueuedName]] = {}
        for queued in names:
            lane = Lane(self._queue_for(queued.people), job or job_of(queued.name))
            if lane in LANES[lane.queue]:
                lanes.setdefault(lane, []).append(queued)
            else:
                self._enqueue_alone(lane, queued)
        for lane, waiting in lanes.items():
            self._wake(lane, waiting)

    def acknowledge(self, name: str, job: str) -> None:
        """Acknowledge the job of `name`, so that enqueueing makes a new one.

        A job calls this before it reads anything.
        """
        with suppress(redis.RedisError):
            self._redis.delete(*(_mark(Lane(queue, job), name) for queue in self._queues))

    def acknowledge_lane(self, lane: Lane) -> None:
        """Acknowledge the job of `lane`, so that enqueueing makes a new one.

        A job calls this before it takes names.
        """
        with suppress(redis.RedisError):
            self._redis.delete(lane.mark)

    def take(self, lanes: Sequence[Lane], most: int) -> TakenNames:
        """Take at most `most` names from `lanes`, the first of which has precedence.

        Raises QueueUnavailable.
        """
        keys = [key for lane in lanes for key in (lane.names, lane.requests)]
        try:
            names, left = self._take(keys=keys, args=[most])
        except redis.RedisError as problem:
            raise as_unavailable(problem) from problem
        OUTAGES.works(Part.QUEUE)
        taken = tuple(_rung(name, origin, lanes[index // 2]) for name, origin, index in names)
        return TakenNames(taken, tuple(left))

    def wait(self, lanes: Sequence[Lane], seconds: float) -> TakenNames:
        """Wait for one name and take it; meanwhile enqueueing makes no job.

        `seconds` are less than one. Raises QueueUnavailable.
        """
        marks = [lane.mark for lane in lanes]
        try:
            self._mark_all(marks, seconds)
            popped = self._redis.bzpopmin([lane.names for lane in lanes], timeout=seconds)
            if popped is None:
                self._redis.delete(*marks)
                return self.take(lanes, 1)
            key, name = cast(tuple[bytes, bytes], popped[:2])
            return self._popped(lanes, key.decode(), name)
        except redis.RedisError as problem:
            raise as_unavailable(problem) from problem

    def _mark_all(self, marks: Sequence[str], seconds: float) -> None:
        """Prevent new jobs for so long, or slightly longer if it is not ended before."""
        pipeline = self._redis.pipeline(transaction=False)
        for mark in marks:
            pipeline.set(mark, 1, px=int(1000 * seconds) + 500)
        pipeline.execute()

    def _popped(self, lanes: Sequence[Lane], key: str, name: bytes) -> TakenNames:
        """Return a name that was waited for, and allow new jobs again."""
        (lane,) = [other for other in lanes if other.names == key]
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.delete(*(other.mark for other in lanes))
        pipeline.hget(lane.requests, name)
        pipeline.hdel(lane.requests, name)
        for other in lanes:
            pipeline.zcard(other.names)
        _, origin, _, *left = pipeline.execute()
        return TakenNames((_rung(name, origin or b"", lane),), tuple(left))

    def wake(self, lane: Lane) -> None:
        """Ensure that a job waits that will take names from `lane`."""
        self._wake(lane, ())

    def depth(self) -> int:
        """Number of names and jobs in the queue. Errors of redis-py are passed on."""
        waiting = self._redis.pipeline(transaction=False)
        for lane in LANES[self._name]:
            waiting.zcard(lane.names)
        return int(sum(waiting.execute())) + int(self._queues[self._name].count)

    def check(self) -> WrongServer | None:
        """Check that the queue's store answers, and return why it cannot be used, or None.

        Raises QueueUnavailable if it does not answer.
        """
        wrong = wrong_server(server_info(self._redis), Part.QUEUE)
        OUTAGES.works(Part.QUEUE)
        return wrong

    def _queue_for(self, people: bool) -> str:
        return PEOPLE if people and PEOPLE in self._queues else self._name

    def _wake(self, lane: Lane, names: Sequence[QueuedName]) -> None:
        arguments = [argument for queued in names for argument in (queued.name, queued.origin)]
        try:
            if self._put(
                keys=[lane.names, lane.requests, lane.mark], args=[_FORGET_LANE_SECONDS, *arguments]
            ):
                self._enqueue(lane, lane.queue, "", lane.mark)
        except redis.RedisError as problem:
            raise as_unavailable(problem) from problem
        OUTAGES.works(Part.QUEUE)

    def _enqueue_alone(self, lane: Lane, queued: QueuedName) -> None:
        mark = _mark(lane, queued.name)
        try:
            if self._redis.set(mark, 1, nx=True, ex=_FORGET_SECONDS):
                self._enqueue(lane, queued.name, queued.origin, mark)
        except redis.RedisError as problem:
            raise as_unavailable(problem) from problem

    def _enqueue(self, lane: Lane, argument: str, origin: str, mark: str) -> None:
        """Enqueue a job. If that fails, remove its mark, so that later attempts are not blocked."""
        try:
            self._queues[lane.queue].enqueue_call(
                lane.job,
                args=[argument],
                timeout=UNIT_SECONDS if lane.job in _LONG else JOB_SECONDS,
                result_ttl=0,
                ttl=_WAITING_SECONDS,
                failure_ttl=_FAILED_SECONDS,
                description=lane.job,
                meta={REQUEST: origin} if origin else None,
                job_id=f"ring-{argument}-{token_hex(6)}",
            )
        except redis.RedisError:
            with suppress(redis.RedisError):
                self._redis.delete(mark)
            raise


def as_unavailable(problem: redis.RedisError) -> QueueUnavailable:
    """Report an outage of the queue's store, and return it as an error."""
    outage = of_redis(problem, Part.QUEUE)
    OUTAGES.failed(outage)
    return QueueUnavailable(outage)


def _rung(name: bytes, origin: bytes, lane: Lane) -> QueuedName:
    return QueuedName(str(name, "utf-8", "replace"), str(origin, "utf-8", "replace"), lane == PEOPLES)


def _mark(lane: Lane, name: str) -> str:
    return f"{lane.mark}:{name}"
