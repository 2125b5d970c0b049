"""Register of the processes of one machine that share a directory: their names and their reports.

A process takes the lowest free number of its role (`api-0`, `worker-1`) and holds it with a lock on a file,
which the kernel releases when the process ends for any reason. So two services may share a directory, no name
is used twice at a time, and there are never more names than simultaneous processes.

The modification time of that file is the deadline of the next report; a process that misses it hangs.
"""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, Final

ROLES: Final = ("api", "worker", "people", "courier", "clock")
"""Roles of processes; `people` are the workers for people."""

_SUFFIX: Final = ".pid"
_MEMBERS: Final = "members"
_NAMES: Final = "names"
_LOCKS: Final = frozenset({_MEMBERS, _NAMES})
"""Files whose locks mean that a process shares the directory, and that a process reads the names."""

_NEVER: Final = 0.0
"""Modification time of the file of a process without reports, such as an API process, which its master
watches.
"""


@dataclass(frozen=True, slots=True)
class Process:
    """A running process: its name, its process id, how many seconds its report is overdue."""

    name: str
    pid: int
    late: float

    @property
    def role(self) -> str:
        """Role of the process: its name without the number."""
        return self.name.rpartition("-")[0]


class ProcessRegister:
    """The processes that share `place`. Every method raises OSError if it cannot write there.

    `bury` is called with the name of a process that has ended, before its file is removed.
    """

    def __init__(self, place: Path, bury: Callable[[str], object] = lambda name: None) -> None:
        self._place = place
        self._bury = bury

    def join(self) -> None:
        """Share the directory until this process and those that it forks have ended.

        A process that joins while no other shares it empties it.
        """
        if self._place in _JOINED:
            return
        self._place.mkdir(parents=True, exist_ok=True)
        with self._alone():
            members = (self._place / _MEMBERS).open("ab")
            if _taken(members):
                for file in self._place.iterdir():
                    if file.name not in _LOCKS and file.is_file():
                        file.unlink()
            fcntl.flock(members, fcntl.LOCK_SH)
        _JOINED[self._place] = members

    def take(self, role: str) -> str:
        """Take a name for this process in this role and return it."""
        self.join()
        with self._alone():
            self._bury_dead()
            for number in count():
                file = (self._place / f"{role}-{number}{_SUFFIX}").open("ab")
                if _taken(file):
                    break
                file.close()
            file.write(str(os.getpid()).encode())
            file.flush()
            name = f"{role}-{number}"
            os.utime(self._file(name), (_NEVER, _NEVER))
        _HELD[self._place, name] = file
        return name

    def leave(self, name: str) -> None:
        """Release the name of this process."""
        if (file := _HELD.pop((self._place, name), None)) is not None:
            file.close()
        self.living()

    def expect(self, name: str, seconds: float) -> None:
        """Record that this process is alive and reports again within `seconds`."""
        due = time.time() + seconds
        os.utime(self._file(name), (due, due))

    def living(self) -> tuple[Process, ...]:
        """Return the running processes, sorted by name, and remove those that have ended."""
        if not (self._place / _NAMES).exists():
            return ()
        with self._alone():
            return tuple(sorted(self._bury_dead(), key=lambda process: process.name))

    def running(self) -> tuple[Process, ...]:
        """Return the running processes, sorted by name, and remove nothing."""
        if not (self._place / _NAMES).exists():
            return ()
        with self._alone():
            processes = map(_running_at, sorted(self._place.glob(f"*{_SUFFIX}")))
            return tuple(process for process in processes if process is not None)

    def _bury_dead(self) -> list[Process]:
        return [
            process for file in self._place.glob(f"*{_SUFFIX}") if (process := self._found(file)) is not None
        ]

    def _found(self, path: Path) -> Process | None:
        process = _running_at(path)
        if process is None:
            self._bury(path.stem)
            path.unlink()
        return process

    def _file(self, name: str) -> Path:
        return self._place / f"{name}{_SUFFIX}"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock the names within the block, so that a name is taken, or found to be free, atomically."""
        with (self._place / _NAMES).open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


_JOINED: Final[dict[Path, IO[bytes]]] = {}
_HELD: Final[dict[tuple[Path, str], IO[bytes]]] = {}
"""Open files hold their locks; they are closed at the end of the process."""


def _running_at(path: Path) -> Process | None:
    """Return the process that holds the file `path`; None if it has ended. The names must be locked."""
    with path.open("r+b") as file:
        if _taken(file):
            return None
        due = os.fstat(file.fileno()).st_mtime
        late = 0.0 if due == _NEVER else max(0.0, time.time() - due)
        return Process(path.stem, int(file.read()), late)


def _taken(file: IO[bytes]) -> bool:
    """Lock this file if it is free; return whether it was."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
