"""Bodies of requests: as long as they say, no longer than they may be, of a media type that is known."""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from io import BytesIO
from types import MappingProxyType
from typing import Final

from flask import Flask, Request, current_app

from app.http.errors import Problem


class Size(StrEnum):
    """What a body is, which says how long it may be."""

    COMMAND = "command"
    STATEMENT = "statement"
    SHEET = "sheet"
    IMPORT = "import"


USUAL: Final[Mapping[Size, int]] = MappingProxyType(
    {
        Size.COMMAND: 8 << 10,
        Size.STATEMENT: 16 << 10,
        Size.SHEET: 64 << 10,
        Size.IMPORT: 8 << 20,
    }
)
"""The most bytes of each where an application names no others."""

_NAME: Final = "conquian-body-sizes"
_PIECE: Final = 64 << 10
_CHARSET = re.compile(r'\s*charset=(?:utf-8|"utf-8")\s*', re.IGNORECASE)
_LENGTH = re.compile(r"[0-9]{1,18}")


def install(app: Flask, sizes: Mapping[Size, int]) -> None:
    """Lets the bodies that `app` takes have so many bytes, each kind its own number."""
    app.extensions[_NAME] = dict(USUAL) | dict(sizes)


def most(size: Size | int) -> int:
    """How many bytes a body of this size may have in the present application."""
    if isinstance(size, int):
        return size
    sizes: Mapping[Size, int] = current_app.extensions.get(_NAME, USUAL)
    return sizes[size]


def read_body(request: Request, size: Size, *media_types: str) -> tuple[bytes, str]:
    """The body of a request, no longer than its size allows, and which of `media_types` it is.

    Problem: length_required, body_too_large, incomplete_body, unsupported_media_type.
    """
    length = content_length(request, required=True)
    check_length(length, most(size))
    found = media_type(request, *media_types)
    return read_exactly(request, length), found


def check_length(length: int, limit: int) -> None:
    """Raises body_too_large for a body that says it is longer than `limit` bytes; none of it is read."""
    if length > limit:
        raise Problem("body_too_large", f"The body may have at most {limit} bytes.")


def content_length(request: Request, required: bool) -> int:
    """How many bytes the body has, as the request says."""
    header = request.environ.get("CONTENT_LENGTH") or ""
    if "HTTP_TRANSFER_ENCODING" in request.environ or (required and not header):
        raise Problem("length_required")
    if header and not _LENGTH.fullmatch(header):
        raise Problem("bad_request", "Content-Length must be a decimal number of bytes.")
    return int(header or 0)


def media_type(request: Request, *offers: str) -> str:
    """Which of `offers` the body is, in UTF-8 and without content coding; else unsupported_media_type."""
    environ = request.environ
    coding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    found = _utf8(environ.get("CONTENT_TYPE", ""))
    if coding.lower() != "identity" or found not in offers:
        offered = ", ".join(offers)
        detail = f"Send Content-Type: {offered}, in UTF-8, without content coding."
        raise Problem("unsupported_media_type", detail, headers={"Accept": offered})
    return found


@lru_cache(256)
def _utf8(header: str) -> str | None:
    """The media type that a Content-Type names, in lower case; None where it is not in UTF-8."""
    name, _, parameter = header.partition(";")
    in_utf8 = not parameter or _CHARSET.fullmatch(parameter) is not None
    return name.strip(" \t").lower() if in_utf8 else None


def read_exactly(request: Request, length: int) -> bytes:
    """Just `length` bytes; incomplete_body where the client stops before."""
    # A buffer gives its bytes away without a copy, so that a long body is in memory once.
    whole = BytesIO()
    for piece in pieces(request, length):
        whole.write(piece)
    return whole.getvalue()


def pieces(request: Request, length: int) -> Iterator[bytes]:
    """The `length` bytes of a body, at most 64 KiB at a time; incomplete_body where the client stops before.

    Between two pieces other requests have their turn, also where the client sends faster than we read.
    """
    # Straight from the server: the framework's stream would stop at its limit without a word.
    # Piece by piece, because the server collects what it is asked for before it hands it over.
    stream = request.environ["wsgi.input"]
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
