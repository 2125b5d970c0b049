"""The slow tests, which `make test` leaves to `make slow-test`, and how the list of them is measured.

`tests/slow.txt` lists each function whose cases take a second or more together. Of those that come first in a
row of `tests/PROMISES.md`, `make test` runs the first case all the same. With `--list-slow` a run of all
tests writes the list anew.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
LIST: Final = Path(__file__).with_name("slow.txt")
PROMISES: Final = Path(__file__).with_name("PROMISES.md")

SLOW_SECONDS: Final = 1.0
"""The least time of a slow function, with its fixtures and all of its cases, beside three other processes."""


def promises() -> list[tuple[str, list[str]]]:
    """Return each promise to users with the functions, files and folders of its tests."""
    rows = re.findall(r"^\| (?!promise|---)([^|]+)\|([^|]+)\|$", PROMISES.read_text(), flags=re.MULTILINE)
    return [(promise.strip(), re.findall(r"`(tests/[^`]+)`", tests)) for promise, tests in rows]


def listed() -> set[str]:
    """Return the functions on the list of slow ones, as `file::name`."""
    return set(LIST.read_text().split())


def _function(nodeid: str) -> str:
    return nodeid.partition("[")[0]


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark the slow ones of `items`, but for the first case of the first function of each promise."""
    slow, kept = listed(), {tests[0] for _, tests in promises()}
    for item in items:
        function = _function(item.nodeid)
        if function in kept:
            kept.remove(function)
        elif function in slow:
            item.add_marker(pytest.mark.slow)


class Stopwatch:
    """A plugin that measures the functions of a run and writes the list of slow ones if all have passed."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of a part of a test: its fixtures, itself, or its end."""
        self._seconds[_function(report.nodeid)] += report.duration

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Write the list; a run that was interrupted or failed has not measured every function."""
        if exitstatus != pytest.ExitCode.OK:
            return
        slow = sorted(name for name, seconds in self._seconds.items() if seconds >= SLOW_SECONDS)
        LIST.write_text("".join(f"{name}\n" for name in slow))
