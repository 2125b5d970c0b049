"""Child processes of `conquian serve`: started, restarted with a growing pause, stopped within a grace
period.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

import app
from app.processes.die_with_parent import with_parent_death_signal
from app.settings.errors import StartError

ROOT: Final = Path(app.__file__).parents[1]
_STEADY_SECONDS: Final = 30.0
_STANDARD_ERROR: Final = 2
_STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(Exception):
    """The operator has asked the service to stop."""


@dataclass(slots=True)
class StopSignal:
    """Counter of requests to stop; it is read only where stopping is safe."""

    requests: int = 0

    def install(self) -> None:
        """Count SIGINT, SIGTERM and SIGHUP from now on; only the main thread may call this.

        An ignored SIGHUP stays ignored, as under nohup.
        """
        for number in _STOP_SIGNALS:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._count)

    def pause(self, seconds: float) -> None:
        """Sleep. Raises StopRequested if a request to stop came before."""
        if self.requests:
            raise StopRequested
        time.sleep(seconds)

    def _count(self, _number: int, _frame: FrameType | None) -> None:
        self.requests += 1


@dataclass(frozen=True, slots=True)
class Role:
    """A kind of child: its name, its command, its grace period in seconds, its signal if the parent dies."""

    name: str
    command: tuple[str, ...]
    grace: float
    at_end: signal.Signals = signal.SIGTERM


@dataclass(slots=True)
class Restarts:
    """Restart schedule of a process; `due` is the time of the next start while the process is down."""

    started: float = 0.0
    failures: int = 0
    due: float | None = None

    def begin(self) -> None:
        """Record that the process was started now."""
        self.started, self.due = time.monotonic(), None

    def keep(self, name: str, process: subprocess.Popen[bytes], start: Callable[[], object]) -> None:
        """Call `start` some time after `process` has ended; the pause doubles with each quick failure.

        A start that raises, for example without memory or disk space, counts as such a failure.
        """
        now = time.monotonic()
        if self.due is None and process.poll() is not None:
            self._fail(now)
            warn(f"The {name} ended unexpectedly ({ending(process)}) and is started again.")
        elif self.due is not None and now >= self.due:
            try:
                start()
            except (OSError, StartError) as problem:
                self._fail(now)
                warn(f"The {name} cannot be started now ({problem}); this is tried again.")

    def _fail(self, now: float) -> None:
        self.failures = 1 if now - self.started > _STEADY_SECONDS else self.failures + 1
        self.due = now + min(10.0, 0.25 * 2**self.failures)


@dataclass(slots=True)
class Child:
    """A child process that is kept running."""

    role: Role
    environ: dict[str, str]
    process: subprocess.Popen[bytes] = field(init=False)
    restarts: Restarts = field(default_factory=Restarts)

    def start(self) -> None:
        """Start a process in a new session that ends with this process.

        Standard output belongs to the command, whose answer may be one JSON object, so the output of a child,
        or of a bot in it, goes to standard error with the log.
        """
        command = with_parent_death_signal(list(self.role.command), self.role.at_end)
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=_STANDARD_ERROR,
            env=self.environ,
            cwd=ROOT,
            start_new_session=True,
        )
        self.restarts.begin()

    def watch(self) -> None:
        """Restart the child if it has ended, after a pause that doubles with each quick failure."""
        self.restarts.keep(self.role.name, self.process, self.start)

    def stop(self, stop_signal: StopSignal) -> None:
        """Stop the child; kill it after its grace period or at a second request to stop."""
        deadline = time.monotonic() + self.role.grace
        self.process.terminate()
        while self.process.poll() is None and time.monotonic() < deadline and stop_signal.requests < 2:
            time.sleep(0.05)
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def ending(process: subprocess.Popen[bytes]) -> str:
    """Return how a process ended, as `signal N` or `status N`."""
    return f"signal {-process.returncode}" if process.returncode < 0 else f"status {process.returncode}"


def say(text: str) -> None:
    """Print a text to standard output and flush."""
    print(text, flush=True)


def warn(text: str) -> None:
    """Print a sentence to standard error."""
    print(f"conquian: {text}", file=sys.stderr, flush=True)
