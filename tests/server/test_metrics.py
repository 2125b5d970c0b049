"""Metrics of several processes in one directory: summed, kept over restarts, removed at a start."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.processes.registry import ProcessRegister
from tests.server.helpers import ROOT, children, command, eventually, finish, free_port, spawn, wait_for_line

COUNT = """
import sys
from pathlib import Path
from app.observability import metrics
from app.processes.registry import ProcessRegister
place, role = Path(sys.argv[1]), sys.argv[2]
name = metrics.share(place, role)
own = metrics.Metrics()
own.created.labels("paco").inc(int(sys.argv[3]))
own.watchers.inc()
own.trips.observe(0.002)
own.delayed(name, 0.5)
sys.stdout.buffer.write(own.exposition())
sys.stdout.flush()
sys.stdin.read()
"""


@contextmanager
def counter(place: Path, role: str, games: int) -> Iterator[subprocess.Popen[str]]:
    """A process in this role that has counted so many games, until the block ends; killed there."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    script = [sys.executable, "-c", COUNT, str(place), role, str(games)]
    with subprocess.Popen(
        script, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        wait_for_line(process, "conquian_event_loop_delay_seconds{")
        yield process
        process.kill()


def counted(place: Path, role: str, games: int) -> str:
    """Return what a process in this role says of all, after it has counted so many games; then it ends."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    script = [sys.executable, "-c", COUNT, str(place), role, str(games)]
    return subprocess.run(script, env=environ, input="", capture_output=True, text=True, check=True).stdout


def value(text: str, series: str) -> float:
    return float(next(line for line in text.splitlines() if line.startswith(f"{series} ")).split()[-1])


BOTH = {"gauge_livesum_api-0", "gauge_livesum_api-1"}
"""What two API processes do, which is written when they have started."""

APIS = {"api-0", "api-1"}

PACO = 'conquian_games_created_total{variant="paco"}'


def test_processes_are_summed_and_a_restarted_name_continues_its_counters(tmp_path: Path) -> None:
    with counter(tmp_path, "api", 3):
        text = counted(tmp_path, "worker", 4)
        assert value(text, PACO) == 7
        assert value(text, "conquian_watchers") == 2
        assert value(text, "conquian_store_round_trip_seconds_count") == 2
        text = counted(tmp_path, "worker", 1)
        assert value(text, PACO) == 8, "what it counted stays"
        assert value(text, "conquian_watchers") == 2, "what it did is over"
        assert len(list(tmp_path.glob("counter_*.db"))) == 2


def test_two_services_share_a_directory_and_counts_never_go_back(tmp_path: Path) -> None:
    with counter(tmp_path, "api", 1) as first, counter(tmp_path, "api", 10):
        for so_far in (111, 211, 311):
            text = counted(tmp_path, "api", 100)
            assert value(text, PACO) == so_far
            assert delayed(text) == {"api-0", "api-1", "api-2"}
        first.kill()
        first.wait()
        text = counted(tmp_path, "api", 1000)
        assert value(text, PACO) == 1311, "whoever was killed has counted"
        assert value(text, "conquian_watchers") == 2, "and does nothing any more"
        assert delayed(text) == {"api-0", "api-1"}, "whoever comes after takes the name"
        assert len(list(tmp_path.glob("counter_*.db"))) == 3


def test_the_first_process_removes_counters_of_earlier_runs(tmp_path: Path) -> None:
    counted(tmp_path, "api", 3)
    (tmp_path / "counter_worker-77.db").write_bytes(b"broken")
    assert value(counted(tmp_path, "worker", 4), PACO) == 4


def test_counters_of_other_roles_are_kept_while_they_are_stopped(tmp_path: Path) -> None:
    register = ProcessRegister(tmp_path, print)
    register.join()
    counted(tmp_path, "api", 3)
    assert value(counted(tmp_path, "api", 4), PACO) == 7


def test_a_process_that_cannot_share_counts_for_itself(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert value(counted(tmp_path / "file" / "metrics", "api", 3), PACO) == 3


def test_no_file_has_holes_that_a_full_disk_could_not_fill(tmp_path: Path) -> None:
    for _ in range(2):
        counted(tmp_path, "api", 3)
        files = list(tmp_path.glob("*.db"))
        assert len(files) == 4
        assert all(file.stat().st_blocks * 512 >= file.stat().st_size for file in files)


NO_SPACE = """
import errno
import os

def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

os.posix_fallocate = full
"""


def test_a_process_counts_for_itself_where_the_disk_is_full(tmp_path: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    script = [sys.executable, "-c", NO_SPACE + COUNT, str(tmp_path), "api", "3"]
    finished = subprocess.run(script, env=environ, input="", capture_output=True, text=True, check=True)
    assert value(finished.stdout, PACO) == 3
    assert "not shared" in finished.stderr


def scraped(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        return str(answer.read().decode())


def test_one_scrape_answers_for_every_process_of_a_service(tmp_path: Path) -> None:
    port = free_port()
    process = spawn(tmp_path / "data", port, WEB_CONCURRENCY="2", CONQUIAN_COURIERS="1")
    try:
        wait_for_line(process, "stop     Ctrl-C")
        eventually(lambda: sorted(roles(scraped(port))) == ["api", "api", "clock", "courier", "worker"])
        text = scraped(port)
        assert 'process_resident_memory_bytes{process="worker-0"}' in text
        assert value(text, 'conquian_source_up{source="queue"}') == 1
        eventually(lambda: delayed(scraped(port)) == APIS)
        first = api_processes(process.pid)
        os.kill(first[0], signal.SIGKILL)
        eventually(lambda: len(set(api_processes(process.pid)) - set(first)) == 1)
        place = tmp_path / "data" / "run" / "metrics"
        eventually(lambda: {file.stem for file in place.glob("gauge_livesum_api-*.db")} == BOTH)
        # The next process takes the name.
        eventually(lambda: {metric for metric in named(scraped(port)) if metric.startswith("api")} == APIS)
    finally:
        finish(process)


def delayed(text: str) -> set[str]:
    """The processes whose event loop is measured."""
    lines = (line for line in text.splitlines() if line.startswith("conquian_event_loop_delay_seconds{"))
    return {line.split('"')[1] for line in lines}


def api_processes(pid: int) -> list[int]:
    """The API processes of a service: what gunicorn's master, one of its own children, has forked."""
    direct = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    (master,) = (int(child) for child in direct if "gunicorn" in command(int(child)))
    return children(master)


def roles(text: str) -> list[str]:
    """The roles of the processes that a scrape knows."""
    return [name.split("-")[0] for name in named(text)]


def named(text: str) -> list[str]:
    """The names of the processes that a scrape knows."""
    lines = (line for line in text.splitlines() if line.startswith("process_start_time_seconds{"))
    return [line.split('"')[1] for line in lines]
