"""What is refused before any view sees the request: bad Host, tokens in the URL, chunked bodies."""

import secrets
from urllib.parse import parse_qsl, unquote

from flask import Request, g, request
from werkzeug.sansio.utils import host_is_trusted

from app.http.errors import Problem
from app.http.tokens import SECRETS

_TOKEN_PARAMETERS = frozenset({"token", "access_token", "seat_token", "api_key"})
_DECODINGS = 3  # a proxy or a careless client may have quoted the address more than once


def check_request() -> None:
    """Names the request (`g.request_id`) and raises Problem when it must not reach a view."""
    g.request_id = secrets.token_hex(8)
    check_host(request)
    check_url(request)
    check_framing(request)


def check_host(request: Request) -> None:
    """Raises bad_host unless Host is well-formed; only HTTP/1.0 may do without (RFC 9112, 3.2).

    Whether a host is ours is Flask's `TRUSTED_HOSTS`, from the settings; its refusal has the same code.
    """
    host = request.environ.get("HTTP_HOST")
    if host is None and request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        return
    if not host_is_trusted(host):
        raise Problem("bad_host")


def check_url(request: Request) -> None:
    """Raises token_in_url when a token, or a parameter meant for one, is in the address (RFC 9700, 4.3.2)."""
    query = request.environ.get("QUERY_STRING", "")
    text = f"{request.environ.get('PATH_INFO', '')}?{query}"
    for _ in range(_DECODINGS):
        text = unquote(text)
    names = {name.lower() for name, _ in parse_qsl(query, keep_blank_values=True)}
    if any(one in text.lower() for one in SECRETS) or names & _TOKEN_PARAMETERS:
        raise Problem("token_in_url")


def check_framing(request: Request) -> None:
    """Raises length_required for any Transfer-Encoding: at a limit, a chunked body may be cut in silence."""
    if "HTTP_TRANSFER_ENCODING" in request.environ:
        raise Problem("length_required")
