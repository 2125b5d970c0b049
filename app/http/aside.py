"""Computing that takes long, done beside the requests of a process and not in their way."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from functools import cache
from threading import Lock
from typing import Generic, TypeVar

from gevent import get_hub, monkey
from gevent.threadpool import ThreadPool

from app.http.settled import settled
from app.interpreter import unsearched

T = TypeVar("T")


def aside(work: Callable[[], T]) -> T:
    """What `work` gives, which other requests need not wait for; one such work is done at a time.

    Greenlets share a thread, in which nothing else happens while one of them computes. Where there are none
    the work is simply done.
    """
    if not monkey.is_module_patched("threading"):
        return work()
    done: Future[T] = _pool().apply(settled, (lambda: _unsearched(work),))
    return done.result()


def _unsearched(work: Callable[[], T]) -> T:
    with unsearched():
        return work()


class Latest(Generic[T]):
    """The last `size` values that were computed aside, by name. Safe between threads and greenlets."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def __call__(self, name: Hashable, prepare: Callable[[], Callable[[], T]]) -> T:
        """The value of this name, which is always the same, or else what `prepare` finds to be computed.

        `prepare` may wait for stores and files; what it returns is done aside and must not.
        """
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
        found = aside(prepare())
        with self._lock:
            self._kept[name] = found
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return found


@cache
def _pool() -> ThreadPool:
    return ThreadPool(1, hub=get_hub())
