"""Bodies whose member `type` says which other members they have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from marshmallow import ValidationError, validates_schema

from app.http.fields import Coded, StrictSchema


@dataclass(frozen=True, slots=True)
class Kind:
    """What goes with a type: members it must and may have, of `one` exactly one, of `some` at least one."""

    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    one: tuple[str, ...] = ()
    some: tuple[str, ...] = ()
    example: Mapping[str, Any] = field(default_factory=dict)

    @property
    def members(self) -> tuple[str, ...]:
        """All that it may have besides what every type may have."""
        return (*self.must, *self.one, *self.some, *self.may)

    def faults(self, given: set[str]) -> Iterator[tuple[str, str]]:
        """Each member at fault and what is wrong with it."""
        for name in set(self.must) - given:
            yield name, "This type needs it."
        for name in given - set(self.members):
            yield name, Coded("unknown_field", "This type does not take it.")
        if self.one and len(given & set(self.one)) != 1:
            yield self.one[-1], f"This type has exactly one of {', '.join(self.one)}."
        if self.some and not given & set(self.some):
            yield self.some[0], f"This type has at least one of {', '.join(self.some)}."


class TypedSchema(StrictSchema):
    """The base of a schema with a member `type`, one of `kinds`; `always` names what goes with every type."""

    kinds: ClassVar[Mapping[str, Kind]] = {}
    always: ClassVar[tuple[str, ...]] = ("expected_ply",)

    def _faults(self, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        return self.kinds[data["type"]].faults(set(data) - {"type", *self.always})

    @validates_schema
    def _members_of_type(self, data: dict[str, Any], **kwargs: Any) -> None:
        wrong = dict(self._faults(data))
        if wrong:
            raise ValidationError({name: [text] for name, text in wrong.items()})


def described(schema: TypedSchema) -> dict[str, Any]:
    """The kinds of a schema, for the document."""
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
