"""Checks of the members of a manifest, with texts for the values that they accept."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.i18n import Message

DECIMAL: Final = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,9})?")
"""A fractional number in the normal form of a manifest."""

AN_OBJECT: Final = Message("an object")
A_LIST: Final = Message("a list")
A_TEXT: Final = Message("a text")
A_BOOLEAN: Final = Message("true or false")
A_NAME: Final = Message("a name of 1 to 40 visible characters")
A_SEED: Final = Message("64 hex digits in lower case")
A_PLAYER: Final = Message("the id of a player")
A_PYTHON_OBJECT: Final = Message("a text MODULE:OBJECT")
A_COMMAND: Final = Message("a list of 1 to 50 texts, the program and its arguments")
A_VERSION: Final = Message("a text of 1 to 100 characters")

MORE_THAN_ELO0: Final = Message("It must be greater than elo0.")
ONE_SEAT: Final = Message("A player over HTTP has one seat at a table: as many entrants are needed as seats.")
AN_ENTRANT: Final = Message("It must be the name of an entrant.")


def whole_number(least: int, most: int) -> Message:
    """Return the description of an integer between two bounds."""
    return Message("an integer from {least} to {most}").filled(least=least, most=most)


def number(least: float, most: float) -> Message:
    """Return the description of a number between two bounds."""
    return Message("a number from {least} to {most}").filled(least=least, most=most)


def choice_of(*values: str) -> Message:
    """Return the description of a choice of words."""
    listed = ", ".join(map(str, values))
    return Message("one of {listed}").filled(listed=listed)


def entrants(given: int, fit: str) -> Message:
    """Return the fault that there are `given` entrants instead of a number in `fit`."""
    return Message("There are {given} entrants; the format plays with {fit}.").filled(given=given, fit=fit)


def unfit(wanted: Message, value: Any) -> Message:
    """Return the fault of an invalid value in normal form; a text of the client is not echoed."""
    given = _given(value)
    return Message("It must be {wanted}, and is {given}.").filled(wanted=wanted, given=given)


def _given(value: Any) -> Message | str:
    if isinstance(value, dict):
        return AN_OBJECT
    if isinstance(value, list):
        return A_LIST
    if isinstance(value, str) and not DECIMAL.fullmatch(value):
        size = len(value)
        return Message("a text of {size} characters").filled(size=size)
    return value if isinstance(value, str) else json.dumps(value)


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
        whole_number(least, most),
        {"minimum": least, "maximum": most},
    )


def decimal(least: float, most: float) -> ValueCheck:
    """Return a check for a number from `least` to `most`, in normal form."""

    def fits(value: Any) -> bool:
        digits = str(value) if type(value) in (int, str) else ""
        return bool(DECIMAL.fullmatch(digits)) and least <= float(digits) <= most

    return ValueCheck(fits, number(least, most), {"minimum": least, "maximum": most})


def one_of(*values: str) -> ValueCheck:
    """Return a check for one of these strings."""
    return ValueCheck(
        lambda value: isinstance(value, str) and value in values,
        choice_of(*values),
        {"allowed": [*map(str, values)]},
    )


def text(most: int, description: Message) -> ValueCheck:
    """Return a check for a string of 1 to `most` characters; `description` is its noun."""
    return ValueCheck(lambda value: isinstance(value, str) and 0 < len(value) <= most, description)


OBJECT: Final = ValueCheck(lambda value: isinstance(value, dict), AN_OBJECT)
LIST: Final = ValueCheck(lambda value: isinstance(value, list), A_LIST)
TEXT: Final = ValueCheck(lambda value: isinstance(value, str), A_TEXT)
BOOLEAN: Final = ValueCheck(lambda value: type(value) is bool, A_BOOLEAN, {"allowed": [False, True]})
