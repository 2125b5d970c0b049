"""Cursor of a parser, which reports errors by line and column."""

import json
import re
from bisect import bisect_right
from re import Match, Pattern
from typing import Any, Final, NoReturn

from app.store.canonical import canonical, unique_members
from replays.notation.text import Offset
from replays.record.errors import BadNotation

_BLANK: Final = re.compile(r"\s*")
_DECODER: Final = json.JSONDecoder(object_pairs_hook=unique_members)


class LineIndex:
    """Starts of the lines of a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(newline.end() for newline in re.finditer("\n", text))]

    def bad(self, at: int, detail: str, rule: str | None = None) -> BadNotation:
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

    def need(self, pattern: Pattern[str], what: str) -> str:
        """Return the text that `pattern` matches and skip it. Raises BadNotation that `what` is missing."""
        match = self.skip(pattern)
        return match[0] if match else self.fail(f"{what} is missing here")

    def upto(self, mark: str, what: str) -> str:
        """Return the text before the next `mark`, and skip both."""
        end = self._text.find(mark, self.at)
        if end < 0:
            self.fail(f"{what} does not end")
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
            self.fail("this is no JSON value without fractions")
        self.at = Offset(end)
        return value

    def fail(self, detail: str, at: Offset | None = None) -> NoReturn:
        """Raise BadNotation at `at`, by default at the cursor."""
        raise self._lines.bad(self.at if at is None else at, detail)
