"""`careful`: plays out the cards it does not see, and chooses the move with the most expected chips."""

from collections.abc import Sequence
from math import prod

from app.bots.holdem.expected_chips import Rivals, best_move
from app.bots.holdem.hand_strength import futures
from app.bots.holdem.table_view import Spot, in_hand
from app.bots.strategy import Chance, Move, Seen, View

_TRIES = 100
_RIVALS = Rivals()
_MIDDLE = 0.55
"""The strength with which a rival puts chips into a round half of the time."""


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return the move that gains most if the others hold any cards, better ones where they have bet.

    Of the bets it knows those of the present round alone. A decision takes some milliseconds.
    """
    if not in_hand(moves):
        return moves[0]
    spot = Spot.of(view)
    sample = futures(spot.hand, spot.board, len(spot.rivals), chance, _TRIES)
    betting = [at for at, seat in enumerate(spot.rivals) if spot.bets[seat]]
    weights = [prod(_RIVALS.likelihood(future.strengths[at], _MIDDLE) for at in betting) for future in sample]
    return best_move(spot, moves, sample, weights, _RIVALS)
