"""JSON that may be forged, read so that no two programs can take it for different values."""

import json
from collections.abc import Iterable
from typing import Any, Final

from app.games.codec import Json
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
