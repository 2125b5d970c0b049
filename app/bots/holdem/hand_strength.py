"""Strength of hold'em hands, from 0 to 1: by chance of winning against cards that may be."""

from collections.abc import Callable, Sequence
from itertools import combinations

from app.bots.strategy import Chance
from app.games.cards import Card, faces
from app.games.holdem.ranking import rank

BOARD = 5
"""The number of cards of a whole board."""

RANKS = "23456789TJQKA"
Hole = tuple[Card, Card]
Weight = Callable[[Hole], float]
"""The likelihood, relative to others, that a seat holds these cards."""


def hidden_cards(hand: Sequence[Card], board: Sequence[Card]) -> list[Card]:
    """Return the cards that a seat does not see."""
    return [card for card in faces("french52") if card not in hand and card not in board]


def equity(
    hand: Sequence[Card], board: Sequence[Card], weights: Sequence[Weight], chance: Chance, tries: int
) -> float:
    """Return the expected share of the pot at a showdown against one seat for each of `weights`.

    Each of `tries` futures draws the hands of the others and the rest of the board from the hidden cards, and
    counts as much as the product of the weights of these hands.
    """
    hidden = hidden_cards(hand, board)
    missing = BOARD - len(board)
    won = total = 0.0
    for _ in range(tries):
        drawn = _draw(hidden, missing + 2 * len(weights), chance)
        full = (*board, *drawn[:missing])
        holes = [(drawn[at], drawn[at + 1]) for at in range(missing, len(drawn), 2)]
        weight = 1.0
        for hole, likely in zip(holes, weights, strict=True):
            weight *= likely(hole)
        if weight:
            total += weight
            won += weight * _share(hand, holes, full)
    return won / total if total else 1 / (len(weights) + 1)


def _draw(cards: list[Card], number: int, chance: Chance) -> list[Card]:
    """Return `number` of `cards`, all equally likely; `cards` are only reordered."""
    for at in range(number):
        other = at + chance.below(len(cards) - at)
        cards[at], cards[other] = cards[other], cards[at]
    return cards[:number]


def _share(hand: Sequence[Card], holes: Sequence[Hole], board: Sequence[Card]) -> float:
    """Return the share of the pot of `hand` at a showdown."""
    own = rank(hand, board)
    others = [rank(hole, board) for hole in holes]
    if min(others) < own:
        return 0.0
    return 1 / (1 + others.count(own))


def preflop_strength(hole: Sequence[Card]) -> float:
    """Return the strength of two hole cards from 0 to 1: pairs and high cards, suited or close together."""
    high, low = sorted((RANKS.index(card[0]) for card in hole), reverse=True)
    if high == low:
        return min(1.0, 0.5 + high / 20)
    suited = 0.06 if hole[0][1] == hole[1][1] else 0.0
    close = max(0, 5 - (high - low)) * 0.015
    return (high * 1.3 + low) / 36 + suited + close


def percentile(hole: Sequence[Card], board: Sequence[Card], hidden: Sequence[Card]) -> float:
    """Return the share of all hands from `hidden` that `hole` beats with what lies on the board."""
    own = rank(hole, board)
    others = [rank(other, board) for other in combinations(hidden, 2) if not set(other) & set(hole)]
    return sum(other > own for other in others) / len(others)
