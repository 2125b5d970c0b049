"""Futures for the results of work in threads, errors included: gevent prints exceptions of its threads."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def settled(work: Callable[[], T]) -> Future[T]:
    """Return a future with the result or the exception of `work`."""
    future = Future[T]()
    settle(future, work)
    return future


def settle(future: Future[T], work: Callable[[], T]) -> None:
    """Set the result or the exception of `work` in `done`."""
    try:
        future.set_result(work())
    except BaseException as problem:
        future.set_exception(problem)
