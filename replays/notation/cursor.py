"""A place in a text that moves on as the text is read, and complains by line and column."""

import json
import re
from bisect import bisect_right
from re import Match, Pattern
from typing import Any, Final, NoReturn

from app.store.canonical import canonical, unique_members
from replays.errors import BadNotation
from replays.notation.text import Offset

_BLANK: Final = re.compile(r"\s*")
_DECODER: Final = json.JSONDecoder(object_pairs_hook=unique_members)


class Lines:
    """Where the lines of a text begin."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def bad(self, at: int, detail: str, rule: str | None = None) -> BadNotation:
        """The error for what stands at `at`, which names its line and column, both from 1."""
        row = bisect_right(self._starts, max(at, 0))
        return BadNotation(row, max(at, 0) - self._starts[row - 1] + 1, detail, rule)


class Cursor:
    """Reads a text from its beginning."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Lines(text)
        self.at = Offset(0)

    def over(self) -> bool:
        """Whether nothing but blanks is left, which are passed over."""
        self.skip(_BLANK)
        return self.at == len(self._text)

    def skip(self, pattern: Pattern[str]) -> Match[str] | None:
        """What `pattern` finds here, which is passed over; None where it does not fit."""
        found = pattern.match(self._text, self.at)
        self.at = Offset(found.end()) if found else self.at
        return found

    def blanks(self) -> None:
        """Passes over blanks."""
        self.skip(_BLANK)

    def takes(self, mark: str) -> bool:
        """Whether `mark` stands here; then it is passed over."""
        stands = self._text.startswith(mark, self.at)
        self.at = Offset(self.at + len(mark)) if stands else self.at
        return stands

    def need(self, pattern: Pattern[str], what: str) -> str:
        """What `pattern` finds here; BadNotation says that `what` is missing."""
        found = self.skip(pattern)
        return found[0] if found else self.fail(f"{what} is missing here")

    def upto(self, mark: str, what: str) -> str:
        """Everything before the next `mark`, which is passed over too."""
        end = self._text.find(mark, self.at)
        if end < 0:
            self.fail(f"{what} does not end")
        found = self._text[self.at : end]
        self.at = Offset(end + len(mark))
        return found

    def line(self) -> str:
        """The rest of the line."""
        end = self._text.find("\n", self.at)
        start, self.at = self.at, Offset(len(self._text) if end < 0 else end)
        return self._text[start : self.at]

    def value(self) -> Any:
        """The JSON value here; without fractions, as in every record."""
        try:
            value, end = _DECODER.raw_decode(self._text, self.at)
            canonical(value)
        except (ValueError, RecursionError):
            self.fail("this is no JSON value without fractions")
        self.at = Offset(end)
        return value

    def fail(self, detail: str, at: Offset | None = None) -> NoReturn:
        """BadNotation at `at`, or here."""
        raise self._lines.bad(self.at if at is None else at, detail)
