"""`counter`: like `careful`, but weighs the hands that the others may hold by all their bets of the hand."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from app.bots.holdem.careful import Rivals, best_move
from app.bots.holdem.hand_strength import Hole, Strength, drawn, futures, hidden_cards
from app.bots.holdem.table_view import Spot, in_hand
from app.bots.strategy import Chance, Move, Seen, View
from app.games.cards import Card

_TRIES = 150
_SAMPLE = 60
_RIVALS = Rivals(spread=0.06, pays=1.4, later=0.2)

_BET, _BET_LIMIT = 0.5, 0.85
"""The strengths with which rivals make the smallest bet, and one to the limit, half of the time."""

_CALLED, _CALLED_MUCH = 0.55, 0.7
"""The strengths with which rivals pay half of the time; much is half of the limit."""

_CHECKED = 0.75
"""The strength with which a rival that may check bets instead half of the time."""

_BY_CHANCE = 0.03
"""How likely an action is for any hand, because some bet without looking at their cards."""

_ACTIONS = ("checked", "called", "bet-placed", "raised")


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return the move that gains most against the hands that fit the bets; takes some ten milliseconds."""
    if not in_hand(moves):
        return moves[0]
    spot = Spot.of(view)
    history = BettingHistory(spot, seen.events, chance, view["limit"])
    sample = futures(spot.hand, spot.board, len(spot.rivals), chance, _TRIES)
    weights = [
        prod(history.likelihood(seat, hole) for seat, hole in zip(spot.rivals, future.holes, strict=True))
        for future in sample
    ]
    return best_move(spot, moves, sample, weights, _RIVALS)


class BettingHistory:
    """Actions of the rivals in the present hand, by seat, with the number of cards on the board."""

    def __init__(self, spot: Spot, events: Sequence[Mapping[str, Any]], chance: Chance, limit: int) -> None:
        board: list[Card] = []
        hidden = hidden_cards(spot.hand, spot.board)
        self._strengths: dict[int, Strength] = {}
        self._limit = limit
        self._acted: dict[int, list[tuple[int, float | None]]] = {seat: [] for seat in spot.rivals}
        for event in events:
            kind = event["type"]
            if kind == "board-dealt":
                board += event["cards"]
            elif kind in _ACTIONS and event["seat"] in self._acted:
                self._acted[event["seat"]].append((len(board), self._middle(event)))
                if len(board) not in self._strengths:
                    sample = [_hole(hidden, chance) for _ in range(_SAMPLE)]
                    self._strengths[len(board)] = Strength(board[:], sample)

    def likelihood(self, seat: int, hole: Hole) -> float:
        """Return how likely `seat` has acted as it did if it holds `hole`."""
        return prod(self._of(middle, self._strengths[cards].of(hole)) for cards, middle in self._acted[seat])

    def _middle(self, event: Mapping[str, Any]) -> float | None:
        """Return the strength with which an action is taken half of the time, None for a check."""
        if event["type"] == "checked":
            return None
        if event["type"] == "called":
            return _CALLED_MUCH if 2 * event["amount"] >= self._limit else _CALLED
        size: float = event["to"] / self._limit
        return _BET + (_BET_LIMIT - _BET) * size

    @staticmethod
    def _of(middle: float | None, strength: float) -> float:
        """Return the likelihood of one action with a hand of this strength."""
        if middle is None:
            likely = 1 - _RIVALS.likelihood(strength, _CHECKED)
        else:
            likely = _RIVALS.likelihood(strength, middle)
        return _BY_CHANCE + (1 - _BY_CHANCE) * likely


def _hole(hidden: list[Card], chance: Chance) -> Hole:
    first, second = drawn(hidden, 2, chance)
    return first, second
