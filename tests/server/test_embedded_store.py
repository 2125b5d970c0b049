"""The embedded store: durable, private, exclusive in its directory, restartable."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from redis import Redis
from redis.exceptions import OutOfMemoryError

from app.server import embedded_store, valkey_process
from app.server.embedded_store import DirectoryInUse, EmbeddedStore, url_in
from app.server.valkey_process import StoreNotStarted
from app.settings.errors import StartError
from tests.server.helpers import ROOT, eventually, is_alive


@contextmanager
def running(data: Path) -> Iterator[tuple[EmbeddedStore, Redis]]:
    """A started server and a client of it; stopped at the end."""
    server = embedded_store.start(data)
    try:
        with Redis.from_url(server.url) as redis:
            yield server, redis
    finally:
        server.stop()


def test_every_answer_is_on_disk_and_the_store_evicts_nothing_and_is_private(tmp_path: Path) -> None:
    with running(tmp_path / "data") as (server, redis):
        for name, value in {
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory-policy": "noeviction",
            "save": "",
            "port": "0",
            "protected-mode": "yes",
        }.items():
            assert redis.config_get(name) == {name: value}
        assert redis.config_get("maxmemory") != {"maxmemory": "0"}
        assert stat.S_IMODE(server.socket.stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_another_command_finds_the_server_by_its_directory(tmp_path: Path) -> None:
    assert url_in(tmp_path / "data") is None
    with running(tmp_path / "data") as (server, _):
        assert url_in(tmp_path / "data") == server.url
    assert url_in(tmp_path / "data") is None


def watched(server: EmbeddedStore) -> EmbeddedStore:
    """The server after a look at it."""
    server.watch()
    return server


def test_a_server_that_cannot_be_started_now_is_started_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_given: object) -> None:
        raise OSError("no space left on device")

    with running(tmp_path / "data") as (server, redis):
        redis.set("kept", 1)
        server.process.kill()
        server.process.wait()
        with monkeypatch.context() as patch:
            patch.setattr(valkey_process, "spawn", refused)
            eventually(lambda: watched(server).restarts.failures > 1)
        eventually(lambda: watched(server).process.poll() is None)
        eventually(lambda: embedded_store.url_in(tmp_path / "data") == server.url)
        assert redis.get("kept") == b"1"


def test_a_server_takes_no_entries_while_its_disk_is_nearly_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = SimpleNamespace(free=10**12)
    monkeypatch.setattr("shutil.disk_usage", lambda _path: room)
    with running(tmp_path / "data") as (server, redis):
        redis.set("kept", 1)
        room.free = server.reserve - 1
        server.watch()
        with pytest.raises(OutOfMemoryError):
            redis.set("kept", 2)
        assert redis.get("kept") == b"1"
        room.free = server.reserve
        eventually(lambda: not watched(server).is_full)
        redis.set("kept", 3)


def test_the_server_leads_a_session(tmp_path: Path) -> None:
    with running(tmp_path / "data") as (server, _):
        assert os.getsid(server.process.pid) == server.process.pid != os.getsid(0)


def test_games_are_found_again_after_a_stop_and_after_kill_9(tmp_path: Path) -> None:
    with running(tmp_path) as (_, redis):
        redis.set("first", 1)
    with running(tmp_path) as (server, redis):
        redis.set("second", 2)
        server.process.kill()
        server.process.wait()
    with running(tmp_path) as (_, redis):
        assert (redis.get("first"), redis.get("second")) == (b"1", b"2")


def test_a_directory_in_use_is_refused_with_one_sentence_and_is_free_after_the_stop(tmp_path: Path) -> None:
    with running(tmp_path), pytest.raises(DirectoryInUse, match=f"service is running in {tmp_path};"):
        embedded_store.start(tmp_path)
    with running(tmp_path) as (_, redis):
        assert redis.ping()


def test_the_server_dies_with_a_killed_supervisor_and_the_next_start_waits_for_it(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys, time; from app.server import embedded_store as embedded;"
        "s = embedded.start(pathlib.Path(sys.argv[1])); "
        "print(s.process.pid, s.url, flush=True); time.sleep(60)"
    )
    supervisor = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert supervisor.stdout is not None
    with supervisor.stdout:
        pid, url = supervisor.stdout.readline().split()
    with Redis.from_url(url) as redis:
        redis.set("kept", "yes")
    # A server stopped by a signal cannot die yet: the start below has to wait for it.
    os.kill(int(pid), signal.SIGSTOP)
    supervisor.kill()
    supervisor.wait()
    waits: list[float] = []
    messages: list[str] = []

    def pause(seconds: float) -> None:
        if not waits:
            assert is_alive(int(pid))
            os.kill(int(pid), signal.SIGCONT)
        waits.append(seconds)
        eventually(lambda: not is_alive(int(pid)))

    server = embedded_store.start(tmp_path, pause=pause, say=messages.append)
    try:
        with Redis.from_url(server.url) as redis:
            assert redis.get("kept") == b"yes"
    finally:
        server.stop()
    assert messages == ["Waiting for the store server of an earlier start to end ..."]


def test_a_long_path_with_blanks_and_signs_keeps_the_games_there_and_the_socket_elsewhere(
    tmp_path: Path,
) -> None:
    data = tmp_path / 'a "quoted" % name?' / ("long " * 20)
    with running(data) as (server, redis):
        redis.set("kept", 1)
        assert not server.socket.is_relative_to(data)
        assert url_in(data) == server.url
        assert stat.S_IMODE(server.socket.parent.stat().st_mode) == 0o700
        socket_home = server.socket.parent
    assert not socket_home.exists()
    assert url_in(data) is None
    with running(data) as (_, redis):
        assert redis.get("kept") == b"1"


def test_a_path_that_cannot_be_a_directory_is_named_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StartError, match=f"{tmp_path / 'file'} cannot be written: "):
        embedded_store.start(tmp_path / "file")


def test_an_unreadable_log_stops_the_start_with_the_message_of_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as (_, redis):
        redis.set("a", 1)
        redis.set("b", 2)
    (log,) = (tmp_path / "valkey" / "appendonlydir").glob("*.incr.aof")
    log.write_bytes(b"damage" + log.read_bytes())
    with pytest.raises(StoreNotStarted, match="Bad file format"):
        embedded_store.start(tmp_path)


def test_giving_up_while_waiting_leaves_no_server_and_no_lock(tmp_path: Path) -> None:
    def pause(_seconds: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        embedded_store.start(tmp_path, pause=pause)
    with running(tmp_path) as (_, redis):
        assert redis.ping()
