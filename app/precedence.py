"""Who comes first where a machine has not enough computing for all of its processes."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_NICE: Final = 10
_SESSION: Final = Path("/proc/self/autogroup")


def step_back() -> None:
    """From now on other processes come before this one."""
    os.nice(_NICE)
    # Linux may share computing out by session first (sched_autogroup_enabled); we speak for our own alone.
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            _SESSION.write_text(str(_NICE))
