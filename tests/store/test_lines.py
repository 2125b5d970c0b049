"""Connections that are closed while others are handed out."""

from typing import Any

import pytest
from redis.connection import UnixDomainSocketConnection

from app.store.client import connect


def test_a_client_is_closed_although_connections_are_handed_out_meanwhile(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that still follows its game takes a connection at the very moment at which all are closed."""
    pool = connect(redis_url).connection_pool
    first = {pool.get_connection() for _ in range(3)}
    taken = []
    close: Any = UnixDomainSocketConnection.disconnect

    def closing(line: Any, *rest: Any) -> None:
        taken.append(pool.get_connection())
        close(line, *rest)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(UnixDomainSocketConnection, "disconnect", closing)
        pool.disconnect()
    assert all(line._sock is None for line in first)
    assert len(taken) == 3
    pool.disconnect()
    assert all(line._sock is None for line in taken)


def test_only_those_that_nobody_uses_are_closed_when_asked(redis_url: str) -> None:
    """A connection in use outlives a clearing of the others."""
    pool = connect(redis_url).connection_pool
    used, free = pool.get_connection(), pool.get_connection()
    pool.release(free)
    pool.disconnect(inuse_connections=False)
    assert used._sock is not None
    assert free._sock is None
    pool.disconnect()
    assert used._sock is None
