"""The child processes of `conquian serve`: started, restarted with a pause, stopped within their grace."""

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
from app.settings.settings import StartError

ROOT: Final = Path(app.__file__).parents[1]
_STEADY_SECONDS: Final = 30.0
_STANDARD_ERROR: Final = 2
_STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(Exception):
    """We were asked to stop."""


@dataclass(slots=True)
class StopSignal:
    """How often we were asked to stop; looked at only where stopping is safe."""

    rung: int = 0

    def listen(self) -> None:
        """From now on SIGINT, SIGTERM and SIGHUP ring; only the main thread may call this.

        An ignored SIGHUP stays ignored: that is what nohup is for.
        """
        for number in _STOP_SIGNALS:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._ring)

    def pause(self, seconds: float) -> None:
        """Some time has passed; Stopped if we were asked to stop before."""
        if self.rung:
            raise StopRequested
        time.sleep(seconds)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        self.rung += 1


@dataclass(frozen=True, slots=True)
class Role:
    """One kind of child: its name, its command, the seconds it gets to finish, and what it gets if we die."""

    name: str
    command: tuple[str, ...]
    grace: float
    at_end: signal.Signals = signal.SIGTERM


@dataclass(slots=True)
class Restarts:
    """When a process that ended is started again; `due` is the time of that start while it is down."""

    started: float = 0.0
    failures: int = 0
    due: float | None = None

    def begin(self) -> None:
        """The process was started now."""
        self.started, self.due = time.monotonic(), None

    def keep(self, name: str, process: subprocess.Popen[bytes], start: Callable[[], object]) -> None:
        """Call `start` some time after `process` has ended; the pause doubles with each quick failure.

        A start that fails, as on a machine without memory or disk for it, is such a failure.
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
    """A child that is kept running."""

    role: Role
    environ: dict[str, str]
    process: subprocess.Popen[bytes] = field(init=False)
    restarts: Restarts = field(default_factory=Restarts)

    def start(self) -> None:
        """A new process plays the role, in a session of its own, tied to our life.

        Standard output is our own answer, which may be one JSON object; what a child, or a bot in it, prints
        goes where its lines of the log go.
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
        """The child runs, or a start is due after a pause that doubles with each quick failure."""
        self.restarts.keep(self.role.name, self.process, self.start)

    def stop(self, bell: StopSignal) -> None:
        """The child has ended, by itself or, after its grace or a second request to stop, by kill -9."""
        deadline = time.monotonic() + self.role.grace
        self.process.terminate()
        while self.process.poll() is None and time.monotonic() < deadline and bell.rung < 2:
            time.sleep(0.05)
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def ending(process: subprocess.Popen[bytes]) -> str:
    """How a process ended, in two words."""
    return f"signal {-process.returncode}" if process.returncode < 0 else f"status {process.returncode}"


def say(text: str) -> None:
    """Shows a text to the person at the terminal at once."""
    print(text, flush=True)


def warn(text: str) -> None:
    """Shows a sentence on standard error."""
    print(f"conquian: {text}", file=sys.stderr, flush=True)
