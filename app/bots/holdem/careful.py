"""`careful`: samples the cards it does not see, and chooses the move with the best expected chips."""

from collections.abc import Sequence

from app.bots.holdem.hand_strength import Weight, equity
from app.bots.holdem.table_view import Spot, in_hand
from app.bots.strategy import Chance, Move, Seen, View
from app.games.cards import Card

TRIES = 120
_PAID = 0.8
_FREE = 0.9
_RIVALS_CALL = 0.6
"""Share of the rivals that are expected to match a bet or raise."""


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return the move that gains most if the others hold any cards; takes some milliseconds."""
    if not in_hand(moves):
        return moves[0]
    spot = Spot.of(view)
    weights: list[Weight] = [_any_cards] * len(spot.rivals)
    share = equity(spot.hand, spot.board, weights, chance, TRIES)
    return best_move(spot, moves, share * (_PAID if spot.price else _FREE), _RIVALS_CALL)


def best_move(spot: Spot, moves: Sequence[Move], share: float, call: float) -> Move:
    """Return the move with the most expected chips, where `share` of the pot is won at a showdown.

    A rival matches a bet or raise with the chance `call`.
    """
    return max(moves, key=lambda move: _gain(spot, move, share, call))


def _gain(spot: Spot, move: Move, share: float, call: float) -> float:
    """Return the expected chips of a move: the share of the pot that it makes, less what it costs."""
    if move["type"] == "fold":
        return 0.0
    added = sum(spot.matched(move, seat) for seat in spot.rivals) * call
    return share * (spot.pot + spot.cost(move) + added) - spot.cost(move)


def _any_cards(hole: tuple[Card, Card]) -> float:
    """Return the same likelihood for all cards."""
    return 1.0
