"""Components of the OpenAPI document: schemas, what operations share, and links between operations."""

import re
from collections.abc import Iterator
from typing import Any, Final

from app.http.openapi_texts import PARAMETERS

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


_IMPORTS: Final = "/v1/imports/"

_PLACED: Final = {"import": "name"}
"""Members of answers that fill a path parameter of another name."""

WAITING: Final = "202"
"""The resource is not made yet."""

_METHODS: Final = ("get", "post", "put", "patch", "delete")


def operations(document: Json) -> Iterator[tuple[str, str, Json, Json]]:
    """Yield every operation: its path, its method, the item of its path, the operation."""
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item:
                yield path, method, item, item[method]


def add_links(document: Json) -> None:
    """Add links from every answer 201 to the operations that take the ids in it, by member name."""
    targets = [
        (operation["operationId"], _wanted(path))
        for path, _, _, operation in operations(document)
        if not _wanted(path) & {"name", "round"}
        or path.startswith(_IMPORTS)  # in other addresses these are not ids
    ]
    for _, _, _, operation in operations(document):
        created = operation["responses"].get("201", {})
        content = created.get("content", {}).get("application/json", {})
        schema = document["components"]["schemas"].get(named(content.get("schema", {})), {})
        members = {_PLACED.get(parameter, parameter): parameter for parameter in schema.get("properties", {})}
        links = {
            name: {
                "operationId": name,
                "parameters": {
                    parameter: f"$response.body#/{members[parameter]}" for parameter in sorted(parameters)
                },
            }
            for name, parameters in targets
            if parameters
            and parameters <= set(members)
            and name != operation["operationId"]
            and ("name" not in parameters or members["name"] == "import")
        }
        if links:
            created["links"] = links


def _wanted(path: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", path))


def share_answers(document: Json) -> Json:
    """Replace answers by references; return the components, named after their schemas.

    These are the answers 202 of reads, and each answer with a schema that several operations share.
    """
    all_answers = [
        (method, status, operation["responses"])
        for _, method, _, operation in operations(document)
        for status, answer in operation["responses"].items()
        if "$ref" not in answer
    ]
    contents, components = [responses[status] for _, status, responses in all_answers], dict[str, Json]()
    for method, status, responses in all_answers:
        answer = responses[status]
        name = named(answer.get("content", {}).get("application/json", {}).get("schema", {}))
        is_pending = method == "get" and status == WAITING
        if (
            name
            and (is_pending or contents.count(answer) > 1)
            and components.setdefault(name, answer) == answer
        ):
            responses[status] = {"$ref": f"#/components/responses/{name}"}
    return components


def share_parameters(document: Json) -> Json:
    """Replace parameters that occur several times by references; return the components, by name.

    Of several with one name the first repeated one is shared.
    """
    shared: dict[str, Json] = {}
    places = [part["parameters"] for part in _parts(document["paths"]) if "parameters" in part]
    parameters = [parameter for group in places for parameter in group if "$ref" not in parameter]
    for parameter in parameters:
        if (
            parameter["name"] not in shared
            and parameter["name"] not in PARAMETERS
            and parameters.count(parameter) > 1
        ):
            shared[parameter["name"]] = parameter
    for group in places:
        group[:] = [
            {"$ref": f"#/components/parameters/{parameter['name']}"}
            if parameter == shared.get(parameter.get("name"))
            else parameter
            for parameter in group
        ]
    return shared


def _parts(paths: Json) -> Iterator[Json]:
    """Yield every part of a document that may have parameters: paths, operations, and those of callbacks."""
    for item in paths.values():
        yield item
        for operation in (item[method] for method in _METHODS if method in item):
            yield operation
            for callback in operation.get("callbacks", {}).values():
                yield from _parts(callback)
