"""Liveness of workers, couriers and clocks: by a command, and on a port."""

import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from urllib.error import HTTPError

import orjson
import pytest
from werkzeug.test import Client

from app.api import probes
from app.i18n import Message
from app.observability.metrics import Metrics
from app.processes.registry import ProcessRegister
from app.store.durability import Grade, PartCheck
from tests.server.helpers import environment, eventually, free_port
from tests.server.test_metrics import named, value
from workers.clock import Passes

ROLES = {"worker": ["worker"], "people": ["worker", "--people"], "courier": ["courier"], "clock": ["clock"]}
TOKEN = "a-long-token-of-prometheus"
READY = (PartCheck("role", Grade.OK),)


@contextmanager
def role(home: Path, words: Sequence[str], port: int, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A process of the service that was started by itself, until the block ends."""
    environ = environment(home, 1) | {"CONQUIAN_METRICS_PORT": str(port)} | more
    with subprocess.Popen(
        [sys.executable, "-m", "app.cli", *words], env=environ, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
            process.terminate()
            process.communicate(timeout=300)
        finally:
            process.kill()


def health(home: Path, role: str) -> tuple[int, str]:
    """The exit status of the command and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "app.cli", "health", role],
        env=environment(home, 1),
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def get(port: int, path: str) -> tuple[int, bytes]:
    """Return status and body of an answer; 0 while the port is closed."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return answer.status, answer.read()
    except HTTPError as refused:
        return refused.code, refused.read()
    except OSError:
        return 0, b""


def lives(port: int) -> bool:
    return get(port, "/livez") == (200, b'{"status":"alive"}')


def test_every_role_has_probes_metrics_and_a_status_command(tmp_path: Path, redis_url: str) -> None:
    ports = {name: free_port() for name in ROLES}
    stores = {"REDIS_URL": redis_url, "CONQUIAN_SECRET": "5" * 64}
    assert health(tmp_path, "worker") == (1, f"Error: No process of the role worker runs in {tmp_path}.\n")
    with ExitStack() as until:
        for name, words in ROLES.items():
            until.enter_context(role(tmp_path, words, ports[name], **stores))
        for name, port in ports.items():
            eventually(partial(lives, port))
            status, body = get(port, "/readyz")
            assert (status, set(orjson.loads(body)["parts"])) == (
                200, {"store", "catalogue", "archive", "queue"},
            ), name  # fmt: skip
            assert get(port, "/v1/games")[0] == 404
        text = get(ports["clock"], "/metrics")[1].decode()
        assert named(text) == ["clock-0", "courier-0", "people-0", "worker-0"]
        assert [value(text, f'conquian_processes{{role="{name}"}}') for name in ROLES] == [1, 1, 1, 1]
        assert value(text, 'conquian_processes{role="api"}') == 0
        assert value(text, 'conquian_process_late_seconds{process="people-0"}') == 0
        source = 'conquian_source_up{source="archive"}'
        eventually(lambda: value(get(ports["clock"], "/metrics")[1].decode(), source) == 1)
        for name in ROLES:
            assert health(tmp_path, name) == (
                0,
                f"{name}-0 of {tmp_path}: every process has reported in time.\n",
            )
        with role(tmp_path, ["worker"], ports["clock"], **stores) as second:
            assert second.wait(300) == 1
            assert second.stderr is not None
            assert f"127.0.0.1:{ports['clock']} cannot be used" in second.stderr.read()


def test_a_silent_process_is_not_alive(tmp_path: Path) -> None:
    place = tmp_path / "run" / "metrics"
    register = ProcessRegister(place)
    for seconds in (60, -5):
        register.expect(register.take("worker"), seconds)
    code, text = health(tmp_path, "worker")
    assert code == 1
    assert f"worker-1 (process {os.getpid()}) hangs" in text
    assert "worker-0" not in text
    assert [process.late > 0 for process in register.running()] == [False, True]


def test_asking_for_the_processes_removes_no_trace_of_one_that_has_ended(tmp_path: Path) -> None:
    place = tmp_path / "run" / "metrics"
    register = ProcessRegister(place)
    register.expect(register.take("worker"), 60)
    gone = place / "worker-1.pid"
    gone.write_text("1")
    assert health(tmp_path, "worker")[0] == 0
    assert gone.exists()  # its gauges are removed by a process that can
    assert [process.name for process in register.living()] == ["worker-0"]
    assert not gone.exists()


def test_an_api_is_asked_at_its_address(tmp_path: Path) -> None:
    own = Metrics()
    own.alive(60)
    port = free_port()
    address = tmp_path / "run" / "address"
    address.parent.mkdir()
    address.write_text(f"http://127.0.0.1:{port}\n")
    with probes.serving("127.0.0.1", port, probes.application(own, lambda: READY, None)):
        assert health(tmp_path, "api") == (0, f"The API at http://127.0.0.1:{port} answers.\n")
        own.alive(-1)
        late = health(tmp_path, "api")
    assert late == (1, f"Error: The API at http://127.0.0.1:{port} answers with 503.\n")
    code, text = health(tmp_path, "api")
    assert (code, text.count("\n")) == (1, 1)
    assert f"The API at http://127.0.0.1:{port} does not answer: " in text


def test_an_unreadable_directory_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "run" / "metrics" / "names").mkdir(parents=True)
    code, text = health(tmp_path, "worker")
    assert (code, text.count("\n")) == (1, 1)
    assert "cannot be read" in text


def test_a_process_that_hangs_is_not_alive_and_one_without_its_store_not_ready() -> None:
    own, states = Metrics(), [PartCheck("store", Grade.FAIL, Message("The store is away."))]
    asked = Client(probes.application(own, lambda: tuple(states), None))
    own.alive(60)
    assert asked.get("/livez").json == {"status": "alive"}
    own.alive(-1)
    late = asked.get("/livez")
    assert (late.status_code, late.json) == (503, {"status": "late"})
    refused = asked.get("/readyz")
    assert (refused.status_code, refused.json and refused.json["code"]) == (503, "store_unavailable")
    states[:] = READY
    assert asked.get("/readyz").status_code == 200
    assert asked.post("/readyz").status_code == 405


@pytest.mark.parametrize(
    ("token", "address", "headers", "status"),
    [
        (None, "127.0.0.1", {}, 200),
        (None, "10.0.0.1", {}, 403),
        (None, "127.0.0.1", {"X-Forwarded-For": "10.0.0.1"}, 403),
        (
            "a-long-token-of-prometheus",
            "10.0.0.1",
            {"Authorization": "Bearer a-long-token-of-prometheus"},
            200,
        ),
        (TOKEN, "127.0.0.1", {}, 401),
    ],
)
def test_the_metrics_of_a_role_have_the_access_rules_of_the_api(
    token: str | None, address: str, headers: dict[str, str], status: int
) -> None:
    asked = Client(probes.application(Metrics(), lambda: READY, token))
    answer = asked.get("/metrics", headers=headers, environ_overrides={"REMOTE_ADDR": address})
    assert answer.status_code == status


def test_a_clock_hangs_when_one_of_its_loops_does() -> None:
    now = [0.0]
    passes = Passes(lambda: now[0])
    with passes.of("relay"):
        assert not passes.hang()
        now[0] += 1000
        assert passes.hang()
        with passes.of("sweeper"):
            assert passes.hang()
    assert not passes.hang()
