"""Parser of the notation: tags, comments, and plies with their commands in JSON; nothing is decided yet."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from app.games.codec import Json
from app.i18n import Message
from replays.notation.text import Comment, DealFacts, Item, Offset, Ply, Tag, Text, TextCursor, Time

CARD: Final = r"(?:1[0-2]|[1-9]|[ATJQK])[OCEBdhsc]"

_CARD: Final = re.compile(CARD)
_CARDS: Final = re.compile(f"(?:{CARD})*")
_SOME: Final = re.compile(f"(?:{CARD})+")
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,15}")
_NAME: Final = re.compile("[a-z_]+")
PLAIN: Final = re.compile("[A-Za-z0-9_+-]+")
_SIGNS: Final = re.compile(f"({CARD})?([-+=!~>&])")
ABSENT: Final = "-"
_A_CARD: Final = Message("a card")

Words = Sequence[Any]


def cards(text: str) -> tuple[str, ...]:
    """Return cards that are written without separators.

    >>> cards("1O12B10C")
    ('1O', '12B', '10C')
    """
    return tuple(_CARD.findall(text))


def read_command(cursor: TextCursor) -> tuple[str | None, Json, DealFacts | None]:
    """Return the card of a move, its command as JSON, and the facts of a deal."""
    match = cursor.skip(_SIGNS)
    if match is None:
        return None, *_named(cursor)
    centre: str | None = match[1]
    return centre, _SIGN[match[2]](cursor), None


def _document(cursor: TextCursor) -> Json:
    start = cursor.at
    value = cursor.value()
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        cursor.fail(Message("a command is an object with its type"), start)
    return value


def _end(cursor: TextCursor) -> Json:
    """Return the end of a meld: a discard, or going out."""
    if cursor.takes("#"):
        return {}
    if not cursor.takes("/"):
        cursor.fail(Message("a meld ends with / and the card discarded, or with # for going out"))
    return {"discard": cursor.need(_CARD, _A_CARD)}


def _use(cursor: TextCursor) -> Json:
    return {"type": "meld", "use": list(cards(cursor.need(_CARDS, _A_CARD))), **_end(cursor)}


def _table(cursor: TextCursor) -> Json:
    melds = [list(cards(cursor.need(_SOME, _A_CARD)))]
    while cursor.takes("|"):
        melds.append(list(cards(cursor.need(_SOME, _A_CARD))))
    return {"type": "meld", "melds": melds, **_end(cursor)}


_SIGN: Final[Mapping[str, Callable[[TextCursor], Json]]] = {
    "-": lambda cursor: {"type": "pass"},
    "+": _use,
    "=": _table,
    "!": lambda cursor: {"type": "force", "seat": int(cursor.need(_NUMBER, Message("a seat")))},
    "~": lambda cursor: {"type": "keep", "discard": cursor.need(_CARD, _A_CARD)},
    "&": _document,
    ">": lambda cursor: {"type": "exchange", "card": cursor.need(_CARD, _A_CARD)},
}


def _named(cursor: TextCursor) -> tuple[Json, DealFacts | None]:
    """Return a command by its word, with its arguments in parentheses."""
    start = cursor.at
    name = cursor.need(_NAME, Message("a move"))
    words = _parentheses(cursor) if cursor.takes("(") else []
    try:
        if name == "deal":
            return {"type": "deal"}, _deal(words)
        return {name: value for name, value in _WORD[name](words).items() if value is not None}, None
    except (LookupError, TypeError, ValueError):
        cursor.fail(
            Message("{name} is no move, or cannot have what stands behind it").filled(name=name), start
        )


def _parentheses(cursor: TextCursor) -> list[list[Any]]:
    """Return the items in parentheses, separated by commas; an item has words separated by blanks."""
    items: list[list[Any]] = [[]]
    while True:
        cursor.blanks()
        if cursor.takes(")"):
            return items if items != [[]] else []
        if cursor.takes(","):
            items.append([])
            continue
        match = cursor.skip(PLAIN)
        word = match[0] if match else cursor.value()
        if not isinstance(word, str):
            cursor.fail(Message("a word, a text in quotes or a closing parenthesis is missing before this"))
        items[-1].append(word)


def _only(items: Sequence[Words]) -> list[str | None]:
    """Return items of one word each, None for `-`."""
    if any(len(words) != 1 for words in items):
        raise ValueError("one word an item")
    return [None if words[0] == ABSENT else str(words[0]) for words in items]


def _whole(word: Any) -> int:
    if not isinstance(word, str) or not _NUMBER.fullmatch(word):
        raise ValueError("not a number")
    return int(word)


def _sit(items: Sequence[Words]) -> Json:
    seat, player, token, generation, invitation = [*_only(items), None, None, None, None][:5]
    number = None if generation is None else _whole(generation)
    if not 1 <= len(items) <= 5:
        raise ValueError("too many")
    return {
        "type": "sit",
        "seat": _whole(seat),
        "player": player,
        "token_hash": token,
        "generation": number,
        "invitation": invitation,
    }


def _standing(items: Sequence[Words]) -> Json:
    windows = dict(zip(map(_kind, items), (str(words[0])[0] == "+" for words in items), strict=True))
    if len(windows) != len(items):
        raise ValueError("twice the same")
    return {"type": "standing", **windows}


def _kind(words: Words) -> str:
    (word,) = words
    if word not in ("+claim", "-claim", "+force", "-force"):
        raise ValueError("neither claim nor force")
    return str(word)[1:]


def _single(name: str, field: str, read: Callable[[Any], Any] = str) -> Callable[[Sequence[Words]], Json]:
    def read_one(items: Sequence[Words]) -> Json:
        (word,) = _only(items)
        return {"type": name, field: read(word)}

    return read_one


def _bare(name: str) -> Callable[[Sequence[Words]], Json]:
    def read_none(items: Sequence[Words]) -> Json:
        if items:
            raise ValueError("nothing stands behind it")
        return {"type": name}

    return read_none


def _seat_and_bot(name: str) -> Callable[[Sequence[Words]], Json]:
    def read_both(items: Sequence[Words]) -> Json:
        seat, bot = _only(items)
        return {"type": name, "seat": _whole(seat), "bot": bot}

    return read_both


def _void(items: Sequence[Words]) -> Json:
    reason, *seats = (words[0] for words in items if len(words) == 1)
    if len(seats) + 1 != len(items):
        raise ValueError("one word an item")
    return {"type": "void", "reason": reason, "seats": list(map(_whole, seats))}


_WORD: Final[Mapping[str, Callable[[Sequence[Words]], Json]]] = {
    "check": _bare("check"),
    "bet": _single("bet", "to", _whole),
    "call": _bare("call"),
    "raise": _single("raise", "to", _whole),
    "buy": _single("buy", "chips", _whole),
    "fold": _bare("fold"),
    "leave": _bare("leave"),
    "ready": lambda items: _single("ready", "entropy_commitment")(items) if items else _bare("ready")(items),
    "begin": _single("begin", "bot"),
    "remove": _single("remove", "seat", _whole),
    "seat_bot": _seat_and_bot("seat_bot"),
    "replace": _seat_and_bot("replace"),
    "return": _bare("return"),
    "reveal": _single("reveal", "entropy"),
    "dealer": _single("choose_dealer", "seat", _whole),
    "expire": lambda items: {"type": "expire", "seats": list(map(_whole, _only(items)))},
    "stand": _standing,
    "sit": _sit,
    "void": _void,
    "open_keys": _bare("open_keys"),
}


def _deal(items: Sequence[Words]) -> DealFacts:
    members: dict[str, Any] = {"holds": ()}
    for name, *words in items:
        if name == "holds":
            seat, *hand = words
            members["holds"] = (*members["holds"], (_whole(seat), _hand(hand)))
        elif name in members:
            raise ValueError("twice the same")
        else:
            members[name] = _DEAL[name](words)
    return DealFacts(**members)


def _hand(words: Words) -> tuple[str, ...]:
    if not all(_CARDS.fullmatch(word) for word in words):
        raise ValueError("not cards")
    return tuple(card for word in words for card in cards(word))


def _one(words: Words) -> int:
    (word,) = words
    return _whole(word)


_DEAL: Final[Mapping[str, Callable[[Words], Any]]] = {
    "hand": _one,
    "dealer": _one,
    "stake": _one,
    "order": lambda words: tuple(map(_whole, words)),
    "deck": _hand,
}


SIZE_LIMIT: Final = 8 * 1024 * 1024
"""Maximum of characters of a text."""

_TAG_NAME: Final = re.compile("[A-Z][A-Za-z0-9]{0,31}")
_PLY_NUMBER: Final = re.compile(r"([1-9][0-9]{0,8})\.")
_ACTOR: Final = re.compile(r"(\*|[0-9]|1[01])\s*:\s*")
_TIME: Final = re.compile(r"\s*@(\+?)(0|[1-9][0-9]{0,15})(?![0-9])")


def parse(text: str) -> Text:
    """Return the game in a text. Raises BadNotation with line and column."""
    cursor = TextCursor(text)
    if len(text) > SIZE_LIMIT:
        cursor.fail(Message("the text is longer than {count} characters").filled(count=SIZE_LIMIT))
    return Text(tuple(_items(cursor)))


def _items(cursor: TextCursor) -> Iterator[Item]:
    names: set[str] = set()
    while not cursor.over():
        item = _item(cursor)
        if isinstance(item, Tag):
            if item.name in names:
                cursor.fail(Message("{name} is told twice").filled(name=item.name), item.at)
            names.add(item.name)
        yield item


def _item(cursor: TextCursor) -> Item:
    start = cursor.at
    for mark, read in _MARKS.items():
        if cursor.takes(mark):
            return read(cursor, start)
    return _ply(cursor, start)


def _tag(cursor: TextCursor, start: Offset) -> Tag:
    name = cursor.need(_TAG_NAME, Message("the name of a tag"))
    cursor.blanks()
    value = cursor.value()
    cursor.blanks()
    if not cursor.takes("]"):
        cursor.fail(Message("] is missing here"))
    return Tag(name, value, start)


def _remark(words: str, start: Offset) -> Comment:
    return Comment(" ".join(words.split()), start)


_MARKS: Final[dict[str, Callable[[TextCursor, Offset], Item]]] = {
    "[": _tag,
    "{": lambda cursor, start: _remark(cursor.upto("}", Message("the comment")), start),
    ";": lambda cursor, start: _remark(cursor.line(), start),
}


def _ply(cursor: TextCursor, start: Offset) -> Ply:
    number = cursor.skip(_PLY_NUMBER)
    cursor.blanks()
    actor = cursor.skip(_ACTOR)
    if actor is None:
        cursor.fail(Message("a tag, a comment, or who acts (a seat or * and a colon) is missing here"))
    centre, command, deal = read_command(cursor)
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
