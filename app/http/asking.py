"""The request that is being answered, for those who look at it often."""

from flask import Request, request


def asked() -> Request:
    """The present request itself: each look at Flask's stand-in for it would find it anew."""
    found: Request = request._get_current_object()  # type: ignore[attr-defined]
    return found
