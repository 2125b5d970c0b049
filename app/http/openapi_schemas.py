"""Completion of the schemas of the OpenAPI document: members that can be derived."""

from typing import Any, Final

Json = dict[str, Any]

KINDS: Final = "x-kinds"
"""Member of an operation with the members of each type of its body, until the document is complete."""

REQUIRED: Final = "x-required"
"""Marks a member of a body that is required, in the metadata of a field that marshmallow does not check."""

OPTIONAL: Final = "x-optional"
"""Marks a member of an answer that may be missing, in the metadata of its field."""


def complete_schemas(schemas: Json) -> None:
    """Document which members an answer always has, and which of them may be null."""
    for name, schema in schemas.items():
        _require(name, schema)
        for member in schema.get("properties", {}).values():
            _admit_null(member)


def _require(name: str, schema: Json) -> None:
    """Document that an answer has every member of its schema except those marked as optional."""
    members = schema.get("properties", {})
    always = [member for member, shape in members.items() if not shape.pop(OPTIONAL, False)]
    required_members = [member for member, shape in members.items() if shape.pop(REQUIRED, False)]
    if required_members:
        schema["required"] = required_members
    if name.endswith("View") and "required" not in schema and always:
        schema["required"] = always


def _admit_null(member: Json) -> None:
    """Add null to the enumeration of a member that may be null."""
    if "null" in member.get("type", ()) and None not in member.get("enum", (None,)):
        member["enum"] = [*member["enum"], None]


def named(schema: Json) -> str:
    """Return the name of the schema in a reference, empty for an inline schema."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def split_types(document: Json, operation: Json) -> None:
    """Replace the schema of a body with types by one schema for each type, distinguished by `type`."""
    kinds = operation.pop(KINDS, None)
    if kinds is None:
        return
    content = operation["requestBody"]["content"]["application/json"]
    name, schemas = named(content["schema"]), document["components"]["schemas"]
    schema = schemas[name]
    variants = {f"{name}_{kind}": _of_kind(schema, kind, members) for kind, members in kinds.items()}
    references = {kind: f"#/components/schemas/{name}_{kind}" for kind in kinds}
    schemas |= variants
    schemas[name] = {
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": "type", "mapping": references},
    }
    content["examples"] = {kind: {"value": members["example"]} for kind, members in kinds.items()}


def _of_kind(whole: Json, kind: str, rest: Json) -> Json:
    own = {name: whole["properties"][name] for name in rest["members"] if name in whole["properties"]}
    shape = {
        "type": "object",
        "properties": {"type": {"type": "string", "const": kind}, **own},
        "required": ["type", *rest["must"]],
        "additionalProperties": False,
    }
    return {**shape, **_choice(rest["one"], rest["some"])}


def _choice(one: list[str], some: list[str]) -> Json:
    """Return the condition that exactly one of two members, or at least one of several, is present.

    It is written as a condition: for `oneOf` beside `properties` a generator makes a type without members.
    """
    if one:
        first, second = one
        return {
            "if": {"required": [first]},
            "then": {"not": {"required": [second]}},
            "else": {"required": [second]},
        }
    return _any(*some) if some else {}


def _any(first: str, *others: str) -> Json:
    """Return the condition that at least one of these members is present."""
    if not others:
        return {"required": [first]}
    return {"if": {"not": {"required": [first]}}, "then": _any(*others)}
