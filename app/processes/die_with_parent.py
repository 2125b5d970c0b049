"""Program that runs another one, which dies with its parent.

Its arguments are `<parent pid> <signal> <bytes> <program> <argument>...`.

The kernel sends the signal when the parent ends, however it ends, kill -9 included (prctl(2),
PR_SET_PDEATHSIG; Linux only, elsewhere the program is only started). The setting survives exec, so the
program needs to know nothing of it; so does the limit of its address space (setrlimit(2), RLIMIT_AS), where
the number of bytes is not 0. Run as a file, not imported: it must start fast and from anywhere.
"""

import ctypes
import os
import resource
import signal
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def die_with_parent(signal_number: int, parent: int) -> bool:
    """True when this process will get the signal at the end of `parent`, a process id, or cannot ask for it.

    False when `parent` is gone already: then the caller must end by itself.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
    return os.getppid() == parent


def with_parent_death_signal(program: list[str], at_end: signal.Signals, memory: int = 0) -> list[str]:
    """Return the command that runs `program` and sends it `at_end` when this process ends, however it ends.

    The program and whatever it starts may each use so many bytes of `memory`; 0 sets no limit.
    """
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), at_end.name, str(memory), *program]


def _bound(memory: int) -> None:
    """This process may map so many bytes, or fewer where it was bound before, and leaves no core behind."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = memory if most == resource.RLIM_INFINITY else min(memory, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(arguments: list[str]) -> None:
    """Becomes the program named in `arguments`; leaves with 1 if the parent is gone."""
    parent, signal_name, memory, *program = arguments
    if not die_with_parent(signal.Signals[signal_name], int(parent)):
        raise SystemExit(1)
    if int(memory):
        _bound(int(memory))
    try:
        os.execvp(program[0], program)
    except OSError as problem:
        raise SystemExit(f"conquian: {program[0]} cannot be run: {problem.strerror}.") from None


if __name__ == "__main__":
    main(sys.argv[1:])
