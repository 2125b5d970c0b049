"""Connections of the pool: closed and kept."""

from pathlib import Path

from app.store.client import connect, send_once
from tests.conftest import valkey_in


def test_clearing_the_pool_closes_idle_connections_only(redis_url: str) -> None:
    """A connection in use outlives a clearing of the others."""
    pool = connect(redis_url).connection_pool
    used, free = pool.get_connection(), pool.get_connection()
    pool.release(free)
    pool.disconnect(inuse_connections=False)
    assert used._sock is not None
    assert free._sock is None
    pool.disconnect()
    assert used._sock is None


def test_a_command_is_sent_again_where_the_server_has_closed_its_connection(valkey_dir: Path) -> None:
    """A connection used less than a second ago is not checked; its failure at sending repeats nothing."""
    with valkey_in(valkey_dir) as server:
        store = connect(f"unix://{valkey_dir / 'v'}")
        assert send_once(store, ("INCR", "count")) == 1
        server.stop()
        server.start()
        assert send_once(store, ("INCR", "count")) == 2
