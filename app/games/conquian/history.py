"""Melds as bags, and what the history of the cards forbids of them (RULES 2.7, 6.6)."""

from dataclasses import dataclass

from app.games.cards import Card
from app.games.conquian.rules import StockCard


@dataclass(frozen=True, slots=True)
class Meld:
    """One combination: its bag, its cards as shown, whether it is a set of one rank or face.

    In one that `stands_in` the wild card takes the place of another.
    """

    bag: int
    cards: tuple[Card, ...]
    is_set: bool
    stands_in: bool = False


@dataclass(frozen=True, slots=True)
class Restrictions:
    """What history forbids: of each bag in `groups` three cards stay together; `stock` were turned up."""

    groups: tuple[int, ...] = ()
    stock: int = 0
    need: StockCard = StockCard.OFF

    def allows(self, meld: Meld) -> bool:
        """Whether `meld` contains a card from the stock if it must (RULES 2.7)."""
        needs = self.need is StockCard.ALL or (self.need is StockCard.SETS and meld.is_set)
        return not needs or bool(meld.bag & self.stock)

    @property
    def all_kept(self) -> int:
        """The bit set of all groups."""
        return (1 << len(self.groups)) - 1

    def kept(self, meld: Meld, so_far: int) -> int:
        """The bit set of groups that still have three cards together, `meld` included (RULES 6.6)."""
        for at, group in enumerate(self.groups):
            if (meld.bag & group).bit_count() >= 3:
                so_far |= 1 << at
        return so_far


FREE = Restrictions()
"""No restriction."""
