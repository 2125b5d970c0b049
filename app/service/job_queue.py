"""The doorbell: tells the workers what waits for them.

What takes a worker milliseconds (games in which a bot is asked or a time is over, what is told to webhooks)
waits in a lane: a sorted set of names in the queue's store, longest waiting first. One job of RQ takes many
names from it, so that RQ's bookkeeping is paid once for all of them. Archiving and tournaments, of which
each turn takes a second, are a job each.

A ring holds no fact, only a name; losing it loses nothing, because the sweeper (workers/clock.py) rings
again from the store, and to take a name claims nothing: what came of it is decided by the append. Jobs are
enqueued by name, so nothing here imports what runs them.

    QueueUnavailable      the queue's store refused, timed out or is away; ring again later
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Final, NamedTuple, cast

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry
from rq import Queue

from app.outages.causes import Cause, Outage, Part
from app.outages.log import OUTAGES
from app.store.client import of_redis
from app.store.keys import Kind, kind_of
from app.store.scripts import script

QUEUE: Final = "bots"
PEOPLE: Final = "people"
"""The queue of games in which a person waits for a bot: every worker looks here first, one nowhere else."""

HOOKS: Final = "hooks"
"""The queue of what is told to webhooks; workers of its own serve it, so that no receiver delays a bot."""

PLAY: Final = "workers.bots.play"
ARCHIVE: Final = "workers.archive.run"
TOURNAMENT: Final = "workers.tournaments.play"
IMPORT: Final = "workers.imports.audit"
REPORTS: Final = "workers.reports.make"
"""The job that makes what is shown of a tournament, or the ratings of a variant, by its name."""

PROJECT: Final = "workers.webhooks.project"
DELIVER: Final = "workers.webhooks.deliver"
ENDED: Final = "ended"
"""What an archiving job is rung for: every game that is over."""

IMPORTS: Final = "imports"
"""What a job is rung for that audits imports: all that wait for it."""

REQUEST: Final = "request"
"""Where a job has the id of the request on whose behalf it was rung for."""

JOB_SECONDS: Final = 60
UNIT_SECONDS: Final = 3600
"""How long a job of `_LONG` may take, which audits a whole log or plays a whole unit of a tournament."""

_LONG: Final = (ARCHIVE, TOURNAMENT, IMPORT, REPORTS)

_WAITING_SECONDS: Final = 300  # a ring that nobody took; the sweeper rang again long ago
_FAILED_SECONDS: Final = 60
_FORGET_SECONDS: Final = 30  # a worker that dies between taking a job and answering the ring costs this
_FORGET_LANE_SECONDS: Final = 5  # as much, where a job too many costs a look at a lane


class Lane(NamedTuple):
    """The names that wait in one queue for one kind of job."""

    queue: str
    job: str

    @property
    def names(self) -> str:
        """The sorted set of the names, by when they were rung for."""
        return f"cq:due:{self.queue}:{self.job}"

    @property
    def requests(self) -> str:
        """By name the id of the request on whose behalf it was rung for."""
        return f"cq:due:{self.queue}:{self.job}:requests"

    @property
    def mark(self) -> str:
        """Stands while a job waits that will take from the lane."""
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
"""The lanes of each queue."""


class QueuedName(NamedTuple):
    """A name, the request on whose behalf it is rung for, empty for none, and whether a person waits."""

    name: str
    request: str = ""
    people: bool = False


class TakenNames(NamedTuple):
    """Names that were taken from lanes, and how many are left in each lane."""

    rings: tuple[QueuedName, ...]
    left: tuple[int, ...]


# A name that waits already keeps its place, and the request that it waits for.
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
    """The job that goes on with `log`."""
    return TOURNAMENT if kind_of(log) is Kind.TOURNAMENT else PLAY


class QueueUnavailable(Exception):
    """The job queue's store is away, see `outage`; the caller may go on, the sweeper rings later."""

    def __init__(self, outage: Outage | None = None) -> None:
        self.outage = outage or Outage(Part.QUEUE, Cause.FAILED)
        super().__init__(self.outage.sentence)


def connect(url: str) -> redis.Redis:
    """A client of the queue's store that fails within 2 s; nothing is sent before its first use."""
    retry = Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.2), 1)
    return redis.Redis.from_url(url, socket_connect_timeout=0.5, socket_timeout=1.0, retry=retry)


def refusal(connection: redis.Redis) -> Outage | None:
    """Why the queue's store takes no jobs now, None if it takes them; nothing is written."""
    try:
        connection.eval(script("probe").text.decode(), 1, PEOPLES.names)
    except redis.RedisError as problem:
        return _away(problem).outage
    OUTAGES.works(Part.QUEUE)
    return None


class JobQueue:
    """Rings for what waits, in one queue and that of people; one per process, safe between threads."""

    def __init__(self, redis_url: str, queue: str = QUEUE) -> None:
        self._redis = connect(redis_url)
        self._put = self._redis.register_script(_PUT)
        self._take = self._redis.register_script(_TAKE)
        self._name = queue
        names = (queue, PEOPLE) if queue == QUEUE else (queue,)
        self._queues = {one: Queue(one, connection=self._redis, serializer="json") for one in names}

    def ring(self, name: str, job: str = "", request: str = "", people: bool = False) -> None:
        """`name` waits for its `job`; one that waits already keeps its place.

        Without a job it is the one that goes on with the log of that name. With `people` it waits among
        those of people. `request` is the id of the request on whose behalf it is rung, empty for none; the
        job is done on behalf of it. Raises QueueUnavailable.
        """
        self.ring_all([QueuedName(name, request, people)], job)

    def ring_all(self, rings: Iterable[QueuedName], job: str = "") -> None:
        """Rings for many at once, see `ring`."""
        lanes: dict[Lane, list[QueuedName]] = {}
        for one in rings:
            lane = Lane(self._queue_for(one.people), job or job_of(one.name))
            if lane in LANES[lane.queue]:
                lanes.setdefault(lane, []).append(one)
            else:
                self._ring_alone(lane, one)
        for lane, some in lanes.items():
            self._wake(lane, some)

    def answer(self, name: str, job: str) -> None:
        """From now on a ring for `name` makes a new `job`, which says so before it looks at anything."""
        with suppress(redis.RedisError):
            self._redis.delete(*(_mark(Lane(queue, job), name) for queue in self._queues))

    def answer_lane(self, lane: Lane) -> None:
        """From now on a ring makes a new job for `lane`; a job says so before it takes from it."""
        with suppress(redis.RedisError):
            self._redis.delete(lane.mark)

    def take(self, lanes: Sequence[Lane], most: int) -> TakenNames:
        """At most `most` names from `lanes`, the first of which has precedence; QueueUnavailable."""
        keys = [key for lane in lanes for key in (lane.names, lane.requests)]
        try:
            found, left = self._take(keys=keys, args=[most])
        except redis.RedisError as problem:
            raise _away(problem) from problem
        OUTAGES.works(Part.QUEUE)
        rings = tuple(_rung(name, request, lanes[at // 2]) for name, request, at in found)
        return TakenNames(rings, tuple(left))

    def wait(self, lanes: Sequence[Lane], seconds: float) -> TakenNames:
        """As `take` of one name, which is waited for so long; meanwhile a ring makes no job.

        `seconds` are less than one. Raises QueueUnavailable.
        """
        marks = [lane.mark for lane in lanes]
        try:
            self._mark_all(marks, seconds)
            found = self._redis.bzpopmin([lane.names for lane in lanes], timeout=seconds)
            if found is None:
                self._redis.delete(*marks)
                return self.take(lanes, 1)
            key, name = cast(tuple[bytes, bytes], found[:2])
            return self._popped(lanes, key.decode(), name)
        except redis.RedisError as problem:
            raise _away(problem) from problem

    def _mark_all(self, marks: Sequence[str], seconds: float) -> None:
        """No ring makes a job for so long, and not much longer if nobody ends that before."""
        sent = self._redis.pipeline(transaction=False)
        for mark in marks:
            sent.set(mark, 1, px=int(1000 * seconds) + 500)
        sent.execute()

    def _popped(self, lanes: Sequence[Lane], key: str, name: bytes) -> TakenNames:
        """A name that was waited for, and from now on a ring makes a job again."""
        (lane,) = [one for one in lanes if one.names == key]
        sent = self._redis.pipeline(transaction=False)
        sent.delete(*(one.mark for one in lanes))
        sent.hget(lane.requests, name)
        sent.hdel(lane.requests, name)
        for one in lanes:
            sent.zcard(one.names)
        _, request, _, *left = sent.execute()
        return TakenNames((_rung(name, request or b"", lane),), tuple(left))

    def wake(self, lane: Lane) -> None:
        """A job waits that will take from `lane`: the one that waits already, or a new one."""
        self._wake(lane, ())

    def depth(self) -> int:
        """How many names and jobs wait in the queue; redis-py's errors pass through."""
        waiting = self._redis.pipeline(transaction=False)
        for lane in LANES[self._name]:
            waiting.zcard(lane.names)
        return int(sum(waiting.execute())) + int(self._queues[self._name].count)

    def check(self) -> None:
        """The queue's store answers; QueueUnavailable if it does not."""
        try:
            self._redis.ping()
        except redis.RedisError as problem:
            raise _away(problem) from problem
        OUTAGES.works(Part.QUEUE)

    def _queue_for(self, people: bool) -> str:
        return PEOPLE if people and PEOPLE in self._queues else self._name

    def _wake(self, lane: Lane, rings: Sequence[QueuedName]) -> None:
        words = [word for one in rings for word in (one.name, one.request)]
        try:
            if self._put(keys=[lane.names, lane.requests, lane.mark], args=[_FORGET_LANE_SECONDS, *words]):
                self._enqueue(lane, lane.queue, "", lane.mark)
        except redis.RedisError as problem:
            raise _away(problem) from problem
        OUTAGES.works(Part.QUEUE)

    def _ring_alone(self, lane: Lane, ring: QueuedName) -> None:
        mark = _mark(lane, ring.name)
        try:
            if self._redis.set(mark, 1, nx=True, ex=_FORGET_SECONDS):
                self._enqueue(lane, ring.name, ring.request, mark)
        except redis.RedisError as problem:
            raise _away(problem) from problem

    def _enqueue(self, lane: Lane, argument: str, request: str, mark: str) -> None:
        """A job waits; if it could not be put there, its mark stands in no other ring's way."""
        try:
            self._queues[lane.queue].enqueue_call(
                lane.job,
                args=[argument],
                timeout=UNIT_SECONDS if lane.job in _LONG else JOB_SECONDS,
                result_ttl=0,
                ttl=_WAITING_SECONDS,
                failure_ttl=_FAILED_SECONDS,
                description=lane.job,
                meta={REQUEST: request} if request else None,
                job_id=f"ring-{argument}-{token_hex(6)}",
            )
        except redis.RedisError:
            with suppress(redis.RedisError):
                self._redis.delete(mark)
            raise


def _away(problem: redis.RedisError) -> QueueUnavailable:
    outage = of_redis(problem, Part.QUEUE)
    OUTAGES.failed(outage)
    return QueueUnavailable(outage)


def _rung(name: bytes, request: bytes, lane: Lane) -> QueuedName:
    return QueuedName(str(name, "utf-8", "replace"), str(request, "utf-8", "replace"), lane == PEOPLES)


def _mark(lane: Lane, name: str) -> str:
    return f"{lane.mark}:{name}"
