"""What is refused before any view sees the request: bad Host, tokens in the URL, chunked bodies."""

import re
from functools import lru_cache
from urllib.parse import parse_qsl, unquote

from flask import Request
from werkzeug.sansio.utils import host_is_trusted

from app.http.asking import asked
from app.http.errors import Problem
from app.http.tokens import SECRETS
from app.logs import REQUEST, ROUTE, begin, request_id

_TOKEN_PARAMETERS = frozenset({"token", "access_token", "seat_token", "api_key"})
_SECRET = re.compile("|".join(SECRETS), re.IGNORECASE)
_DECODINGS = 3  # a proxy or a careless client may have quoted the address more than once


def check_request() -> None:
    """Names the request (`REQUEST` in its environment) and raises Problem when it must not reach a view."""
    request = asked()
    environ, rule = request.environ, request.url_rule
    environ[REQUEST] = name = request_id(environ.get("HTTP_X_REQUEST_ID"))
    begin(name)
    if rule is not None:
        environ[ROUTE] = rule.rule
    check_host(request)
    check_url(request)
    check_framing(request)


def check_host(request: Request) -> None:
    """Raises bad_host unless Host is well-formed; only HTTP/1.0 may do without (RFC 9112, 3.2).

    Whether a host is ours the application has asked before (`App.hosts`); that refusal has the same code.
    """
    host = request.environ.get("HTTP_HOST")
    if host is None and request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        return
    if not _is_well_formed(host):
        raise Problem("bad_host")


@lru_cache(1024)
def _is_well_formed(host: str | None) -> bool:
    return host_is_trusted(host)


def check_url(request: Request) -> None:
    """Raises token_in_url when a token, or a parameter meant for one, is in the address (RFC 9700, 4.3.2)."""
    query = request.environ.get("QUERY_STRING", "")
    text = f"{request.environ.get('PATH_INFO', '')}?{query}"
    for _ in range(_DECODINGS if "%" in text else 0):
        text = unquote(text)
    names = {name.lower() for name, _ in parse_qsl(query, keep_blank_values=True)} if query else set()
    if _SECRET.search(text) or names & _TOKEN_PARAMETERS:
        raise Problem("token_in_url")


def check_framing(request: Request) -> None:
    """Raises length_required for any Transfer-Encoding: at a limit, a chunked body may be cut in silence."""
    if "HTTP_TRANSFER_ENCODING" in request.environ:
        raise Problem("length_required")
