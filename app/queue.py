"""The doorbell: tells the workers that a game waits for a bot.

A ring holds no fact, only a game id; losing it loses nothing, because the sweeper (workers/clock.py) rings
again from the store. Jobs are enqueued by name, so nothing here imports what runs them.

    QueueUnavailable      the queue's store refused, timed out or is away; ring again later
"""

from contextlib import suppress
from secrets import token_hex
from typing import Final

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry
from rq import Queue

from app.store.keys import Kind, kind_of

QUEUE: Final = "bots"
PEOPLE: Final = "people"
"""The queue of games in which a person waits for a bot: every worker looks here first, one nowhere else."""

HOOKS: Final = "hooks"
"""The queue of what is told to webhooks; workers of its own serve it, so that no receiver delays a bot."""

PLAY: Final = "workers.bots.play"
ARCHIVE: Final = "workers.archive.run"
TOURNAMENT: Final = "workers.tournaments.play"
PROJECT: Final = "workers.webhooks.project"
DELIVER: Final = "workers.webhooks.deliver"
ENDED: Final = "ended"
"""What an archiving job is rung for: every game that is over."""

REQUEST: Final = "request"
"""Where a job has the id of the request on whose behalf it was rung for."""

JOB_SECONDS: Final = 60
UNIT_SECONDS: Final = 3600
"""How long a job may take that plays a tournament: a unit of games is played to its end."""

_WAITING_SECONDS: Final = 300  # a ring that nobody took; the sweeper rang again long ago
_FAILED_SECONDS: Final = 60
_FORGET_SECONDS: Final = 30  # a worker that dies between taking a job and answering the ring costs this


def job_of(log: str) -> str:
    """The job that goes on with `log`."""
    return TOURNAMENT if kind_of(log) is Kind.TOURNAMENT else PLAY


class QueueUnavailable(Exception):
    """The job queue's store is away; the caller may go on, the sweeper rings later."""


def connect(url: str) -> redis.Redis:
    """A client of the queue's store that fails within 2 s; nothing is sent before its first use."""
    retry = Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.2), 1)
    return redis.Redis.from_url(url, socket_connect_timeout=0.5, socket_timeout=1.0, retry=retry)


class Doorbell:
    """Rings for games, in one queue and that of people; one per process, safe to share between threads."""

    def __init__(self, redis_url: str, queue: str = QUEUE) -> None:
        self._redis = connect(redis_url)
        self._queue = Queue(queue, connection=self._redis, serializer="json")
        self._people = (
            Queue(PEOPLE, connection=self._redis, serializer="json") if queue == QUEUE else self._queue
        )

    def ring(self, game: str, job: str = "", request: str = "", people: bool = False) -> None:
        """A `job` for `game` waits in the queue: the one that waits already, or a new one.

        Without a job it is the one that plays what `game` names. With `people` the queue is theirs.

        A job that has begun does not count as waiting, so that nothing falls between its last look at the
        game and its end. `request` is the id of the request on whose behalf it is rung, empty for none; the
        job bears it. Raises QueueUnavailable.
        """
        queue = self._people if people else self._queue
        mark = _mark(queue, game)
        try:
            if not self._redis.set(mark, 1, nx=True, ex=_FORGET_SECONDS):
                return
            self._enqueue(queue, game, job or job_of(game), request)
        except redis.RedisError as problem:
            with suppress(redis.RedisError):
                self._redis.delete(mark)
            raise QueueUnavailable(type(problem).__name__) from problem

    def answer(self, game: str) -> None:
        """From now on a ring for `game` makes a new job; a job says so before it looks at the game."""
        with suppress(redis.RedisError):
            self._redis.delete(_mark(self._queue, game), _mark(self._people, game))

    def depth(self) -> int:
        """How many jobs wait; redis-py's errors pass through."""
        return int(self._queue.count)

    def _enqueue(self, queue: Queue, game: str, job: str, request: str) -> None:
        queue.enqueue_call(
            job,
            args=[game],
            timeout=UNIT_SECONDS if job == TOURNAMENT else JOB_SECONDS,
            result_ttl=0,
            ttl=_WAITING_SECONDS,
            failure_ttl=_FAILED_SECONDS,
            description=job,
            meta={REQUEST: request} if request else None,
            job_id=f"ring-{game}-{token_hex(6)}",
        )

    def ready(self) -> bool:
        """True when the queue's store answers."""
        try:
            return bool(self._redis.ping())
        except redis.RedisError:
            return False


def _mark(queue: Queue, game: str) -> str:
    return f"cq:rung:{queue.name}:{game}"
