"""Register of the processes of one machine that share a directory: their names and their signs of life.

A process takes the lowest free number of its role (`api-0`, `worker-1`) and holds it by a lock on a file,
which the kernel releases when the process ends, however it ends. So two services may share a directory, no
name is used twice at a time, and there are never more names than there were processes at once.

The time of that file is when the next sign of life is due at the latest; a process that is late hangs.
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
"""What processes do; `people` are the workers for people."""

_SUFFIX: Final = ".pid"
_MEMBERS: Final = "members"
_NAMES: Final = "names"
_LOCKS: Final = frozenset({_MEMBERS, _NAMES})
"""The files whose locks say that somebody shares the directory, and that somebody looks at names."""

_NEVER: Final = 0.0
"""The time of a file whose process gives no signs of life, like that of an API, which its master watches."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process that lives: its name, its number in the system, how many seconds its sign of life is late."""

    name: str
    pid: int
    late: float

    @property
    def role(self) -> str:
        """What the process does: its name without the number."""
        return self.name.rpartition("-")[0]


class ProcessRegister:
    """The processes that share `place`. Every method raises OSError where nothing can be written there.

    `bury` is called with the name of a process that is found to have ended.
    """

    def __init__(self, place: Path, bury: Callable[[str], object]) -> None:
        self._place = place
        self._bury = bury

    def join(self) -> None:
        """Share the directory until this process and those that it forks have ended.

        Whoever joins while nobody shares it empties it.
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
        """The name of this process from now on, in this role."""
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
        """This process has its name no longer."""
        if (file := _HELD.pop((self._place, name), None)) is not None:
            file.close()
        self.living()

    def expect(self, name: str, seconds: float) -> None:
        """This process lives, and gives its next sign of life within `seconds`."""
        due = time.time() + seconds
        os.utime(self._file(name), (due, due))

    def living(self) -> tuple[Process, ...]:
        """The processes that have a name, sorted by it; those that ended are buried."""
        if not (self._place / _NAMES).exists():
            return ()
        with self._alone():
            return tuple(sorted(self._bury_dead(), key=lambda process: process.name))

    def _bury_dead(self) -> list[Process]:
        return [found for file in self._place.glob(f"*{_SUFFIX}") if (found := self._found(file)) is not None]

    def _found(self, place: Path) -> Process | None:
        with place.open("r+b") as file:
            if _taken(file):
                self._bury(place.stem)
                place.unlink()
                return None
            due = os.fstat(file.fileno()).st_mtime
            late = 0.0 if due == _NEVER else max(0.0, time.time() - due)
            return Process(place.stem, int(file.read()), late)

    def _file(self, name: str) -> Path:
        return self._place / f"{name}{_SUFFIX}"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else looks at names meanwhile: a name is taken, or found to be free, in one step."""
        with (self._place / _NAMES).open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


_JOINED: Final[dict[Path, IO[bytes]]] = {}
_HELD: Final[dict[tuple[Path, str], IO[bytes]]] = {}
"""Open files hold their locks; these are closed by the end of the process."""


def _taken(file: IO[bytes]) -> bool:
    """Whether the lock of this file was free and is ours now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
