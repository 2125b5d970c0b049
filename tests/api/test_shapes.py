"""What the document says of shapes, as far as a generator of clients stands on it."""

from collections.abc import Iterator
from typing import Any

import pytest

from app.http.document import operations
from tests.client.document import document as served

Json = dict[str, Any]


@pytest.fixture(scope="module")
def document() -> Json:
    """The OpenAPI document."""
    return served()


def parts(part: Any, place: str = "") -> Iterator[tuple[str, Json]]:
    """Every object in a part of the document, with its place."""
    if isinstance(part, dict):
        yield place, part
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for name, one in inner:
        yield from parts(one, f"{place}/{name}")


def test_whatever_may_be_null_has_null_among_its_words(document: Json) -> None:
    for place, shape in parts(document["components"]["schemas"]):
        if "enum" in shape and "null" in shape.get("type", ()):
            assert None in shape["enum"], place


def test_every_parameter_says_of_what_type_it_is(document: Json) -> None:
    for path, method, item, operation in operations(document):
        for one in (*item.get("parameters", ()), *operation.get("parameters", ())):
            assert one.get("$ref") or {"type", "anyOf"} & set(one["schema"]), (path, method, one["name"])


def answered(document: Json) -> set[str]:
    """The names of the schemas that answers are made of."""
    schemas = document["components"]["schemas"]
    found: set[str] = set()
    todo: list[Any] = [
        answer
        for *_, operation in operations(document)
        for status, answer in operation["responses"].items()
        if status < "300"
    ]
    while todo:
        for _, one in parts(todo.pop()):
            name = str(one.get("$ref", "")).removeprefix("#/components/schemas/")
            if name in schemas and name not in found:
                found.add(name)
                todo.append(schemas[name])
    return found


def test_every_answer_says_which_members_it_always_has(document: Json) -> None:
    schemas = document["components"]["schemas"]
    assert [name for name in answered(document) if "required" not in {"oneOf": [], **schemas[name]}] == []
