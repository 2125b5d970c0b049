"""Multisets of cards ("bags"), each held in one integer.

Every face of the pack owns a field of bits: wide enough to count one copy per pack, with a guard bit above
that catches the borrow when a copy is missing. To add bags is `+`, to remove one is `-`, and containment
is one subtraction and one mask.
"""

from collections.abc import Iterable

from app.games.cards import PACKS, Card, faces


class Bags:
    """Arithmetic of multisets over `packs` packs named `pack`.

    `unit` maps each card to the bag that holds it alone, `card` maps that bag back. The fields of one suit
    are contiguous and make a lane: `lane` masks the first lane, `shifts` holds the offset of each, `lows`
    and `highs` hold the first and the last face of every suit.
    """

    __slots__ = (
        "card",
        "cards",
        "faces",
        "guard",
        "highs",
        "lane",
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

    def of(self, cards: Iterable[Card]) -> int:
        """Return the bag of `cards`, each a face of the pack."""
        return sum(map(self.unit.__getitem__, cards))

    def within(self, part: int, whole: int) -> bool:
        """Return whether `whole` holds every copy that `part` holds."""
        guard = self.guard
        return ((whole | guard) - part) & guard == guard

    def lowest(self, bag: int) -> int:
        """Return the index, in canonical order, of the first face in `bag`, which is not empty."""
        return ((bag & -bag).bit_length() - 1) // self.width

    def without(self, bag: int, face: int) -> int:
        """Return `bag` without any copy of the face at index `face`."""
        field = (1 << self.width) - 1
        return bag & ~(field << (face * self.width))

    def common(self, one: int, other: int) -> int:
        """Return the intersection: field by field the smaller count, all fields at once."""
        if self.packs == 1:
            return one & other
        guard = self.guard
        enough = ((other | guard) - one) & guard
        fields = enough - (enough >> (self.width - 1))
        return (one & fields) | (other & ~fields)

    def present(self, bag: int) -> int:
        """Return one copy of every face in `bag`."""
        if self.packs == 1:
            return bag
        above = self.width - 1
        return (((bag | self.guard) - self.faces) & self.guard) >> above

    def every(self, faces: int) -> int:
        """Return the fields of `faces`, a bag with one copy of each, filled to the last copy."""
        return faces if self.packs == 1 else (faces << (self.width - 1)) - faces

    def listed(self, bag: int) -> tuple[Card, ...]:
        """Return the cards of `bag` in canonical order, copies side by side."""
        cards = []
        while bag:
            copy = 1 << ((bag & -bag).bit_length() - 1) // self.width * self.width
            cards.append(self.card[copy])
            bag -= copy
        return tuple(cards)

    def size(self, bag: int) -> int:
        """Return the number of cards in `bag`."""
        return bag.bit_count() if self.packs == 1 else len(self.listed(bag))
