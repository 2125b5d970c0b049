"""Canonical JSON: one value, one sequence of bytes (RFC 8785 for the values allowed here)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import orjson

_LIMIT: Final = 2**53
_WRITTEN: Final = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


def canonical(value: object) -> bytes:
    """The canonical bytes of `value`.

    Allowed are None, booleans, strings, integers strictly between -2^53 and 2^53, lists and
    tuples, and dicts with ASCII keys. For these, orjson with sorted keys writes what RFC 8785
    asks for. ValueError for anything else, floats above all.
    """
    _check(value)
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise ValueError(str(error)) from error


def written(value: object) -> bytes:
    """The canonical bytes of a value that our own code has made, of which only the integers are checked."""
    return orjson.dumps(value, option=_WRITTEN)


def parse(data: bytes) -> Any:
    """The value that `data` (JSON in UTF-8) stands for; ValueError if it is not JSON."""
    return orjson.loads(data)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these members, for a decoder of JSON; ValueError for a key that stands twice in it."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _check(value: object) -> None:
    """ValueError for what has no canonical form; without recursion, because every entry is looked at."""
    rest: list[Any] = [value]
    while rest:
        one = rest.pop()
        kind = type(one)
        if kind is str:
            continue
        if kind is list or kind is tuple:
            rest += one
        elif kind is dict:
            rest += _values(one)
        elif kind is int:
            _check_integer(one)
        else:
            rest += _unusual(one)


def _values(value: Mapping[object, object]) -> Iterable[object]:
    for key in value:
        if not isinstance(key, str) or not key.isascii():
            raise ValueError(f"the key {key!r} is not an ASCII string")
    return value.values()


def _check_integer(value: int) -> None:
    if not -_LIMIT < value < _LIMIT:
        raise ValueError("an integer of 2^53 or more has no canonical form")


def _unusual(value: object) -> Iterable[object]:
    """What `value` holds, if it is None, a boolean or a kind of the values that are allowed."""
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
