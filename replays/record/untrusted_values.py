"""Values that may be forged: JSON with one reading, the types of fields, and calls of the rules."""

import json
from collections.abc import Callable, Hashable, Iterable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Final, NewType, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from app.games.cards import CARD_CODES, Card, Seat
from app.games.codec import Json
from app.games.errors import GameError
from app.i18n import Message
from app.store.canonical import canonical, parse, unique_members

DEPTH_LIMIT: Final = 32
"""The most levels to which values may be nested: more than those of any entry."""


def parse_object(data: bytes) -> tuple[Json | None, bool]:
    """Return the object in `data`, None if there is none, and whether `data` is its canonical form.

    A value that is nested deeper than any entry counts as no object.
    """
    try:
        value = parse(data)
        if isinstance(value, dict) and _shallow(value, DEPTH_LIMIT):
            return value, canonical(value) == data
    except ValueError:
        pass
    return None, False


def parse_strict(data: bytes) -> Any:
    """Return the value of `data` (JSON in UTF-8), if it has a canonical form; else raise ValueError.

    It is for documents beside a record: programs differ about `1e0`, `1.0` and a key that stands twice.
    """
    value = parse(data)
    if not _shallow(value, DEPTH_LIMIT):
        raise ValueError("values are nested too deep")
    canonical(value)
    try:
        json.loads(data, object_pairs_hook=unique_members)
    except RecursionError:  # only what another value of the same key has hidden can be so deep
        raise ValueError("values are nested too deep") from None
    return value


def member(value: Any, name: str) -> Any:
    """Return the member `name` of `value`, None if it is no object or has none of that name."""
    return value.get(name) if isinstance(value, dict) else None


def _shallow(value: Any, levels: int) -> bool:
    """Return whether the values in `value`, itself included, are nested to at most so many levels."""
    nested = [value]
    for _ in range(levels):
        nested = [inner for value in nested for inner in _inner(value)]
        if not nested:
            return True
    return False


def _inner(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


_LONGEST: Final = 1_000  # above the number of cards of any deck
_LARGEST: Final = 2**53
SEATS: Final = 12

Fits = Callable[[Any], bool]
"""A test whether a value is of one kind."""


def wrong_field(value: Any) -> str | None:
    """Return the name of the first field of the dataclass `value` whose value is of another kind, or None.

    A tuple longer than any deck counts as wrong, and so does a card that no pack has.

    >>> from app.games.conquian.commands import Exchange
    >>> wrong_field(Exchange("7O")), wrong_field(Exchange("99Z"))
    (None, 'card')
    """
    made = cast(Hashable, type(value))
    for name, fits in _checks(made):
        if not fits(getattr(value, name)):
            return name
    return None


@lru_cache
def _checks(made: Any) -> tuple[tuple[str, Fits], ...]:
    hints = get_type_hints(made)
    return tuple((item.name, _fits(hints[item.name])) for item in fields(made))


def _fits(hint: Any) -> Fits:
    """Return the test whether a value is of the kind of `hint`."""
    if hint is Any:
        return lambda value: True
    if hint is Card:
        return CARD_CODES.__contains__
    if hint is Seat:
        return lambda value: type(value) is int and 0 <= value < SEATS
    if isinstance(hint, NewType):
        return _fits(hint.__supertype__)
    origin = get_origin(hint)
    return _fits_origin(origin, get_args(hint)) if origin else _fits_type(hint)


def _fits_origin(origin: Any, inner: tuple[Any, ...]) -> Fits:
    if origin in (Union, UnionType):
        kinds = [_fits(kind) for kind in inner if kind is not NoneType]
        if NoneType in inner and len(kinds) == 1:
            return lambda value: value is None or kinds[0](value)
        return lambda value: (value is None and NoneType in inner) or any(fits(value) for fits in kinds)
    if origin is tuple and inner[-1] is not Ellipsis:
        members = [_fits(kind) for kind in inner]
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(members)
            and all(fits(member) for fits, member in zip(members, value, strict=True))
        )
    if origin is tuple:
        each = _fits(inner[0])
        return lambda value: isinstance(value, tuple) and len(value) <= _LONGEST and all(map(each, value))
    if inner[1] is Any:
        return lambda value: isinstance(value, dict)
    each = _fits(inner[1])
    return lambda value: isinstance(value, dict) and all(map(each, value.values()))


def _fits_type(hint: Any) -> Fits:
    if hint is int:
        return lambda value: type(value) is int and abs(value) < _LARGEST
    if is_dataclass(hint):
        return lambda value: type(value) is hint and wrong_field(value) is None
    return lambda value: isinstance(value, hint)


T = TypeVar("T")


class Malformed(Exception):
    """A value of a record that the rules cannot be given; `message` describes the fault, if it is known."""

    def __init__(self, message: Message | None = None) -> None:
        super().__init__(*([] if message is None else [message]))
        self.message = message


def guarded(work: Callable[[], T]) -> T:
    """Return the result of `work`; Malformed if it breaks on a value that only a forger writes.

    The rules trust their callers, so a forged record may break them anywhere and in any way.
    """
    try:
        return work()
    except (GameError, Malformed):
        raise
    except Exception as fault:
        raise Malformed from fault


def because(sentence: Message, fault: Exception) -> Message:
    """Return the sentence, followed by the reason if that is known.

    >>> str(because(Message("the entry cannot be understood"), Malformed(Message("a card is missing"))))
    'the entry cannot be understood: a card is missing'
    >>> str(because(Message("the entry cannot be understood"), Malformed()))
    'the entry cannot be understood'
    """
    if not str(fault):
        return sentence
    known = fault.message if isinstance(fault, Malformed) else None
    return Message("{sentence}: {reason}").filled(sentence=sentence, reason=known or str(fault))
