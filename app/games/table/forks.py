"""Forks of a table: the position one begins with, and whether it is that of its parent (RULES 11.14)."""

from app.games.codec import Json
from app.games.table.state import Stock, Table


def opening(parent: Table, stock: Stock) -> Json:
    """The whole position that a fork of `parent`, which plays a hand, begins with.

    Where its stock is shuffled anew, the order that its parent's had is not told.
    """
    return parent.play.position(parent.hand, keep_stock=stock is Stock.SAME)
