"""The lines that a process writes about parts that do not work: one for each cause, one when it is over.

What speaks to a part tells of each failure and of each success, so that a line is written once and not at
each request. Nothing is written before a role has begun: commands say what fails by themselves.
"""

import logging
import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final

from app.outages.causes import NAMES, Cause, Outage, Part

_log: Final = logging.getLogger("app.outage_log")

STEADY_SECONDS: Final = 5.0
"""How long after its last failure a part works again: one that fails now and then has one outage."""


class OutageLog:
    """The outages of one process; safe between threads and greenlets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._places: Mapping[Part, str] | None = None
        self._causes: dict[Part, set[Cause]] = {}
        self._last: dict[Part, float] = {}

    def begin(self, places: Mapping[Part, str] | None) -> None:
        """From now on lines are written, which name the place of a part; with None no more are."""
        with self._lock:
            self._places = places
            self._causes.clear()
            self._last.clear()

    def failed(self, outage: Outage) -> None:
        """The part did not do the work; a cause that this outage had before is no new line."""
        with self._lock:
            if self._places is None:
                return
            self._last[outage.part] = self._clock()
            causes = self._causes.setdefault(outage.part, set())
            if outage.cause in causes:
                return
            causes.add(outage.cause)
            place = self._places.get(outage.part, "")
        level = logging.ERROR if outage.part is Part.STORE else logging.WARNING
        fields = {"part": str(outage.part), "cause": str(outage.cause), "place": place}
        _log.log(level, "%s", outage.sentence, extra={"fields": fields})

    def works(self, part: Part) -> None:
        """The part did some work."""
        if part not in self._causes:
            return
        with self._lock:
            if part not in self._causes or self._clock() - self._last[part] < STEADY_SECONDS:
                return
            del self._causes[part]
        _log.warning("%s works again.", NAMES[part], extra={"fields": {"part": str(part)}})


def waiting(problem: Exception) -> int:
    """The level of a line about work that waits because of `problem`: an outage has a line of its own."""
    return logging.DEBUG if isinstance(getattr(problem, "outage", None), Outage) else logging.WARNING


OUTAGES: Final = OutageLog()
"""The outages of this process: like the loggers, one for all that speaks to a part."""
