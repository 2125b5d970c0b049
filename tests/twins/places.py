"""Places of answers with a value that commits to hidden cards by a hash or a signature, by schema.

Each place is a path into the JSON of one schema; `EACH` stands for every item of a list. What stands there is
replaced by as many asterisks. Nothing else is, so that all other bytes are compared as they came.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

import orjson

from tests.api.streaming import NDJSON, SSE

EACH: Final = object()
Path = tuple[object, ...]

_RECEIPT: Final[tuple[Path, ...]] = (("digest",), ("signature",))
_ENTRY: Final[tuple[Path, ...]] = (("digest",), ("public", "seals", EACH, 1))


def _under(*steps: object, paths: tuple[Path, ...]) -> tuple[Path, ...]:
    return tuple((*steps, *path) for path in paths)


_ANSWER: Final = _under("receipt", paths=_RECEIPT)
_DISPUTE: Final[tuple[Path, ...]] = (("digest",), ("about", "digest"), ("verdict", "head", "digest"))
_DISPUTE_PUBLIC: Final[tuple[Path, ...]] = (
    ("command", "digest"),
    ("events", EACH, "digest"),
    ("command", "verdict", "head", "digest"),
    ("events", EACH, "verdict", "head", "digest"),
)
_DISPUTE_ENTRY: Final = (("digest",), *_under("public", paths=_DISPUTE_PUBLIC))

PLACES: Final[Mapping[str, tuple[Path, ...]]] = MappingProxyType(
    {
        "EventsView": _under("events", EACH, paths=_ENTRY),
        "Entry": _ENTRY,
        "AnswerView": _ANSWER,
        "CreatedView": _ANSWER,
        "SeatedView": _ANSWER,
        "HeadView": _ANSWER,
        "ReportView": (("digest",),),
        "SignedView": (*_DISPUTE, *_under("signed", paths=_RECEIPT)),
        "DisputesView": _under("disputes", EACH, paths=_DISPUTE),
        "UnsettledView": _under("disputes", EACH, paths=_DISPUTE),
        "DisputeLetter": _under("data", "entry", paths=_DISPUTE_PUBLIC),
        "LogView": _under("events", EACH, paths=_DISPUTE_ENTRY),
    }
)
"""By the name of its schema in the API's document; `Entry` is of streams, `DisputeLetter` of webhooks."""

QUOTED: Final = {"ReportView": ("page", "digest")}
"""Schemas one member of which is a text that quotes another, which is such a value."""

TAGGED: Final = frozenset(("DisputesView", "UnsettledView"))
"""Schemas whose entity tag is a hash of the body, and so commits to what stands there."""

METRICS: Final = "text/plain; version=0.0.4"
"""The media type of what an operator watches."""

_MEASURED: Final = re.compile(rb"\w*_seconds_(bucket|sum)|process_\w+|\w*store_round_trip_seconds_count")
"""Metrics that say how long something took, or what the process itself needs: they are no part of twins."""

_HEX: Final = frozenset("0123456789abcdef")
_LENGTHS: Final = (64, 128)
_TAG: Final = len('"0123456789abcdef01234567"')


def veiled(data: bytes, schema: str | None, media_type: str | None) -> bytes:
    """The body of an answer without what commits to hidden cards."""
    if media_type == SSE:
        return b"\n".join(map(_event_line, data.split(b"\n")))
    if media_type == NDJSON:
        return b"\n".join(veiled_json(row, "Entry") for row in data.split(b"\n"))
    return veiled_json(data, schema) if media_type == "application/json" else data


def unmeasured(data: bytes) -> bytes:
    """Metrics with every name, label and number, but for the numbers of those that measure."""
    return b"\n".join(map(_metric, data.split(b"\n")))


def _metric(row: bytes) -> bytes:
    name = re.match(rb"\w*", row)
    measures = name is not None and _MEASURED.fullmatch(name[0])
    return row.rpartition(b" ")[0] + b" *" if measures else row


def _event_line(row: bytes) -> bytes:
    start = b"data: "
    return start + veiled_json(row.removeprefix(start), "Entry") if row.startswith(start) else row


def veiled_tag(text: str, schema: str | None) -> str:
    """The entity tag of an answer without what commits to hidden cards."""
    return "*" * len(text) if schema in TAGGED and len(text) == _TAG else text


def veiled_json(data: bytes, schema: str | None) -> bytes:
    """JSON of that schema with its places veiled; the same bytes otherwise, which is checked."""
    paths = PLACES.get(schema or "", ())
    if not paths or not data:
        return data
    document = orjson.loads(data)
    assert orjson.dumps(document) == data, "these bytes are not what their JSON is written as"
    page, quoted = QUOTED.get(schema or "", ("", ""))
    if page in document:
        document[page] = document[page].replace(document[quoted], _veil(document[quoted]))
    for path in paths:
        for replace, value in _at(document, path):
            replace(_veil(value))
    return orjson.dumps(document)


def _veil(value: Any) -> str:
    assert isinstance(value, str), value
    assert len(value) in _LENGTHS, value
    assert _HEX.issuperset(value), value
    return "*" * len(value)


def _at(document: Any, path: Path) -> Iterator[tuple[Callable[[Any], None], Any]]:
    """Yield every value at a path, with a function that replaces it."""
    step, *rest = path
    for key in _keys(document, step):
        if rest:
            yield from _at(document[key], tuple(rest))
        elif document[key] is not None:
            yield partial(document.__setitem__, key), document[key]


def _keys(document: Any, step: object) -> Iterable[Any]:
    """The members or items that a step of a path leads to."""
    if isinstance(document, list):
        return range(len(document)) if step is EACH else [step]
    return [step] if isinstance(document, dict) and step in document else []
