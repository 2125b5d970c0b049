"""Bots that are programs on standard input and output: one JSON line asks, one JSON line answers.

The first line that a program gets identifies the game, and needs no answer: `{"conquian": 1, "game", "seat",
"rules", "ms"}`. Every further line is a question, `{"view", "legal", "events", "ms", "chance"}`, and its
answer one of `legal`; `events` are those of the hand that the process has not received yet. A process plays
one seat of one game. It has limits of time and memory, and is ended with its child processes.
"""

import fcntl
import logging
import os
import selectors
import signal
import subprocess
import sys
import termios
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import orjson

from app.bots.errors import EntrantFailed, FailureReason
from app.bots.external.answers import MOST_BYTES, chosen, move_in
from app.bots.external.limits import ParticipantLimits
from app.bots.strategy import Chance, Move, Seen, SeenEvent, View
from app.games.registry import GAMES, USUAL
from app.processes.die_with_parent import with_parent_death_signal

STDERR_BYTES: Final = 16_384
"""Number of bytes at the end of a program's standard error that are kept."""

_ENVIRONMENT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER", "LD_LIBRARY_PATH")
"""Environment variables that a program receives; others may hold secrets and addresses of the service."""

_OUT_OF_MEMORY: Final = (
    b"MemoryError",
    b"out of memory",
    b"OutOfMemory",
    b"bad_alloc",
    b"annot allocate memory",
)
_DYING_SECONDS: Final = 0.5
_CHUNK: Final = 65_536


class ProgramProcess:
    """A running program. Raises EntrantFailed if it cannot be started."""

    def __init__(self, command: Sequence[str], folder: Path | None, memory: int) -> None:
        environ = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        pipe, wrapped = subprocess.PIPE, with_parent_death_signal(list(command), signal.SIGKILL, memory)
        try:
            self._child = subprocess.Popen(
                wrapped, 0, None, pipe, pipe, pipe, cwd=folder, env=environ, start_new_session=True
            )
        except OSError as problem:
            raise EntrantFailed(FailureReason.NOT_STARTED, f"it does not start: {problem.strerror}") from None
        self._pipes = [
            pipe for pipe in (self._child.stdin, self._child.stdout, self._child.stderr) if pipe is not None
        ]
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes)
        for handle in (self._in, self._out, self._err):
            os.set_blocking(handle, False)
        self._output, self._stderr, self._over, self._has_answered = b"", b"", False, False
        self._life = _pidfd(self._child.pid)

    def ask(self, text: bytes, seconds: float) -> bytes:
        """Return the line that answers `text`. Raises EntrantFailed if there is none within `seconds`."""
        deadline = time.monotonic() + seconds
        self._read_output()
        if self._output:
            raise EntrantFailed(FailureReason.PROTOCOL, "it spoke before it was asked")
        with selectors.PollSelector() as waiting:
            for handle in (self._out, self._err):
                waiting.register(handle, selectors.EVENT_READ)
            waiting.register(self._in, selectors.EVENT_WRITE)
            if self._life is not None:
                waiting.register(self._life, selectors.EVENT_READ)
            while b"\n" not in self._output:
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    raise EntrantFailed(FailureReason.TIMED_OUT, f"no move in {seconds:g} s")
                for key, _ in waiting.select(remaining):
                    text = self._served(key.fd, text, waiting)
        if text:
            raise EntrantFailed(FailureReason.PROTOCOL, "it answered before it had read the question")
        line, _, self._output = self._output.partition(b"\n")
        self._has_answered = True
        return line

    def stderr(self) -> str:
        """Return the end of its standard error."""
        return self._stderr.decode("utf-8", "replace")

    def end(self) -> None:
        """Kill the process and its group; repeated calls have no effect."""
        if self._over:
            return
        self._over = True
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()
        for pipe in self._pipes:
            pipe.close()
        if self._life is not None:
            os.close(self._life)

    def _served(self, handle: int, text: bytes, waiting: selectors.BaseSelector) -> bytes:
        """Return the rest of `text` to write after one of the pipes was ready."""
        if handle == self._in:
            text = self._write(text)
            if not text:
                waiting.unregister(handle)
        elif handle == self._err:
            if not self._read_errors():
                waiting.unregister(handle)
        elif (not self._read_output() or handle == self._life) and b"\n" not in self._output:
            raise self._gone()
        return text

    def _write(self, text: bytes) -> bytes:
        try:
            return text[os.write(self._in, text[:_CHUNK]) :]
        except BlockingIOError:
            return text
        except BrokenPipeError:
            raise self._gone() from None

    def _read_output(self) -> bool:
        """Read its output; return whether there can be more."""
        more = _read(self._out)
        self._output += more or b""
        if len(self._output) > MOST_BYTES:
            raise EntrantFailed(FailureReason.PROTOCOL, f"an answer has more than {MOST_BYTES} bytes")
        return more != b""

    def _read_errors(self) -> bool:
        """Read the end of its standard error; return whether there can be more."""
        more = _read(self._err)
        self._stderr = (self._stderr + (more or b""))[-STDERR_BYTES:]
        return more != b""

    def _gone(self) -> EntrantFailed:
        """Return the failure of a process that has ended, from its exit status and its standard error."""
        ended = _ending(self._child.pid)
        while more := _read(self._err):
            self._stderr = (self._stderr + more)[-STDERR_BYTES:]
        if any(words in self._stderr for words in _OUT_OF_MEMORY):
            return EntrantFailed(FailureReason.MEMORY, "it ran out of memory")
        sentence = f"it ended with {ended}" if ended else "it closed its output"
        has_read = self._has_answered or not _unread(self._in)
        return EntrantFailed(
            FailureReason.CRASHED if has_read else FailureReason.NOT_STARTED, sentence, ended=ended or ""
        )


def _ending(pid: int) -> str | None:
    """Return the exit of a child that has closed its output; None if it does not end, or is unknown.

    The child is not reaped: until then its process id and that of its group are not reused.
    """
    if sys.platform != "linux":
        return None
    until = time.monotonic() + _DYING_SECONDS
    while time.monotonic() < until:
        status = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if status is not None:
            kind = "status" if status.si_code == os.CLD_EXITED else "signal"
            return f"{kind} {status.si_status}"
        time.sleep(0.005)
    return None


def _pidfd(pid: int) -> int | None:
    """Return a handle that is ready when the process has ended; None if the system has none (not Linux).

    The output of a process may stay open after its end, held by a process that it has started.
    """
    return os.pidfd_open(pid) if sys.platform == "linux" else None


def _unread(handle: int) -> bool:
    """Return whether data written to this pipe has not been read."""
    waiting = bytearray(4)
    fcntl.ioctl(handle, termios.FIONREAD, waiting)
    return any(waiting)


def _read(handle: int) -> bytes | None:
    """Return the data that can be read now: None for nothing yet, no bytes at the end."""
    try:
        return os.read(handle, _CHUNK)
    except BlockingIOError:
        return None


PROTOCOL: Final = 1

_log: Final = logging.getLogger("app.bots.programs")
_SHOWN: Final = 2000


class Program:
    """A program at one seat of one game; after a failure it is restarted and gets the same question."""

    def __init__(
        self, command: tuple[str, ...], folder: Path | None, limits: ParticipantLimits, play: str = USUAL
    ) -> None:
        self._command, self._folder, self._limits, self._game = command, folder, limits, GAMES[play]
        self._process: ProgramProcess | None = None
        self._ended: Callable[[], object] = _nothing
        self._failures = 0
        self._sent = 0, 0

    def __call__(self, view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
        """Return the move of the program. Raises EntrantFailed if there is none."""
        question = {"view": view, "legal": moves, "ms": self._limits.milliseconds, "chance": _number(chance)}
        while True:
            try:
                return chosen(move_in(self._asked(question, seen)), moves)
            except EntrantFailed as failure:
                self._failures += 1
                failure.stderr = failure.stderr or (self._process.stderr() if self._process else "")
                _log.info(
                    "%s failed: %s. Its last output: %s", self._command[0], failure, failure.stderr[-_SHOWN:]
                )
                self.close()
                if self._failures > self._limits.restarts:
                    raise

    def close(self) -> None:
        """End the program and its child processes; this also happens when the object is garbage-collected."""
        self._ended()
        self._process = None

    def _asked(self, question: dict[str, Any], seen: Seen) -> bytes:
        seconds, greeting = self._limits.decision_seconds, b""
        if self._process is None:
            self._process = ProgramProcess(self._command, self._folder, self._limits.memory_mb << 20)
            self._ended = weakref.finalize(self, self._process.end)
            self._sent = 0, 0
            seconds += self._limits.start_seconds
            greeting = self._first(question["view"], seen)
        line = orjson.dumps(question | {"events": self._new_events(question["view"], seen)}) + b"\n"
        return self._process.ask(greeting + line, seconds)

    def _first(self, view: View, seen: Seen) -> bytes:
        place = {"conquian": PROTOCOL, "game": view["game"], "seat": view["you"]}
        rules = self._game.rules_to_json(seen.rules)
        return orjson.dumps({**place, "rules": rules, "ms": self._limits.milliseconds}) + b"\n"

    def _new_events(self, view: View, seen: Seen) -> list[SeenEvent]:
        """Return the events of this hand that the process has not received."""
        hand, count = self._sent
        self._sent = view["hand_number"], len(seen.events)
        return list(seen.events[count if hand == view["hand_number"] else 0 :])


def _number(chance: Chance) -> int:
    """Return a seed below 2^53: the same whenever the game is played again."""
    return (chance.below(1 << 21) << 32) + chance.below(1 << 32)


def _nothing() -> None:
    """Do nothing: no process runs."""
