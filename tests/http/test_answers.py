"""A TypedDict describes an answer: its schema has the members, and the response has the body."""

from typing import Annotated, NotRequired, TypedDict

import pytest
from marshmallow import Schema, fields

from app.http.answers import JsonAnswer, schema_of
from app.http.openapi_components import OPTIONAL


class InnerView(TypedDict):
    """A part."""

    number: int


class PartSchema(Schema):
    """A part that another schema nests."""


class OuterView(TypedDict):
    """A whole."""

    text: Annotated[str, "For people", {"enum": ["a", "b"]}]
    share: float
    parts: Annotated[list[InnerView], "In order"]
    part: Annotated[InnerView | None, "If any"]
    sure: NotRequired[bool]
    names: Annotated[dict[str, str], "By language"]
    made: Annotated[dict[str, int] | None, PartSchema, "By something else"]
    value: object | None


class WiderView(OuterView):
    """A whole and more."""

    more: int


def test_a_schema_has_the_name_the_description_and_the_members_of_its_shape() -> None:
    schema = schema_of(WiderView)
    assert (schema.__name__, schema.__doc__) == ("WiderView", "A whole and more.")
    members = schema().fields
    assert list(members) == ["text", "share", "parts", "part", "sure", "names", "made", "value", "more"]
    assert members["text"].metadata == {"description": "For people", "enum": ["a", "b"]}
    assert members["parts"].metadata == {"description": "In order"}
    assert members["part"].allow_none
    assert not members["share"].allow_none
    assert members["sure"].metadata == {OPTIONAL: True}
    made = members["made"]
    assert isinstance(made, fields.Nested)
    assert (made.nested, made.allow_none) == (PartSchema, True)
    kinds = {name: type(field) for name, field in members.items()}
    assert kinds == {
        "text": fields.String,
        "share": fields.Float,
        "parts": fields.List,
        "part": fields.Nested,
        "sure": fields.Boolean,
        "names": fields.Dict,
        "made": fields.Nested,
        "value": fields.Raw,
        "more": fields.Integer,
    }


def test_a_shape_has_one_schema_wherever_it_is_used() -> None:
    part = schema_of(OuterView)().fields["part"]
    assert isinstance(part, fields.Nested)
    assert part.nested is schema_of(InnerView)


def test_a_type_without_a_schema_is_refused() -> None:
    class OddView(TypedDict):
        """A part that JSON does not have."""

        odd: bytes

    with pytest.raises(KeyError):
        schema_of(OddView)


def test_an_answer_is_the_json_of_its_body() -> None:
    answer: JsonAnswer[InnerView] = JsonAnswer({"number": 3}, 201, {"Location": "/there"})
    assert (answer.status_code, answer.content_type, answer.get_json()) == (
        201,
        "application/json",
        {"number": 3},
    )
    assert answer.headers["Location"] == "/there"
