"""Bodies whose member `type` says which other members they have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
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

    def load(self, data: Any, **kwargs: Any) -> Any:
        """What `data` says, read by the members of its own type alone where it has no others.

        That is a fraction of them, and marshmallow walks through all that a schema has.
        """
        narrow = None if self.only or kwargs else self._narrow(data)
        if narrow is None:
            return super().load(data, **kwargs)
        return narrow._lawful(data) or narrow.load(data)

    def _lawful(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """What `data` says, None where anything is wrong with it: then marshmallow has to say what.

        Its fields have no defaults and no other names, so each of them can be asked by itself.
        """
        if any(self._faults(data)):
            return None
        try:
            return {name: self.fields[name].deserialize(value, name, data) for name, value in data.items()}
        except ValidationError:
            return None

    def _faults(self, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        return self.kinds[data["type"]].faults(set(data) - {"type", *self.always})

    def _narrow(self, data: Any) -> "TypedSchema | None":
        """The schema of one type, if `data` names one and has no member besides."""
        kind = data.get("type") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in self.kinds:
            return None
        found = _of_type(type(self), kind)
        return found if data.keys() <= found.fields.keys() else None

    @validates_schema
    def _members_of_type(self, data: dict[str, Any], **kwargs: Any) -> None:
        wrong = dict(self._faults(data))
        if wrong:
            raise ValidationError({name: [text] for name, text in wrong.items()})


@cache
def _of_type(schema: type[TypedSchema], kind: str) -> TypedSchema:
    """The part of a schema that one type needs."""
    return schema(only=("type", *schema.always, *schema.kinds[kind].members))


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
