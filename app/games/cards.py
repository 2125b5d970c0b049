"""Card codes and the packs they come from, in the canonical order every deck starts in."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, NewType

Card = NewType("Card", str)
"""Rank and suit in one code, `7C` copas or `7c` clubs; copies from several packs share the code."""

Seat = NewType("Seat", int)
"""A place at the table, from 0 in the order of play."""

Ply = NewType("Ply", int)
"""The number of an entry in a game's log, from 1 and without gaps."""

HIDDEN = Card("??")
"""The text in a view for a card that its reader may not know."""

_SPANISH_SUITS = ("O", "C", "E", "B")
_FRENCH_SUITS = ("d", "h", "s", "c")


class OpenCards(NamedTuple):
    """Groups of cards in the middle of the table, and before each seat; HIDDEN stands for a card's back."""

    middle: tuple[tuple[Card, ...], ...]
    seats: tuple[tuple[tuple[Card, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """A kind of pack: its ranks from low to high and its suits in canonical order."""

    name: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...]

    def faces(self) -> tuple[Card, ...]:
        """Return every face once, suit by suit, ranks ascending (the canonical order)."""
        return tuple(Card(rank + suit) for suit in self.suits for rank in self.ranks)


PACKS: dict[str, Pack] = {
    pack.name: pack
    for pack in (
        Pack("spanish40", ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12"), _SPANISH_SUITS),
        Pack("french40", ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"), _FRENCH_SUITS),
        Pack("numeral40", ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T"), _FRENCH_SUITS),
        Pack("french52", ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"), _FRENCH_SUITS),
    )
}
"""The packs by name."""

CARD_CODES: frozenset[Card] = frozenset(card for pack in PACKS.values() for card in pack.faces())
"""Every card code of every pack."""


@lru_cache
def faces(pack: str) -> tuple[Card, ...]:
    """Return the faces of the pack named `pack` in canonical order.

    >>> faces("spanish40")[:3], len(faces("french52"))
    (('1O', '2O', '3O'), 52)
    """
    return PACKS[pack].faces()


def in_order(pack: str, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return `cards` in the canonical order of the faces of `pack`, copies of a face side by side."""
    return tuple(sorted(cards, key=faces(pack).index))


@lru_cache
def canonical_deck(pack: str, packs: int) -> tuple[Card, ...]:
    """Return the unshuffled deck of `packs` packs: pack by pack, each in canonical order."""
    return faces(pack) * packs
