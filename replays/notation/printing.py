"""Writer of the notation in one layout: tags and deals on lines of their own, other items on filled lines.

A command without signs, or one that would not be parsed back to the same, is written as its JSON after `&`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from app.games.codec import Json
from app.store.canonical import canonical
from replays.notation.parse import ABSENT, PLAIN, read_command
from replays.notation.text import Comment, DealFacts, Item, Ply, Tag, Text, TextCursor

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
    return f"{number}{actor}:{written_command(ply.command, ply.centre, ply.deal)}{time}"


_BREAK: Final = "\n    "
_MOVE_WIDTH: Final = 96


def written_command(command: Json, centre: str | None, deal: DealFacts | None) -> str:
    """Return a move as text; its card comes before the signs."""
    sign = _signs(command, centre)
    if deal is not None and command == {"type": "deal"}:
        sign = _written_deal(deal)
    if sign is not None and _comes_back(sign, command, centre, deal):
        return sign
    return f"{centre or ''}&{canonical(command).decode()}"


def _signs(command: Json, centre: str | None) -> str | None:
    """Return the signs for a command, or None."""
    try:
        return _WRITE[command["type"]](command, centre or "")
    except (LookupError, TypeError, ValueError):
        return None


def _comes_back(sign: str, command: Json, centre: str | None, deal: DealFacts | None) -> bool:
    try:
        cursor = TextCursor(sign)
        return read_command(cursor) == (centre, command, deal) and cursor.over()
    except Exception:  # a foreign command may raise anything; it has no signs
        return False


def _sign_word(value: Any) -> str:
    if value is None:
        return ABSENT
    text = str(value)
    return text if PLAIN.fullmatch(text) and text != ABSENT else json.dumps(text, ensure_ascii=False)


def _called(name: str, *words: Any) -> str:
    shown = [_sign_word(word) for word in words]
    while shown and shown[-1] == ABSENT:
        shown.pop()
    return f"{name}({', '.join(shown)})" if shown else name


def _laid(command: Json, centre: str) -> str:
    end = f"/{command['discard']}" if "discard" in command else "#"
    if "melds" in command:
        return f"{centre}={'|'.join(map(''.join, command['melds']))}{end}"
    return f"{centre}+{''.join(command['use'])}{end}"


def _stands(command: Json, centre: str) -> str:
    windows = {name: value for name, value in command.items() if name != "type"}
    return f"stand({', '.join(('+' if is_set else '-') + name for name, is_set in windows.items())})"


_WRITE: Final[Mapping[str, Callable[[Json, str], str]]] = {
    "pass": lambda command, centre: f"{centre}-",
    "meld": _laid,
    "force": lambda command, centre: f"{centre}!{command['seat']}",
    "keep": lambda command, centre: f"{centre}~{command['discard']}",
    "exchange": lambda command, centre: f"{centre}>{command['card']}",
    "check": lambda command, centre: "check",
    "bet": lambda command, centre: _called("bet", command["to"]),
    "call": lambda command, centre: "call",
    "raise": lambda command, centre: _called("raise", command["to"]),
    "buy": lambda command, centre: _called("buy", command["chips"]),
    "fold": lambda command, centre: "fold",
    "leave": lambda command, centre: "leave",
    "ready": lambda command, centre: _called("ready", command.get("entropy_commitment")),
    "begin": lambda command, centre: _called("begin", command["bot"]),
    "remove": lambda command, centre: _called("remove", command["seat"]),
    "seat_bot": lambda command, centre: _called("seat_bot", command["seat"], command["bot"]),
    "replace": lambda command, centre: _called("replace", command["seat"], command["bot"]),
    "return": lambda command, centre: "return",
    "reveal": lambda command, centre: _called("reveal", command["entropy"]),
    "choose_dealer": lambda command, centre: _called("dealer", command["seat"]),
    "expire": lambda command, centre: _called("expire", *command["seats"]),
    "standing": _stands,
    "sit": lambda command, centre: _called(
        "sit", *(command.get(name) for name in ("seat", "player", "token_hash", "generation", "invitation"))
    ),
    "void": lambda command, centre: _called("void", command["reason"], *command["seats"]),
    "open_keys": lambda command, centre: "open_keys",
}


def _written_deal(deal: DealFacts) -> str:
    """Return a deal, with the cards of every seat and the deck on lines of their own."""
    numbers: list[tuple[str, Sequence[int]]] = [
        ("hand", () if deal.hand is None else (deal.hand,)),
        ("dealer", () if deal.dealer is None else (deal.dealer,)),
        ("order", deal.order),
        ("stake", () if deal.stake is None else (deal.stake,)),
    ]
    first = ", ".join(" ".join(map(str, (name, *words))) for name, words in numbers if words)
    rows = [" ".join(("holds", str(seat), *hand)) for seat, hand in deal.holds]
    rows += [" ".join(("deck", *deal.deck))] if deal.deck else []
    broken = [_BREAK.join(wrap(row, _MOVE_WIDTH, break_long_words=False)) for row in rows]
    return f"deal({f',{_BREAK}'.join([first, *broken] if first else broken)})"
