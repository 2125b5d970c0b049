"""Results of work in threads, errors included: gevent prints what a task of its threads raises."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def settled(work: Callable[[], T]) -> Future[T]:
    """Return a future that has what came of `work`."""
    done = Future[T]()
    settle(done, work)
    return done


def settle(done: Future[T], work: Callable[[], T]) -> None:
    """Give `done` what comes of `work`."""
    try:
        done.set_result(work())
    except BaseException as problem:
        done.set_exception(problem)
