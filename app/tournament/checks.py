"""What the members of a manifest may be: checks that can say so."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.games.languages import Words
from app.tournament import wanted
from app.tournament.wanted import DECIMAL


@dataclass(frozen=True, slots=True)
class Check:
    """Says whether a value in normal form fits.

    `wanted` says what fits, as a noun. `possible` has, where that can be said, the values `allowed`, or the
    `minimum` and `maximum` of a number.
    """

    fits: Callable[[Any], bool]
    wanted: Words
    possible: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, value: Any) -> bool:
        """Whether the value fits."""
        return self.fits(value)


def whole(least: int, most: int) -> Check:
    """Says whether a value is an integer from `least` to `most`."""
    return Check(
        lambda value: type(value) is int and least <= value <= most,
        wanted.whole_number(least, most),
        {"minimum": least, "maximum": most},
    )


def decimal(least: float, most: float) -> Check:
    """Says whether a value in normal form is a number from `least` to `most`."""

    def fits(value: Any) -> bool:
        written = str(value) if type(value) in (int, str) else ""
        return bool(DECIMAL.fullmatch(written)) and least <= float(written) <= most

    return Check(fits, wanted.number(least, most), {"minimum": least, "maximum": most})


def one_of(*values: str) -> Check:
    """Says whether a value is one of these words."""
    return Check(
        lambda value: isinstance(value, str) and value in values,
        wanted.one_of(*values),
        {"allowed": [*map(str, values)]},
    )


def text(most: int, said: Words) -> Check:
    """Says whether a value is a text of 1 to `most` characters."""
    return Check(lambda value: isinstance(value, str) and 0 < len(value) <= most, said)


OBJECT: Final = Check(lambda value: isinstance(value, dict), wanted.AN_OBJECT)
LIST: Final = Check(lambda value: isinstance(value, list), wanted.A_LIST)
TEXT: Final = Check(lambda value: isinstance(value, str), wanted.A_TEXT)
BOOLEAN: Final = Check(lambda value: type(value) is bool, wanted.A_BOOLEAN, {"allowed": [False, True]})
