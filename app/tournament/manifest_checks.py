"""Checks of the members of a manifest, with a description of the values that they accept."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.i18n import Message
from app.tournament import manifest_requirements
from app.tournament.manifest_requirements import DECIMAL


@dataclass(frozen=True, slots=True)
class ValueCheck:
    """Predicate for a value of a manifest in normal form.

    `wanted` describes the accepted values as a noun. `possible` has the values `allowed`, or the `minimum`
    and `maximum` of a number, where these are known.
    """

    fits: Callable[[Any], bool]
    wanted: Message
    possible: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, value: Any) -> bool:
        """Return True if the value is accepted."""
        return self.fits(value)


def whole(least: int, most: int) -> ValueCheck:
    """Return a check for an integer from `least` to `most`."""
    return ValueCheck(
        lambda value: type(value) is int and least <= value <= most,
        manifest_requirements.whole_number(least, most),
        {"minimum": least, "maximum": most},
    )


def decimal(least: float, most: float) -> ValueCheck:
    """Return a check for a number from `least` to `most`, in normal form."""

    def fits(value: Any) -> bool:
        digits = str(value) if type(value) in (int, str) else ""
        return bool(DECIMAL.fullmatch(digits)) and least <= float(digits) <= most

    return ValueCheck(fits, manifest_requirements.number(least, most), {"minimum": least, "maximum": most})


def one_of(*values: str) -> ValueCheck:
    """Return a check for one of these strings."""
    return ValueCheck(
        lambda value: isinstance(value, str) and value in values,
        manifest_requirements.one_of(*values),
        {"allowed": [*map(str, values)]},
    )


def text(most: int, description: Message) -> ValueCheck:
    """Return a check for a string of 1 to `most` characters; `description` is its noun."""
    return ValueCheck(lambda value: isinstance(value, str) and 0 < len(value) <= most, description)


OBJECT: Final = ValueCheck(lambda value: isinstance(value, dict), manifest_requirements.AN_OBJECT)
LIST: Final = ValueCheck(lambda value: isinstance(value, list), manifest_requirements.A_LIST)
TEXT: Final = ValueCheck(lambda value: isinstance(value, str), manifest_requirements.A_TEXT)
BOOLEAN: Final = ValueCheck(
    lambda value: type(value) is bool, manifest_requirements.A_BOOLEAN, {"allowed": [False, True]}
)
