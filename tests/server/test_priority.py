"""A process that lowers its priority is nicer than before, and so is its session."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.server.helpers import ROOT, eventually

Lowering = subprocess.Popen[str]

SCRIPT = """
import os
import sys
from pathlib import Path
from app.cli.worker import lower_priority
for line in sys.stdin:
    if os.fork():
        os.wait()
        continue
    if line == "own session\\n":
        os.setsid()
    before = os.nice(0)
    lower_priority()
    try:
        session = Path("/proc/self/autogroup").read_text().strip()
    except OSError:
        session = ""
    print(before, os.nice(0), session, flush=True)
    os._exit(0)
"""


@pytest.fixture(scope="module")
def lowering() -> Iterator[Lowering]:
    """A process that has the command for workers, and for each line forks one that lowers its priority."""
    line = [sys.executable, "-c", SCRIPT]
    with subprocess.Popen(
        line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process


def stepped_back(lowering: Lowering, own_session: bool) -> list[str]:
    """The niceness before and after, then what the kernel says of the session."""
    assert lowering.stdin is not None
    assert lowering.stdout is not None
    lowering.stdin.write("own session\n" if own_session else "\n")
    lowering.stdin.flush()
    return lowering.stdout.readline().split()


def test_lowering_the_priority_of_a_process_raises_its_nice_value(lowering: Lowering) -> None:
    before, after, *_ = stepped_back(lowering, own_session=True)
    assert int(after) == min(19, int(before) + 10)


def test_lowering_the_priority_affects_only_its_session(lowering: Lowering) -> None:
    ours = stepped_back(lowering, own_session=False)[2:]
    # Where sessions count for nothing, the kernel has no such file, or nothing to say in it.
    if not ours:
        pytest.skip("sessions count for nothing here")
    # Without root a process has ten wake-ups a second on the whole machine.
    eventually(lambda: stepped_back(lowering, own_session=True)[-1] == "10")
    assert stepped_back(lowering, own_session=False)[2:] == ours
