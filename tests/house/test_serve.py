"""`conquian serve`: one command that starts everything, stops everything, and survives being killed."""

import os
import signal
import socket
import subprocess
import urllib.request
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.children import Bell
from app.config import StartError, load
from app.serve import _wait_for_ready
from tests.house.helpers import children, command, eventually, finish, free_port, is_alive, service, spawn


def is_ready(port: int) -> bool:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
        return bool(answer.status == 200)


def child(process: subprocess.Popen[str], text: str) -> int:
    """The one child of the supervisor whose command line contains `text`."""
    direct = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    (found,) = (int(pid) for pid in direct if text in command(int(pid)))
    return found


def complaint(process: subprocess.Popen[str]) -> str:
    """The one line that a service which did not start has left."""
    text, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    (line,) = text.splitlines()
    assert line.startswith(("conquian: ", "Error: "))
    assert line.endswith(".")
    return line


def test_it_says_where_it_is_serves_and_ends_with_0_and_nothing_left_behind(tmp_path: Path) -> None:
    port = free_port()
    process = spawn(tmp_path / "the data", port, CONQUIAN_PEOPLE_WORKERS="1")
    try:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(4)]
        assert f"http://127.0.0.1:{port}\n" in told[1]
        assert f"{tmp_path}/the data\n" in told[2]
        assert is_ready(port)
        family = children(process.pid)
        assert sum("valkey-server" in command(pid) for pid in family) == 1
        assert [command(pid).endswith("--people ") for pid in family if "app.cli worker" in command(pid)] == [
            True,
            False,
        ]
        os.killpg(process.pid, signal.SIGINT)
        text, _ = process.communicate(timeout=60)
        assert (process.returncode, text) == (0, "")
        assert not any(is_alive(pid) for pid in family)
        assert not (tmp_path / "the data" / "valkey" / "valkey.sock").exists()
    finally:
        finish(process)


def test_killing_everything_leaves_nothing_and_the_next_start_works_at_the_same_port(tmp_path: Path) -> None:
    port = free_port()
    with service(tmp_path / "data", port) as process:
        family = children(process.pid)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert family
    eventually(lambda: not any(is_alive(pid) for pid in family))
    with service(tmp_path / "data", port):
        assert is_ready(port)


def test_a_second_start_is_refused_a_killed_worker_made_up_for_and_a_killed_store_stops_everything(
    tmp_path: Path,
) -> None:
    port = free_port()
    with service(tmp_path / "data", port) as process:
        assert f"service is running in {tmp_path}/data;" in complaint(spawn(tmp_path / "data", free_port()))
        assert is_ready(port)
        first = child(process, "app.cli worker")
        os.kill(first, signal.SIGKILL)
        assert process.stdout is not None
        assert "The worker 1 ended unexpectedly (signal 9)" in process.stdout.readline()
        eventually(lambda: first not in children(process.pid) and "app.cli worker" in _commands(process.pid))
        family = children(process.pid)
        os.kill(child(process, "valkey-server"), signal.SIGKILL)
        text, _ = process.communicate(timeout=60)
        assert process.returncode == 1
        assert "conquian: The store server ended unexpectedly (signal 9); everything is stopped." in text
        assert not any(is_alive(pid) for pid in family)


def _commands(pid: int) -> str:
    return "\n".join(command(each) for each in children(pid))


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = int(taken.getsockname()[1])
        line = complaint(spawn(tmp_path / "data", port))
    assert f"127.0.0.1:{port} cannot be used (Address already in use)" in line
    assert "PORT" in line


@pytest.mark.parametrize(
    ("variable", "text"),
    [("PORT", "http"), ("REDIS_URL", "somewhere"), ("CONQUIAN_SECRET_FILE", "/absent/key")],
)
def test_a_bad_setting_is_one_sentence(tmp_path: Path, variable: str, text: str) -> None:
    line = complaint(spawn(tmp_path / "data", free_port(), **{variable: text}))
    assert variable in line or text in line


def test_a_data_directory_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert f"{tmp_path}/data" in complaint(spawn(tmp_path / "data", free_port()))


def test_a_store_that_ends_before_the_api_is_ready_is_told_at_once() -> None:
    living = SimpleNamespace(process=SimpleNamespace(poll=lambda: None))
    ended = SimpleNamespace(process=SimpleNamespace(poll=lambda: -9, returncode=-9))
    settings = replace(load({}), port=free_port())
    with pytest.raises(StartError, match=r"The store server ended unexpectedly \(signal 9\)"):
        _wait_for_ready(settings, ended, living, Bell())  # type: ignore[arg-type]
