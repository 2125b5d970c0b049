"""Multisets of cards as single integers, so that containment is one subtraction and one mask.

Every face of the pack owns a field of bits: enough for as many copies as there are packs, and a guard
bit above them that catches the borrow when a copy is missing.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

from app.games.cards import PACKS, Card, faces

_REMEMBERED = 1 << 12


class Bags:
    """The arithmetic of multisets over `packs` packs named `pack`; adding is `+`, taking away is `-`.

    The fields of one suit make a lane: `lane` masks the first, `shifts` say where each begins, `lows` and
    `highs` are the first and the last face of every suit.
    """

    __slots__ = (
        "card",
        "cards",
        "faces",
        "guard",
        "highs",
        "lane",
        "listed",
        "lows",
        "packs",
        "shifts",
        "unit",
        "width",
    )

    def __init__(self, pack: str, packs: int) -> None:
        self.packs = packs
        self.cards: tuple[Card, ...] = faces(pack)
        self.width = packs.bit_length() + 1
        suit_bits = self.width * len(PACKS[pack].ranks)
        self.lane = (1 << suit_bits) - 1
        self.shifts = tuple(suit * suit_bits for suit in range(len(PACKS[pack].suits)))
        self.unit: dict[Card, int] = {card: 1 << (i * self.width) for i, card in enumerate(self.cards)}
        self.card = {unit: card for card, unit in self.unit.items()}
        self.faces = sum(self.unit.values())
        self.guard = self.faces << (self.width - 1)
        self.lows = sum(1 << shift for shift in self.shifts)
        self.highs = self.lows << (suit_bits - self.width)

        self.listed: Callable[[int], tuple[Card, ...]] = lru_cache(_REMEMBERED)(self._listed)
        """The cards of a bag in canonical order, copies side by side."""

    def of(self, cards: Iterable[Card]) -> int:
        """The bag of some cards, each a face of the pack."""
        return sum(map(self.unit.__getitem__, cards))

    def within(self, part: int, whole: int) -> bool:
        """Whether `whole` holds every copy that `part` holds."""
        guard = self.guard
        return ((whole | guard) - part) & guard == guard

    def lowest(self, bag: int) -> int:
        """The index in canonical order of the first face in `bag`, which is not empty."""
        return ((bag & -bag).bit_length() - 1) // self.width

    def without(self, bag: int, face: int) -> int:
        """`bag` without any copy of the face at index `face`."""
        field = (1 << self.width) - 1
        return bag & ~(field << (face * self.width))

    def common(self, one: int, other: int) -> int:
        """The largest bag inside both: field by field the smaller count, all fields at once."""
        if self.packs == 1:
            return one & other
        guard = self.guard
        enough = ((other | guard) - one) & guard
        fields = enough - (enough >> (self.width - 1))
        return (one & fields) | (other & ~fields)

    def present(self, bag: int) -> int:
        """One copy of every face in `bag`."""
        if self.packs == 1:
            return bag
        above = self.width - 1
        return (((bag | self.guard) - self.faces) & self.guard) >> above

    def every(self, faces: int) -> int:
        """The fields of `faces`, one copy of each, filled to the last copy."""
        return faces if self.packs == 1 else (faces << (self.width - 1)) - faces

    def _listed(self, bag: int) -> tuple[Card, ...]:
        if self.packs == 1:
            return self._faces(bag)
        field = (1 << self.width) - 1
        counts = [(card, bag // one & field) for card, one in self.unit.items() if bag & one * field]
        return tuple([card for card, count in counts for _ in range(count)])

    def _faces(self, bag: int) -> tuple[Card, ...]:
        """The cards of a bag that holds each once; most hold two of forty."""
        found = []
        while bag:
            found.append(self.card[bag & -bag])
            bag &= bag - 1
        return tuple(found)

    def size(self, bag: int) -> int:
        """How many cards `bag` holds."""
        return bag.bit_count() if self.packs == 1 else len(self.listed(bag))


@lru_cache
def bags(pack: str, packs: int) -> Bags:
    """The shared arithmetic for `packs` packs named `pack`."""
    return Bags(pack, packs)
