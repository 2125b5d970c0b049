"""Strength of hold'em hands, and futures: hands that the others may hold, and the board that may come."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.bots.strategy import Chance
from app.games.cards import Card, faces
from app.games.holdem.ranking import rank

BOARD = 5
"""The number of cards of a whole board."""

RANKS = "23456789TJQKA"
Hole = tuple[Card, Card]


def hidden_cards(hand: Sequence[Card], board: Sequence[Card]) -> list[Card]:
    """Return the cards that a seat does not see."""
    return [card for card in faces("french52") if card not in hand and card not in board]


def drawn(cards: list[Card], number: int, chance: Chance) -> list[Card]:
    """Return `number` of `cards`, all equally likely; `cards` are only reordered."""
    for at in range(number):
        other = at + chance.below(len(cards) - at)
        cards[at], cards[other] = cards[other], cards[at]
    return cards[:number]


def preflop_strength(hole: Sequence[Card]) -> float:
    """Return the strength of two hole cards from 0 to 1: pairs and high cards, suited or close together."""
    high, low = sorted((RANKS.index(card[0]) for card in hole), reverse=True)
    if high == low:
        return min(1.0, 0.5 + high / 20)
    suited = 0.06 if hole[0][1] == hole[1][1] else 0.0
    close = max(0, 5 - (high - low)) * 0.015
    return (high * 1.3 + low) / 36 + suited + close


class Strength:
    """Strength of hole cards on one board: the share of `sample`, other hole cards, that they beat."""

    def __init__(self, board: Sequence[Card], sample: Iterable[Hole]) -> None:
        self._board = board
        self._values = sorted(self._value(hole) for hole in sample)

    def of(self, hole: Hole) -> float:
        """Return the strength from 0 to 1."""
        return 1 - bisect_left(self._values, self._value(hole)) / len(self._values)

    def _value(self, hole: Hole) -> float:
        """Return a number that is smaller for better hole cards."""
        return rank(hole, self._board) if self._board else -preflop_strength(hole)


@dataclass(frozen=True, slots=True)
class Future:
    """Cards that may be: the hole cards of each rival, their strengths now, and ranks at the showdown.

    A smaller rank is better; `own` is that of the seat that decides.
    """

    holes: Sequence[Hole]
    strengths: Sequence[float]
    own: int
    ranks: Sequence[int]

    def share(self, playing: Iterable[bool]) -> float:
        """Return the own share of the pot against those rivals that are `playing`."""
        ranks = [ranked for ranked, plays in zip(self.ranks, playing, strict=True) if plays]
        if not ranks or self.own < min(ranks):
            return 1.0
        return 0.0 if min(ranks) < self.own else 1 / (1 + ranks.count(self.own))


def futures(
    hand: Sequence[Card], board: Sequence[Card], rivals: int, chance: Chance, tries: int
) -> list[Future]:
    """Return `tries` futures, all equally likely for a seat that knows `hand` and `board`."""
    hidden, missing = hidden_cards(hand, board), BOARD - len(board)
    draws = [drawn(hidden, missing + 2 * rivals, chance) for _ in range(tries)]
    holes = [[(draw[at], draw[at + 1]) for at in range(missing, len(draw), 2)] for draw in draws]
    strength = Strength(board, (hole for of_rivals in holes for hole in of_rivals))
    made = []
    for draw, of_rivals in zip(draws, holes, strict=True):
        full = (*board, *draw[:missing])
        ranks = [rank(hole, full) for hole in of_rivals]
        made.append(Future(of_rivals, list(map(strength.of, of_rivals)), rank(hand, full), ranks))
    return made
