"""Completes the schemas of the OpenAPI document: what follows for a shape from what it is."""

from typing import Any, Final

Json = dict[str, Any]

KINDS: Final = "x-kinds"
"""Where an operation carries what goes with each type of its body, until the document is complete."""

REQUIRED: Final = "x-required"
"""Marks a member of a body that is required, in the metadata of a field that marshmallow does not check."""

OPTIONAL: Final = "x-optional"
"""Marks a member of an answer that may be missing, in the metadata of its field."""


def complete_schemas(schemas: Json) -> None:
    """Says which members an answer always has, and which of them may be null."""
    for name, schema in schemas.items():
        _require(name, schema)
        for member in schema.get("properties", {}).values():
            _admit_null(member)


def _require(name: str, schema: Json) -> None:
    """Says that an answer has every member of its schema but those that it marks as optional."""
    members = schema.get("properties", {})
    always = [one for one, shape in members.items() if not shape.pop(OPTIONAL, False)]
    must = [one for one, shape in members.items() if shape.pop(REQUIRED, False)]
    if must:
        schema["required"] = must
    if name.endswith("View") and "required" not in schema and always:
        schema["required"] = always


def _admit_null(member: Json) -> None:
    """Puts null among the words of a member that may be null, because words alone would forbid it."""
    if "null" in member.get("type", ()) and None not in member.get("enum", (None,)):
        member["enum"] = [*member["enum"], None]


def named(schema: Json) -> str:
    """The name of the schema that a reference names, empty for one that stands here."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def tell_kinds(document: Json, operation: Json) -> None:
    """Replaces the schema of a body that has types by one schema a type, told apart by `type`."""
    kinds = operation.pop(KINDS, None)
    if kinds is None:
        return
    content = operation["requestBody"]["content"]["application/json"]
    name, schemas = named(content["schema"]), document["components"]["schemas"]
    whole = schemas[name]
    found = {f"{name}_{kind}": _of_kind(whole, kind, rest) for kind, rest in kinds.items()}
    places = {kind: f"#/components/schemas/{name}_{kind}" for kind in kinds}
    schemas |= found
    schemas[name] = {
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "type", "mapping": places},
    }
    content["examples"] = {kind: {"value": rest["example"]} for kind, rest in kinds.items()}


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
    """Exactly one of two members, or at least one of several.

    As a condition: a generator would make of `oneOf` beside `properties` a type without members.
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
    """At least one of these members."""
    if not others:
        return {"required": [first]}
    return {"if": {"not": {"required": [first]}}, "then": _any(*others)}
