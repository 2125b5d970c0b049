"""Bodies of requests: as long as they say, no longer than they may be, of a media type that is known."""

import re
from collections.abc import Callable

from flask import Request

from app.http.errors import Problem

_CHARSET = re.compile(r'\s*charset=(?:utf-8|"utf-8")\s*', re.IGNORECASE)
_LENGTH = re.compile(r"[0-9]{1,18}")


def read_body(request: Request, limit: int, *media_types: str) -> tuple[bytes, str]:
    """The body of a request, at most `limit` bytes, and which of `media_types` it is.

    Problem: length_required, body_too_large, incomplete_body, unsupported_media_type.
    """
    length = content_length(request, required=True)
    if length > limit:
        raise Problem("body_too_large", f"The body may have at most {limit} bytes.")
    found = media_type(request, *media_types)
    return read_exactly(request, length), found


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
    name, _, parameter = request.headers.get("Content-Type", "").partition(";")
    coding = request.headers.get("Content-Encoding", "identity")
    found = name.strip(" \t").lower()
    if coding.lower() != "identity" or found not in offers or not _is_utf8(parameter):
        offered = ", ".join(offers)
        detail = f"Send Content-Type: {offered}, in UTF-8, without content coding."
        raise Problem("unsupported_media_type", detail, headers={"Accept": offered})
    return found


def _is_utf8(parameter: str) -> bool:
    return not parameter or _CHARSET.fullmatch(parameter) is not None


def read_exactly(request: Request, length: int) -> bytes:
    """Just `length` bytes; incomplete_body where the client stops before."""
    # Straight from the server: the framework's stream would stop at its limit without a word.
    stream, parts = request.environ["wsgi.input"], []
    while length:
        part = _read_some(stream.read, length)
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _read_some(read: Callable[[int], bytes], size: int) -> bytes:
    try:
        part = read(size)
    except OSError:
        part = b""
    if not part:
        raise Problem("incomplete_body")
    return part
