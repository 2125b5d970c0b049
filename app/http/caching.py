"""HTTP caching: lifetimes of answers and conditional requests (RFC 9110, 13; RFC 9111)."""

from hashlib import sha256
from typing import Final

from flask import Response, g, request

_FOR_EVER: Final = "max-age=31536000, immutable"
FOR_NOW: Final = "public, max-age=300"
"""For answers that change with a version of the service only."""


def cached_forever(response: Response) -> Response:
    """Mark a response that never changes as cacheable for ever; privately if it had credentials."""
    visibility = "private" if "Authorization" in request.headers else "public"
    response.headers["Cache-Control"] = f"{visibility}, {_FOR_EVER}"
    return response


def tag(data: bytes) -> str:
    """Return the entity tag of a representation with these bytes."""
    return sha256(data).hexdigest()[:24]


def sent_in_full(response: Response) -> Response:
    """Mark a response to be sent in full even if the client has its entity tag, which does not cover all of
    it.
    """
    g.whole = True
    return response


def revalidated(response: Response) -> Response:
    """Answer a GET with 304 and no body if If-None-Match has the entity tag of the response.

    Tags are compared weakly. If the view has set none, it is a hash of the bytes. Streams have none.
    """
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or response.is_streamed:
        return response
    if "ETag" not in response.headers:
        response.set_etag(tag(response.get_data()))
    if not g.get("whole") and request.if_none_match.contains_weak(response.get_etag()[0] or ""):
        response.status_code = 304
        response.set_data(b"")
        for name in ("Content-Type", "Content-Length", "Content-Disposition"):
            response.headers.pop(name, None)
    return response
