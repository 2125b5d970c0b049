"""A process that is asked line by line, within time and memory, and ended with all that it has started."""

import fcntl
import os
import selectors
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.bots.errors import EntrantFailed, Reason
from app.bots.external.answers import MOST_BYTES
from app.processes.die_with_parent import with_parent_death_signal

SAID_BYTES: Final = 16_384
"""So much is kept of what a program writes on standard error: the end of it."""

_ENVIRONMENT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER", "LD_LIBRARY_PATH")
"""What a program gets of our environment; the rest may hold secrets and addresses of the service."""

_OUT_OF_MEMORY: Final = (
    b"MemoryError",
    b"out of memory",
    b"OutOfMemory",
    b"bad_alloc",
    b"annot allocate memory",
)
_DYING_SECONDS: Final = 0.5
_CHUNK: Final = 65_536


class Process:
    """A running program. EntrantFailed if it cannot be started."""

    def __init__(self, command: Sequence[str], folder: Path | None, memory: int) -> None:
        environ = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        pipe, begun = subprocess.PIPE, with_parent_death_signal(list(command), signal.SIGKILL, memory)
        try:
            self._child = subprocess.Popen(
                begun, 0, None, pipe, pipe, pipe, cwd=folder, env=environ, start_new_session=True
            )
        except OSError as problem:
            raise EntrantFailed(Reason.NOT_STARTED, f"it does not start: {problem.strerror}") from None
        self._pipes = [
            one for one in (self._child.stdin, self._child.stdout, self._child.stderr) if one is not None
        ]
        self._in, self._out, self._err = (one.fileno() for one in self._pipes)
        for handle in (self._in, self._out, self._err):
            os.set_blocking(handle, False)
        self._heard, self._said, self._over, self._has_answered = b"", b"", False, False
        self._life = _pidfd(self._child.pid)

    def ask(self, text: bytes, seconds: float) -> bytes:
        """The line that answers `text`; EntrantFailed if there is none within so many `seconds`."""
        deadline = time.monotonic() + seconds
        self._listen()
        if self._heard:
            raise EntrantFailed(Reason.PROTOCOL, "it spoke before it was asked")
        with selectors.PollSelector() as waiting:
            for handle in (self._out, self._err):
                waiting.register(handle, selectors.EVENT_READ)
            waiting.register(self._in, selectors.EVENT_WRITE)
            if self._life is not None:
                waiting.register(self._life, selectors.EVENT_READ)
            while b"\n" not in self._heard:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise EntrantFailed(Reason.TIMED_OUT, f"no move in {seconds:g} s")
                for key, _ in waiting.select(left):
                    text = self._served(key.fd, text, waiting)
        if text:
            raise EntrantFailed(Reason.PROTOCOL, "it answered before it had read the question")
        line, _, self._heard = self._heard.partition(b"\n")
        self._has_answered = True
        return line

    def said(self) -> str:
        """The end of what it wrote on standard error."""
        return self._said.decode("utf-8", "replace")

    def end(self) -> None:
        """The process and its group are gone; a second time nothing is done."""
        if self._over:
            return
        self._over = True
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()
        for one in self._pipes:
            one.close()
        if self._life is not None:
            os.close(self._life)

    def _served(self, handle: int, text: bytes, waiting: selectors.BaseSelector) -> bytes:
        """What is left to tell of `text` after one of the pipes was ready."""
        if handle == self._in:
            text = self._told(text)
            if not text:
                waiting.unregister(handle)
        elif handle == self._err:
            if not self._noted():
                waiting.unregister(handle)
        elif (not self._listen() or handle == self._life) and b"\n" not in self._heard:
            raise self._gone()
        return text

    def _told(self, text: bytes) -> bytes:
        try:
            return text[os.write(self._in, text[:_CHUNK]) :]
        except BlockingIOError:
            return text
        except BrokenPipeError:
            raise self._gone() from None

    def _listen(self) -> bool:
        """Takes what it says; whether it can say more."""
        more = _read(self._out)
        self._heard += more or b""
        if len(self._heard) > MOST_BYTES:
            raise EntrantFailed(Reason.PROTOCOL, f"an answer has more than {MOST_BYTES} bytes")
        return more != b""

    def _noted(self) -> bool:
        """Keeps the end of what it writes on standard error; whether it can write more."""
        more = _read(self._err)
        self._said = (self._said + (more or b""))[-SAID_BYTES:]
        return more != b""

    def _gone(self) -> EntrantFailed:
        """Why a process that does not talk any more has ended, as far as its last words tell."""
        ended = _ending(self._child.pid)
        while more := _read(self._err):
            self._said = (self._said + more)[-SAID_BYTES:]
        if any(words in self._said for words in _OUT_OF_MEMORY):
            return EntrantFailed(Reason.MEMORY, "it ran out of memory")
        sentence = f"it ended with {ended}" if ended else "it closed its output"
        begun = self._has_answered or not _unread(self._in)
        return EntrantFailed(Reason.CRASHED if begun else Reason.NOT_STARTED, sentence, ended=ended or "")


def _ending(pid: int) -> str | None:
    """How a child ends that has closed its output; None where it does not, or the system cannot tell.

    The child is not waited for: as long as nobody does, its number and that of its group are its own.
    """
    if sys.platform != "linux":
        return None
    until = time.monotonic() + _DYING_SECONDS
    while time.monotonic() < until:
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if found is not None:
            how = "status" if found.si_code == os.CLD_EXITED else "signal"
            return f"{how} {found.si_status}"
        time.sleep(0.005)
    return None


def _pidfd(pid: int) -> int | None:
    """A handle that is ready when the process has ended; None where the system has none (not Linux).

    The output of a process may stay open after its end, in the hands of another that it has started.
    """
    return os.pidfd_open(pid) if sys.platform == "linux" else None


def _unread(handle: int) -> bool:
    """Whether something that was written to this pipe has not been read."""
    waiting = bytearray(4)
    fcntl.ioctl(handle, termios.FIONREAD, waiting)
    return any(waiting)


def _read(handle: int) -> bytes | None:
    """What can be read now: None is nothing yet, no bytes the end."""
    try:
        return os.read(handle, _CHUNK)
    except BlockingIOError:
        return None
