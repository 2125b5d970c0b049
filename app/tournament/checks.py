"""What the members of a manifest may be: checks that can say so."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

_DECIMAL: Final = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class Check:
    """Says whether a value in normal form fits.

    `possible` has, where that can be said, the values `allowed`, or the `minimum` and `maximum` of a number.
    """

    fits: Callable[[Any], bool]
    possible: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, value: Any) -> bool:
        """Whether the value fits."""
        return self.fits(value)


def whole(least: int, most: int) -> Check:
    """Says whether a value is an integer from `least` to `most`."""
    return Check(
        lambda value: type(value) is int and least <= value <= most, {"minimum": least, "maximum": most}
    )


def decimal(least: float, most: float) -> Check:
    """Says whether a value in normal form is a number from `least` to `most`."""

    def fits(value: Any) -> bool:
        written = str(value) if type(value) in (int, str) else ""
        return bool(_DECIMAL.fullmatch(written)) and least <= float(written) <= most

    return Check(fits, {"minimum": least, "maximum": most})


def one_of(*values: str) -> Check:
    """Says whether a value is one of these words."""
    return Check(lambda value: isinstance(value, str) and value in values, {"allowed": [*map(str, values)]})


def kind(wanted: type) -> Check:
    """Says whether a value is of this type."""
    return Check(lambda value: isinstance(value, wanted))


BOOLEAN: Final = Check(lambda value: type(value) is bool, {"allowed": [False, True]})
