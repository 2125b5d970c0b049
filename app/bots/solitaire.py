"""Solitaire of one seat: it lays as many of the offered cards as it can and gives the least useful one
away.

Of several ways to lay as many, it takes the one after which most live cards fit next. The solver of the rules
decides what may be laid; restrictions that depend on the history of single cards (RULES 2.7, 6.6, 9.5) are
ignored. Every position is computed once, so that a hundred futures with common positions cost little more
than ten.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.games.conquian.melds.solver import Solver

Position = tuple[int, int]
"""The bag of the cards laid and that of the cards in the hand."""

OUT: Position = (-1, -1)
"""The position of a seat that has gone out."""

NEVER = 1 << 20
"""Moment of going out for a seat that does not."""

_MADE: Final = (8, 6, 3)
"""Ties for being part of a complete meld, by how many of the other two cards are on the table."""
_BEGUN: Final = (10, 4)
"""The same for a meld that needs one live card: the other card is in the hand, or on the table."""
_LAYINGS: Final = 8
_GIFTS: Final = 2
"""The ways to lay with the most cards are choices, each with so many cards to give away."""


class Solitaire:
    """Solver of one decision; `copies` are the live cards, as bags of one, with their numbers."""

    def __init__(self, solver: Solver, copies: Mapping[int, int]) -> None:
        self._solver, self._copies = solver, copies
        self._faces = sum([face for face, count in copies.items() if count])
        self._single = solver.bags.packs == 1
        self._steps: dict[tuple[int, int, int], Position] = {}
        self._ways: dict[tuple[int, int, int], list[Position]] = {}
        self._joining: dict[int, int] = {}

    def when(self, position: Position, cards: Sequence[int]) -> int:
        """Return how many of `cards` (0 for none) pass before the seat goes out, or NEVER."""
        for at, card in enumerate(cards):
            if card:
                position = self.after(position, card)
                if position is OUT:
                    return at
        return NEVER

    def after(self, position: Position, card: int) -> Position:
        """Return the position after `card` was offered."""
        return self.laying(position, card) if card & self.joins(position) else position

    def joins(self, position: Position) -> int:
        """Return the faces that may be laid when they are offered."""
        owned = position[0] + position[1]
        faces = self._joining.get(owned)
        if faces is None:
            faces = self._joining[owned] = self._solver.joining(owned)
        return faces

    def laying(self, position: Position, card: int) -> Position:
        """Return the position after `card`, one that `position` joins, was offered."""
        key = (*position, card)
        then = self._steps.get(key)
        if then is None:
            then = self._steps[key] = self._lay(position, card)
        return then

    def choices(self, position: Position, card: int) -> list[Position]:
        """Return the positions to which `position` may lead with `card` without going out; also itself if
        it may decline.

        A card that fits the table alone would be forced on it.
        """
        key = (*position, card)
        positions = self._ways.get(key)
        if positions is None:
            positions = self._ways[key] = list(self._choices(position, card))
        return positions

    def _choices(self, position: Position, card: int) -> Iterator[Position]:
        laid, held = position
        bags, uses = self._solver.bags, self._solver.free(laid + card, held)
        for use in sorted(uses, key=lambda use: (-bags.size(use), use))[:_LAYINGS]:
            after, rest = laid + card + use, held - use
            faces = sorted(units(bags.present(rest)), key=lambda face: self.ties(face, after, rest))
            yield from [(after, rest - face) for face in faces[:_GIFTS]]
        if not laid or 0 not in uses:
            yield position

    def ties(self, card: int, laid: int, held: int) -> int:
        """Return the ties of `card`, one of `held`: complete melds, and melds that need only a live card."""
        rest, ties = laid + held - card, 0
        common, faces, single = self._solver.bags.common, self._faces, self._single
        for pair in self._solver.pairs(card):
            there = pair & rest if single else common(pair, rest)
            if there == pair:
                on_table = pair & laid if single else common(pair, laid)
                ties += _MADE[0 if not on_table else 2 if on_table == pair else 1]
            elif there and (pair - there) & faces:
                ties += _BEGUN[1 if there & laid else 0]
        return ties

    def _lay(self, position: Position, card: int) -> Position:
        laid, held = position
        uses = self._solver.free(laid + card, held)
        if held in uses:
            return OUT
        if not uses:
            return position
        size = self._solver.bags.size
        sizes = [(size(use), use) for use in uses]
        most = max(sizes)[0]
        choices = [
            self._without_least(laid + card + use, held - use) for of, use in sorted(sizes) if of == most
        ]
        return choices[0] if len(choices) == 1 else max(choices, key=self._promise)

    def _without_least(self, laid: int, held: int) -> Position:
        faces = units(self._solver.bags.present(held))
        return laid, held - min(faces, key=lambda card: self.ties(card, laid, held))

    def _promise(self, position: Position) -> int:
        return sum([self._copies[face] for face in units(self.joins(position) & self._faces)])


def units(bag: int) -> Iterator[int]:
    """Yield the cards of a bag with at most one of each, lowest first."""
    while bag:
        yield bag & -bag
        bag &= bag - 1
