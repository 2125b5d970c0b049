"""`counter`: like `careful`, but weighs the hands that the others may hold by all their bets of the hand."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from app.bots.holdem.expected_chips import best_move, likelihood
from app.bots.holdem.hand_strength import Hole, Strength, drawn, futures, hidden_cards
from app.bots.holdem.table_view import Spot, in_hand
from app.bots.strategy import Chance, Move, Seen, View
from app.games.cards import Card

_TRIES = 150
_SAMPLE = 60
_MIDDLE = {"called": 0.45, "bet-placed": 0.6, "raised": 0.7}
"""By a rival's action the strength with which it is taken half of the time."""

_CHECKED = 0.8
"""The strength with which a rival that may check bets instead half of the time."""

_BY_CHANCE = 0.2
"""How likely an action is for any hand, because some bet without looking at their cards."""


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return the move that gains most against the hands that fit the bets; takes some ten milliseconds."""
    if not in_hand(moves):
        return moves[0]
    spot = Spot.of(view)
    history = BettingHistory(spot, seen.events, chance)
    sample = futures(spot.hand, spot.board, len(spot.rivals), chance, _TRIES)
    weights = [
        prod(history.likelihood(seat, hole) for seat, hole in zip(spot.rivals, future.holes, strict=True))
        for future in sample
    ]
    return best_move(spot, moves, sample, weights)


class BettingHistory:
    """Actions of the rivals in the present hand, by seat, with the number of cards on the board."""

    def __init__(self, spot: Spot, events: Sequence[Mapping[str, Any]], chance: Chance) -> None:
        board: list[Card] = []
        hidden = hidden_cards(spot.hand, spot.board)
        self._strengths: dict[int, Strength] = {}
        self._acted: dict[int, list[tuple[int, str]]] = {seat: [] for seat in spot.rivals}
        for event in events:
            kind = event["type"]
            if kind == "board-dealt":
                board += event["cards"]
            elif (kind in _MIDDLE or kind == "checked") and event["seat"] in self._acted:
                self._acted[event["seat"]].append((len(board), kind))
                if len(board) not in self._strengths:
                    sample = [_hole(hidden, chance) for _ in range(_SAMPLE)]
                    self._strengths[len(board)] = Strength(board[:], sample)

    def likelihood(self, seat: int, hole: Hole) -> float:
        """Return how likely `seat` has acted as it did if it holds `hole`."""
        return prod(self._of(kind, self._strengths[cards].of(hole)) for cards, kind in self._acted[seat])

    @staticmethod
    def _of(kind: str, strength: float) -> float:
        """Return the likelihood of one action with a hand of this strength."""
        bets = likelihood(strength, _MIDDLE.get(kind, _CHECKED))
        return _BY_CHANCE + (1 - _BY_CHANCE) * (1 - bets if kind == "checked" else bets)


def _hole(hidden: list[Card], chance: Chance) -> Hole:
    first, second = drawn(hidden, 2, chance)
    return first, second
