"""Processor time of running processes, by role: what /proc has of each, with all of its threads."""

import os
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK")

ROLES: Final[Mapping[str, str]] = {
    "valkey.sock": "store",
    "queue.sock": "queue",
    "gunicorn": "API",
    "app.cli worker": "workers",
    "app.cli clock": "clock",
    "app.cli courier": "couriers",
    "app.cli serve": "supervisor",
}
"""The role of a process of `conquian serve`, by a part of its command line."""


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process in seconds; 0 if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


def cpu_by_role(family: Mapping[int, str]) -> dict[str, float]:
    """Return the processor time in seconds by role of these processes, whose command lines are given."""
    seconds = defaultdict[str, float](float)
    for pid, line in family.items():
        for part, role in ROLES.items():
            if part in line:
                seconds[role] += cpu_seconds(pid)
    return seconds
