"""Mark of an index to which the logs of earlier versions are added by a job."""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, TypeVar

from redis import Redis

from app.store.client import ask

_DAY_MS: Final = 86_400_000
_DONE: Final = b"done"

T = TypeVar("T")


class FillMark:
    """Mark of an index under `key` of `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, key: str) -> None:
        self._redis = redis
        self._key = key

    def is_due(self, now_ms: int | None = None) -> bool:
        """Return whether what earlier versions wrote has to be added: when there is no mark, as after an
        upgrade or a restoration, and once more a day later, when every process is upgraded.
        """
        mark = ask(self._redis, ("GET", self._key))
        return mark is None or (mark != _DONE and int(mark) <= (now_ms or _now_ms()))

    def set(self, now_ms: int | None = None) -> None:
        """Record that what earlier versions wrote was added."""
        first = ask(self._redis, ("GET", self._key)) is None
        ask(self._redis, ("SET", self._key, (now_ms or _now_ms()) + _DAY_MS if first else _DONE))


def in_steps(
    mark: FillMark, items: Callable[[], Iterator[T]], add: Callable[[list[T]], object], at_once: int = 1_000
) -> Callable[[], None]:
    """Return a function that adds the next `at_once` of `items` to an index, if its mark says that it is due.

    So no call takes long, however many there are. A process that ends before it has seen all leaves the rest
    to the next one, which begins again; so does the call after one that raised StoreUnavailable.
    """
    rest: Iterator[T] | None = None

    def step() -> None:
        nonlocal rest
        current, rest = rest, None
        if current is None:
            if not mark.is_due():
                return
            current = items()
        some = list(islice(current, at_once))
        add(some)
        if len(some) < at_once:
            mark.set()
        else:
            rest = current

    return step


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
