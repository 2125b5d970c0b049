"""Helpers of tests that start processes: waiting for a condition, free ports, a running `conquian serve`."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from threading import Timer
from typing import Final

ROOT = Path(__file__).parents[2]

PIPE_BYTES = 2**20
"""Bytes that a service can write before it blocks on a reader; no test has it write so many."""

LONGEST_PAUSE = 0.1
"""Seconds between two evaluations of a condition that has not held for long; some hold only for a while."""


def eventually(holds: Callable[[], object], seconds: float = 300.0, pause: float = 0.02) -> None:
    """Wait until a condition holds; AssertionError after `seconds`, a bound against hanging.

    It is evaluated again after `pause` seconds. The pauses grow, because an evaluation takes computing away
    from what is waited for.
    """
    deadline, longest = time.monotonic() + seconds, max(pause, LONGEST_PAUSE)
    while not holds():
        assert time.monotonic() < deadline, "the condition never held"
        time.sleep(pause)
        pause = min(1.2 * pause, longest)


PORTS: Final = range(10_000, 20_000)
"""No system takes them for outgoing connections, nor those 10,000 above, by which nodes of a cluster talk."""


def free_port() -> int:
    """Return a free TCP port of this machine."""
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """Return so many different free TCP ports of this machine."""
    return list(islice(filter(_is_free, _own_ports), count))


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def _ports() -> Iterator[int]:
    """Yield the ports of this process again and again: processes of tests that run at once share none."""
    count, worker = (os.environ.get(f"PYTEST_XDIST_WORKER{name}", "") for name in ("_COUNT", ""))
    own = PORTS[int(worker.removeprefix("gw") or 0) :: int(count or 1)]
    first = os.getpid() % len(own)
    return cycle([*own[first:], *own[:first]])


_own_ports: Final = _ports()


def listens(port: int) -> bool:
    """Return True if a server of this machine listens on the TCP port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def is_alive(pid: int) -> bool:
    """Return True while a process runs; a zombie does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """Return all descendants of a process; none if it is gone."""
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        listed = ""
    direct = [int(word) for word in listed.split()]
    return direct + [each for child in direct for each in children(child)]


def command(pid: int) -> str:
    """Return the command line of a process; empty if it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def environment(data: Path, port: int) -> dict[str, str]:
    """Return the environment of a service with the fewest processes that can play and archive games.

    Each process computes for a second before it works.
    """
    kept = {name: text for name, text in os.environ.items() if name in {"PATH", "HOME", "TMPDIR", "LANG"}}
    return kept | {
        "CONQUIAN_DATA": str(data),
        "PORT": str(port),
        "WEB_CONCURRENCY": "1",
        "CONQUIAN_COURIERS": "0",
        "CONQUIAN_PEOPLE_WORKERS": "0",
        "PYTHONPATH": str(ROOT),
    }


def spawn(data: Path, port: int, **more: str) -> subprocess.Popen[str]:
    """`conquian serve`, started in a process group of its own, far from the checkout.

    Its requests wait longer than usual for the archive: the machine may be busy.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "app.cli", "serve"],
        env=environment(data, port) | {"CONQUIAN_ARCHIVE_SECONDS": "20"} | more,
        cwd=data.parent,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        pipesize=PIPE_BYTES,
    )


@contextmanager
def service(data: Path, port: int, **more: str) -> Iterator[subprocess.Popen[str]]:
    """Run a service until the test ends; it is ready, and killed if the test did not stop it."""
    process = spawn(data, port, **more)
    try:
        wait_for_line(process, "stop     Ctrl-C")
        yield process
    finally:
        finish(process)


def wait_for_line(process: subprocess.Popen[str], text: str, seconds: float = 300.0) -> list[str]:
    """Return what the process wrote up to a line that contains `text`.

    It is killed after `seconds`, a bound against hanging. AssertionError if it ends without that line.
    """
    assert process.stdout is not None
    lines: list[str] = []
    bound = Timer(seconds, process.kill)
    bound.daemon = True
    bound.start()
    try:
        for line in process.stdout:
            lines.append(line)
            if text in line:
                return lines
    finally:
        bound.cancel()
    raise AssertionError(f"it ended without {text!r}: " + "".join(lines))


def logged(process: subprocess.Popen[str]) -> str:
    """Return what a running process has written that nobody has read yet."""
    assert process.stdout is not None
    number = process.stdout.fileno()
    os.set_blocking(number, False)
    try:
        return os.read(number, PIPE_BYTES).decode(errors="replace")
    except BlockingIOError:
        return ""
    finally:
        os.set_blocking(number, True)


def finish(process: subprocess.Popen[str]) -> None:
    """Kill the process and all that it has started, and wait for their end."""
    family = children(process.pid)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for each in family:  # without its supervisor each would first end what it does
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
    eventually(lambda: not any(is_alive(each) for each in family))
    if process.stdout:
        process.stdout.close()
