"""Completion of the OpenAPI document: everything that can be derived about an operation is added here.

An operation declares its schemas, its own errors (`Blueprint.problems`) and its credentials
(`Blueprint.bearer`). That a body can be malformed, that a write takes an Idempotency-Key, that every answer
has a request id, is derived.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.http.errors import CODES, Code
from app.http.headers import PROBLEM_JSON
from app.http.openapi_components import (
    WAITING,
    Json,
    add_links,
    complete_schemas,
    named,
    operations,
    share_answers,
    share_parameters,
    split_types,
)
from app.http.openapi_texts import ABOUT, HEADERS, MEANINGS, PARAMETERS, PATH_PARAMETERS, UNADDRESSED_ABOUT

DECLARED: Final = "x-problems"
"""Member of an operation with its declared codes, until the document is complete."""

CODES_OF: Final = "x-problem-codes"
"""Member of an operation of the complete document with its codes, by status."""

TAKEN: Final = "x-headers"
"""Member of an operation with its declared request headers, until the document is complete."""

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
"""Codes of every operation, about its address, query or headers."""

UNADDRESSED: Final = (
    "not_found",
    "method_not_allowed",
    "request_timeout",
    "uri_too_long",
    "headers_too_large",
    "not_implemented",
)
"""Codes of requests that reach no operation."""


_V1: Final = ("store_unavailable", "installation_mismatch")

_OF_LOGS: Final = ("archive_unavailable", "catalogue_unavailable", "newer_version")
"""Codes of operations that read logs, which may have left the store."""

_WITHOUT_LOGS: Final = ("/v1/variants", "/v1/bots", "/v1/rules", "/v1/rulebooks")

_BODY: Final = ("malformed_json", "too_deep", "validation_failed")

_ANY_BODY: Final = ("incomplete_body", "body_too_large", "unsupported_media_type")

_QUERY: Final = ("validation_failed",)

_BEARER: Final = ("unauthenticated",)

_SCOPES: Final = ("scope_missing", "banned")

_OF_LOG: Final = ("quarantined", "foreign_key", "history_rolled_back", "record_removed")

_WRITE: Final = (
    "idempotency_key_invalid",
    "idempotency_key_reused",
    "outcome_unknown",
    "quota_exceeded",
    "store_full",
    "conflict",
)

_COMMANDS: Final = ("precondition_invalid", "stale_ply")

_SAFE: Final = ("get", "head", "options")

_RATES: Final = ("RateLimit", "RateLimit-Policy")


def complete(document: Json, examples: Mapping[str, Any] = MappingProxyType({})) -> Json:
    """Add everything derived from the declarations of the blueprints, and remove the declarations.

    `examples` has examples by the name of their schema, for bodies and answers without one, and by operation
    id for an answer whose example differs from that of its schema.
    """
    document["info"] |= {
        "description": f"{ABOUT}\n\n{UNADDRESSED_ABOUT}{', '.join(UNADDRESSED)}.",
        "contact": {"name": "The operator of this service"},
        "license": {"name": "MIT", "identifier": "MIT"},
    }
    document["servers"] = [{"url": "/", "description": "The service that serves this document."}]
    document[CODES_OF] = _listed(ANYWHERE)
    codes_by_status: dict[int, set[str]] = {}
    for path, method, item, operation in operations(document):
        codes = _codes(path, method, item, operation)
        split_types(document, operation)
        _describe(item, operation)
        by_status = _by_status(codes)
        for status, names in by_status.items():
            codes_by_status.setdefault(status, set()).update(names)
        operation[CODES_OF] = _listed([code for code in codes if code not in ANYWHERE])
        operation["responses"] = _responses(method, operation, by_status)
        _add_headers(document, path, method, operation)
        _add_examples(operation, examples)
        _add_parameters(method, operation, codes)
    add_links(document)
    shared, parameters = share_answers(document), share_parameters(document)
    components = document.setdefault("components", {})
    components.get("schemas", {}).pop("PaginationMetadata", None)
    complete_schemas(components.get("schemas", {}))
    components["headers"] = HEADERS
    components["parameters"] = PARAMETERS | parameters
    components["responses"] = {
        "NotModified": _not_modified(),
        **shared,
        **{
            _problem_name(status): _refusal(status, names)
            for status, names in sorted(codes_by_status.items())
        },
    }
    return document


def codes_of(document: Json, operation: Json) -> dict[str, list[str]]:
    """Every code of an operation by status: those of all operations, and its own."""
    common, own = document[CODES_OF], operation[CODES_OF]
    statuses = sorted({*common, *own})
    return {status: sorted([*common.get(status, ()), *own.get(status, ())]) for status in statuses}


def _listed(codes: Iterable[str]) -> Json:
    return {str(status): sorted(names) for status, names in _by_status(codes).items()}


def _codes(path: str, method: str, item: Json, operation: Json) -> tuple[str, ...]:
    declared = tuple(operation.pop(DECLARED, {}))
    media = operation.get("requestBody", {}).get("content", {})
    own, security = operation.get("parameters", []), operation.get("security", [])
    parts = (
        ANYWHERE,
        declared,
        _V1 if path.startswith("/v1/") else (),
        _OF_LOGS if path.startswith("/v1/") and not path.startswith(_WITHOUT_LOGS) else (),
        ("not_found",) if item.get("parameters") else (),
        _QUERY if any(parameter.get("in") == "query" for parameter in own) else (),
        _ANY_BODY if media else (),
        _BODY if "application/json" in media else (),
        _BEARER if security else (),
        _SCOPES if any("apiKey" in requirement for requirement in security) else (),
        _OF_LOG if re.search("{(game|dispute|tournament)}", path) else (),
        () if method in _SAFE else _WRITE,
        _COMMANDS if "precondition_required" in declared else (),
    )
    return tuple(dict.fromkeys(code for part in parts for code in part))


def _describe(item: Json, operation: Json) -> None:
    """Describe the parts of the address; make each paragraph of the description one line."""
    if "description" in operation:
        paragraphs = operation["description"].split("\n\n")
        operation["description"] = "\n\n".join(paragraph.replace("\n", " ") for paragraph in paragraphs)
    for parameter in item.get("parameters", ()):
        parameter.setdefault("description", PATH_PARAMETERS.get(parameter["name"], parameter["name"]))


def _add_examples(operation: Json, examples: Mapping[str, Any]) -> None:
    answers = [answer for status, answer in operation["responses"].items() if int(status) < 300]
    own = examples.get(operation["operationId"])
    for answer in answers if own is not None else ():
        if answer is operation["responses"].get(WAITING) and len(answers) > 1:
            continue
        answer["content"]["application/json"]["example"] = own
    for place in (operation.get("requestBody", {}), *answers):
        for content in place.get("content", {}).values():
            name = named(content.get("schema", {}))
            if name in examples and not {"example", "examples"} & set(content):
                content["example"] = examples[name]


def statuses(code: Code) -> tuple[int, ...]:
    """Every HTTP status of a code."""
    return (code.status, *code.also)


def _by_status(codes: Iterable[str]) -> dict[int, list[str]]:
    grouped: dict[int, list[str]] = {}
    for code in codes:
        for status in statuses(CODES[code]):
            grouped.setdefault(status, []).append(code)
    return dict(sorted(grouped.items()))


def _responses(method: str, operation: Json, refused: Iterable[int]) -> Json:
    declared = operation.get("responses", {})
    answers = {
        status: answer for status, answer in declared.items() if status.isdigit() and int(status) < 400
    }
    if method == "get":
        answers["304"] = {"$ref": "#/components/responses/NotModified"}
    problems = {
        str(status): {"$ref": f"#/components/responses/{_problem_name(status)}"} for status in refused
    }
    return answers | problems


def _problem_name(status: int) -> str:
    return f"Problem{status}"


def _not_modified() -> Json:
    return {
        "description": "The representation is still the one named in If-None-Match.",
        "headers": _headers(("ETag", *_RATES)),
    }


def _add_headers(document: Json, path: str, method: str, operation: Json) -> None:
    """Document the headers of the answers of an operation."""
    rates = _RATES if path.startswith("/v1/") else ()
    logs = path.startswith(("/v1/games", "/v1/disputes", "/v1/tournaments"))
    parameters = {parameter.get("name") for parameter in operation.get("parameters", ())}
    pages, is_translated = (
        "limit" in parameters,
        "lang" in parameters or "Accept-Language" in operation.get(TAKEN, ()),
    )
    for status, answer in operation["responses"].items():
        if "$ref" in answer:
            continue
        names = [*rates, "X-Request-Id"]
        if method == "get" and status == WAITING:
            answer["headers"] = _headers([*names, "Retry-After"])
            continue
        names += ["ETag"] if method == "get" or (logs and _tells_ply(document, answer)) else []
        names += [] if method == "get" else ["Idempotent-Replay"]
        names += ["Location"] if status == "201" else []
        names += ["Link"] if pages else []
        names += ["Content-Language"] if is_translated else []
        answer["headers"] = _headers(names) | answer.get("headers", {})


def _tells_ply(document: Json, answer: Json) -> bool:
    """Return whether an answer contains the ply of a log, which is then its entity tag."""
    shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return "ply" in document["components"]["schemas"].get(named(shape), {}).get("properties", {})


def _refusal(status: int, codes: Collection[str]) -> Json:
    """Return the shared response for a status, with one of `codes` as its example."""
    headers = sorted({name for code in codes for name, _ in CODES[code].headers})
    code = next(candidate for candidate in CODES if candidate in codes)
    content = {"schema": {"$ref": "#/components/schemas/Problem"}, "example": _example(code, status)}
    return {
        "description": MEANINGS[status],
        "headers": _headers(("X-Request-Id", *headers, *_RATES)),
        "content": {PROBLEM_JSON: content},
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


def _example(code: str, status: int) -> Json:
    entry = CODES[code]
    return {
        "type": f"/problems/{code}",
        "title": entry.title,
        "status": status,
        "detail": entry.remedy,
        "code": code,
    }
