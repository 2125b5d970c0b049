"""The doorbell: tells the workers that a game waits for a bot.

A ring holds no fact, only a game id; losing it loses nothing, because the sweeper (workers/clock.py) rings
again from the store. Jobs are enqueued by name, so nothing here imports what runs them.

    QueueUnavailable      the queue's store refused, timed out or is away; ring again later
"""

from typing import Final

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry
from rq import Queue
from rq.exceptions import DuplicateJobError

QUEUE: Final = "bots"
PLAY: Final = "workers.bots.play"
JOB_SECONDS: Final = 60
_WAITING_SECONDS: Final = 300  # a ring that nobody took; the sweeper rang again long ago
_FAILED_SECONDS: Final = 60


class QueueUnavailable(Exception):
    """The job queue's store is away; the caller may go on, the sweeper rings later."""


def connect(url: str) -> redis.Redis:
    """A client of the queue's store that fails within 2 s; nothing is sent before its first use."""
    retry = Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.2), 1)
    return redis.Redis.from_url(url, socket_connect_timeout=0.5, socket_timeout=1.0, retry=retry)


class Doorbell:
    """Rings for games; one per process, safe to share between threads."""

    def __init__(self, redis_url: str) -> None:
        self._redis = connect(redis_url)
        self._queue = Queue(QUEUE, connection=self._redis, serializer="json")

    def ring(self, game: str, ply: int, attempt: int = 1) -> None:
        """A job for `game` is in the queue, once for each (game, ply, attempt) at a time.

        Ringing again while that job waits or runs changes nothing. Raises QueueUnavailable.
        """
        try:
            self._queue.enqueue_call(
                PLAY,
                args=[game],
                timeout=JOB_SECONDS,
                result_ttl=0,
                ttl=_WAITING_SECONDS,
                failure_ttl=_FAILED_SECONDS,
                description="bot turn",
                job_id=f"bot-{game}-{ply}-{attempt}",
                unique=True,
            )
        except DuplicateJobError:
            return
        except redis.RedisError as problem:
            raise QueueUnavailable(type(problem).__name__) from problem

    def ready(self) -> bool:
        """True when the queue's store answers."""
        try:
            return bool(self._redis.ping())
        except redis.RedisError:
            return False
