"""Schemas of tagged unions: the member `type` determines the other members."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, cast

from marshmallow import Schema, ValidationError, validates_schema

from app.games.shapes import CommandShape
from app.http.fields import CodedMessage, StrictSchema
from app.i18n import Message


def faults(kind: CommandShape, names: set[str]) -> Iterator[tuple[str, CodedMessage]]:
    """Yield each wrong member of a value of the type `kind` that has the members `names`, and its error."""
    for name in set(kind.must) - names:
        yield name, CodedMessage(Message("This type needs it."))
    for name in names.difference(kind.must, kind.one, kind.some, kind.may):
        yield name, CodedMessage(Message("This type does not take it."), "unknown_field")
    if kind.one and len(names & set(kind.one)) != 1:
        yield (
            kind.one[-1],
            CodedMessage(Message("This type has exactly one of {names}.").filled(names=kind.one)),
        )
    if kind.some and not names & set(kind.some):
        yield (
            kind.some[0],
            CodedMessage(Message("This type has at least one of {names}.").filled(names=kind.some)),
        )


class TypedSchema(StrictSchema):
    """Base of a schema with a member `type`, one of `kinds`; `always` lists the members of every type."""

    kinds: ClassVar[Mapping[str, CommandShape]] = {}
    always: ClassVar[tuple[str, ...]] = ("expected_ply",)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._of_type = {name: self._fields_of(kind) for name, kind in self.kinds.items()}

    def load(self, data: Any, **options: Any) -> dict[str, Any]:
        """Return the loaded `data`; only the fields of its type are loaded if it has the members of its type.

        Otherwise all fields are, so that the error names everything that is wrong.
        """
        narrow = self._narrow(data)
        loaded = super().load(data, **options) if narrow is None else narrow.load(data, **options)
        return cast(dict[str, Any], loaded)

    def _narrow(self, data: Any) -> Schema | None:
        """Return the schema for the type of `data`, None if its members are not those of a type."""
        name = data.get("type") if isinstance(data, dict) else None
        if not isinstance(name, str) or name not in self.kinds or any(self._faults(data)):
            return None
        return self._of_type[name]

    def _fields_of(self, kind: CommandShape) -> Schema:
        names = ("type", *kind.members, *self.always)
        return StrictSchema.from_dict({name: self.declared_fields[name] for name in names})()

    def _faults(self, data: Mapping[str, Any]) -> Iterator[tuple[str, CodedMessage]]:
        return faults(self.kinds[data["type"]], set(data) - {"type", *self.always})

    @validates_schema
    def _members_of_type(self, data: dict[str, Any], **kwargs: Any) -> None:
        wrong = dict(self._faults(data))
        if wrong:
            raise ValidationError({name: [text] for name, text in wrong.items()})


def described(schema: TypedSchema) -> dict[str, Any]:
    """Return the types of a schema, for the document."""
    return {
        name: {
            "must": [*kind.must],
            "members": [*kind.members, *schema.always],
            "one": [*kind.one],
            "some": [*kind.some],
            "example": {"type": name, **kind.example},
        }
        for name, kind in schema.kinds.items()
    }
