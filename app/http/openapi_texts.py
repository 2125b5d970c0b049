"""Descriptions in the OpenAPI document: of the API, of path parameters, responses and headers."""

from typing import Any, Final

ABOUT: Final = """Play card games of the Conquián family over HTTP, and read the archive of games.

Send the token of a seat, or the API key of the player who holds it, as `Authorization: Bearer`. The `ETag` of
a game is its ply: the number of entries in its log. A command names the ply that the client decided on in
`If-Match` or `expected_ply`, or carries an `Idempotency-Key`; a request with such a key can be repeated
safely. Errors are `application/problem+json` (RFC 9457) with a stable `code`; their texts follow
`Accept-Language` (English, Spanish or French). The `type` of an error is the address of its documentation.
`x-problem-codes` lists the codes of each operation by status, and at the root of this document those of all
operations. Every GET also answers HEAD, every address answers OPTIONS, and pages of every origin may call the
API (CORS). Times are milliseconds since 1970 (UTC) unless stated otherwise."""

UNADDRESSED_ABOUT: Final = "Requests that reach no operation are refused with one of these codes: "

PATH_PARAMETERS: Final = {
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

MEANINGS: Final = {
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

HEADERS: Final[dict[str, dict[str, Any]]] = {
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

PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "Accept-Language": {
        "in": "header",
        "name": "Accept-Language",
        "description": "The preferred language of texts.",
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
