"""Validation of responses against the OpenAPI document."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from app.http.openapi import codes_of
from app.http.openapi_components import operations
from tests.client.document import document as served
from tests.conftest import CHANCE

Json = dict[str, Any]
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}


def resolved(document: Json, shape: Json) -> Json:
    """Return the target of a reference in the document. Raises KeyError if it is missing."""
    while "$ref" in shape:
        place: Any = document
        for step in shape["$ref"].removeprefix("#/").split("/"):
            place = place[step]
        shape = place
    return shape


def undocumented(method: str, path: str, status: int, code: str) -> bool:
    """Return whether the document has an operation at this address that does not name the code."""
    known = [codes for verb, address, codes in _refusals() if verb == method and address.fullmatch(path)]
    return bool(known) and code not in known[0].get(str(status), ())


@cache
def published() -> Json:
    """Return the document that the service serves, which takes longer to make than most tests."""
    with CHANCE.meanwhile("the document"):
        return served()


@cache
def _refusals() -> list[tuple[str, re.Pattern[str], dict[str, list[str]]]]:
    """Return method, address and codes by status of each operation; addresses without places come first."""
    document = published()
    return [
        (method.upper(), re.compile(re.sub(r"{\w+}", "[^/]+", path)), codes_of(document, operation))
        for path, method, _, operation in sorted(
            operations(document), key=lambda operation: operation[0].count("{")
        )
    ]


def references(part: Any) -> Iterator[Json]:
    """Yield all references in a part of the document."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part
        for inner in part.values():
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


def differences(document: Json, shape: Json, value: Any, place: str = "") -> Iterator[str]:
    """Yield the places where `value` does not match the documented shape; unknown fields count."""
    shape = resolved(document, shape)
    for part in shape.get("allOf", ()):
        yield from differences(document, _open_ended(part), value, place)
    ways = shape.get("anyOf", ()) or shape.get("oneOf", ())
    if ways and "properties" not in shape:
        fitting = sum(not list(differences(document, way, value)) for way in ways)
        if not fitting or ("oneOf" in shape and fitting > 1):
            yield f"{place}: {fitting} of the documented shapes fit {value!r}"
        return
    yield from _kinds(shape, value, place)
    yield from _words(shape, value, place)
    if isinstance(value, dict) and "properties" in shape:
        yield from _fields(document, shape, value, place)
    if isinstance(value, list) and "items" in shape:
        for at, item in enumerate(value):
            yield from differences(document, shape["items"], item, f"{place}/{at}")


def _kinds(shape: Json, value: Any, place: str) -> Iterator[str]:
    kinds = shape.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(kind, value) for kind in kinds):
        yield f"{place}: {type(value).__name__}, not {kinds}"


def _words(shape: Json, value: Any, place: str) -> Iterator[str]:
    words = shape.get("enum", [shape["const"]] if "const" in shape else None)
    if words is not None and value not in words:
        yield f"{place}: {value!r} is none of {words}"


def _open_ended(part: Json) -> Json:
    """Return True if a shape describes some of its fields only."""
    return part if "$ref" in part else {**part, "additionalProperties": True}


def _is(kind: str, value: Any) -> bool:
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _fields(document: Json, shape: Json, value: Json, place: str) -> Iterator[str]:
    for name in shape.get("required", ()):
        if name not in value:
            yield f"{place}: {name} is missing"
    for name, item in value.items():
        if name in shape["properties"]:
            yield from differences(document, shape["properties"][name], item, f"{place}/{name}")
        elif shape.get("additionalProperties", False) is False:
            yield f"{place}: {name} is not documented"
