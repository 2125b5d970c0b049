"""Ranks of poker hands: the best five of seven cards, with the tables of phevaluator."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations

from phevaluator import evaluate_cards

from app.games.cards import Card, faces


class Category(StrEnum):
    """The kinds of poker hands, the best first (RULES 6.4)."""

    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    PAIR = "pair"
    HIGH_CARD = "high_card"


_WORST = (10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
"""The rank of the worst hand of each category among the 7,462 different ones."""


def rank(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """Return the rank of the best five of five to seven cards: 1 is the best, 7462 the worst (6.4)."""
    ranked: int = evaluate_cards(*hole, *board)
    return ranked


def category(ranked: int) -> Category:
    """Return the kind of a hand by its rank.

    >>> [str(category(ranked)) for ranked in (1, 1609, 7462)]
    ['straight_flush', 'straight', 'high_card']
    """
    return next(kind for kind, worst in zip(Category, _WORST, strict=True) if ranked <= worst)


def best_five(hole: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five cards that make the best hand, in canonical order; of equal ones the first."""
    cards = sorted((*hole, *board), key=faces("french52").index)
    return min(combinations(cards, 5), key=lambda five: rank(five, ()))
