"""`counter`: like `careful`, but weighs the hands that the others may hold by what they have bet."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp
from typing import Any

from app.bots.holdem.careful import best_move
from app.bots.holdem.hand_strength import Hole, Weight, equity, hidden_cards, preflop_strength
from app.bots.holdem.table_view import Spot, in_hand
from app.bots.strategy import Chance, Move, Seen, View
from app.games.cards import Card
from app.games.holdem.ranking import rank

_TRIES = 200
_RIVALS_CALL = 0.45
_MIDDLE = {"called": 0.42, "bet-placed": 0.68, "raised": 0.75}
"""By a rival's action the strength with which it is taken half of the time."""

_SPREAD = 0.1
_MARGIN = 0.03
"""How much better than even a hand must be, because those who pay hold better cards than sampled."""


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return the move that gains most against the hands that fit the bets; takes some ten milliseconds."""
    if not in_hand(moves):
        return moves[0]
    spot = Spot.of(view)
    weights = _weights(spot, seen.events)
    share = equity(spot.hand, spot.board, weights, chance, _TRIES)
    return best_move(spot, moves, max(0.0, share - _MARGIN), _RIVALS_CALL)


def _weights(spot: Spot, events: Sequence[Mapping[str, Any]]) -> list[Weight]:
    """Return for each rival the likelihood of hole cards by its calls, bets and raises of this hand."""
    board: list[Card] = []
    strengths: dict[int, Strength] = {}
    acted: dict[int, list[tuple[int, float]]] = {seat: [] for seat in spot.rivals}
    for event in events:
        kind = event["type"]
        if kind == "board-dealt":
            board += event["cards"]
        elif kind in _MIDDLE and event["seat"] in acted:
            acted[event["seat"]].append((len(board), _MIDDLE[kind]))
            if len(board) not in strengths:
                strengths[len(board)] = Strength(spot.hand, board[:])
    return [_likelihood(strengths, acted[seat]) for seat in spot.rivals]


def _likelihood(strengths: Mapping[int, "Strength"], acted: Sequence[tuple[int, float]]) -> Weight:
    """Return the likelihood of hole cards, given a seat's actions by the number of cards on the board."""

    def likely(hole: Hole) -> float:
        weight = 1.0
        for cards, middle in acted:
            weight /= 1 + exp((middle - strengths[cards].of(hole)) / _SPREAD)
        return weight

    return likely


class Strength:
    """Strength of hole cards on one board: the share of other hands that they beat."""

    def __init__(self, hand: Sequence[Card], board: Sequence[Card]) -> None:
        self._board = board
        pairs = combinations(hidden_cards(hand, board), 2) if board else ()
        self._ranks = sorted(rank(hole, board) for hole in pairs)

    def of(self, hole: Hole) -> float:
        """Return the strength from 0 to 1."""
        if not self._board:
            return preflop_strength(hole)
        return 1 - bisect_left(self._ranks, rank(hole, self._board)) / len(self._ranks)
