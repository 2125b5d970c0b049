"""How many connections each API process holds, in memory that all of them see.

The master makes the sheet before it forks. A process writes its own line only, so that no lock is needed.
"""

from mmap import mmap
from typing import Final

_FREE: Final = -1
_BYTES: Final = 8


class Sheet:
    """A line for each of at most `most` processes."""

    def __init__(self, most: int) -> None:
        self._held = memoryview(mmap(-1, _BYTES * most)).cast("q")
        for line in range(most):
            self.strike(line)

    def begin(self, line: int) -> "Share":
        """The share of a process that begins, which holds nothing; alone where the sheet has no such line."""
        if line >= len(self._held):
            return Share()
        self._held[line] = 0
        return Share(self._held, line)

    def strike(self, line: int) -> None:
        """The process of this line has ended."""
        if line < len(self._held):
            self._held[line] = _FREE


class Share:
    """What one process holds, beside the others; alone where it has no sheet."""

    def __init__(self, held: memoryview | None = None, line: int = 0) -> None:
        self._held = memoryview(bytearray(_BYTES)).cast("q") if held is None else held
        self._line = line

    def add(self, connections: int) -> None:
        """So many more, or fewer, are held."""
        self._held[self._line] += connections

    def leave(self) -> None:
        """From now on nobody leaves a connection to this process, which takes none any more."""
        self._held[self._line] = _FREE
        self._held, self._line = memoryview(bytearray(_BYTES)).cast("q"), 0

    @property
    def is_ahead(self) -> bool:
        """Whether another process holds fewer."""
        own = self._held[self._line]
        return any(_FREE < count < own for count in self._held)
