"""Completion of the OpenAPI document: everything that can be derived about an operation is added here.

An operation declares its schemas, its own errors (`Blueprint.problems`) and its credentials
(`Blueprint.bearer`). That a body can be malformed, that a write takes an Idempotency-Key, that every answer
has a request id, is derived.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.http.error_codes import CODES, Code
from app.http.headers import PROBLEM_JSON
from app.http.openapi_schemas import complete_schemas, named, split_types

Json = dict[str, Any]

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
_OF_LOGS: Final = ("archive_unavailable", "catalogue_unavailable")
"""Codes of operations that read logs, which may have left the store."""

_WITHOUT_LOGS: Final = ("/v1/variants", "/v1/bots", "/v1/rules", "/v1/rulebooks")
_BODY: Final = ("malformed_json", "too_deep", "validation_failed")
_ANY_BODY: Final = ("incomplete_body", "body_too_large", "unsupported_media_type")
_QUERY: Final = ("validation_failed",)
_BEARER: Final = ("unauthenticated",)
_SCOPES: Final = ("scope_missing",)
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

_ABOUT: Final = """Play card games of the Conquián family over HTTP, and read the archive of games.

Send the token of a seat, or the API key of the player who holds it, as `Authorization: Bearer`. The `ETag` of
a game is its ply: the number of entries in its log. A command names the ply that the client decided on in
`If-Match` or `expected_ply`, or carries an `Idempotency-Key`; a request with such a key can be repeated
safely. Errors are `application/problem+json` (RFC 9457) with a stable `code`; their texts follow
`Accept-Language` (English, Spanish or French). The `type` of an error is the address of its documentation.
`x-problem-codes` lists the codes of each operation by status, and at the root of this document those of all
operations. Every GET also answers HEAD, every address answers OPTIONS, and pages of every origin may call the
API (CORS). Times are milliseconds since 1970 (UTC) unless stated otherwise."""

_UNADDRESSED_ABOUT: Final = "Requests that reach no operation are refused with one of these codes: "

_PLACES: Final = {
    "game": "The id of a game.",
    "player": "The id of a player.",
    "dispute": "The id of a dispute.",
    "tournament": "The id of a tournament.",
    "round": "The number of a round, from 1.",
    "ply": "A ply: the number of an entry of the log, from 1.",
    "number": "The number of an API key of the player, or of an edition of the rulebook.",
    "name": "The id of a variant or of an import, or the name of a plot.",
    "code": "The code of an error. /problems lists all of them.",
    "webhook": "The id of a webhook.",
    "delivery": "The id of a delivery, which is the `webhook-id` of its message.",
    "page": "The name of a guide: curl, python, javascript, bots, tournaments or webhooks.",
    "seat": "The number of a seat, from 0.",
}
"""The descriptions of path parameters."""

_IMPORTS: Final = "/v1/imports/"
_PLACED: Final = {"import": "name"}
"""Members of answers that fill a path parameter of another name."""

_WAITING: Final = "202"
"""The resource is not made yet."""

_METHODS: Final = ("get", "post", "put", "patch", "delete")
_SAFE: Final = ("get", "head", "options")
_RATES: Final = ("RateLimit", "RateLimit-Policy")

_MEANINGS: Final = {
    400: "The request is malformed.",
    401: "A valid seat token or API key is missing.",
    403: "The token or API key does not permit this request.",
    404: "Nothing exists at this address, or the caller may not see it.",
    406: "The resource has none of the accepted media types.",
    409: "The request conflicts with the present state. Another time it may succeed.",
    410: "The record was removed.",
    411: "The request has no Content-Length.",
    412: "The log has grown since the ply named in If-Match.",
    413: "The body is too large.",
    415: "The media type of the body is not supported.",
    422: "The request is well-formed, but its content is invalid. Of a move: it is illegal in this position.",
    428: "The command has no If-Match, no `expected_ply` and no Idempotency-Key.",
    429: "The client has sent too many requests.",
    500: "The service has failed.",
    503: "The service cannot answer now. Repeat the request later.",
}
"""The descriptions of the shared responses, by status."""

HEADERS: Final[dict[str, Json]] = {
    "X-Request-Id": {
        "description": "The id of the request in the logs of the service.",
        "schema": {"type": "string"},
    },
    "ETag": {
        "description": "The version of the representation. Of a game: its ply, quoted.",
        "schema": {"type": "string"},
    },
    "Location": {
        "description": "The address of the created resource.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    "Content-Language": {
        "description": "The languages of the texts in the body.",
        "schema": {"type": "string"},
    },
    "Link": {
        "description": 'The address of the next page, with rel="next"; of what stands beside a marked game, '
        'its contradicted receipts and disputes, with rel="related" (RFC 8288).',
        "schema": {"type": "string"},
    },
    "Idempotent-Replay": {
        "description": "Present when the service repeats its answer to an earlier request with this key.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "RateLimit": {
        "description": "What remains of a limit: its name, `r` requests, reset after `t` seconds.",
        "schema": {"type": "string"},
        "example": '"moves";r=599;t=60',
    },
    "RateLimit-Policy": {
        "description": "The limit: its name, `q` requests in `w` seconds.",
        "schema": {"type": "string"},
        "example": '"moves";q=600;w=60',
    },
    "Retry-After": {
        "description": "The number of seconds to wait before the next request.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "WWW-Authenticate": {
        "description": "The required authentication scheme (RFC 6750).",
        "schema": {"type": "string"},
    },
    "Accept": {"description": "The media types that the service accepts.", "schema": {"type": "string"}},
}
"""The headers of answers, by name."""

PARAMETERS: Final[dict[str, Json]] = {
    "Accept-Language": {
        "in": "header",
        "name": "Accept-Language",
        "description": "The preferred language of texts: Spanish, English or French.",
        "schema": {"type": "string"},
        "example": "es",
    },
    "Idempotency-Key": {
        "in": "header",
        "name": "Idempotency-Key",
        "description": "A key for this request. The service executes requests with the same key once "
        "and repeats the answer. A request without token and API key needs a random UUID (version 4).",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!#-+\\--\\[\\]-~]+$"},
        "example": "6f1c2b1e-3f0a-4c7e-9d56-0a9b8c7d6e5f",
    },
    "If-Match": {
        "in": "header",
        "name": "If-Match",
        "description": "The ply that the client decided on, quoted as in ETag.",
        "schema": {"type": "string", "pattern": '^"(0|[1-9][0-9]{0,14})"$'},
        "example": '"37"',
    },
    "If-None-Match": {
        "in": "header",
        "name": "If-None-Match",
        "description": "The ETag that the client has. The answer is 304 while it is current.",
        "schema": {"type": "string"},
        "example": '"37"',
    },
    "Last-Event-ID": {
        "in": "header",
        "name": "Last-Event-ID",
        "description": "For streams: the ply of the last entry received. It takes precedence over `after`.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
        "example": "37",
    },
}
"""The headers of requests, by name."""


def complete(document: Json, examples: Mapping[str, Any] = MappingProxyType({})) -> Json:
    """Add everything derived from the declarations of the blueprints, and remove the declarations.

    `examples` has examples by the name of their schema, for bodies and answers without one, and by operation
    id for an answer whose example differs from that of its schema.
    """
    document["info"] |= {
        "description": f"{_ABOUT}\n\n{_UNADDRESSED_ABOUT}{', '.join(UNADDRESSED)}.",
        "contact": {"name": "The operator of this service"},
        "license": {"name": "MIT", "identifier": "MIT"},
    }
    document["servers"] = [{"url": "/", "description": "The service that serves this document."}]
    document[CODES_OF] = _listed(ANYWHERE)
    codes_by_status: dict[int, set[str]] = {}
    for path, method, item, operation in operations(document):
        codes = _codes(path, method, item, operation)
        split_types(document, operation)
        _describe(item)
        by_status = _by_status(codes)
        for status, names in by_status.items():
            codes_by_status.setdefault(status, set()).update(names)
        operation[CODES_OF] = _listed([code for code in codes if code not in ANYWHERE])
        operation["responses"] = _responses(method, operation, by_status)
        _add_headers(document, path, method, operation)
        _add_examples(operation, examples)
        _add_parameters(method, operation, codes)
    _add_links(document)
    shared, parameters = _share_answers(document), _share_parameters(document)
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


def operations(document: Json) -> Iterator[tuple[str, str, Json, Json]]:
    """Yield every operation: its path, its method, the item of its path, the operation."""
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


def _describe(item: Json) -> None:
    for parameter in item.get("parameters", ()):
        parameter.setdefault("description", _PLACES.get(parameter["name"], parameter["name"]))


def _add_links(document: Json) -> None:
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
                    parameter: f"$response.body#/{members[parameter]}" for parameter in parameters
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


def _add_examples(operation: Json, examples: Mapping[str, Any]) -> None:
    answers = [answer for status, answer in operation["responses"].items() if int(status) < 300]
    own = examples.get(operation["operationId"])
    for answer in answers if own is not None else ():
        if answer is operation["responses"].get(_WAITING) and len(answers) > 1:
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
        if method == "get" and status == _WAITING:
            answer["headers"] = _headers([*names, "Retry-After"])
            continue
        names += ["ETag"] if method == "get" or (logs and _tells_ply(document, answer)) else []
        names += [] if method == "get" else ["Idempotent-Replay"]
        names += ["Location"] if status == "201" else []
        names += ["Link"] if pages else []
        names += ["Content-Language"] if is_translated else []
        answer["headers"] = _headers(names) | answer.get("headers", {})


def _share_answers(document: Json) -> Json:
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
        is_pending = method == "get" and status == _WAITING
        if (
            name
            and (is_pending or contents.count(answer) > 1)
            and components.setdefault(name, answer) == answer
        ):
            responses[status] = {"$ref": f"#/components/responses/{name}"}
    return components


def _share_parameters(document: Json) -> Json:
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
        "description": _MEANINGS[status],
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
