"""What must hold in every position, however it came about: no card lost or doubled, no money made."""

from app.games.table.state import Table
from app.i18n import Message


def position_fault(table: Table) -> Message | None:
    """Why `table` is no position a game can be in, or None.

    Besides cards and money that is what later decisions rely on: numbers of cards and of hands within what
    the rules deal, so that a forged position cannot make them slow.
    """
    if sum(table.balances) + table.house or len(table.balances) != len(table.places):
        return Message("balances and house do not sum to zero")
    if not 0 <= table.drawn <= table.hand_number <= 100:
        return Message("the numbers of hands do not go together")
    return None if table.hand is None else table.play.hand_fault(table.rules, table.hand)
