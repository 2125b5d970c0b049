"""Strict parser of JSON bodies (RFC 8259, RFC 7493): UTF-8, unambiguous, bounded."""

import json
import math
import re
from collections.abc import Iterator
from typing import NoReturn

from flask import Request

from app.http.body import BodySize, check_length, content_length, media_type, most, read_exactly
from app.http.errors import FieldError, Problem
from app.http.headers import JSON

MAX_DEPTH = 8
MAX_INTEGER = 2**53 - 1

_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_LEVELS = {"[": 1, "{": 1, "]": -1, "}": -1}
_SURROGATE_OR_NUL = re.compile("[\ud800-\udfff\0]")


def read_json(
    request: Request, size: BodySize | int = BodySize.COMMAND, *, required: bool = True
) -> dict[str, object]:
    """Return the body of a request, one JSON object within the size limit of `size`.

    With `required=False` a request without a body gives an empty dict. Raises Problem: length_required,
    body_too_large, incomplete_body, unsupported_media_type, bad_encoding, too_deep, malformed_json,
    duplicate_key, or validation_failed for a root that is no object and for numbers that are not finite or
    not below 2**53.
    """
    length = content_length(request, required)
    check_length(length, most(size))
    if length == 0:
        return _empty(required)
    media_type(request, JSON)
    return parse_json(read_exactly(request, length))


def parse_json(raw: bytes) -> dict[str, object]:
    """Return the JSON object in `raw`. Raises Problem as `read_json` does, from bad_encoding on."""
    text = _decode(raw)
    _check_depth(text)
    value = _parse(text)
    # Raw surrogates and NUL are refused by decoding, so only escapes can contain one.
    if "\\u" in text and any(_SURROGATE_OR_NUL.search(part) for part in _texts(value)):
        raise Problem("bad_encoding")
    if not isinstance(value, dict):
        raise _invalid("The body must be a JSON object.")
    return value


def _empty(required: bool) -> dict[str, object]:
    if required:
        raise Problem("malformed_json", "The body is empty; a JSON object is needed.")
    return {}


def _decode(raw: bytes) -> str:
    if b"\0" in raw or raw.startswith(b"\xef\xbb\xbf"):
        raise Problem("bad_encoding")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise Problem("bad_encoding") from None


def _check_depth(text: str) -> None:
    # Before parsing, because the parser uses a stack frame for every level.
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        depth += _LEVELS.get(match[0], 0)
        if depth > MAX_DEPTH:
            raise Problem("too_deep")


def _parse(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Problem("malformed_json", f"The body is not valid JSON at character {error.pos + 1}.") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Problem("duplicate_key")
    return result


def _integer(digits: str) -> int:
    # Check the length first: converting thousands of digits is slow, and Python refuses more than 4300.
    if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
        raise _invalid("A number is too large.")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _invalid("A number is too large.")
    return value


def _constant(name: str) -> NoReturn:
    raise _invalid("NaN and Infinity are not JSON numbers.")


def _invalid(detail: str) -> Problem:
    return Problem("validation_failed", detail, errors=(FieldError("validation_failed", detail, pointer=""),))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)
