"""The webargs parser of the API, which converts the messages of marshmallow into one problem."""

import re
from collections.abc import Iterator
from typing import Any, Final, NoReturn
from urllib.parse import parse_qsl

from flask import Request, request
from marshmallow import Schema, ValidationError, fields
from marshmallow.exceptions import SCHEMA
from webargs.flaskparser import FlaskParser

from app.http.body import BodySize, read_json
from app.http.errors import FieldError, Problem
from app.http.fields import CodedMessage
from app.i18n import Message

MAX_ERRORS = 50  # a body of 8 KiB has room for a thousand unknown fields; the answer must not grow with them

# A name of another form is text of the client, not a field of a schema, and is not sent back.
_FIELD_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")

_RAW: Final = "conquian.body"
"""Member of the WSGI environment with the JSON of the body."""

Place = tuple[str | int, ...]


class ArgumentsParser(FlaskParser):
    """Strict parser of arguments: a body as `read_json` does, each query parameter once.

    Locations are `json`, `optional_json` (no body counts as `{}`) and `query`. The JSON of a body is also
    kept for `raw_body`. Raises a Problem that lists all errors of the schema.
    """

    # The schema decides about unknown fields, at every location.
    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {}  # noqa: RUF012

    def load_json(self, req: Request, schema: Schema) -> dict[str, object]:
        """Return the JSON object of the body."""
        return _load(req, schema, required=True)

    def load_querystring(self, req: Request, schema: Schema) -> dict[str, object]:
        """Return the query parameters as text; a list field gets a list of one."""
        parameters = read_query(req)
        return {name: [text] if _is_list(schema, name) else text for name, text in parameters.items()}

    def handle_error(self, error: ValidationError, req: Request, schema: Schema, **options: Any) -> NoReturn:
        """Raise the Problem for the messages of `error`, which webargs groups by location."""
        [(location, messages)] = error.messages_dict.items()
        raise problem_of(messages, in_query=location == "query") from None


PARSER: Final = ArgumentsParser()


@PARSER.location_loader("optional_json")
def _load_optional(req: Request, schema: Schema) -> dict[str, object]:
    return _load(req, schema, required=False)


def raw_body() -> dict[str, object]:
    """Return the JSON object of the current request before its schema changed it; empty without a body."""
    body: dict[str, object] = request.environ.get(_RAW, {})
    return body


def read_query(request: Request) -> dict[str, str]:
    """Return the query parameters by name.

    Raises duplicate_key for a repeated one, bad_encoding for non-UTF-8.
    """
    try:
        pairs = parse_qsl(request.query_string.decode("ascii"), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        raise Problem("bad_encoding", Message("Write the query string as percent-encoded UTF-8.")) from None
    if len(dict(pairs)) != len(pairs):
        raise Problem("duplicate_key", Message("Give every query parameter once."))
    return dict(pairs)


def unknown_parameters(request: Request) -> Problem:
    """Return the problem for a query of a resource that takes none; it names every parameter."""
    sentence = CodedMessage(Message("This resource takes no query parameters."), "unknown_field")
    return problem_of(dict.fromkeys(read_query(request), sentence), in_query=True)


def problem_of(messages: object, *, in_query: bool = False) -> Problem:
    """Return the problem for a tree of marshmallow messages.

    Its code is unknown_field if any field is unknown, else the first one other than validation_failed.
    """
    errors = [_field_error(place, error, in_query) for place, error in _flat(messages, ())]
    codes = [error.code for error in errors]
    special = [code for code in codes if code != "validation_failed"]
    code = "unknown_field" if "unknown_field" in codes else (special or ["validation_failed"])[0]
    return Problem(code, errors=errors[:MAX_ERRORS])


def _load(request: Request, schema: Schema, *, required: bool) -> dict[str, object]:
    environ = request.environ
    size = getattr(schema, "body_size", BodySize.COMMAND)
    body = environ[_RAW] = read_json(environ, size, required=required)
    return body


def _is_list(schema: Schema, name: str) -> bool:
    return any(isinstance(f, fields.List) for n, f in schema.fields.items() if (f.data_key or n) == name)


def _flat(messages: object, place: Place) -> Iterator[tuple[Place, CodedMessage]]:
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from _flat(inner, place if name == SCHEMA else (*place, name))
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flat(inner, place)
    else:
        yield place, messages if isinstance(messages, CodedMessage) else CodedMessage(Message(str(messages)))


def _field_error(place: Place, error: CodedMessage, in_query: bool) -> FieldError:
    known = list(_speakable(place))
    if in_query:
        return FieldError(error.code, error.message, parameter=known[0] if known else None)
    return FieldError(error.code, error.message, pointer="".join(f"/{part}" for part in known))


def _speakable(place: Place) -> Iterator[str]:
    for part in place:
        if isinstance(part, str) and not _FIELD_NAME.fullmatch(part):
            return
        yield str(part)
