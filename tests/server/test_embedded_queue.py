"""The embedded queue: private, in memory only, restarted by itself, and found by its directory."""

import stat
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import OutOfMemoryError

from app.server import embedded_queue, valkey_process
from app.server.embedded_queue import EmbeddedQueue, url_in
from tests.server.helpers import eventually


def watched(server: EmbeddedQueue) -> EmbeddedQueue:
    """The server after a look at it."""
    server.watch()
    return server


def test_the_queue_stores_nothing_on_disk_and_is_open_to_its_owner_only(tmp_path: Path) -> None:
    server = embedded_queue.start(tmp_path)
    try:
        with Redis.from_url(server.url) as redis:
            assert url_in(tmp_path) == server.url
            for name, value in {"appendonly": "no", "save": "", "port": "0"}.items():
                assert redis.config_get(name) == {name: value}
            assert stat.S_IMODE(server.socket.stat().st_mode) == 0o700
            redis.set("waits", 1)
    finally:
        server.stop()
    assert sorted(entry.name for entry in (tmp_path / "queue").iterdir()) == ["valkey.log"]


def test_a_killed_queue_is_restarted_empty_at_the_same_address(tmp_path: Path) -> None:
    server = embedded_queue.start(tmp_path)
    try:
        with Redis.from_url(server.url) as redis:
            redis.set("waits", 1)
            server.process.kill()
            server.process.wait()
            eventually(lambda: valkey_process.ping(watched(server).socket) == b"+PONG")
            assert redis.dbsize() == 0
    finally:
        server.stop()


def test_a_full_queue_refuses_writes_without_evicting(tmp_path: Path) -> None:
    server = embedded_queue.start(tmp_path)
    try:
        with Redis.from_url(server.url) as redis:
            assert redis.config_get("maxmemory") == {"maxmemory": str(256 * 2**20)}
            redis.set("waits", 1)
            redis.config_set("maxmemory", 1)
            with pytest.raises(OutOfMemoryError):
                redis.set("more", 1)
            assert redis.get("waits") == b"1"
    finally:
        server.stop()


def test_a_long_path_has_its_socket_elsewhere_and_is_found_all_the_same(tmp_path: Path) -> None:
    data = tmp_path / ("long " * 20)
    data.mkdir()
    server = embedded_queue.start(data)
    try:
        assert not server.socket.is_relative_to(data)
        assert url_in(data) == server.url
    finally:
        server.stop()
    assert not server.socket.parent.exists()
