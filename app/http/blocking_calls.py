"""Calls that would block the event loop: long computations, and services that may not answer.

Computations run in one thread of a pool. Results and errors travel in futures, because gevent prints the
exceptions of its threads.

Calls to services have a time limit, and a few are made at a time. In a gevent worker a client that waits in
Python sockets (boto3, psycopg) runs in the greenlet of its caller, where a timeout ends any wait: for a
connection, for a name, for one byte a second. Files and SQLite wait in the kernel, so they run in native
threads. A hanging call keeps its thread, and no other thread replaces it.

In any other process a client that waits in sockets gets a thread for each call. A call that exceeds its time
is abandoned together with its place, and does not keep the process from ending.

Such threads must not use patched sockets: such a thread gets an event loop of its own, and a lock that it
releases wakes a waiting thread only when that loop runs again.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from functools import cache
from importlib import import_module
from threading import Lock, Semaphore, Thread
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from gevent import Timeout, get_hub, monkey
from gevent.lock import BoundedSemaphore
from gevent.threadpool import ThreadPool

from app.processes.interpreter import unsearched

Computed = TypeVar("Computed")


def in_thread_pool(work: Callable[[], Computed]) -> Computed:
    """Return the result of `work`, computed in a thread; one such computation runs at a time.

    Greenlets share a thread, so a computation in one of them blocks all others. In a process without
    greenlets `work` is called directly.
    """
    if not monkey.is_module_patched("threading"):
        return work()
    done: Future[Computed] = _computing().apply(settled, (lambda: _unsearched(work),))
    return done.result()


def _unsearched(work: Callable[[], Computed]) -> Computed:
    with unsearched():
        return work()


class ResultCache(Generic[Computed]):
    """The last `size` values computed in the thread pool, by name. Safe between threads and greenlets."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, Computed] = OrderedDict()

    def __call__(self, name: Hashable, prepare: Callable[[], Callable[[], Computed]]) -> Computed:
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
def _computing() -> ThreadPool:
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


T = TypeVar("T")

AT_ONCE: Final = 8
"""Number of simultaneous calls of each kind in a process."""


class NoAnswer(Exception):
    """The call did not finish in time, or got no free place in time."""


class TimeLimits:
    """Limits calls to `at_once` at a time that wait in sockets, and as many that wait in the kernel.

    All calls of one request share `seconds`; outside of a request each call has as much. Waiting for a free
    place counts. Without gevent a call that waits in the kernel is made directly.
    """

    def __init__(self, seconds: float, at_once: int = AT_ONCE) -> None:
        self._seconds = seconds
        self._at_once = at_once
        self._places = BoundedSemaphore(at_once)
        self._own_places = Semaphore(at_once)
        self._threads: ThreadPool | None = None
        self._budget: TimeLimits = self

    def beside(self) -> "TimeLimits":
        """Return separate places for the calls of another service, with the same seconds per request.

        This way a service that hangs is not mistaken for the other one.
        """
        separate = TimeLimits(self._seconds, self._at_once)
        separate._budget = self._budget
        return separate

    def waiting(self, work: Callable[[], T]) -> T:
        """Return the result of `work`, which waits in Python sockets only. Raises NoAnswer."""

        def placed() -> T:
            with self._places:
                return work()

        return self._limited(placed) if _is_patched() else self._apart(work)

    def blocking(self, work: Callable[[], T]) -> T:
        """Return the result of `work`, which waits in the kernel. Raises NoAnswer."""
        if not _is_patched():
            return work()
        if self._threads is None:
            self._threads = ThreadPool(self._at_once, hub=get_hub())
        threads = self._threads
        future: Future[T] = self._limited(lambda: threads.apply(settled, (work,)))
        return future.result()

    def _apart(self, work: Callable[[], T]) -> T:
        """Return the result of `work`, called in a separate thread."""
        ends = monotonic() + self._seconds
        future: Future[T] = Future()

        def run() -> None:
            with self._own_places:
                if future.set_running_or_notify_cancel():
                    settle(future, work)

        Thread(target=run, daemon=True).start()
        try:
            return future.result(ends - monotonic())
        except TimeoutError:
            if not future.done():
                future.cancel()
                raise NoAnswer(f"no answer within {self._seconds:g} s") from None
            raise

    def _limited(self, work: Callable[[], T]) -> T:
        remaining = self._left()
        started = monotonic()
        timeout = Timeout(max(0.0, remaining))
        try:
            with timeout:
                return work()
        except Timeout as timed_out:
            if timed_out is not timeout:
                raise
            raise NoAnswer(f"no answer within {self._seconds:g} s") from None
        finally:
            self._spend(remaining - (monotonic() - started))

    def _left(self) -> float:
        """Seconds that the current request may still wait."""
        return float(_of_request().get(self._budget, self._seconds))

    def _spend(self, remaining: float) -> None:
        _of_request()[self._budget] = remaining


def _of_request() -> dict[TimeLimits, float]:
    """Remaining seconds of the request of this greenlet, by limiter."""
    # Imported late: of the processes whose calls are limited, only the API has requests, and loads Flask.
    flask: Any = import_module("flask")
    if not flask.has_app_context():
        return {}
    remaining: dict[TimeLimits, float] = flask.g.setdefault("bounded", {})
    return remaining


def _is_patched() -> bool:
    return bool(monkey.is_module_patched("threading"))
