"""`random`: any kind of move as likely as any other, then any move of that kind."""

from collections.abc import Sequence

from app.bots.strategy import Chance, Move, Seen, View


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """A move by chance; kinds are drawn first, because melds would outnumber all others by their discards.

    Folding is left out where there is another way: it would end most hands at the first turn.
    """
    kinds = sorted({move["type"] for move in moves} - {"fold"}) or ["fold"]
    kind = chance.pick(kinds)
    return chance.pick([move for move in moves if move["type"] == kind])
