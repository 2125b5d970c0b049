"""The decision on one command: its events so far, and the table after them."""

from typing import Any

from app.games.table.evolve import fold
from app.games.table.state import Table


class TableDecision:
    """The events of one decision so far, and the table after them.

    The table is folded from the one before the decision each time it is read.
    """

    def __init__(self, table: Table) -> None:
        self.events: list[Any] = []
        self._before = table

    @property
    def table(self) -> Table:
        """The table after the events so far: at the next ply, once there is one."""
        before = self._before
        return fold(before, before.ply + 1, self.events) if self.events else before

    def record(self, *recorded: Any) -> None:
        """Add events."""
        self.events += recorded
