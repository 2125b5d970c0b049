"""Connections of the pool that are closed and kept."""

from app.store.client import connect


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
