"""The tests that do only a part of what they can in `make check`, all of it here."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

from tests.scale import NAME

_ROOT: Final = Path(__file__).parents[2]

FILES: Final = (
    "tests/deployment/test_dockerfile.py",
    "tests/web/test_accessibility.py",
    "tests/web/test_disputes.py",
    "tests/web/test_layout.py",
    "tests/web/test_organising.py",
    "tests/web/test_trial_evening.py",
    "tests/web/test_trial_tournament.py",
)
"""The files whose tests ask for their scale."""


def fully(_: Random, __: None, *, files: int = len(FILES)) -> int:
    """Run the tests of the first files at full scale; how many files."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *FILES[:files]],
        cwd=_ROOT,
        env=os.environ | {NAME: "full"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-20_000:]
    return files
