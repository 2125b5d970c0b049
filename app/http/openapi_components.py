"""Parts of the OpenAPI document that operations share, and links between operations."""

import re
from collections.abc import Iterator
from typing import Final

from app.http.openapi_schemas import Json, named
from app.http.openapi_texts import PARAMETERS

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
