"""How long answers may be kept, and that a reader who has one is told so (RFC 9110, 13; RFC 9111)."""

from hashlib import sha256
from typing import Final

from flask import Response, g, request

_FOR_EVER: Final = "max-age=31536000, immutable"
FOR_NOW: Final = "public, max-age=300"
"""For what changes with a version of the service."""


def lasting(response: Response) -> Response:
    """The response, which says for ever the same; for others too where nobody had to prove who asks."""
    whose = "private" if "Authorization" in request.headers else "public"
    response.headers["Cache-Control"] = f"{whose}, {_FOR_EVER}"
    return response


def tag(data: bytes) -> str:
    """The entity tag of what these bytes stand for."""
    return sha256(data).hexdigest()[:24]


def whole(response: Response) -> Response:
    """The response, to be sent although its entity tag is known: the tag does not stand for all of it."""
    g.whole = True
    return response


def revalidated(response: Response) -> Response:
    """The response to a GET with an entity tag; 304 without a body where If-None-Match has that tag.

    Tags are compared weakly. Where a view has set none it is a hash of the bytes. Streams have none.
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
