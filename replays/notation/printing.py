"""Writer of the notation in one layout: tags and deals on lines of their own, other items on filled lines."""

from collections.abc import Iterator
from typing import Final

from app.store.canonical import canonical
from replays.notation import signs
from replays.notation.text import Comment, Item, Ply, Tag, Text

_WIDTH: Final = 100


def written(text: Text) -> str:
    """Return `text` in the notation; `parse` restores it except for the layout."""
    return "\n".join(_lines(text.items)) + "\n"


def _lines(items: tuple[Item, ...]) -> Iterator[str]:
    line, before = "", None
    for item in items:
        word = _word(item)
        if _alone(item) or _alone(before) or len(line) + len(word) + 1 > _WIDTH:
            yield from [line] if line else []
            yield from [""] if _gap(before, item) else []
            line = word
        else:
            line = f"{line} {word}" if line else word
        before = item
    yield line


def _alone(item: Item | None) -> bool:
    """Return True if an item has a line of its own."""
    if isinstance(item, Comment):
        return "}" in item.words
    return isinstance(item, Tag) or (isinstance(item, Ply) and item.deal is not None)


def _gap(before: Item | None, item: Item) -> bool:
    """Return True if a blank line separates two items."""
    tags = isinstance(before, Tag), isinstance(item, Tag)
    deal = isinstance(item, Ply) and item.deal is not None
    return before is not None and (tags[0] != tags[1] or deal)


def _word(item: Item) -> str:
    if isinstance(item, Tag):
        return f"[{item.name} {canonical(item.value).decode()}]"
    if isinstance(item, Comment):
        return f"; {item.words}" if "}" in item.words else f"{{{item.words}}}"
    return _ply(item)


def _ply(ply: Ply) -> str:
    number = "" if ply.number is None else f"{ply.number}."
    actor = "*" if ply.actor is None else str(ply.actor)
    time = ""
    if ply.time is not None:
        time = f" @{'+' if ply.time.since_before else ''}{ply.time.ms}"
    return f"{number}{actor}:{signs.written(ply.command, ply.centre, ply.deal)}{time}"
