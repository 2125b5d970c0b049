"""`random`: a random type of move, then a random move of that type."""

from collections.abc import Sequence

from app.bots.strategy import Chance, Move, Seen, View


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return a random move; the type is drawn first, because melds outnumber all others by their discards.

    Folding is avoided if there is another move: it would end most hands at the first turn.
    """
    kinds = sorted({move["type"] for move in moves} - {"fold"}) or ["fold"]
    kind = chance.pick(kinds)
    return chance.pick([move for move in moves if move["type"] == kind])
