"""Request bodies: their declared length, size limits and media types, and a strict parser of JSON.

The parser (RFC 8259, RFC 7493) takes UTF-8 only, refuses repeated names, and bounds depth and numbers.
"""

import json
import math
import re
import time
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from io import BytesIO
from types import MappingProxyType
from typing import Final, NoReturn
from wsgiref.types import WSGIEnvironment

from flask import Flask, current_app

from app.http.errors import FieldError, Problem
from app.http.headers import JSON
from app.i18n import Message


class BodySize(StrEnum):
    """Kind of a body, which determines its size limit."""

    COMMAND = "command"
    STATEMENT = "statement"
    SHEET = "sheet"
    IMPORT = "import"


USUAL: Final[Mapping[BodySize, int]] = MappingProxyType(
    {
        BodySize.COMMAND: 8 << 10,
        BodySize.STATEMENT: 16 << 10,
        BodySize.SHEET: 64 << 10,
        BodySize.IMPORT: 8 << 20,
    }
)
"""Default size limits in bytes."""

_NAME: Final = "conquian-body-sizes"
_PIECE: Final = 64 << 10
_CHARSET = re.compile(r'\s*charset=(?:utf-8|"utf-8")\s*', re.IGNORECASE)
_LENGTH = re.compile(r"[0-9]{1,18}")


def install(app: Flask, sizes: Mapping[BodySize, int]) -> None:
    """Set the size limits of `app` in bytes, by kind of body."""
    app.extensions[_NAME] = dict(USUAL) | dict(sizes)


def most(size: BodySize | int) -> int:
    """Return the size limit of a body in the current application, in bytes."""
    if isinstance(size, int):
        return size
    sizes: Mapping[BodySize, int] = current_app.extensions.get(_NAME, USUAL)
    return sizes[size]


def check_length(length: int, limit: int) -> None:
    """Raise body_too_large if the declared length exceeds `limit` bytes; nothing is read."""
    if length > limit:
        raise Problem(
            "body_too_large", Message("The body may have at most {limit} bytes.").filled(limit=limit)
        )


def content_length(environ: WSGIEnvironment, required: bool) -> int:
    """Return the declared length of the body in bytes."""
    header = environ.get("CONTENT_LENGTH") or ""
    if "HTTP_TRANSFER_ENCODING" in environ or (required and not header):
        raise Problem("length_required")
    if header and not _LENGTH.fullmatch(header):
        raise Problem("bad_request", Message("Content-Length must be a decimal number of bytes."))
    return int(header or 0)


def media_type(environ: WSGIEnvironment, *offers: str) -> str:
    """Return the media type of the body, one of `offers`, in UTF-8 and without content coding.

    Raises unsupported_media_type otherwise.
    """
    coding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    name = _utf8(environ.get("CONTENT_TYPE", ""))
    if coding.lower() != "identity" or name not in offers:
        offered = ", ".join(offers)
        detail = Message("Send Content-Type: {offered}, in UTF-8, without content coding.").filled(
            offered=offered
        )
        raise Problem("unsupported_media_type", detail, headers={"Accept": offered})
    return name


@lru_cache(256)
def _utf8(header: str) -> str | None:
    """Return the media type in a Content-Type header, in lower case; None if it is not in UTF-8."""
    name, _, parameter = header.partition(";")
    in_utf8 = not parameter or _CHARSET.fullmatch(parameter) is not None
    return name.strip(" \t").lower() if in_utf8 else None


def read_exactly(environ: WSGIEnvironment, length: int) -> bytes:
    """Return exactly `length` bytes. Raises incomplete_body if the client stops before."""
    # BytesIO returns its bytes without a copy, so that a long body is in memory once.
    buffer = BytesIO()
    for piece in pieces(environ, length):
        buffer.write(piece)
    return buffer.getvalue()


def pieces(environ: WSGIEnvironment, length: int) -> Iterator[bytes]:
    """Yield the `length` bytes of a body, at most 64 KiB at a time.

    Raises incomplete_body if the client stops before. Other requests run between two pieces, even if the
    client sends faster than the process reads.
    """
    # Read from the server directly: the stream of the framework would silently stop at its limit. Read in
    # pieces, because the server collects the requested bytes before it returns them.
    stream = environ["wsgi.input"]
    while length:
        piece = _read_some(stream.read, min(length, _PIECE))
        length -= len(piece)
        yield piece
        if length:
            time.sleep(0)


def _read_some(read: Callable[[int], bytes], size: int) -> bytes:
    try:
        part = read(size)
    except OSError:
        part = b""
    if not part:
        raise Problem("incomplete_body")
    return part


MAX_DEPTH = 8
MAX_INTEGER = 2**53 - 1

_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_LEVELS = {"[": 1, "{": 1, "]": -1, "}": -1}
_SURROGATE_OR_NUL = re.compile("[\ud800-\udfff\0]")


def read_json(
    environ: WSGIEnvironment, size: BodySize | int = BodySize.COMMAND, *, required: bool = True
) -> dict[str, object]:
    """Return the body of a request, one JSON object within the size limit of `size`.

    With `required=False` a request without a body gives an empty dict. Raises Problem: length_required,
    body_too_large, incomplete_body, unsupported_media_type, bad_encoding, too_deep, malformed_json,
    duplicate_key, or validation_failed for a root that is no object and for numbers that are not finite or
    not below 2**53.
    """
    length = content_length(environ, required)
    check_length(length, most(size))
    if length == 0:
        return _empty(required)
    media_type(environ, JSON)
    return parse_json(read_exactly(environ, length))


def parse_json(raw: bytes) -> dict[str, object]:
    """Return the JSON object in `raw`. Raises Problem as `read_json` does, from bad_encoding on."""
    text = _decode(raw)
    _check_depth(text)
    value = _parse(text)
    # Raw surrogates and NUL are refused by decoding, so only escapes can contain one.
    if "\\u" in text and any(_SURROGATE_OR_NUL.search(part) for part in _texts(value)):
        raise Problem("bad_encoding")
    if not isinstance(value, dict):
        raise _invalid(Message("The body must be a JSON object."))
    return value


def _empty(required: bool) -> dict[str, object]:
    if required:
        raise Problem("malformed_json", Message("The body is empty; a JSON object is needed."))
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
        detail = Message("The body is not valid JSON at character {position}.").filled(position=error.pos + 1)
        raise Problem("malformed_json", detail) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Problem("duplicate_key")
    return result


def _integer(digits: str) -> int:
    # Check the length first: converting thousands of digits is slow, and Python refuses more than 4300.
    if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
        raise _invalid(Message("A number is too large."))
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _invalid(Message("A number is too large."))
    return value


def _constant(name: str) -> NoReturn:
    raise _invalid(Message("NaN and Infinity are not JSON numbers."))


def _invalid(detail: Message) -> Problem:
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
