"""The log of a game that tests play in memory, without a store."""

from typing import Any

from app.games import shuffle
from app.games.table.commands import Ready
from app.games.table.evolve import fold
from app.games.table.state import Table
from app.service.entry_codec import Position, encode_entry
from app.store.entry import Entry

START_MS = 1_700_000_000_000
"""The time at which games of tests begin."""


class MemoryLog:
    """The entries of a game in progress, and the position after the last."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.entries: list[Entry] = []

    @property
    def table(self) -> Table:
        """Return the table after the last entry."""
        assert self.position is not None
        return self.position.table

    @property
    def time_ms(self) -> int:
        """Return the time of the last entry."""
        return self.position.time if self.position else START_MS

    def append(
        self, seat: Any, command: Any, events: tuple[Any, ...], time_ms: int, pinned: Any = None
    ) -> None:
        """Append the entry of a command and its events; `seat` is None for the service."""
        table = fold(self.position.table if self.position else None, len(self.entries) + 1, events)
        entry = encode_entry(self.position, table, seat, command, events, time_ms, pinned)
        self.entries.append(entry)
        self.position = Position(table, entry.digest, time_ms)


def promise(table: Table, seat: Any, entropy: bytes) -> str:
    """Return the commitment of a seat to its entropy."""
    return shuffle.entropy_commitment(table.game, seat, entropy).hex()


def ready(table: Table, seat: Any, entropy: bytes) -> Ready:
    """Return the command by which a seat commits to its entropy; seat 1 gives none."""
    return Ready(promise(table, seat, entropy) if seat != 1 else None)
