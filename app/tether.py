"""Runs a program that dies with its parent: `python tether.py <parent pid> <signal> <program> <argument>...`

The kernel sends the signal when the parent ends, however it ends, kill -9 included (prctl(2),
PR_SET_PDEATHSIG; Linux only, elsewhere the program is only started). The setting survives exec, so the
program needs to know nothing of it. Run as a file, not imported: it must start fast and from anywhere.
"""

import ctypes
import os
import signal
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def tether(signal_number: int, parent: int) -> bool:
    """True when this process will get the signal at the end of `parent`, a process id, or cannot ask for it.

    False when `parent` is gone already: then the caller must end by itself.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
    return os.getppid() == parent


def main(arguments: list[str]) -> None:
    """Becomes the program named in `arguments`; leaves with 1 if the parent is gone."""
    parent, signal_name, *program = arguments
    if not tether(signal.Signals[signal_name], int(parent)):
        raise SystemExit(1)
    try:
        os.execvp(program[0], program)
    except OSError as problem:
        raise SystemExit(f"conquian: {program[0]} cannot be run: {problem.strerror}.") from None


if __name__ == "__main__":
    main(sys.argv[1:])
