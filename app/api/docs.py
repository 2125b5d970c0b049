"""The OpenAPI document as a page: operations by tag, each with a curl command.

Examples of request and response bodies, by schema name.
"""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

import orjson

from app.http.openapi import codes_of
from app.http.openapi_components import Json, operations

_BEARERS: Final = {
    "seatToken": "a seat token",
    "apiKey": "an API key",
    "operatorToken": "the operator's token",
}
_JSON: Final = "application/json"
_KEY: Final = "${KEY:?draw one first}"
"""A shell variable that must be set; curl would send the request without an empty header."""
_PLACE: Final = re.compile(r"{(\w+)}")


def tags(document: Json) -> list[Json]:
    """Return every tag with its operations for the page."""
    by_tag: dict[str, list[Json]] = {tag["name"]: [] for tag in document["tags"]}
    for path, method, item, operation in operations(document):
        by_tag[operation["tags"][0]].append(_shown(document, path, method, item, operation))
    descriptions = {tag["name"]: tag.get("description", tag["name"]) for tag in document["tags"]}
    return [
        {"name": name, "description": descriptions[name], "operations": listed}
        for name, listed in by_tag.items()
        if listed
    ]


def _shown(document: Json, path: str, method: str, item: Json, operation: Json) -> Json:
    parameters = [
        _resolved(document, parameter) for parameter in (*item.get("parameters", ()), *_of(operation))
    ]
    return {
        "name": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "bearers": _bearers(operation),
        "parameters": parameters,
        "bodies": list(_contents(operation.get("requestBody", {}))),
        "command": _command(path, method, operation, parameters),
        "answers": list(_answers(document, operation)),
        "refusals": list(_refusals(document, operation)),
    }


def _of(operation: Json) -> list[Json]:
    parameters: list[Json] = operation.get("parameters", [])
    return parameters


def _resolved(document: Json, part: Json) -> Json:
    target: Any = document
    for step in part["$ref"].removeprefix("#/").split("/") if "$ref" in part else ():
        target = target[step]
    return target if "$ref" in part else part


def _bearers(operation: Json) -> str:
    """Return the accepted credentials as a phrase; empty if the operation needs none."""
    requirements = operation.get("security", [])
    by_scheme: dict[str, list[str]] = {}
    for requirement in requirements:
        for scheme, scopes in requirement.items():
            by_scheme.setdefault(scheme, []).append(" and ".join(scopes))
    named = [_BEARERS[scheme_name] + _with(choices) for scheme_name, choices in by_scheme.items()]
    return " or ".join([*named, *(["none"] if {} in requirements else [])])


def _with(choices: list[str]) -> str:
    return f" with {', or '.join(choices)}" if all(choices) else ""


def _contents(part: Json) -> Iterator[Json]:
    for media, content in part.get("content", {}).items():
        examples = {name: example["value"] for name, example in content.get("examples", {}).items()}
        examples |= {"": content["example"]} if "example" in content else {}
        texts = {name: _text(value) for name, value in examples.items()}
        yield {"media": media, "schema": content.get("schema", {}), "examples": texts}


def _text(example: Any) -> str:
    return example if isinstance(example, str) else json.dumps(example, ensure_ascii=False, indent=1)


def _answers(document: Json, operation: Json) -> Iterator[Json]:
    for status, reference in operation["responses"].items():
        if int(status) < 400:
            answer = _resolved(document, reference)
            headers = sorted(answer.get("headers", {}))
            description = answer["description"]
            yield {
                "status": status,
                "description": description,
                "headers": headers,
                "contents": list(_contents(answer)),
            }


def _refusals(document: Json, operation: Json) -> Iterator[tuple[str, list[str]]]:
    yield from codes_of(document, operation).items()


def _command(path: str, method: str, operation: Json, parameters: list[Json]) -> str:
    """Return a curl command for the operation, with variables such as $URL."""
    words = ["curl", *([] if method == "get" else ["-X", method.upper()])]
    words.append('"$URL' + _PLACE.sub(lambda match: f"${match[1].upper()}", path) + _query(parameters) + '"')
    if operation.get("security") and {} not in operation["security"]:
        words += ["-H", '"Authorization: Bearer $TOKEN"']
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        words += ["-H", f'"Content-Type: {media}"', *_data(media, content)]
        break
    names = {parameter["name"] for parameter in parameters}
    words += ["-H", r'"If-Match: \"$PLY\""'] if "If-Match" in names else []
    words += ["-H", f'"Idempotency-Key: {_KEY}"'] if "Idempotency-Key" in names else []
    return " ".join(words)


def _query(parameters: list[Json]) -> str:
    needed = [
        parameter["name"]
        for parameter in parameters
        if parameter["in"] == "query" and parameter.get("required")
    ]
    return "?" + "&".join(f"{name}=${name.upper()}" for name in needed) if needed else ""


def _data(media: str, content: Mapping[str, Any]) -> list[str]:
    if media != _JSON:
        return ["--data-binary", "@FILE"]
    examples = [example["value"] for example in content.get("examples", {}).values()] or [
        content.get("example", {})
    ]
    return ["-d", shlex.quote(json.dumps(examples[0], ensure_ascii=False))]


def examples() -> dict[str, Any]:
    """Return the examples of examples.json."""
    by_schema: dict[str, Any] = orjson.loads(files(__package__).joinpath("examples.json").read_bytes())
    return by_schema
