"""Canonical JSON: one value, one sequence of bytes (RFC 8785 for the values allowed here)."""

from collections.abc import Mapping
from typing import Any, Final

import orjson

_LIMIT: Final = 2**53


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


def parse(data: bytes) -> Any:
    """The value that `data` (JSON in UTF-8) stands for; ValueError if it is not JSON."""
    return orjson.loads(data)


def _check(value: object) -> None:
    match value:
        case None | bool() | str():
            pass
        case int():
            _check_integer(value)
        case dict():
            _check_object(value)
        case list() | tuple():
            for item in value:
                _check(item)
        case _:
            raise ValueError(f"{type(value).__name__} has no canonical form")


def _check_integer(value: int) -> None:
    if not -_LIMIT < value < _LIMIT:
        raise ValueError("an integer of 2^53 or more has no canonical form")


def _check_object(value: Mapping[object, object]) -> None:
    for key, item in value.items():
        if not isinstance(key, str) or not key.isascii():
            raise ValueError(f"the key {key!r} is not an ASCII string")
        _check(item)
