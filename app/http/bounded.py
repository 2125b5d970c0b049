"""Calls to services that may not answer: a few at a time, each for a limited time, beside the event loop.

In a gevent worker a client that waits in Python sockets (boto3, psycopg) runs in the greenlet of its
caller, where a timeout ends any wait: for a connection, for a name, for one byte a second. Files and SQLite
wait in the kernel, so they run in native threads. A call that hangs there keeps its thread, and no other
thread takes its place.

In any other process a client that waits in sockets gets a thread for each call. One that does not end in time
is left behind with its place, and does not keep the process from ending.

Such threads must not use patched sockets. A thread that does gets an event loop of its own, and a lock that
it releases wakes a waiting thread only when that loop runs again.
"""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Semaphore, Thread
from time import monotonic
from typing import Final, TypeVar

from flask import g, has_app_context
from gevent import Timeout, get_hub, monkey
from gevent.lock import BoundedSemaphore
from gevent.threadpool import ThreadPool

from app.http.settled import settle, settled

T = TypeVar("T")

AT_ONCE: Final = 8
"""How many calls of each kind a process makes at a time."""


class NoAnswer(Exception):
    """The call did not end in time, or found no free place in time."""


class Bounded:
    """At most `at_once` calls at a time that wait in sockets, and as many that wait in the kernel.

    All calls of one request share `seconds`; outside of a request each call has as much. A wait for a free
    place counts. Without gevent what waits in the kernel is simply done.
    """

    def __init__(self, seconds: float, at_once: int = AT_ONCE) -> None:
        self._seconds = seconds
        self._at_once = at_once
        self._places = BoundedSemaphore(at_once)
        self._own_places = Semaphore(at_once)
        self._threads: ThreadPool | None = None
        self._budget: Bounded = self

    def beside(self) -> "Bounded":
        """Places of their own for the calls of another service; the seconds of a request are the same ones.

        So a service that hangs is not taken for the other one.
        """
        found = Bounded(self._seconds, self._at_once)
        found._budget = self._budget
        return found

    def waiting(self, work: Callable[[], T]) -> T:
        """The result of `work`, which waits in Python sockets only. Raises NoAnswer."""

        def placed() -> T:
            with self._places:
                return work()

        return self._limited(placed) if _is_patched() else self._apart(work)

    def blocking(self, work: Callable[[], T]) -> T:
        """The result of `work`, which waits in the kernel. Raises NoAnswer."""
        if not _is_patched():
            return work()
        if self._threads is None:
            self._threads = ThreadPool(self._at_once, hub=get_hub())
        threads = self._threads
        done: Future[T] = self._limited(lambda: threads.apply(settled, (work,)))
        return done.result()

    def _apart(self, work: Callable[[], T]) -> T:
        """The result of `work`, done in a thread of its own."""
        ends = monotonic() + self._seconds
        done: Future[T] = Future()

        def run() -> None:
            with self._own_places:
                if done.set_running_or_notify_cancel():
                    settle(done, work)

        Thread(target=run, daemon=True).start()
        try:
            return done.result(ends - monotonic())
        except TimeoutError:
            if not done.done():
                done.cancel()
                raise NoAnswer(f"no answer within {self._seconds:g} s") from None
            raise

    def _limited(self, work: Callable[[], T]) -> T:
        left = self._left()
        begun = monotonic()
        timeout = Timeout(max(0.0, left))
        try:
            with timeout:
                return work()
        except Timeout as late:
            if late is not timeout:
                raise
            raise NoAnswer(f"no answer within {self._seconds:g} s") from None
        finally:
            self._spend(left - (monotonic() - begun))

    def _left(self) -> float:
        """The seconds that this request may still wait."""
        return float(_of_request().get(self._budget, self._seconds))

    def _spend(self, left: float) -> None:
        _of_request()[self._budget] = left


def _of_request() -> dict[Bounded, float]:
    """The seconds that the request of this greenlet has left, by what bounds them."""
    if not has_app_context():
        return {}
    found: dict[Bounded, float] = g.setdefault("bounded", {})
    return found


def _is_patched() -> bool:
    return bool(monkey.is_module_patched("threading"))
