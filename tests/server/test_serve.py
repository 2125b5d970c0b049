"""`conquian serve`: one command that starts and stops everything, and survives kills."""

import json
import os
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path
from shutil import disk_usage
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from app.server.serve import _wait_for_ready
from app.server.supervisor import StopSignal
from app.settings.environment import load
from app.settings.errors import StartError
from tests.server.helpers import (
    children,
    command,
    eventually,
    finish,
    free_port,
    is_alive,
    service,
    spawn,
    wait_for_line,
)


def is_ready(port: int) -> bool:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=60) as answer:
        return bool(answer.status == 200)


def child(process: subprocess.Popen[str], text: str) -> int:
    """The one child of the supervisor whose command line contains `text`."""
    direct = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    (child_pid,) = (int(pid) for pid in direct if text in command(int(pid)))
    return child_pid


def complaint(process: subprocess.Popen[str]) -> str:
    """The one line that a service which did not start has left."""
    text, _ = process.communicate(timeout=300)
    assert process.returncode == 1
    (line,) = text.splitlines()
    assert line.startswith(("conquian: ", "Error: "))
    assert line.endswith(".")
    return line


def test_serve_prints_its_address_serves_and_ends_with_0_and_no_process_left(tmp_path: Path) -> None:
    port = free_port()
    process = spawn(tmp_path / "the data", port, CONQUIAN_PEOPLE_WORKERS="1", LOG_LEVEL="error")
    try:
        assert process.stdout is not None
        output = [process.stdout.readline() for _ in range(4)]
        assert f"http://127.0.0.1:{port}\n" in output[1]
        assert f"{tmp_path}/the data\n" in output[2]
        assert is_ready(port)
        family = children(process.pid)
        assert sum("valkey-server" in command(pid) for pid in family) == 2
        assert [command(pid).endswith("--people ") for pid in family if "app.cli worker" in command(pid)] == [
            True,
            False,
        ]
        os.killpg(process.pid, signal.SIGINT)
        text, _ = process.communicate(timeout=300)
        assert (process.returncode, text) == (0, "")
        assert not any(is_alive(pid) for pid in family)
        assert not (tmp_path / "the data" / "valkey" / "valkey.sock").exists()
    finally:
        finish(process)


def test_after_a_kill_of_all_processes_the_next_start_works_at_the_same_port(tmp_path: Path) -> None:
    port = free_port()
    with service(tmp_path / "data", port) as process:
        family = children(process.pid)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert family
    eventually(lambda: not any(is_alive(pid) for pid in family))
    with service(tmp_path / "data", port):
        assert is_ready(port)


def test_a_second_start_is_refused_and_a_killed_worker_and_a_killed_store_are_made_up_for(
    tmp_path: Path,
) -> None:
    port = free_port()
    with service(tmp_path / "data", port) as process:
        assert f"service is running in {tmp_path}/data;" in complaint(spawn(tmp_path / "data", free_port()))
        assert is_ready(port)
        first = child(process, "app.cli worker")
        os.kill(first, signal.SIGKILL)
        assert wait_for_line(process, "The worker 1 ended unexpectedly (signal 9)")
        eventually(lambda: first not in children(process.pid) and "app.cli worker" in _commands(process.pid))
        before = child(process, "valkey.sock")
        os.kill(before, signal.SIGKILL)
        line = wait_for_line(process, "The store server ended unexpectedly (signal 9) and is started again.")
        assert line
        assert f"service is running in {tmp_path}/data;" in complaint(spawn(tmp_path / "data", free_port()))
        eventually(lambda: readiness(port) == 200)
        assert child(process, "valkey.sock") != before
        queue = child(process, "queue.sock")
        os.kill(queue, signal.SIGKILL)
        line = wait_for_line(process, "The queue server ended unexpectedly (signal 9) and is started again.")
        assert line
        eventually(lambda: _checked(port, "queue") == "ok")
        assert child(process, "queue.sock") != queue


def test_a_disk_that_fills_up_refuses_entries_for_so_long_and_answers_reads(tmp_path: Path) -> None:
    port, data, filler = free_port(), tmp_path / "data", tmp_path / "filler"
    data.mkdir()
    free = disk_usage(data).free
    margin = min(free // 5, 1_000_000_000)  # more than other tests write or free meanwhile
    reserve = (free - margin) // 1_000_000
    with service(data, port, CONQUIAN_RESERVE_MB=str(reserve)):
        game = post(port, "/v1/games", {"variant": "north-american", "seats": ["me", "open"]})
        assert game[0] == 201
        with filler.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, 2 * margin)
        eventually(lambda: readiness(port) == 503)
        refused = post(port, "/v1/games", {"variant": "north-american", "seats": ["me", "open"]})
        assert (refused[0], refused[1]["code"]) == (503, "store_full")
        assert get(port, f"/v1/games/{game[1]['game']}")[0] == 200
        filler.unlink()
        eventually(lambda: readiness(port) == 200)
        again = post(port, "/v1/games", {"variant": "north-american", "seats": ["me", "open"]})
        assert again[0] == 201


def _checked(port: int, name: str) -> str:
    """Return what /readyz says of one check."""
    return str(get(port, "/readyz")[1]["checks"][name])


def readiness(port: int) -> int:
    return get(port, "/readyz")[0]


def get(port: int, path: str) -> tuple[int, Any]:
    return ask(urllib.request.Request(f"http://127.0.0.1:{port}{path}"))


def post(port: int, path: str, body: Any) -> tuple[int, Any]:
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    return ask(urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers))


def ask(request: urllib.request.Request) -> tuple[int, Any]:
    """The status and the JSON of an answer; 0 where there is none."""
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.load(refused)
    except OSError:
        return 0, None


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


def test_a_store_that_ends_before_the_api_is_ready_is_reported_at_once() -> None:
    living = SimpleNamespace(process=SimpleNamespace(poll=lambda: None))
    ended = SimpleNamespace(process=SimpleNamespace(poll=lambda: -9, returncode=-9))
    settings = replace(load({}), port=free_port())
    with pytest.raises(StartError, match=r"The store server ended unexpectedly \(signal 9\)"):
        _wait_for_ready(settings, ended, living, StopSignal())  # type: ignore[arg-type]
