"""Log lines about unavailable parts: one for each cause of an outage, one when it is over.

Every client of a part reports each failure and each success, so that a line is written once and not for each
request. Nothing is written before a role has begun: commands report their own errors.
"""

import logging
import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final

from app.outages.causes import NAMES, Outage, OutageCause, Part

_log: Final = logging.getLogger("app.outage_log")

STEADY_SECONDS: Final = 5.0
"""Time after its last failure until a part counts as available: a part with rare failures has one outage."""


class OutageLog:
    """Outages of one process; safe between threads and greenlets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._places: Mapping[Part, str] | None = None
        self._causes: dict[Part, set[OutageCause]] = {}
        self._last: dict[Part, float] = {}

    def begin(self, places: Mapping[Part, str] | None) -> None:
        """Write lines from now on, with the addresses of the parts; with None write no more lines."""
        with self._lock:
            self._places = places
            self._causes.clear()
            self._last.clear()

    def failed(self, outage: Outage) -> None:
        """Record a failure of the part; a cause that this outage had before gives no new line."""
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
        """Record a success of the part."""
        if part not in self._causes:
            return
        with self._lock:
            if part not in self._causes or self._clock() - self._last[part] < STEADY_SECONDS:
                return
            del self._causes[part]
        _log.warning("%s works again.", NAMES[part], extra={"fields": {"part": str(part)}})


def waiting(problem: Exception) -> int:
    """Return the log level for work that waits because of `problem`: an outage has a line of its own."""
    return logging.DEBUG if isinstance(getattr(problem, "outage", None), Outage) else logging.WARNING


OUTAGES: Final = OutageLog()
"""Outages of this process; like the loggers, one instance for all clients of a part."""
