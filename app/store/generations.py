"""From when on each generation of the service's signing key signs: one list in the store, only ever longer.

The first generation has been in force since the beginning and stands nowhere. Item n of the list (from 0)
is the time, in ms since 1970, from which generation n + 2 signs.
"""

from itertools import pairwise
from typing import Protocol

from redis import Redis

from app.store.client import ask
from app.store.errors import StoreError
from app.store.keys import GENERATIONS
from app.store.scripts import tell_script

Starts = tuple[int, ...]
"""By generation the ms from which it signs; the first is 0, each later one is later."""


class Overtaken(StoreError):
    """Somebody else has begun a generation meanwhile."""


class Generations(Protocol):
    """Where the generations are kept."""

    def starts(self) -> Starts:
        """When each generation known now begins."""

    def begin(self, known: Starts, now_ms: int, lead_ms: int) -> Starts:
        """The generations after one was added to `known` that signs `lead_ms` after `now_ms` or later."""


class StoredGenerations:
    """The generations as the Redis or Valkey behind `redis` has them.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def starts(self) -> Starts:
        """When each generation known now begins; ValueError if the list is not one of ours."""
        rows = ask(self._redis, ("LRANGE", GENERATIONS, 0, -1))
        starts = (0, *map(int, rows))
        if not all(one < other for one, other in pairwise(starts)):
            raise ValueError("the generations of the signing key are out of order")
        return starts

    def begin(self, known: Starts, now_ms: int, lead_ms: int) -> Starts:
        """The generations with one more; written at most once.

        It signs `lead_ms` after `now_ms` or after the server's time, whatever is later: the clock of a host
        that is slow must not begin it in the past. Overtaken if the store holds others than `known`;
        ValueError if that is not after the start of the last one. OutcomeUnknown if no answer came: look at
        `starts` then.
        """
        arguments = [len(known) - 1, now_ms, lead_ms, known[-1]]
        begins = int(tell_script(self._redis, "begin", [GENERATIONS], arguments))
        if begins < 0:
            raise Overtaken("another generation of the signing key was begun at the same time")
        if begins <= known[-1]:
            raise ValueError("a generation begins after the one before it")
        return (*known, begins)

    def recall(self, known: Starts, from_ms: int) -> Starts:
        """The generations with one more that began at `from_ms`, as it was kept elsewhere when it was made.

        Overtaken if the store holds others than `known`; ValueError if it is not after the last of them.
        """
        if from_ms <= known[-1]:
            raise ValueError("a generation begins after the one before it")
        if not int(tell_script(self._redis, "recall", [GENERATIONS], [len(known) - 1, from_ms])):
            raise Overtaken("another generation of the signing key was begun at the same time")
        return (*known, from_ms)
