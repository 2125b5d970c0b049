"""Problems, the only errors of the HTTP layer, and the catalogue of their codes.

For each code the catalogue has its HTTP status, its title and a remedy for the client. A Problem becomes
`application/problem+json` (RFC 9457). A programming mistake (an unregistered code, a token minted for a
malformed game id) is a plain KeyError or ValueError, because no client should ever see it as a refusal of its
own request.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.i18n import Language, Message, translate


@dataclass(frozen=True, slots=True)
class Code:
    """Fixed properties of an error code.

    `remedy` is a whole sentence, and the default detail of a problem. `headers` are sent with every answer of
    this code. `also` has further HTTP statuses of the code.
    """

    status: int
    title: str
    remedy: str
    headers: tuple[tuple[str, str], ...] = ()
    also: tuple[int, ...] = ()


_BEARER = (("WWW-Authenticate", 'Bearer realm="conquian"'),)
_SOON = (("Retry-After", "1"),)
_LATER = (("Retry-After", "5"),)
_ACCEPT = (("Accept", "application/json"),)

CODES: dict[str, Code] = {
    "bad_request": Code(400, "The request is not well-formed HTTP", "Send a well-formed HTTP request."),
    "malformed_json": Code(
        400, "The body is not valid JSON", "Send exactly one JSON object and nothing after it."
    ),
    "duplicate_key": Code(400, "A name is given twice", "Give every name once."),
    "too_deep": Code(
        400, "The body is nested too deeply", "Nest objects and arrays at most eight levels deep."
    ),
    "bad_encoding": Code(
        400,
        "The text is not valid UTF-8",
        "Encode the text as UTF-8 without byte order mark, lone surrogates or NUL.",
    ),
    "incomplete_body": Code(
        400, "The body is not complete", "Send as many bytes as Content-Length announces."
    ),
    "bad_host": Code(
        400, "The Host header is not valid", "Send one well-formed Host header that names this service."
    ),
    "token_in_url": Code(
        400,
        "A token is in the address",
        "Send the token in the Authorization header and rotate it: URLs end up in logs.",
    ),
    "precondition_invalid": Code(
        400,
        "The precondition is not valid",
        'Send If-Match as one quoted ply, for example "37", equal to expected_ply if both are given.',
    ),
    "idempotency_key_invalid": Code(
        400,
        "The Idempotency-Key is not valid",
        "Use 1 to 255 visible ASCII characters, with or without quotation marks.",
    ),
    "unauthenticated": Code(
        401, "No valid token", "Send a valid seat token or API key as Authorization: Bearer.", _BEARER
    ),
    "forbidden": Code(403, "Your token does not allow this", "Use a token that allows this."),
    "scope_missing": Code(
        403, "Your API key lacks a scope", "Use an API key with the scope that this needs.", _BEARER
    ),
    "banned": Code(
        403,
        "This player is banned",
        "Ask the operator of the service, who has banned the player and may lift the ban.",
    ),
    "not_found": Code(
        404, "There is nothing here", "Check the address; what you may not see is answered the same way."
    ),
    "method_not_allowed": Code(
        405, "This method does not work here", "Use one of the methods named in Allow."
    ),
    "not_acceptable": Code(406, "No media type you accept", "Accept a media type that this resource offers."),
    "request_timeout": Code(
        408, "The request came too slowly", "Send the whole request without long pauses."
    ),
    "conflict": Code(409, "Others wrote at the same time", "Read the current state and try again."),
    "not_before_end": Code(
        409, "Not before the game has ended", "Ask again when the game has been revealed."
    ),
    "too_late": Code(
        409, "The time for this decision is over", "Read the game again and decide on what is open now."
    ),
    "bot_plays": Code(
        409, "A bot plays for you", "Send the move return, read the game, and decide on what is open then."
    ),
    "game_over": Code(409, "The game is over", "Read the result: this game takes no more moves."),
    "history_rolled_back": Code(
        409,
        "The game is frozen",
        "Wait for the operator: until the game is voided or its log is restored, it takes no commands.",
    ),
    "idempotency_key_expired": Code(
        409,
        "This Idempotency-Key has expired",
        "Use a new key: this one created a game that ended more than a day ago, and its "
        "answer is no longer kept.",
    ),
    "quarantined": Code(
        409,
        "The log of this game is damaged",
        "Read the entries that are left (`/events`), keep your receipts and inform the "
        "operator; you can dispute the hand.",
    ),
    "foreign_key": Code(
        409,
        "The log was written under another secret",
        "Report it to the operator, who compares the service secret of this process; nothing is damaged.",
    ),
    "stale_ply": Code(
        409, "The game has gone on", "Read the game again and decide on its current ply.", also=(412,)
    ),
    "record_removed": Code(
        410,
        "This record was removed",
        "Do nothing: at most the leaf in the log of all games remains.",
    ),
    "length_required": Code(
        411, "The length of the body is missing", "Send Content-Length instead of a chunked body."
    ),
    "body_too_large": Code(413, "The body is too large", "Send a smaller body."),
    "uri_too_long": Code(414, "The address is too long", "Send a shorter address."),
    "unsupported_media_type": Code(
        415,
        "This media type cannot be read here",
        "Send Content-Type: application/json, in UTF-8, without content coding.",
        _ACCEPT,
    ),
    "validation_failed": Code(422, "Some values are not valid", "Correct the fields listed in errors."),
    "unknown_field": Code(
        422, "A name is not known here", "Leave out the fields that this resource does not know."
    ),
    "receipt_of_another_game": Code(
        422, "The receipt is for another game", "Send the receipt to the game that it names."
    ),
    "receipt_key_unknown": Code(
        422,
        "The key of the receipt is unknown",
        "Use a receipt of this service: its keys are at /.well-known/conquian-keys.json.",
    ),
    "receipt_forged": Code(
        422,
        "The signature is not valid",
        "Send the receipt exactly as it was given: its key has not signed this.",
    ),
    "receipt_key_retired": Code(
        422,
        "The key of the receipt was retired",
        "Nothing is proved: this key no longer signed at the time of the receipt.",
    ),
    "name_invalid": Code(
        422,
        "This name cannot be used",
        "Use 1 to 40 characters, none of them a control, line break or direction mark.",
    ),
    "fork_position": Code(
        422, "No hand is played at that ply", "Name a ply after which a hand is being played; see /positions."
    ),
    "fork_seats": Code(422, "Wrong number of seats", "Name as many seats as the game has."),
    "idempotency_key_reused": Code(
        422, "This Idempotency-Key was used before", "Use a new key: this one belongs to a different request."
    ),
    "precondition_required": Code(
        428, "A precondition is missing", "Send If-Match, expected_ply or Idempotency-Key."
    ),
    "rate_limited": Code(429, "Too many requests", "Wait as long as Retry-After says.", _SOON),
    "quota_exceeded": Code(
        409,
        "You have too many of these",
        "Finish or end some of what you have here, or ask the operator for more.",
    ),
    "headers_too_large": Code(431, "The headers are too large", "Send fewer and shorter headers."),
    "internal_error": Code(
        500,
        "Something failed in the service",
        "Report this with the X-Request-Id of the answer; repeating it is safe.",
    ),
    "not_implemented": Code(
        501, "The service does not support this", "Send the request without that feature."
    ),
    "store_unavailable": Code(
        503, "The store does not answer", "Repeat the request; nothing was written.", _SOON
    ),
    "archive_unavailable": Code(
        503,
        "The archive does not answer",
        "Repeat the request later; games in the store are not affected.",
        _LATER,
    ),
    "catalogue_unavailable": Code(
        503,
        "The catalogue does not answer",
        "Repeat the request later; games in the store are not affected.",
        _LATER,
    ),
    "installation_mismatch": Code(
        503,
        "The parts of the service do not belong together",
        "Repeat the request later; nothing was written. The operator finds the cause at /readyz.",
        _LATER,
    ),
    "newer_version": Code(
        503,
        "This process is of an earlier version",
        "Repeat the request: a process of the newer version answers it. Nothing was written.",
        _SOON,
    ),
    "store_full": Code(
        503,
        "The store is full",
        "Repeat the request later; nothing was written and reading still works.",
        _SOON,
    ),
    "outcome_unknown": Code(
        503,
        "It may have been written or not",
        "Repeat the request with the same Idempotency-Key: it counts once.",
        _SOON,
    ),
    "store_unsafe": Code(
        503,
        "No stakes on this store",
        "Play for no stake (option stake 0): the settings of the store do not keep every move; see /readyz.",
    ),
    "stream_limit": Code(503, "Too many open streams", "Repeat the request later or poll instead.", _SOON),
}


def register(codes: Mapping[str, Code]) -> None:
    """Add codes to the catalogue. Repeating this changes nothing.

    Raises ValueError if a code is registered with another meaning: a code is a promise to clients.
    """
    for name, entry in codes.items():
        if CODES.setdefault(name, entry) != entry:
            raise ValueError(f"the code {name} is already registered with another meaning")


Detail = Message | str
"""What a refusal says. A text that is no message exists in English only."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """An error of one value of a request.

    `pointer` is a JSON pointer (RFC 6901) into the body and `parameter` the name of a query parameter; at
    most one of them is set. `detail` repeats no text of the client. `possible` has, if known, the values
    `allowed`, or the `minimum` and `maximum` of a number.
    """

    code: str
    detail: Detail
    pointer: str | None = None
    parameter: str | None = None
    possible: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self, language: str = Language.EN) -> dict[str, Any]:
        """Return the error as in the `errors` member of a problem, in English if it has no translation."""
        place = {"pointer": self.pointer, "parameter": self.parameter}
        present = {name: value for name, value in place.items() if value is not None}
        detail = _text(self.detail, language) or self.detail
        return present | {"code": self.code, "detail": detail} | dict(self.possible)


class Problem(Exception):
    """An error to be returned to the client.

    `code` must be registered in `CODES`, which supplies `status`, title, fixed headers and, when `detail` is
    left out, its sentence. `rule` names a paragraph of the rules, `ply` is the current ply of the game,
    `errors` lists every wrong field, `headers` are added to the fixed ones. `more` has members of the
    document that only this kind of problem has (RFC 9457, 3.2).
    """

    def __init__(
        self,
        code: str,
        detail: Detail | None = None,
        *,
        status: int | None = None,
        rule: str | None = None,
        ply: int | None = None,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        entry = CODES[code]
        super().__init__(code)
        self.code = code
        self.status = entry.status if status is None else status
        self.title = entry.title
        self.detail = Message(entry.remedy) if detail is None else detail
        self.rule = rule
        self.ply = ply
        self.errors = tuple(errors)
        self.more = dict(more or {})
        self.headers = dict(entry.headers) | dict(headers or {})

    def language(self, wanted: str) -> str:
        """Return `wanted` if the detail exists in that language, else English."""
        return Language.EN if _text(self.detail, wanted) is None else wanted

    def as_dict(self, language: str = Language.EN) -> dict[str, object]:
        """Return the problem document (RFC 9457, 3): absent members are left out, not null."""
        fixed: dict[str, object] = {
            "type": f"/problems/{self.code}",
            "title": translate(language, self.title),
            "status": self.status,
            "detail": _text(self.detail, language),
            "code": self.code,
        }
        return fixed | self._optional(language) | self.more

    def _optional(self, language: str) -> dict[str, object]:
        errors = [error.as_dict(language) for error in self.errors] or None
        members: dict[str, object] = {"rule": self.rule, "ply": self.ply, "errors": errors}
        return {name: value for name, value in members.items() if value is not None}


def _text(detail: Detail, language: str) -> str | None:
    """Return the text of a detail in a language, or None if it has no translation."""
    if isinstance(detail, Message):
        return translate(language, detail)
    return detail if language == Language.EN else None
