"""The decision on one command: its events so far, and the checks that several commands share (RULES 11).

A check raises Refused, or returns what it has found.
"""

from typing import Any

from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table import events
from app.games.table.evolve import fold
from app.games.table.state import Status, Table


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


def check_presence(decision: TableDecision, seat: Seat) -> None:
    """Refuse a seat that has left (11.11); a seat that missed answers returns with its command (11.8).

    A bot that plays for its person does not bring the person back (11.18).
    """
    place = decision.table.places[seat]
    if place.left:
        raise Refused("already_left")
    if place.missed and place.stand_in is None:
        decision.record(events.Returned(seat))


def check_host(table: Table, seat: Seat | None) -> None:
    """Refuse unless the host acts: from its seat, or (None) as the player who made the table (11.15)."""
    if (table.host if seat is None else table.host_seat) is None or seat not in (None, table.host_seat):
        raise Refused("not_host")


def seat_asked(
    decision: TableDecision, seat: Seat | None, statuses: tuple[Status, ...], already: str
) -> Seat:
    """Return the acting seat if the table asks it this question now; `already` refuses a second answer."""
    table = decision.table
    if table.status not in statuses or seat is None:
        raise Refused("wrong_phase", "11.1")
    if seat in table.answered:
        raise Refused(already)
    if seat not in table.awaited:
        raise Refused("wrong_phase", "11.1")
    return seat
