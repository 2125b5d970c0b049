"""`careful`: plays out the cards it does not see, and chooses the move with the most expected chips.

The expected chips of a move follow from who pays it, by the odds of the pot, and who wins then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, prod

from app.bots.holdem.hand_strength import Future, futures
from app.bots.holdem.table_view import Spot, in_hand
from app.bots.strategy import Chance, Move, Seen, View

_TRIES = 100
_MIDDLE = 0.55
"""The strength with which a rival puts chips into a round half of the time."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """Assumptions about the other seats.

    A rival's decision is uncertain over the distance `spread` of strengths. It pays with hands whose strength
    is `pays` times what the odds of the pot ask for. `later` is what a chip costs besides itself: a hand that
    pays now and is behind often pays again in later rounds.
    """

    spread: float = 0.1
    pays: float = 1.0
    later: float = 0.1

    def likelihood(self, strength: float, middle: float) -> float:
        """Return how likely a hand of this strength makes a bet that one of strength `middle` makes half of
        the time.
        """
        return 1 / (1 + exp((middle - strength) / self.spread))


_RIVALS = Rivals()


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


def best_move(
    spot: Spot, moves: Sequence[Move], futures: Sequence[Future], weights: Sequence[float], rivals: Rivals
) -> Move:
    """Return the move with the most expected chips over `futures` of these `weights`."""
    return max(moves, key=lambda move: _gain(spot, move, futures, weights, rivals))


def _gain(
    spot: Spot, move: Move, futures: Sequence[Future], weights: Sequence[float], rivals: Rivals
) -> float:
    """Return the expected chips of a move: the share of the pot that it makes, less what it costs.

    A rival pays what it owes then if its hand, as it stands, beats the share of hands that `rivals` requires:
    a bet wins at once against weak hands, and is paid by good ones. Nothing is bet after it.
    """
    if move["type"] == "fold":
        return 0.0
    cost = spot.cost(move)
    pot = spot.pot + cost
    owed = [spot.owed(seat, spot.own_bet + cost) for seat in spot.rivals]
    odds = [rivals.pays * price / (pot + price) for price in owed]
    won = total = 0.0
    for future, weight in zip(futures, weights, strict=True):
        playing = [strength >= odd for strength, odd in zip(future.strengths, odds, strict=True)]
        paid = sum(price for price, plays in zip(owed, playing, strict=True) if plays)
        won += weight * future.share(playing) * (pot + paid)
        total += weight
    return won / total - cost * (1 + rivals.later)
