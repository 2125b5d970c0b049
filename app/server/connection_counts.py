"""How many connections each API process holds, in memory that all of them share.

The master makes the sheet before it forks. A process writes its own line only, so that no lock is needed.
"""

from collections.abc import Callable
from mmap import mmap
from time import monotonic
from typing import Final

HANGS_SECONDS: Final = 1.0
"""A process that has not reported for so long hangs: the others wait for it no longer."""

_FREE: Final = -1
_BYTES: Final = 8

Clock = Callable[[], float]
"""Seconds of a clock that is the same for all processes of a machine."""


class ConnectionTable:
    """A line for each of at most `most` processes: the connections it holds, and when it last reported."""

    def __init__(self, most: int, clock: Clock = monotonic) -> None:
        self._held = memoryview(mmap(-1, _BYTES * most)).cast("q")
        self._reports = memoryview(mmap(-1, _BYTES * most)).cast("d")
        self._clock = clock
        for line in range(most):
            self.strike(line)

    def begin(self, line: int) -> "ConnectionCount":
        """The share of a process that begins, which holds nothing; alone where the sheet has no such line."""
        if line >= len(self._held):
            return ConnectionCount()
        self._held[line] = 0
        share = ConnectionCount(self._held, self._reports, line, self._clock)
        share.report()
        return share

    def strike(self, line: int) -> None:
        """The process of this line has ended."""
        if line < len(self._held):
            self._held[line] = _FREE


class ConnectionCount:
    """What one process holds, beside the others; alone where it has no sheet."""

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
        """Count so many connections more, or fewer."""
        self._held[self._line] += connections

    def report(self) -> None:
        """Tell the other processes that this one does not hang."""
        self._reports[self._line] = self._clock()

    def leave(self) -> None:
        """Let no process leave a connection to this one any more, which takes none from now on."""
        self._held[self._line] = _FREE
        self._held, self._line = memoryview(bytearray(_BYTES)).cast("q"), 0
        self._reports = memoryview(bytearray(_BYTES)).cast("d")

    @property
    def is_ahead(self) -> bool:
        """Whether another process that does not hang holds fewer."""
        own = self._held[self._line]
        if not any(_FREE < count < own for count in self._held):
            return False
        since = self._clock() - HANGS_SECONDS
        return any(
            _FREE < count < own and reported >= since
            for count, reported in zip(self._held, self._reports, strict=True)
        )
