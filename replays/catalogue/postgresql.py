"""Connections to PostgreSQL with a time limit for each answer (the extra `postgres`).

The server ends a long statement (`statement_timeout`), and the kernel a connection to a host that is gone.
This module ends the wait for a server, or a proxy before it, that accepts bytes and does not answer.
"""

from collections.abc import Generator
from time import monotonic
from typing import Any, Final, TypeVar

import psycopg

T = TypeVar("T")

ANSWER_SECONDS: Final = 20.0
"""Time limit of a statement, including the network."""


class Connection(psycopg.Connection[Any]):
    """A connection that is closed when an answer takes too long."""

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **more: Any) -> T:
        """Run `gen`, which works on this connection. Raises OperationalError after the time limit."""
        ends = monotonic() + ANSWER_SECONDS
        try:
            return super().wait(_until(gen, ends), *arguments, **more)
        finally:
            if monotonic() > ends:
                self.close()


def connect(*arguments: Any, **more: Any) -> Connection:
    """Return a new connection."""
    return Connection.connect(*arguments, **more)


def _until(gen: Generator[Any, Any, T], ends: float) -> Generator[Any, Any, T]:
    """Run `gen` until the time limit; psycopg resumes it every 0.1 s, even without data."""
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if monotonic() > ends:
                raise psycopg.OperationalError(f"no answer within {ANSWER_SECONDS:g} s")
            wanted = gen.send(ready)
    except StopIteration as end:
        result: T = end.value
        return result
