"""Commands of `conquian` in a directory of their own, and kill -9 of all of their processes."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.server.helpers import children, environment, eventually, free_port, is_alive


def begun(folder: Path, *words: str) -> "subprocess.Popen[str]":
    """Start a command with the data directory `folder`/data."""
    return subprocess.Popen(
        [sys.executable, "-m", "app.cli", *words],
        env=environment(folder / "data", free_port()),
        cwd=folder,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ran(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run a command to its end; return its exit status, output and standard error."""
    with begun(folder, *words) as command:
        out, said = command.communicate(timeout=300)
    return command.returncode, out, said


def kill_all(command: "subprocess.Popen[str]") -> None:
    """Kill the command and all processes that it has started with -9, as a power cut would."""
    family = [command.pid, *children(command.pid)]
    for pid in family:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    command.communicate()
    eventually(lambda: not any(map(is_alive, family)))
