"""A process that lowers its priority is nicer than before, and so is its session."""

import os
import subprocess
import sys

import pytest

from tests.server.helpers import ROOT, eventually

SCRIPT = """
import os
from pathlib import Path
from app.cli.worker import lower_priority
before = os.nice(0)
lower_priority()
try:
    session = Path("/proc/self/autogroup").read_text()
except OSError:
    session = ""
print(before, os.nice(0), session)
"""


def stepped_back(own_session: bool) -> list[str]:
    """The niceness before and after, then what the kernel says of the session."""
    line = [sys.executable, "-c", SCRIPT]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        line, env=environ, start_new_session=own_session, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_lowering_the_priority_of_a_process_raises_its_nice_value() -> None:
    before, after, *_ = stepped_back(own_session=True)
    assert int(after) == min(19, int(before) + 10)


def test_lowering_the_priority_affects_only_its_session() -> None:
    ours = stepped_back(own_session=False)[2:]
    # Where sessions count for nothing, the kernel has no such file, or nothing to say in it.
    if not ours:
        pytest.skip("sessions count for nothing here")
    # Whoever is not root is heard ten times a second on the whole machine.
    eventually(lambda: stepped_back(own_session=True)[-1] == "10")
    assert stepped_back(own_session=False)[2:] == ours
