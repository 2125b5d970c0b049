"""Picture of a position: what lies open at a table, drawn for previews of links."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from app.api.card_picture import RATIO, draw_card, font
from app.games.cards import HIDDEN, Card, OpenCards

WIDTH, HEIGHT = 1200, 630
"""Size in pixels that sites ask for in previews of links."""

_FELT, _SEAT, _EDGE = "#14532d", "#0d3f21", "#2b6b42"
_LIGHT, _DIM, _GOLD = "#fdf6e3", "#cfe3d4", "#e9c46a"
_SMOOTHING: Final = 2
"""The picture is drawn this many times as large, and reduced, so that edges are smooth."""

_MARGIN: Final = 24
_MIDDLE: Final = (70, 170)
"""Top and height of the middle of the table."""
_SEATS_TOP: Final = 262
_NAME_HEIGHT: Final = 40
_STEP: Final = 0.52
"""Part of its width that a covered card shows."""
_GAP: Final = 0.35
_BACKS_STEP: Final = 0.3
_WIDEST: Final = 110
_NARROWEST: Final = 10


class Place(NamedTuple):
    """The name and balance of a seat in the picture; `asked` if it is asked now."""

    name: str
    balance: int
    asked: bool


class PlacedCard(NamedTuple):
    """A card of `size` pixels width whose corner lies at `x`, `y`."""

    x: float
    y: float
    size: float
    card: Card


class Box(NamedTuple):
    """The part of the picture for one seat."""

    x: float
    y: float
    width: float
    height: float
    place: Place
    cards: Sequence[PlacedCard]


def draw(title: str, ply: int, cards: OpenCards, places: Sequence[Place]) -> Image.Image:
    """Return a picture of WIDTH by HEIGHT with the title, the ply, the middle of the table, and each seat."""
    picture = Image.new("RGB", (WIDTH * _SMOOTHING, HEIGHT * _SMOOTHING), _FELT)
    pen = ImageDraw.Draw(picture)
    _write(pen, _MARGIN, 46, title, 30, _LIGHT)
    _write(pen, WIDTH - _MARGIN, 46, str(ply), 26, _DIM, anchor="rs")
    top, height = _MIDDLE
    _draw_cards(pen, _placed(cards.middle, _MARGIN, top, WIDTH - 2 * _MARGIN, height, centred=True))
    for box in _boxes(cards.seats, places):
        _draw_box(pen, box)
    return picture.reduce(_SMOOTHING)


def _write(
    pen: ImageDraw.ImageDraw, x: float, y: float, text: str, size: int, colour: str, anchor: str = "ls"
) -> None:
    pen.text((x * _SMOOTHING, y * _SMOOTHING), text, colour, font(size * _SMOOTHING), anchor)


def _draw_cards(pen: ImageDraw.ImageDraw, placed: Sequence[PlacedCard]) -> None:
    for x, y, size, card in placed:
        draw_card(pen, x * _SMOOTHING, y * _SMOOTHING, size * _SMOOTHING, card)


def _draw_box(pen: ImageDraw.ImageDraw, box: Box) -> None:
    corners = (box.x, box.y, box.x + box.width, box.y + box.height)
    edge, width = (_GOLD, 4) if box.place.asked else (_EDGE, 2)
    pen.rounded_rectangle(
        [at * _SMOOTHING for at in corners], 14 * _SMOOTHING, _SEAT, edge, width * _SMOOTHING
    )
    baseline = box.y + 28
    name, most = box.place.name, (box.width - 90) * _SMOOTHING
    while font(22 * _SMOOTHING).getlength(name) > most:
        name = f"{name.removesuffix('…')[:-1]}…"
    _write(pen, box.x + 12, baseline, name, 22, _LIGHT)
    balance = f"{box.place.balance:+d}" if box.place.balance else "0"
    _write(pen, box.x + box.width - 12, baseline, balance, 22, _GOLD, anchor="rs")
    _draw_cards(pen, box.cards)


def _boxes(hands: Sequence[Sequence[Sequence[Card]]], places: Sequence[Place]) -> Iterator[Box]:
    columns = len(places) if len(places) <= 3 else 2 if len(places) == 4 else 3 if len(places) <= 6 else 4
    rows = -(-len(places) // columns)
    width = (WIDTH - _MARGIN) / columns - _MARGIN
    height = (HEIGHT - _SEATS_TOP) / rows - _MARGIN
    for at, (place, groups) in enumerate(zip(places, hands, strict=True)):
        x = _MARGIN + at % columns * (width + _MARGIN)
        y = _SEATS_TOP + at // columns * (height + _MARGIN)
        inside = (x + 12, y + _NAME_HEIGHT, width - 24, height - _NAME_HEIGHT - 10)
        yield Box(x, y, width, height, place, _placed(groups, *inside))


def _placed(
    groups: Sequence[Sequence[Card]],
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    centred: bool = False,
) -> list[PlacedCard]:
    """Return the cards at the largest size with which all groups fit, from left to right in lines."""
    groups = [group for group in groups if group]
    lines, size = next(
        (lines, size)
        for size in range(_WIDEST, _NARROWEST - 1, -1)
        if ((lines := _lines(groups, width / size)) and len(lines) * size * RATIO * 1.06 <= height)
        or size == _NARROWEST
    )
    placed = []
    for number, line in enumerate(lines):
        x = left + (width - _length(line) * size) / 2 if centred else left
        for group in line:
            for at, card in enumerate(group):
                y = top + number * size * RATIO * 1.06
                placed.append(PlacedCard(x + at * _step(group) * size, y, size, card))
            x += (_length([group]) + _GAP) * size
    return placed


def _length(line: Sequence[Sequence[Card]]) -> float:
    """Return the length of groups beside each other, in widths of a card."""
    return sum(1 + (len(group) - 1) * _step(group) for group in line) + (len(line) - 1) * _GAP


def _step(group: Sequence[Card]) -> float:
    """Return how much of a covered card is seen, in widths of a card."""
    return _BACKS_STEP if group[0] == HIDDEN else _STEP


def _lines(groups: Sequence[Sequence[Card]], width: float) -> list[list[Sequence[Card]]]:
    """Return the groups in lines of at most `width` widths of a card."""
    lines: list[list[Sequence[Card]]] = [[]]
    for group in groups:
        if lines[-1] and _length([*lines[-1], group]) > width:
            lines.append([])
        lines[-1].append(group)
    return lines
