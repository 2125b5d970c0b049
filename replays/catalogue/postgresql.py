"""Connections to PostgreSQL that wait for a limited time (the extra `postgres`).

The server ends a statement that takes long (`statement_timeout`), the kernel a connection whose other end is
gone. Nobody else ends the wait for a server, or a proxy before it, that takes bytes and does not answer.
"""

from collections.abc import Generator
from time import monotonic
from typing import Any, Final, TypeVar

import psycopg

T = TypeVar("T")

ANSWER_SECONDS: Final = 20.0
"""How long one statement may take, with its way there and back."""


class Connection(psycopg.Connection[Any]):
    """A connection that is closed when an answer takes too long."""

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **more: Any) -> T:
        """What `gen` comes to, which works on this connection. Raises OperationalError."""
        ends = monotonic() + ANSWER_SECONDS
        try:
            return super().wait(_until(gen, ends), *arguments, **more)
        finally:
            if monotonic() > ends:
                self.close()


def connect(*arguments: Any, **more: Any) -> Connection:
    """A new connection."""
    return Connection.connect(*arguments, **more)


def _until(gen: Generator[Any, Any, T], ends: float) -> Generator[Any, Any, T]:
    """`gen`, as long as its time lasts; psycopg goes on with it every 0.1 s, also where nothing came."""
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
