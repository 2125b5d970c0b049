"""Invariants of every position, however it came about: no card is lost or doubled, no money made."""

from app.games.table.state import Table
from app.i18n import Message


def position_fault(table: Table) -> Message | None:
    """Return why `table` is an impossible position of a game, or None.

    Besides cards and money, the numbers of cards and of hands must be within what the rules deal, because a
    forged position could make later decisions slow.
    """
    if sum(table.balances) + table.house or len(table.balances) != len(table.places):
        return Message("balances and house do not sum to zero")
    if not 0 <= table.drawn <= table.hand_number <= table.play.hands_max:
        return Message("the numbers of hands do not go together")
    return None if table.hand is None else table.play.hand_fault(table.rules, table.hand)
