"""Bots that look at one decision only.

`random` chooses a type of move, then a move of that type. `greedy` bets on made hands, and calls while the
pot offers enough for what it has made.
"""

from collections.abc import Sequence

from app.bots import simple
from app.bots.holdem.hand_strength import preflop_strength
from app.bots.holdem.table_view import Spot, in_hand
from app.bots.strategy import Chance, Move, Seen, View
from app.games.holdem.ranking import Category, category, rank

_MADE = {
    Category.HIGH_CARD: 0.12,
    Category.PAIR: 0.4,
    Category.TWO_PAIR: 0.7,
    Category.THREE_OF_A_KIND: 0.8,
}
"""Estimated chances of winning with a hand as it stands; better ones count as 0.9."""

_BETS_FROM = 0.65


def choose_randomly(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return a random move of a hand, which is never given up; between hands the first one."""
    return simple.choose_randomly(view, moves, chance, seen) if in_hand(moves) else moves[0]


def choose_greedily(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return a raise with a strong hand, a call at good odds, else a check or giving up.

    It counts no draws and does not look at what the others do. A decision takes some 10 us.
    """
    if not in_hand(moves):
        return moves[0]
    spot = Spot.of(view)
    chances = _chances(spot)
    raises = [move for move in moves if "to" in move]
    if raises and chances >= _BETS_FROM:
        return raises[0]
    if spot.price and chances < spot.price / (spot.pot + spot.price):
        return next(move for move in moves if move["type"] == "fold")
    return moves[0]


def _chances(spot: Spot) -> float:
    """Return the estimated chance of winning with the cards as they are."""
    if not spot.board:
        return preflop_strength(spot.hand) * 0.8
    made = category(rank(spot.hand, spot.board))
    # A hand of the board alone belongs to every seat.
    if len(spot.board) == 5 and made == category(rank(spot.board, ())):
        return _MADE[Category.HIGH_CARD]
    return _MADE.get(made, 0.9)
