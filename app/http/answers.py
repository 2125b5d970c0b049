"""JSON answers with one description: a TypedDict, from which their schema in the document is made.

mypy checks that a view builds what it describes; `Blueprint.answers` documents it.
"""

import types
from collections.abc import Mapping
from functools import cache
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    NotRequired,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import orjson
from flask import Response
from marshmallow import Schema, fields

from app.http.headers import JSON
from app.http.openapi_components import OPTIONAL

Body = TypeVar("Body")

_FIELDS: Final[Mapping[type, type[fields.Field[Any]]]] = {
    str: fields.String,
    int: fields.Integer,
    bool: fields.Boolean,
    float: fields.Float,
    object: fields.Raw,  # any JSON value
    orjson.Fragment: fields.Dict,  # an object that is encoded already
}


class JsonAnswer(Response, Generic[Body]):
    """A response with a JSON body of the type `Body`."""

    def __init__(self, body: Body, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(orjson.dumps(body), status, headers, content_type=JSON)


@cache
def schema_of(shape: type) -> type[Schema]:
    """Return the schema with the name, the description and the members of a TypedDict.

    A member is a string, a number, a boolean, any value (`object`), a list, another TypedDict, or one of
    these or None. Of `Annotated` a text is the description, and a mapping has more members of the OpenAPI
    schema. A schema describes a member that something else makes, such as the view of a game by its game.
    """
    hints = get_type_hints(shape, include_extras=True)
    members = {name: _field(hint) for name, hint in hints.items()}
    return type(shape.__name__, (Schema,), {"__doc__": shape.__doc__, **members})


def _field(hint: Any) -> fields.Field[Any]:
    """Return the field for the type of a member."""
    kind, options = _unwrapped(hint)
    if get_origin(kind) is list:
        return fields.List(_field(*get_args(kind)), **options)
    if get_origin(kind) is dict:
        _, value = get_args(kind)
        if value is not Any:
            options |= {"keys": fields.String(), "values": _field(value)}
        return fields.Dict(**options)
    if issubclass(kind, Schema):
        return fields.Nested(kind, **options)
    if is_typeddict(kind):
        return fields.Nested(schema_of(kind), **options)
    return _FIELDS[kind](**options)


def _unwrapped(hint: Any) -> tuple[Any, dict[str, Any]]:
    """Return the type within NotRequired, Annotated and `| None`, and the options of its field."""
    metadata, options, schemas = dict[str, Any](), dict[str, Any](), list[type[Schema]]()
    if get_origin(hint) is NotRequired:
        metadata[OPTIONAL] = True
        (hint,) = get_args(hint)
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        schemas = [note for note in notes if isinstance(note, type)]
        for note in notes:
            if not isinstance(note, type):
                metadata |= {"description": note} if isinstance(note, str) else note
    if get_origin(hint) is types.UnionType:
        hint, _ = get_args(hint)
        options["allow_none"] = True
    return (*schemas, hint)[0], {"metadata": metadata, **options}
