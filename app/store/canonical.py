"""Canonical JSON: one value, one sequence of bytes (RFC 8785 for the values allowed here)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import orjson

_LIMIT: Final = 2**53
_WRITTEN: Final = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


def canonical(value: object) -> bytes:
    """Return the canonical bytes of `value`.

    Allowed are None, booleans, strings, integers strictly between -2^53 and 2^53, lists and tuples, and dicts
    with ASCII keys. For these, orjson with sorted keys writes what RFC 8785 specifies. Raises ValueError for
    anything else, floats included.
    """
    _check(value)
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise ValueError(str(error)) from error


def written(value: object) -> bytes:
    """Return the canonical bytes of a value made by this program; only its integers are checked."""
    return orjson.dumps(value, option=_WRITTEN)


def parse(data: bytes) -> Any:
    """Return the value of `data` (JSON in UTF-8). Raises ValueError if it is not JSON."""
    return orjson.loads(data)


def unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object with these members, for a JSON decoder. Raises ValueError for a repeated key."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key stands twice")
    return members


def _check(value: object) -> None:
    """Raise ValueError for a value without a canonical form.

    Not recursive, because it runs for every entry.
    """
    rest: list[Any] = [value]
    while rest:
        item = rest.pop()
        kind = type(item)
        if kind is str:
            continue
        if kind is list or kind is tuple:
            rest += item
        elif kind is dict:
            rest += _values(item)
        elif kind is int:
            _check_integer(item)
        else:
            rest += _unusual(item)


def _values(value: Mapping[object, object]) -> Iterable[object]:
    for key in value:
        if not isinstance(key, str) or not key.isascii():
            raise ValueError(f"the key {key!r} is not an ASCII string")
    return value.values()


def _check_integer(value: int) -> None:
    if not -_LIMIT < value < _LIMIT:
        raise ValueError("an integer of 2^53 or more has no canonical form")


def _unusual(value: object) -> Iterable[object]:
    """Return the items of `value` if it is None, a boolean or a subclass of an allowed type."""
    match value:
        case None | bool() | str():
            return ()
        case int():
            _check_integer(value)
            return ()
        case dict():
            return _values(value)
        case list() | tuple():
            return value
    raise ValueError(f"{type(value).__name__} has no canonical form")
