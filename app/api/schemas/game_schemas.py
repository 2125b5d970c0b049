"""Schemas made of the shapes that a game gives as data: its commands, its views, taking a seat."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from marshmallow import Schema, fields

from app.games.shapes import Form, Member, ObjectShape
from app.http.fields import Boolean, Card, Choice, Integer, String
from app.http.fields import cards as cards_field
from app.http.fields import melds as melds_field

SEAT_MAX: Final = 11
"""The highest number of a seat."""

CARD: Final = (
    "A card is a rank and a suit. Spanish pack: 1 to 7 and 10 to 12 of O (oros), C (copas), E (espadas) or "
    "B (bastos), as 7O; French packs: A, 2 to 9, T, J, Q, K of d, h, s or c, as Td"
)
"""Notation of cards."""


def move_reference(prefix: str = "") -> dict[str, Any]:
    """Return the reference to the schema of a command of the game whose schemas begin with `prefix`."""
    return {"$ref": f"#/components/schemas/{prefix}Move"}


MOVE: Final = move_reference()
"""Reference to the schema of a command of the usual game."""

_REQUESTS: Final[Mapping[Form, Callable[[Member, dict[str, Any]], fields.Field[Any]]]] = {
    Form.INTEGER: lambda member, options: _integer(member, options),
    Form.BOOLEAN: lambda member, options: Boolean(**options),
    Form.TEXT: lambda member, options: String(**options),
    Form.WORD: lambda member, options: Choice(member.words, **options),
    Form.SEAT: lambda member, options: Integer(maximum=SEAT_MAX, **options),
    Form.CARD: lambda member, options: Card(**options),
    Form.CARDS: lambda member, options: cards_field(**options),
    Form.MELDS: lambda member, options: melds_field(**options),
}

_ANSWERS: Final[Mapping[Form, Callable[[Member, dict[str, Any]], fields.Field[Any]]]] = {
    Form.INTEGER: lambda member, options: fields.Integer(**options),
    Form.BOOLEAN: lambda member, options: fields.Boolean(**options),
    Form.TEXT: lambda member, options: fields.String(**options),
    Form.WORD: lambda member, options: fields.String(**options),
    Form.SEAT: lambda member, options: fields.Integer(**options),
    Form.INTEGERS: lambda member, options: fields.List(fields.Integer(), **options),
    Form.SEATS: lambda member, options: fields.List(fields.Integer(), **options),
    Form.CARD: lambda member, options: fields.String(**options),
    Form.TEXTS: lambda member, options: fields.List(fields.String(), **options),
    Form.CARDS: lambda member, options: fields.List(fields.String(), **options),
    Form.MELDS: lambda member, options: fields.List(fields.List(fields.String()), **options),
    Form.OBJECT: lambda member, options: fields.Nested(_object(member.shape), **options),
    Form.OBJECTS: lambda member, options: fields.List(fields.Nested(_object(member.shape)), **options),
    Form.COMMAND: lambda member, options: fields.Raw(**options),
}


def _integer(member: Member, options: dict[str, Any]) -> Integer:
    most = {} if member.maximum is None else {"maximum": member.maximum}
    return Integer(minimum=member.minimum, **most, **options)


def request_fields(members: Mapping[str, Member]) -> dict[str, Any]:
    """Return the strict fields of a request for `members`, by name."""
    return {
        name: _REQUESTS[member.form](member, {"metadata": {"description": member.description}})
        for name, member in members.items()
    }


def answer_fields(members: Mapping[str, Member], prefix: str = "") -> dict[str, Any]:
    """Return the fields of an answer for `members`, by name."""
    return {name: _ANSWERS[member.form](member, _options(member, prefix)) for name, member in members.items()}


def _options(member: Member, prefix: str) -> dict[str, Any]:
    """Return the options of the field of an answer."""
    description = member.description or (CARD if member.form is Form.CARD else "")
    metadata: dict[str, Any] = {"description": description} if description else {}
    if member.form is Form.COMMAND:
        metadata = {"anyOf": [move_reference(prefix), {"type": "null"}], **metadata}
        return {"metadata": metadata}
    if member.words:
        metadata["enum"] = [*map(str, member.words)]
    if member.optional:
        metadata["x-optional"] = True
    return {"metadata": metadata, **({"allow_none": True} if member.nullable else {})}


def _object(shape: ObjectShape | None) -> type[Schema]:
    """Return the schema of an object."""
    if shape is None:
        raise ValueError("an object needs a shape")
    namespace = {"__doc__": shape.description, **answer_fields(shape.members)}
    return type(f"{shape.name}View", (Schema,), namespace)
