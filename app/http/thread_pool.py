"""Thread pool for long computations, so that they do not block the other requests of a process.

Results and errors travel in futures, because gevent prints the exceptions of its threads.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from functools import cache
from threading import Lock
from typing import Generic, TypeVar

from gevent import get_hub, monkey
from gevent.threadpool import ThreadPool

from app.processes.interpreter import unsearched

T = TypeVar("T")


def in_thread_pool(work: Callable[[], T]) -> T:
    """Return the result of `work`, computed in a thread; one such computation runs at a time.

    Greenlets share a thread, so a computation in one of them blocks all others. In a process without
    greenlets `work` is called directly.
    """
    if not monkey.is_module_patched("threading"):
        return work()
    done: Future[T] = _pool().apply(settled, (lambda: _unsearched(work),))
    return done.result()


def _unsearched(work: Callable[[], T]) -> T:
    with unsearched():
        return work()


class ResultCache(Generic[T]):
    """The last `size` values computed in the thread pool, by name. Safe between threads and greenlets."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def __call__(self, name: Hashable, prepare: Callable[[], Callable[[], T]]) -> T:
        """Return the value of this name, which never changes; compute it with the function that `prepare`
        returns.

        `prepare` may wait for stores and files. The function that it returns runs in the thread pool and must
        not.
        """
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
        value = in_thread_pool(prepare())
        with self._lock:
            self._kept[name] = value
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return value


@cache
def _pool() -> ThreadPool:
    return ThreadPool(1, hub=get_hub())


_Result = TypeVar("_Result")


def settled(work: Callable[[], _Result]) -> Future[_Result]:
    """Return a future with the result or the exception of `work`."""
    future = Future[_Result]()
    settle(future, work)
    return future


def settle(future: Future[_Result], work: Callable[[], _Result]) -> None:
    """Set the result or the exception of `work` in `done`."""
    try:
        future.set_result(work())
    except BaseException as problem:
        future.set_exception(problem)
