"""Whether a command, an event or a rules sheet from a record has values of the kinds its fields promise."""

from collections.abc import Hashable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import UnionType
from typing import Any, Final, NewType, Union, cast, get_args, get_origin, get_type_hints

from app.games.cards import CARD_CODES, Card, Seat

_LONGEST: Final = 1_000  # above the number of cards of any deck
_LARGEST: Final = 2**53
_SEATS: Final = 12


def fault(value: Any) -> str | None:
    """The name of the first field of the dataclass `value` whose value is of another kind, or None.

    A tuple longer than any deck counts as wrong, and so does a card that no pack has.

    >>> from app.games.conquian.commands import Exchange
    >>> fault(Exchange("7O")), fault(Exchange("99Z"))
    (None, 'card')
    """
    hints = _hints(cast(Hashable, type(value)))
    names = (item.name for item in fields(value))
    return next((name for name in names if not _fits(hints[name], getattr(value, name))), None)


@lru_cache
def _hints(made: Any) -> dict[str, Any]:
    return get_type_hints(made)


def _fits(hint: Any, value: Any) -> bool:
    if hint is Any:
        return True
    if hint is Card:
        return isinstance(value, str) and value in CARD_CODES
    if hint is Seat:
        return type(value) is int and 0 <= value < _SEATS
    if isinstance(hint, NewType):
        return _fits(hint.__supertype__, value)
    origin = get_origin(hint)
    return _fits_origin(origin, get_args(hint), value) if origin else _fits_type(hint, value)


def _fits_origin(origin: Any, inner: tuple[Any, ...], value: Any) -> bool:
    if origin in (Union, UnionType):
        return any(_fits(each, value) for each in inner)
    if origin is tuple:
        short = isinstance(value, tuple) and len(value) <= _LONGEST
        return short and all(_fits(inner[0], one) for one in value)
    return isinstance(value, dict) and all(_fits(inner[1], one) for one in value.values())


def _fits_type(hint: Any, value: Any) -> bool:
    if hint is int:
        return type(value) is int and abs(value) < _LARGEST
    if is_dataclass(hint):
        return type(value) is hint and fault(value) is None
    return isinstance(value, hint)
