"""`greedy`: lays as many cards as it can, keeps what belongs together, forces whom that does not help."""

from collections.abc import Sequence
from typing import Any

from app.bots.strategy import Chance, Move, Seen, View
from app.games.cards import PACKS


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """The move with the most progress towards going out; among equals the discard that is missed least.

    Costs a fraction of a millisecond. It counts nothing, blocks nobody and never folds or keeps.
    """
    best = max(_worth(view, move) for move in moves)
    return chance.pick([move for move in moves if _worth(view, move) == best])


def _worth(view: View, move: Move) -> tuple[int, int]:
    """How good a move is: its progress, then how little the card given away is worth."""
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
    """How well `card` goes with the cards that stay in the hand and with the own table."""
    pack = PACKS[view["pack"]]
    rest = list(view["hand"])
    for gone in (card, *used):
        rest.remove(gone)
    table = [other for meld in view["seats"][view["you"]]["table"] for other in meld]
    return sum(2 * _near(pack.ranks, card, other) for other in rest) + sum(
        _near(pack.ranks, card, other) for other in table
    )


def _near(ranks: Sequence[Any], card: str, other: str) -> int:
    """2 for the same rank or the next of the suit, 1 for one rank between, else 0."""
    if card[:-1] == other[:-1]:
        return 2
    apart = abs(ranks.index(card[:-1]) - ranks.index(other[:-1]))
    return max(0, 3 - apart) if card[-1] == other[-1] else 0
