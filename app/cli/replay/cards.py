"""Names of cards and seats in a terminal: `7 copas` in a Spanish pack, `7♠` in a French one, or `7s`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from app.games.cards import CARD_CODES, HIDDEN, Card

_WORDS: Final = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
_SIGNS: Final = {"d": "♦", "h": "♥", "s": "♠", "c": "♣"}
_LETTERS: Final = {"d": "d", "h": "h", "s": "s", "c": "c"}
_RANKS: Final = ("A", *map(str, range(1, 10)), "T", "10", "11", "J", "12", "Q", "K")
_SUITS: Final = "OCEBdhsc"


@dataclass(frozen=True, slots=True)
class Style:
    """Style of drawing: Unicode signs and lines, or ASCII; `width` is in columns."""

    unicode: bool = True
    width: int = 80

    @property
    def line(self) -> str:
        """A line across the page."""
        return ("─" if self.unicode else "-") * self.width


def name(card: str, style: Style) -> str:
    """Return the name of a card; a text that is no card is returned unchanged.

    >>> name("10C", Style()), name("Ts", Style()), name("Ts", Style(unicode=False))
    ('10 copas', '10♠', '10s')
    """
    if card not in CARD_CODES:
        return "a hidden card" if card == HIDDEN else card
    rank = "10" if card[:-1] == "T" else card[:-1]
    if card[-1] in _WORDS:
        return f"{rank} {_WORDS[card[-1]]}"
    return rank + (_SIGNS if style.unicode else _LETTERS)[card[-1]]


def names(cards: Iterable[str], style: Style) -> str:
    """Return the names of cards for a sentence, in the given order.

    >>> names(["7O", "12B"], Style())
    '7 oros, 12 bastos'
    """
    return ", ".join(name(card, style) for card in cards)


def held(cards: Sequence[str], style: Style) -> str:
    """Return the cards of a hand sorted by suit and rank, each Spanish suit named once.

    >>> held(["7C", "1O", "10C"], Style()), held(["Kd", "Ah", "2d"], Style(unicode=False))
    ('oros 1, copas 7 10', '2d Kd Ah')
    """
    return _grouped(sorted(cards, key=_order), style)


def laid(meld: Sequence[str], style: Style) -> str:
    """Return the cards of a meld in their order.

    >>> laid(["3B", "4B", "5B"], Style()), laid(["6O", "6C", "6E"], Style())
    ('bastos 3 4 5', '6 oros copas espadas')
    """
    ranks = {card[:-1] for card in meld}
    if len(ranks) == 1 and all(card[-1:] in _WORDS for card in meld):
        return f"{ranks.pop()} {' '.join(_WORDS[card[-1]] for card in meld)}"
    return _grouped(meld, style)


def _grouped(cards: Sequence[str], style: Style) -> str:
    if not all(card in CARD_CODES and card[-1] in _WORDS for card in cards):
        return " ".join(name(card, style) for card in cards)
    runs = groupby(cards, key=lambda card: card[-1])
    return ", ".join(" ".join((_WORDS[suit], *(card[:-1] for card in run))) for suit, run in runs)


def _order(card: str) -> tuple[int, int]:
    known = Card(card) in CARD_CODES
    return (_SUITS.index(card[-1]), _RANKS.index(card[:-1])) if known else (len(_SUITS), 0)


def seats(numbers: Sequence[int]) -> str:
    """Seats by number.

    >>> seats([2]), seats([0, 1, 2])
    ('seat 2', 'seats 0, 1 and 2')
    """
    if len(numbers) == 1:
        return f"seat {numbers[0]}"
    return f"seats {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}" if numbers else "nobody"


def card_count(number: int) -> str:
    """Return a number of cards in words.

    >>> card_count(0), card_count(1), card_count(8)
    ('no cards', '1 card', '8 cards')
    """
    return "1 card" if number == 1 else f"{number} cards" if number else "no cards"
