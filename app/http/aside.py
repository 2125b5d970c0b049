"""Computing that takes long, done beside the requests of a process and not in their way."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from gevent import get_hub, monkey
from gevent.threadpool import ThreadPool

T = TypeVar("T")


def aside(work: Callable[[], T]) -> T:
    """What `work` gives, which other requests need not wait for; one such work is done at a time.

    Greenlets share a thread, in which nothing else happens while one of them computes. Where there are none
    the work is simply done.
    """
    if not monkey.is_module_patched("threading"):
        return work()
    found: T = _pool().apply(work)
    return found


@cache
def _pool() -> ThreadPool:
    return ThreadPool(1, hub=get_hub())
