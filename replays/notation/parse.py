"""Parser of the notation: splits a text into tags, comments and plies; nothing is decided yet."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from replays.notation import moves
from replays.notation.cursor import TextCursor
from replays.notation.text import Comment, Item, Offset, Ply, Tag, Text, Time

SIZE_LIMIT: Final = 8 * 1024 * 1024
"""Maximum of characters of a text."""

_NAME: Final = re.compile("[A-Z][A-Za-z0-9]{0,31}")
_NUMBER: Final = re.compile(r"([1-9][0-9]{0,8})\.")
_ACTOR: Final = re.compile(r"(\*|[0-9]|1[01])\s*:\s*")
_TIME: Final = re.compile(r"\s*@(\+?)(0|[1-9][0-9]{0,15})(?![0-9])")


def parse(text: str) -> Text:
    """Return the game in a text. Raises BadNotation with line and column."""
    cursor = TextCursor(text)
    if len(text) > SIZE_LIMIT:
        cursor.fail(f"the text is longer than {SIZE_LIMIT} characters")
    return Text(tuple(_items(cursor)))


def _items(cursor: TextCursor) -> Iterator[Item]:
    names: set[str] = set()
    while not cursor.over():
        item = _item(cursor)
        if isinstance(item, Tag):
            if item.name in names:
                cursor.fail(f"{item.name} is told twice", item.at)
            names.add(item.name)
        yield item


def _item(cursor: TextCursor) -> Item:
    start = cursor.at
    for mark, read in _MARKS.items():
        if cursor.takes(mark):
            return read(cursor, start)
    return _ply(cursor, start)


def _tag(cursor: TextCursor, start: Offset) -> Tag:
    name = cursor.need(_NAME, "the name of a tag")
    cursor.blanks()
    value = cursor.value()
    cursor.blanks()
    if not cursor.takes("]"):
        cursor.fail("] is missing here")
    return Tag(name, value, start)


def _remark(words: str, start: Offset) -> Comment:
    return Comment(" ".join(words.split()), start)


_MARKS: Final[dict[str, Callable[[TextCursor, Offset], Item]]] = {
    "[": _tag,
    "{": lambda cursor, start: _remark(cursor.upto("}", "the comment"), start),
    ";": lambda cursor, start: _remark(cursor.line(), start),
}


def _ply(cursor: TextCursor, start: Offset) -> Ply:
    number = cursor.skip(_NUMBER)
    cursor.blanks()
    actor = cursor.skip(_ACTOR)
    if actor is None:
        cursor.fail("a tag, a comment, or who acts (a seat or * and a colon) is missing here")
    centre, command, deal = moves.read(cursor)
    time = cursor.skip(_TIME)
    return Ply(
        actor=None if actor[1] == "*" else int(actor[1]),
        command=command,
        number=int(number[1]) if number else None,
        centre=centre,
        deal=deal,
        time=Time(int(time[2]), time[1] == "+") if time else None,
        at=start,
    )
