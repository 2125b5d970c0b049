"""Connection counts of the API processes, in shared memory.

The master creates the table before it forks. A process writes only its own line, so no lock is needed.
"""

from collections.abc import Callable
from mmap import mmap
from time import monotonic
from typing import Final

HANGS_SECONDS: Final = 1.0
"""Time without a report after which a process counts as hanging: the others no longer leave connections to
it.
"""

_FREE: Final = -1
_BYTES: Final = 8

Clock = Callable[[], float]
"""Seconds of a clock that is the same for all processes of a machine."""


class ConnectionTable:
    """Table with a line for each of at most `most` processes: its connections and the time of its last
    report.
    """

    def __init__(self, most: int, clock: Clock = monotonic) -> None:
        self._held = memoryview(mmap(-1, _BYTES * most)).cast("q")
        self._reports = memoryview(mmap(-1, _BYTES * most)).cast("d")
        self._clock = clock
        for line in range(most):
            self.strike(line)

    def begin(self, line: int) -> "ConnectionCount":
        """Return the counter of a process that begins, at 0; without the others if there is no such line."""
        if line >= len(self._held):
            return ConnectionCount()
        self._held[line] = 0
        share = ConnectionCount(self._held, self._reports, line, self._clock)
        share.report()
        return share

    def strike(self, line: int) -> None:
        """Free the line of a process that has ended."""
        if line < len(self._held):
            self._held[line] = _FREE


class ConnectionCount:
    """Connection count of one process beside the others; alone without a table."""

    def __init__(
        self,
        held: "memoryview[int] | None" = None,
        reports: "memoryview[float] | None" = None,
        line: int = 0,
        clock: Clock = monotonic,
    ) -> None:
        self._held = memoryview(bytearray(_BYTES)).cast("q") if held is None else held
        self._reports = memoryview(bytearray(_BYTES)).cast("d") if reports is None else reports
        self._line = line
        self._clock = clock

    def add(self, connections: int) -> None:
        """Add to the number of connections; `connections` may be negative."""
        self._held[self._line] += connections

    def report(self) -> None:
        """Report that this process does not hang."""
        self._reports[self._line] = self._clock()

    def leave(self) -> None:
        """Withdraw from the table: this process accepts no more connections."""
        self._held[self._line] = _FREE
        self._held, self._line = memoryview(bytearray(_BYTES)).cast("q"), 0
        self._reports = memoryview(bytearray(_BYTES)).cast("d")

    @property
    def is_ahead(self) -> bool:
        """Return whether another process that does not hang has fewer connections."""
        own = self._held[self._line]
        if not any(_FREE < count < own for count in self._held):
            return False
        since = self._clock() - HANGS_SECONDS
        return any(
            _FREE < count < own and reported >= since
            for count, reported in zip(self._held, self._reports, strict=True)
        )
