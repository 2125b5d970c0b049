"""Request checks before any view is called: Host, tokens in the URL, chunked bodies."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, unquote

from flask import Flask, Request, current_app, request
from werkzeug.sansio.utils import host_is_trusted

from app.http.credentials import SECRETS
from app.http.errors import Problem
from app.observability.logs import REQUEST, ROUTE, begin, request_id

_TOKEN_PARAMETERS = frozenset({"token", "access_token", "seat_token", "api_key"})
_SECRET = re.compile("|".join(SECRETS), re.IGNORECASE)
PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
"""Addresses that answer under any Host: a probe knows the address of a process, not its name."""

_HOSTS: Final = "conquian-hosts"
_DECODINGS = 3  # a proxy or a client may have quoted the address more than once


def install(app: Flask, hosts: Iterable[str] | None) -> None:
    """Check every request to `app`. `hosts` are its host names, None for any.

    The setting TRUSTED_HOSTS of Flask would refuse probes too.
    """
    app.extensions[_HOSTS] = None if hosts is None else tuple(hosts)
    app.before_request(check_request)


def check_request() -> None:
    """Set the request id (`REQUEST` in the environment).

    Raises Problem if the request must not reach a view.
    """
    environ, rule = request.environ, request.url_rule
    environ[REQUEST] = name = request_id(environ.get("HTTP_X_REQUEST_ID"))
    begin(name)
    if rule is not None:
        environ[ROUTE] = rule.rule
    check_host(request)
    check_url(request)
    check_framing(request)


def check_host(request: Request) -> None:
    """Raise bad_host unless Host is well-formed and trusted; only HTTP/1.0 may omit it (RFC 9112, 3.2)."""
    host = request.environ.get("HTTP_HOST")
    if host is None and request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        host = request.host
    trusted = None if request.path in PROBES else current_app.extensions[_HOSTS]
    if not _is_trusted(host, trusted):
        raise Problem("bad_host")


@lru_cache(1024)
def _is_trusted(host: str | None, trusted: tuple[str, ...] | None) -> bool:
    return host_is_trusted(host, trusted)


def check_url(request: Request) -> None:
    """Raise token_in_url if the address has a token or a parameter meant for one (RFC 9700, 4.3.2)."""
    query = request.environ.get("QUERY_STRING", "")
    text = f"{request.environ.get('PATH_INFO', '')}?{query}"
    for _ in range(_DECODINGS if "%" in text else 0):
        text = unquote(text)
    names = {name.lower() for name, _ in parse_qsl(query, keep_blank_values=True)} if query else set()
    if _SECRET.search(text) or names & _TOKEN_PARAMETERS:
        raise Problem("token_in_url")


def check_framing(request: Request) -> None:
    """Raise length_required for any Transfer-Encoding: a chunked body may be truncated silently."""
    if "HTTP_TRANSFER_ENCODING" in request.environ:
        raise Problem("length_required")
