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

QUEUE: Final = "bots"
PLAY: Final = "workers.bots.play"
ARCHIVE: Final = "workers.archive.run"
ENDED: Final = "ended"
"""What an archiving job is rung for: every game that is over."""

JOB_SECONDS: Final = 60
_WAITING_SECONDS: Final = 300  # a ring that nobody took; the sweeper rang again long ago
_FAILED_SECONDS: Final = 60
_FORGET_SECONDS: Final = 30  # a worker that dies between taking a job and answering the ring costs this


class QueueUnavailable(Exception):
    """The job queue's store is away; the caller may go on, the sweeper rings later."""


def connect(url: str) -> redis.Redis:
    """A client of the queue's store that fails within 2 s; nothing is sent before its first use."""
    retry = Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.2), 1)
    return redis.Redis.from_url(url, socket_connect_timeout=0.5, socket_timeout=1.0, retry=retry)


def _mark(game: str) -> str:
    return f"cq:rung:{game}"


class Doorbell:
    """Rings for games; one per process, safe to share between threads."""

    def __init__(self, redis_url: str) -> None:
        self._redis = connect(redis_url)
        self._queue = Queue(QUEUE, connection=self._redis, serializer="json")

    def ring(self, game: str, job: str = PLAY) -> None:
        """A `job` for `game` waits in the queue: the one that waits already, or a new one.

        A job that has begun does not count as waiting, so that nothing falls between its last look at the
        game and its end. Raises QueueUnavailable.
        """
        mark = _mark(game)
        try:
            if not self._redis.set(mark, 1, nx=True, ex=_FORGET_SECONDS):
                return
            self._enqueue(game, job)
        except redis.RedisError as problem:
            with suppress(redis.RedisError):
                self._redis.delete(mark)
            raise QueueUnavailable(type(problem).__name__) from problem

    def answer(self, game: str) -> None:
        """From now on a ring for `game` makes a new job; a job says so before it looks at the game."""
        with suppress(redis.RedisError):
            self._redis.delete(_mark(game))

    def _enqueue(self, game: str, job: str) -> None:
        self._queue.enqueue_call(
            job,
            args=[game],
            timeout=JOB_SECONDS,
            result_ttl=0,
            ttl=_WAITING_SECONDS,
            failure_ttl=_FAILED_SECONDS,
            description=job,
            job_id=f"ring-{game}-{token_hex(6)}",
        )

    def ready(self) -> bool:
        """True when the queue's store answers."""
        try:
            return bool(self._redis.ping())
        except redis.RedisError:
            return False
