"""Values of the notation (tags, comments, plies), and the cursor of a parser with lines and columns."""

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from re import Match, Pattern
from typing import Any, Final, NewType, NoReturn

from app.games.codec import Json
from app.i18n import Message
from app.store.canonical import canonical, unique_members
from replays.record.errors import BadNotation

MEDIA_TYPE: Final = "text/plain"

Offset = NewType("Offset", int)
"""Position in a text, in characters from 0; -1 for a value that was not parsed."""


def _nowhere() -> Any:
    return field(default=Offset(-1), compare=False)


@dataclass(frozen=True, slots=True)
class Tag:
    """A fact about the game, `[Name value]`; the value is JSON."""

    name: str
    value: Any
    at: Offset = _nowhere()


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark; its words are separated by single blanks."""

    words: str
    at: Offset = _nowhere()


@dataclass(frozen=True, slots=True)
class DealFacts:
    """Facts of a deal; None, or empty, if the text does not have them.

    `holds` are seats with the cards dealt to them, `deck` is the order of the whole deck.
    """

    hand: int | None = None
    dealer: int | None = None
    order: tuple[int, ...] = ()
    stake: int | None = None
    holds: tuple[tuple[int, tuple[str, ...]], ...] = ()
    deck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Time:
    """Time of an entry in ms: since the one before, or since 1970."""

    ms: int
    since_before: bool = True


@dataclass(frozen=True, slots=True)
class Ply:
    """An entry: its actor (None: the service), the command as JSON, and optional facts.

    `number` is its ply, `centre` its card, `deal` belongs to the command `deal`.
    """

    actor: int | None
    command: Json
    number: int | None = None
    centre: str | None = None
    deal: DealFacts | None = None
    time: Time | None = None
    at: Offset = _nowhere()


Item = Tag | Comment | Ply


@dataclass(frozen=True, slots=True)
class Text:
    """A game in text."""

    items: tuple[Item, ...]

    @property
    def tags(self) -> dict[str, Tag]:
        """The tags by name."""
        return {item.name: item for item in self.items if isinstance(item, Tag)}

    @property
    def plies(self) -> tuple[Ply, ...]:
        """Entries after the first, which the tags describe."""
        return tuple(item for item in self.items if isinstance(item, Ply))


_BLANK: Final = re.compile(r"\s*")
_DECODER: Final = json.JSONDecoder(object_pairs_hook=unique_members)


class LineIndex:
    """Starts of the lines of a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(newline.end() for newline in re.finditer("\n", text))]

    def bad(self, at: int, detail: Message | str, rule: str | None = None) -> BadNotation:
        """Return the error for the position `at`, with its line and column, both from 1."""
        row = bisect_right(self._starts, max(at, 0))
        return BadNotation(row, max(at, 0) - self._starts[row - 1] + 1, detail, rule)


class TextCursor:
    """Parser position in a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = LineIndex(text)
        self.at = Offset(0)

    def over(self) -> bool:
        """Skip blanks; return True at the end of the text."""
        self.skip(_BLANK)
        return self.at == len(self._text)

    def skip(self, pattern: Pattern[str]) -> Match[str] | None:
        """Return the match of `pattern` at the cursor and skip it; None if it does not match."""
        match = pattern.match(self._text, self.at)
        self.at = Offset(match.end()) if match else self.at
        return match

    def blanks(self) -> None:
        """Skip blanks."""
        self.skip(_BLANK)

    def takes(self, mark: str) -> bool:
        """Skip `mark`; return False if it is not at the cursor."""
        is_here = self._text.startswith(mark, self.at)
        self.at = Offset(self.at + len(mark)) if is_here else self.at
        return is_here

    def need(self, pattern: Pattern[str], what: Message) -> str:
        """Return the text that `pattern` matches and skip it. Raises BadNotation that `what` is missing."""
        match = self.skip(pattern)
        return match[0] if match else self.fail(Message("{what} is missing here").filled(what=what))

    def upto(self, mark: str, what: Message) -> str:
        """Return the text before the next `mark`, and skip both."""
        end = self._text.find(mark, self.at)
        if end < 0:
            self.fail(Message("{what} does not end").filled(what=what))
        text = self._text[self.at : end]
        self.at = Offset(end + len(mark))
        return text

    def line(self) -> str:
        """Return the rest of the line and skip it."""
        end = self._text.find("\n", self.at)
        start, self.at = self.at, Offset(len(self._text) if end < 0 else end)
        return self._text[start : self.at]

    def value(self) -> Any:
        """Return the JSON value at the cursor; fractions are refused, as in records."""
        try:
            value, end = _DECODER.raw_decode(self._text, self.at)
            canonical(value)
        except (ValueError, RecursionError):
            self.fail(Message("this is no JSON value without fractions"))
        self.at = Offset(end)
        return value

    def fail(self, detail: Message, at: Offset | None = None) -> NoReturn:
        """Raise BadNotation at `at`, by default at the cursor."""
        raise self._lines.bad(self.at if at is None else at, detail)
