"""Commands of `conquian` in a directory of their own, as processes or in this one; kill -9 of processes."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import main, nearest_service
from app.server import serve
from app.server.supervisor import StopSignal
from app.settings.environment import load
from app.settings.settings import Settings
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
    """Run a command to its end; return its exit status, output and standard error.

    It is killed after five minutes, a bound against hanging. TimeoutExpired then.
    """
    command = begun(folder, *words)
    try:
        out, err = command.communicate(timeout=300)
    except subprocess.TimeoutExpired:
        kill_all(command)
        raise
    return command.returncode, out, err


def ran_here(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run a command as `ran` does, but in this process."""
    with chdir(folder):
        done = invoked(words, environment(folder / "data", free_port()))
    return done.exit_code, done.stdout, done.stderr


def invoked(words: Sequence[str], environ: Mapping[str, str]) -> Result:
    """Run a command in this process, whose signals and log stay as they were."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    handlers, level = logging.root.handlers[:], logging.root.level
    try:
        done = CliRunner().invoke(main, words, env=environ)
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


@contextmanager
def one_api(folder: Path) -> Iterator[list[Path]]:
    """Let the commands of `ran_here` share one API over `folder`/data, where each would start its own.

    Yield the directories that they ask for.
    """
    asked: list[Path] = []

    @contextmanager
    def shared(settings: Settings, _stop_signal: StopSignal) -> Iterator[str]:
        asked.append(settings.data)
        yield url

    with (
        serve.reading_api(load({"CONQUIAN_DATA": str(folder / "data")}), StopSignal()) as url,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(serve, "reading_api", shared)
        patch.setattr(nearest_service, "is_used", lambda data: False)  # by the API, which they may not see
        yield asked


def kill_all(command: "subprocess.Popen[str]") -> None:
    """Kill the command and all processes that it has started with -9, as a power cut would."""
    family = [command.pid, *children(command.pid)]
    for pid in family:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    command.communicate()
    eventually(lambda: not any(map(is_alive, family)))
