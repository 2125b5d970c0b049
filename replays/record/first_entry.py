"""The line of the first entry: it names its rules sheet twice, and most records share a few of these."""

from functools import lru_cache
from typing import Any, Final

from app.games.codec import Json
from app.store.canonical import canonical, parse

_RULES: Final = b'"rules":'
_BEGINS: Final = _RULES + b"{"
_NONE: Final = _RULES + b"null"


def parse_first_entry(line: bytes) -> Any:
    """What `line` says, as `parse` reads it; a sheet that was read before is the same object again.

    ValueError if it has no canonical form, as a sheet with a number has that only looks whole.
    """
    begin = line.index(_BEGINS)
    end = line.index(b"}", begin) + 1
    sheet, again = line[begin:end], line.find(_BEGINS, end)
    if not line.startswith(sheet, again):
        whole = parse(line)
        canonical(whole)
        return whole
    said = parse(_NONE.join((line[:begin], line[end:again], line[again + len(sheet) :])))
    public = said["public"]
    public["command"]["rules"] = public["events"][0]["rules"] = _sheet(sheet[len(_RULES) :])
    return said


@lru_cache(maxsize=64)
def _sheet(text: bytes) -> Json:
    """The sheet that `text` is."""
    sheet: Json = parse(text)
    canonical(sheet)
    return sheet
