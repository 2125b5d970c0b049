"""Request bodies: declared length, size limits, media types."""

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


def read_body(request: Request, size: BodySize, *media_types: str) -> tuple[bytes, str]:
    """Return the body of a request, within its size limit, and its media type, one of `media_types`.

    Raises Problem: length_required, body_too_large, incomplete_body, unsupported_media_type.
    """
    length = content_length(request, required=True)
    check_length(length, most(size))
    content_type = media_type(request, *media_types)
    return read_exactly(request, length), content_type


def check_length(length: int, limit: int) -> None:
    """Raise body_too_large if the declared length exceeds `limit` bytes; nothing is read."""
    if length > limit:
        raise Problem("body_too_large", f"The body may have at most {limit} bytes.")


def content_length(request: Request, required: bool) -> int:
    """Return the declared length of the body in bytes."""
    header = request.environ.get("CONTENT_LENGTH") or ""
    if "HTTP_TRANSFER_ENCODING" in request.environ or (required and not header):
        raise Problem("length_required")
    if header and not _LENGTH.fullmatch(header):
        raise Problem("bad_request", "Content-Length must be a decimal number of bytes.")
    return int(header or 0)


def media_type(request: Request, *offers: str) -> str:
    """Return the media type of the body, one of `offers`, in UTF-8 and without content coding.

    Raises unsupported_media_type otherwise.
    """
    environ = request.environ
    coding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    name = _utf8(environ.get("CONTENT_TYPE", ""))
    if coding.lower() != "identity" or name not in offers:
        offered = ", ".join(offers)
        detail = f"Send Content-Type: {offered}, in UTF-8, without content coding."
        raise Problem("unsupported_media_type", detail, headers={"Accept": offered})
    return name


@lru_cache(256)
def _utf8(header: str) -> str | None:
    """Return the media type in a Content-Type header, in lower case; None if it is not in UTF-8."""
    name, _, parameter = header.partition(";")
    in_utf8 = not parameter or _CHARSET.fullmatch(parameter) is not None
    return name.strip(" \t").lower() if in_utf8 else None


def read_exactly(request: Request, length: int) -> bytes:
    """Return exactly `length` bytes. Raises incomplete_body if the client stops before."""
    # BytesIO returns its bytes without a copy, so that a long body is in memory once.
    buffer = BytesIO()
    for piece in pieces(request, length):
        buffer.write(piece)
    return buffer.getvalue()


def pieces(request: Request, length: int) -> Iterator[bytes]:
    """Yield the `length` bytes of a body, at most 64 KiB at a time.

    Raises incomplete_body if the client stops before. Other requests run between two pieces, even if the
    client sends faster than the process reads.
    """
    # Read from the server directly: the stream of the framework would silently stop at its limit. Read in
    # pieces, because the server collects the requested bytes before it returns them.
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
