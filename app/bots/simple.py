"""Bots that look at one decision only.

`random` chooses a type of move, then a move of that type. `greedy` lays as many cards as it can, keeps cards
that fit together, and forces seats that do not benefit.
"""

from collections.abc import Sequence
from typing import Any

from app.bots.strategy import Chance, Move, Seen, View
from app.games.cards import PACKS


def choose_randomly(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return a random move; the type is drawn first, because melds outnumber all others by their discards.

    Folding is avoided if there is another move: it would end most hands at the first turn.
    """
    kinds = sorted({move["type"] for move in moves} - {"fold"}) or ["fold"]
    kind = chance.pick(kinds)
    return chance.pick([move for move in moves if move["type"] == kind])


def choose_greedily(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return the move with the most progress; among equals the discard with the fewest ties.

    Takes a fraction of a millisecond. It counts no cards, blocks no seat and never folds or keeps.
    """
    best = max(_worth(view, move) for move in moves)
    return chance.pick([move for move in moves if _worth(view, move) == best])


def _worth(view: View, move: Move) -> tuple[int, int]:
    """Return the value of a move: its progress, then the negative ties of the card given away."""
    kind = move["type"]
    if kind == "meld":
        used = move["use"]
        discard = move.get("discard")
        return (100, 0) if discard is None else (10 + len(used), -_ties(view, discard, used))
    if kind == "exchange":
        return 1, -_ties(view, move["card"], [])
    if kind == "force":
        return (2, 0) if view["seats"][move["seat"]]["hand_count"] else (-1, 0)
    return (1, 0) if kind in ("pass", "ready") else (-1, 0)


def _ties(view: View, card: str, used: Sequence[str]) -> int:
    """Return how well `card` fits the remaining hand and the own table."""
    pack = PACKS[view["pack"]]
    remaining = list(view["hand"])
    for used_card in (card, *used):
        remaining.remove(used_card)
    table = [other for meld in view["seats"][view["you"]]["table"] for other in meld]
    return sum(2 * _near(pack.ranks, card, other) for other in remaining) + sum(
        _near(pack.ranks, card, other) for other in table
    )


def _near(ranks: Sequence[Any], card: str, other: str) -> int:
    """Return 2 for the same rank or the next of the suit, 1 for one rank between, else 0."""
    if card[:-1] == other[:-1]:
        return 2
    distance = abs(ranks.index(card[:-1]) - ranks.index(other[:-1]))
    return max(0, 3 - distance) if card[-1] == other[-1] else 0
