"""A card drawn into a picture: its rank and its suit, or its back."""

from functools import lru_cache
from typing import Final

from PIL import ImageDraw, ImageFont
from ttf_opensans import opensans

from app.games.cards import HIDDEN, Card

RATIO: Final = 1.5
"""Height of a card by its width."""

_PAPER, _EDGE, _BACK = "#fffdf6", "#4b4436", "#8c2f39"
_GOLD, _RED, _BLACK, _GREEN, _STEEL = "#e0a526", "#b3261e", "#23211d", "#5f8f34", "#7fa9c6"
_RANKS: Final = {"T": "10"}

Pen = ImageDraw.ImageDraw


@lru_cache(maxsize=128)
def font(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font for names and ranks in a size in pixels."""
    return ImageFont.truetype(opensans(font_weight=700 if bold else 400).path, size)


def draw_card(pen: Pen, x: float, y: float, size: float, card: Card) -> None:
    """Draw a card of `size` pixels width with its corner at `x`, `y`."""
    height, radius = size * RATIO, size * 0.08
    pen.rounded_rectangle((x, y, x + size, y + height), radius, _PAPER, _EDGE, max(1, round(size / 60)))
    if card == HIDDEN:
        inset = size * 0.08
        pen.rounded_rectangle((x + inset, y + inset, x + size - inset, y + height - inset), radius, _BACK)
        _disc(pen, x + size / 2, y + height / 2, size * 0.22, _GOLD)
        return
    rank = _RANKS.get(card[:-1], card[:-1])
    text = font(round(size * (0.34 if len(rank) == 1 else 0.28)), bold=True)
    pen.text((x + size * 0.26, y + size * 0.36), rank, _BLACK, text, "ms")
    _draw_suit(pen, x + size * 0.26, y + size * 0.58, size * 0.15, card[-1])
    _draw_suit(pen, x + size * 0.6, y + size, size * 0.28, card[-1])


class _Sign:
    """A pen for the sign of a suit around `x`, `y`; coordinates are in halves of its height."""

    def __init__(self, pen: Pen, x: float, y: float, half: float) -> None:
        self._pen, self._x, self._y, self._half = pen, x, y, half

    def polygon(self, colour: str, *corners: tuple[float, float]) -> None:
        self._pen.polygon(self._at(*corners), colour)

    def rectangle(self, colour: str, *corners: tuple[float, float]) -> None:
        self._pen.rectangle(self._at(*corners), colour)

    def bar(self, colour: str, *corners: tuple[float, float]) -> None:
        self._pen.rounded_rectangle(self._at(*corners), self._half * 0.3, colour)

    def bowl(self, colour: str, *corners: tuple[float, float]) -> None:
        self._pen.pieslice(self._at(*corners), 0, 180, colour)

    def disc(self, colour: str, across: float, down: float, radius: float) -> None:
        ((x, y),) = self._at((across, down))
        _disc(self._pen, x, y, radius * self._half, colour)

    def _at(self, *points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(self._x + self._half * across, self._y + self._half * down) for across, down in points]


def _draw_suit(pen: Pen, x: float, y: float, half: float, suit: str) -> None:
    """Draw the sign of a suit around `x`, `y`; `half` is half of its height."""
    _SUITS[suit](_Sign(pen, x, y, half))


def _coin(sign: _Sign) -> None:
    for radius, colour in ((1, _EDGE), (0.9, _GOLD), (0.6, _EDGE), (0.5, _GOLD), (0.25, _RED)):
        sign.disc(colour, 0, 0, radius)


def _cup(sign: _Sign) -> None:
    sign.polygon(_GOLD, (-0.16, 0), (0.16, 0), (0.55, 1), (-0.55, 1))
    sign.bowl(_RED, (-0.8, -1.7), (0.8, 0.4))
    sign.rectangle(_GOLD, (-0.85, -0.95), (0.85, -0.6))


def _sword(sign: _Sign) -> None:
    sign.polygon(_STEEL, (0, -1), (0.22, -0.7), (0.22, 0.35), (-0.22, 0.35), (-0.22, -0.7))
    sign.rectangle(_GOLD, (-0.6, 0.3), (0.6, 0.5))
    sign.rectangle(_RED, (-0.13, 0.5), (0.13, 1))


def _baton(sign: _Sign) -> None:
    sign.polygon(_GREEN, (-0.65, -0.4), (-0.5, -0.55), (0.6, 0.05), (0.5, 0.25))
    sign.bar(_GREEN, (-0.3, -1), (0.3, 1))


def _diamond(sign: _Sign) -> None:
    sign.polygon(_RED, (0, -1), (0.75, 0), (0, 1), (-0.75, 0))


def _heart(sign: _Sign) -> None:
    for across in (-0.42, 0.42):
        sign.disc(_RED, across, -0.4, 0.46)
    sign.polygon(_RED, (-0.84, -0.2), (0.84, -0.2), (0, 0.95))


def _spade(sign: _Sign) -> None:
    sign.polygon(_BLACK, (0, 0.2), (0.35, 1), (-0.35, 1))
    for across in (-0.42, 0.42):
        sign.disc(_BLACK, across, 0.25, 0.46)
    sign.polygon(_BLACK, (-0.84, 0.05), (0.84, 0.05), (0, -1))


def _club(sign: _Sign) -> None:
    sign.polygon(_BLACK, (0, 0), (0.35, 1), (-0.35, 1))
    for across, down in ((0, -0.52), (0.46, 0.2), (-0.46, 0.2)):
        sign.disc(_BLACK, across, down, 0.45)


_SUITS: Final = {
    "O": _coin,
    "C": _cup,
    "E": _sword,
    "B": _baton,
    "d": _diamond,
    "h": _heart,
    "s": _spade,
    "c": _club,
}


def _disc(pen: Pen, x: float, y: float, radius: float, colour: str) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
