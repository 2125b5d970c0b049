"""Request checks before any view is called: Host, tokens in the URL, chunked bodies."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, unquote
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response, request
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wsgi import get_host

from app.http.credentials import SECRETS
from app.http.errors import Problem
from app.http.headers import path_of, preflight
from app.observability.logs import REQUEST, ROUTE, Trace, begin, request_id

_TOKEN_PARAMETERS = frozenset({"token", "access_token", "seat_token", "api_key"})
_SECRET = re.compile("|".join(SECRETS), re.IGNORECASE)
PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
"""Addresses that answer under any Host: a probe knows the address of a process, not its name."""

ENDPOINT: Final = "conquian.endpoint"
"""Member of the WSGI environment with the endpoint of the request, if it has one."""

_DECODINGS = 3  # a proxy or a client may have quoted the address more than once


def install(app: Flask, hosts: Iterable[str] | None) -> None:
    """Check every request to `app`. `hosts` are its host names, None for any.

    The setting TRUSTED_HOSTS of Flask would refuse probes too.
    """
    trusted = None if hosts is None else tuple(hosts)

    @app.before_request
    def check_request() -> Response | None:
        """Set the route and the id of the request. Raise Problem if it must not reach a view."""
        environ, rule = request.environ, request.url_rule
        if rule is not None:
            environ[ROUTE], environ[ENDPOINT] = rule.rule, rule.endpoint
        environ[REQUEST] = name = request_id(environ.get("HTTP_X_REQUEST_ID"))
        begin(name, Trace.of_header(environ.get("HTTP_TRACEPARENT")))
        if answer := preflight(environ):
            return answer
        check_host(environ, trusted)
        check_url(environ)
        check_framing(environ)
        return None


def check_host(environ: WSGIEnvironment, trusted: tuple[str, ...] | None) -> None:
    """Raise bad_host unless Host is well-formed and trusted; only HTTP/1.0 may omit it (RFC 9112, 3.2)."""
    host = environ.get("HTTP_HOST")
    if host is None and environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        host = get_host(environ)
    if not _is_trusted(host, None if path_of(environ) in PROBES else trusted):
        raise Problem("bad_host")


@lru_cache(1024)
def _is_trusted(host: str | None, trusted: tuple[str, ...] | None) -> bool:
    return host_is_trusted(host, trusted)


def check_url(environ: WSGIEnvironment) -> None:
    """Raise token_in_url if the address has a token or a parameter meant for one (RFC 9700, 4.3.2)."""
    query = environ.get("QUERY_STRING", "")
    text = f"{environ.get('PATH_INFO', '')}?{query}"
    for _ in range(_DECODINGS if "%" in text else 0):
        text = unquote(text)
    names = {name.lower() for name, _ in parse_qsl(query, keep_blank_values=True)} if query else set()
    if _SECRET.search(text) or names & _TOKEN_PARAMETERS:
        raise Problem("token_in_url")


def check_framing(environ: WSGIEnvironment) -> None:
    """Raise length_required for any Transfer-Encoding: a chunked body may be truncated silently."""
    if "HTTP_TRANSFER_ENCODING" in environ:
        raise Problem("length_required")
