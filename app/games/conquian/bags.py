"""Multisets of cards as single integers, so that containment is one subtraction and one mask.

Every face of the pack owns a field of bits: enough for as many copies as there are packs, and a guard
bit above them that catches the borrow when a copy is missing.
"""

from collections.abc import Callable
from functools import lru_cache

from app.games.cards import Card, faces


class Bags:
    """The arithmetic of multisets over `packs` packs named `pack`; adding is `+`, taking away is `-`."""

    __slots__ = ("_width", "cards", "guard", "of", "packs", "unit")

    def __init__(self, pack: str, packs: int) -> None:
        self.packs = packs
        self.cards: tuple[Card, ...] = faces(pack)
        self._width = packs.bit_length() + 1
        self.unit: dict[Card, int] = {card: 1 << (i * self._width) for i, card in enumerate(self.cards)}
        self.guard = sum(one << (self._width - 1) for one in self.unit.values())

        # A hand is asked about many times before it changes.
        self.of: Callable[[tuple[Card, ...]], int] = lru_cache(maxsize=1 << 16)(self._of)
        """The bag of some cards, each a face of the pack."""

    def _of(self, cards: tuple[Card, ...]) -> int:
        unit = self.unit
        return sum([unit[card] for card in cards])

    def within(self, part: int, whole: int) -> bool:
        """Whether `whole` holds every copy that `part` holds."""
        guard = self.guard
        return ((whole | guard) - part) & guard == guard

    def lowest(self, bag: int) -> int:
        """The index in canonical order of the first face in `bag`, which is not empty."""
        return ((bag & -bag).bit_length() - 1) // self._width

    def without(self, bag: int, face: int) -> int:
        """`bag` without any copy of the face at index `face`."""
        field = (1 << self._width) - 1
        return bag & ~(field << (face * self._width))

    def common(self, one: int, other: int) -> int:
        """The largest bag inside both."""
        if self.packs == 1:
            return one & other
        shared = 0
        field = (1 << self._width) - 1
        for shift in range(0, one.bit_length(), self._width):
            shared |= min(one >> shift & field, other >> shift & field) << shift
        return shared

    def listed(self, bag: int) -> tuple[Card, ...]:
        """The cards of `bag` in canonical order, copies side by side."""
        field = (1 << self._width) - 1
        found: list[Card] = []
        while bag:
            face = self.lowest(bag)
            found += [self.cards[face]] * (bag >> (face * self._width) & field)
            bag = self.without(bag, face)
        return tuple(found)

    def size(self, bag: int) -> int:
        """How many cards `bag` holds."""
        return bag.bit_count() if self.packs == 1 else len(self.listed(bag))


@lru_cache
def bags(pack: str, packs: int) -> Bags:
    """The shared arithmetic for `packs` packs named `pack`."""
    return Bags(pack, packs)
