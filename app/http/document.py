"""Completes the OpenAPI document: what follows for an operation from what it is, is written here, once.

An operation declares what only it knows: its schemas, its own refusals (`Blueprint.problems`), who is let in
(`Blueprint.bearer`). That a body can be malformed, that a write takes an Idempotency-Key, that every answer
has a request id, is derived.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from app.http.codes import CODES, Code
from app.http.headers import PROBLEM_JSON
from app.http.shapes import complete_schemas, named, tell_kinds

Json = dict[str, Any]

DECLARED: Final = "x-problems"
"""Where an operation carries the codes that it declares, until the document is complete."""

TAKEN: Final = "x-headers"
"""Where an operation carries the request headers that it declares, until the document is complete."""

ANYWHERE: Final = (
    "bad_request",
    "bad_host",
    "token_in_url",
    "bad_encoding",
    "duplicate_key",
    "length_required",
    "not_acceptable",
    "unknown_field",
    "rate_limited",
    "internal_error",
)
"""With what every operation refuses: its address, its query, its headers."""

UNADDRESSED: Final = (
    "not_found",
    "method_not_allowed",
    "request_timeout",
    "uri_too_long",
    "headers_too_large",
    "not_implemented",
)
"""With what a request is refused that comes to no operation."""

_V1: Final = ("store_unavailable",)
_BODY: Final = ("malformed_json", "too_deep", "validation_failed")
_ANY_BODY: Final = ("incomplete_body", "body_too_large", "unsupported_media_type")
_QUERY: Final = ("validation_failed",)
_BEARER: Final = ("unauthenticated",)
_SCOPES: Final = ("scope_missing",)
_OF_LOG: Final = ("quarantined", "history_rolled_back", "record_removed")
_WRITE: Final = (
    "idempotency_key_invalid",
    "idempotency_key_reused",
    "outcome_unknown",
    "quota_exceeded",
    "store_full",
    "conflict",
)
_COMMANDS: Final = ("precondition_invalid", "stale_ply")

_ABOUT: Final = """Games of the Conquián family over HTTP, and the archive of what was played.

A seat is proved by its token or by the API key of its player, as `Authorization: Bearer`. The `ETag` of a
game is its ply; a command names the ply it was decided on in `If-Match` or `expected_ply`, or carries an
`Idempotency-Key`, with which it may be repeated safely. Every refusal is `application/problem+json`
(RFC 9457) with a stable `code`, in the language of `Accept-Language` where there is one; its `type` is the
address of its explanation. Every GET answers HEAD, and every address OPTIONS. Pages of every origin may
use it."""

_PLACES: Final = {
    "game": "The id of a game",
    "player": "The id of a player",
    "dispute": "The id of a dispute",
    "tournament": "The id of a tournament",
    "round": "The number of a round, from 1",
    "ply": "A ply: the number of an entry, from 1",
    "number": "The number of a key of the player, or of an edition",
    "name": "A variant as of /v1/variants, an import by its id, or a picture as its operation says",
    "code": "A code as refusals have it; /problems has all",
    "webhook": "The id of a webhook",
    "delivery": "The id of a delivery: the webhook-id of its message",
    "page": "A page of /docs: curl, python, javascript, bots, tournaments or webhooks",
    "seat": "The number of a seat, from 0",
}
"""What stands in the places of an address."""

_PLACED: Final = {"import": "name"}
"""Members of answers that stand in a place of another name."""

_FEW: Final = 4
"""Of how many codes a description names each."""

_METHODS: Final = ("get", "post", "put", "patch", "delete")
_SAFE: Final = ("get", "head", "options")

_WHEN: Final = {
    400: "The request is malformed",
    409: "Not now",
    422: "Never like this",
}
"""What is common to many codes of a status."""

HEADERS: Final[dict[str, Json]] = {
    "X-Request-Id": {
        "description": "Names the request in the logs of the service",
        "schema": {"type": "string"},
    },
    "ETag": {
        "description": "The version of what is answered; of a game its ply",
        "schema": {"type": "string"},
    },
    "Location": {
        "description": "Where what was made is",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    "Content-Language": {"description": "The languages of its texts", "schema": {"type": "string"}},
    "Link": {"description": 'The next page, with rel="next" (RFC 8288)', "schema": {"type": "string"}},
    "Idempotent-Replay": {
        "description": "Present where this is the answer to an earlier request with this key",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "RateLimit": {
        "description": "What is left of a limit: its name, `r` requests, whole again in `t` seconds",
        "schema": {"type": "string"},
        "example": '"moves";r=599;t=60',
    },
    "RateLimit-Policy": {
        "description": "The limit: its name, `q` requests in `w` seconds",
        "schema": {"type": "string"},
        "example": '"moves";q=600;w=60',
    },
    "Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer", "minimum": 0}},
    "WWW-Authenticate": {"description": "RFC 6750", "schema": {"type": "string"}},
    "Accept": {"description": "The media types that are taken", "schema": {"type": "string"}},
}
"""The headers of answers, by name."""

PARAMETERS: Final[dict[str, Json]] = {
    "Accept-Language": {
        "in": "header",
        "name": "Accept-Language",
        "description": "The language that texts are wanted in: Spanish, English or French",
        "schema": {"type": "string"},
        "example": "es",
    },
    "Idempotency-Key": {
        "in": "header",
        "name": "Idempotency-Key",
        "description": "Names the request: sent again with the same key it counts once. "
        "Of a guest, who sends no token and no API key, it must be a random UUID (version 4)",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!#-+\\--\\[\\]-~]+$"},
        "example": "6f1c2b1e-3f0a-4c7e-9d56-0a9b8c7d6e5f",
    },
    "If-Match": {
        "in": "header",
        "name": "If-Match",
        "description": "The quoted ply that the command was decided on, as in ETag",
        "schema": {"type": "string", "pattern": '^"(0|[1-9][0-9]{0,14})"$'},
        "example": '"37"',
    },
    "If-None-Match": {
        "in": "header",
        "name": "If-None-Match",
        "description": "The ETag of what is known already: the answer is 304 while it is the same",
        "schema": {"type": "string"},
        "example": '"37"',
    },
    "Last-Event-ID": {
        "in": "header",
        "name": "Last-Event-ID",
        "description": "Of streams: the ply of the last entry that was seen; it counts before `after`",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
        "example": "37",
    },
}
"""The headers of requests, by name."""


def complete(document: Json, examples: Mapping[str, Any] = MappingProxyType({})) -> Json:
    """The document with all that is derived from what the blueprints have declared, which is used up.

    `examples` has examples by the name of their schema, for bodies and answers that name none.
    """
    document["info"] |= {"description": _ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}
    document["servers"] = [{"url": "/", "description": "The service that this document comes from"}]
    for path, method, item, operation in operations(document):
        codes = _codes(path, method, item, operation)
        tell_kinds(document, operation)
        _describe(item)
        operation["responses"] = _responses(method, operation, codes)
        _add_headers(document, path, method, operation)
        _add_examples(operation, examples)
        _add_parameters(method, operation, codes)
    _add_links(document)
    components = document.setdefault("components", {})
    components.get("schemas", {}).pop("PaginationMetadata", None)
    complete_schemas(components.get("schemas", {}))
    components["examples"] = {name: {"value": value} for name, value in _examples()}
    components["headers"] = HEADERS
    components["parameters"] = PARAMETERS
    components["responses"] = {
        f"Unaddressed{CODES[code].status}": _refusal(CODES[code].status, (code,)) for code in UNADDRESSED
    }
    return document


def operations(document: Json) -> Iterator[tuple[str, str, Json, Json]]:
    """Every operation: its path and method, what it shares with the others of its path, and itself."""
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item:
                yield path, method, item, item[method]


def _codes(path: str, method: str, item: Json, operation: Json) -> tuple[str, ...]:
    declared = tuple(operation.pop(DECLARED, {}))
    media = operation.get("requestBody", {}).get("content", {})
    own, security = operation.get("parameters", []), operation.get("security", [])
    parts = (
        ANYWHERE,
        declared,
        _V1 if path.startswith("/v1/") else (),
        ("not_found",) if item.get("parameters") else (),
        _QUERY if any(one.get("in") == "query" for one in own) else (),
        _ANY_BODY if media else (),
        _BODY if "application/json" in media else (),
        _BEARER if security else (),
        _SCOPES if any("apiKey" in way for way in security) else (),
        _OF_LOG if re.search("{(game|dispute|tournament)}", path) else (),
        () if method in _SAFE else _WRITE,
        _COMMANDS if "precondition_required" in declared else (),
    )
    return tuple(dict.fromkeys(code for part in parts for code in part))


def _describe(item: Json) -> None:
    for parameter in item.get("parameters", ()):
        parameter.setdefault("description", _PLACES.get(parameter["name"], parameter["name"]))


def _add_links(document: Json) -> None:
    """Says of every answer that made something what can be done with it, by the names of its members."""
    known = [(operation["operationId"], _wanted(path)) for path, _, _, operation in operations(document)]
    for _, _, _, operation in operations(document):
        made = operation["responses"].get("201", {})
        content = made.get("content", {}).get("application/json", {})
        schema = document["components"]["schemas"].get(named(content.get("schema", {})), {})
        members = {_PLACED.get(one, one): one for one in schema.get("properties", {})}
        links = {
            name: {
                "operationId": name,
                "parameters": {one: f"$response.body#/{members[one]}" for one in wanted},
            }
            for name, wanted in known
            if wanted and wanted <= set(members) and name != operation["operationId"]
        }
        if links:
            made["links"] = links


def _wanted(path: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", path))


def _add_examples(operation: Json, examples: Mapping[str, Any]) -> None:
    answers = [answer for status, answer in operation["responses"].items() if int(status) < 300]
    for place in (operation.get("requestBody", {}), *answers):
        for content in place.get("content", {}).values():
            name = named(content.get("schema", {}))
            if name in examples and not {"example", "examples"} & set(content):
                content["example"] = examples[name]


def statuses(code: Code) -> tuple[int, ...]:
    """Every status that a code is answered with."""
    return (code.status, *code.also)


def _responses(method: str, operation: Json, codes: Iterable[str]) -> Json:
    given = {status: answer for status, answer in operation.get("responses", {}).items() if status.isdigit()}
    by_status: dict[int, list[str]] = {}
    for code in codes:
        for status in statuses(CODES[code]):
            by_status.setdefault(status, []).append(code)
    answers = {status: answer for status, answer in given.items() if int(status) < 400}
    if method == "get":
        answers["304"] = {
            "description": "What If-None-Match names is still so",
            "headers": _headers(("ETag",)),
        }
    return answers | {str(status): _refusal(status, found) for status, found in sorted(by_status.items())}


def _add_headers(document: Json, path: str, method: str, operation: Json) -> None:
    """Says what goes with the answers of an operation beside their bodies."""
    rates = ("RateLimit", "RateLimit-Policy") if path.startswith("/v1/") else ()
    logs = path.startswith(("/v1/games", "/v1/disputes", "/v1/tournaments"))
    asked = {one.get("name") for one in operation.get("parameters", ())}
    pages, speaks = "limit" in asked, "lang" in asked or "Accept-Language" in operation.get(TAKEN, ())
    for status, answer in operation["responses"].items():
        names: list[str] = [*rates]
        if int(status) < 300:
            names += ["X-Request-Id"]
            names += ["ETag"] if method == "get" or (logs and _tells_ply(document, answer)) else []
            names += [] if method == "get" else ["Idempotent-Replay"]
            names += ["Location"] if status == "201" else []
            names += ["Link"] if pages else []
            names += ["Content-Language"] if speaks else []
        answer["headers"] = _headers(names) | answer.get("headers", {})


def _tells_ply(document: Json, answer: Json) -> bool:
    """Whether an answer says where a log stands, which is its entity tag then."""
    shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return "ply" in document["components"]["schemas"].get(named(shape), {}).get("properties", {})


def _refusal(status: int, codes: Iterable[str], when: str | None = None) -> Json:
    found = sorted(codes)
    names = ["X-Request-Id", *sorted({name for code in found for name, _ in CODES[code].headers})]
    titles = "; ".join(CODES[code].title for code in found)
    few = len(found) <= _FEW
    shape = {
        "allOf": [
            {"$ref": "#/components/schemas/Problem"},
            {"type": "object", "properties": {"code": {"enum": found}}},
        ]
    }
    examples = {code: {"$ref": f"#/components/examples/{_example_name(code, status)}"} for code in found}
    return {
        "description": when or (titles if few else _WHEN.get(status, HTTPStatus(status).phrase)),
        "headers": _headers(names),
        "content": {PROBLEM_JSON: {"schema": shape, "examples": examples}},
    }


def _headers(names: Iterable[str]) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _add_parameters(method: str, operation: Json, codes: Iterable[str]) -> None:
    names = [] if method in _SAFE else ["Idempotency-Key"]
    names += ["If-Match"] if "precondition_required" in codes else []
    names += ["If-None-Match"] if method == "get" else []
    names += operation.pop(TAKEN, {})
    added = [{"$ref": f"#/components/parameters/{name}"} for name in names]
    if added:
        operation["parameters"] = [*operation.get("parameters", []), *added]


def _example_name(code: str, status: int) -> str:
    return code if status == CODES[code].status else f"{code}_{status}"


def _examples() -> Iterator[tuple[str, Json]]:
    for code, known in sorted(CODES.items()):
        for status in statuses(known):
            yield (
                _example_name(code, status),
                {
                    "type": f"/problems/{code}",
                    "title": known.title,
                    "status": status,
                    "detail": known.remedy,
                    "code": code,
                },
            )
