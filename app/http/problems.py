"""Conversion of every failed request into `application/problem+json`; installation of the HTTP layer."""

import logging
from collections.abc import Iterable
from typing import Final

import orjson
from flask import Flask, Response, current_app, has_request_context, request
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.wrappers import Response as AnyResponse

from app.http import headers, request_checks
from app.http.converters import CONVERTERS
from app.http.errors import Problem
from app.http.headers import PROBLEM_JSON, preferred_language, revalidated
from app.i18n import Language
from app.observability.logs import REQUEST, trace

_LOG = logging.getLogger(__name__)

_LANGUAGES = (Language.EN, *(language for language in Language if language is not Language.EN))
_URL = "CONQUIAN_URL"

PROBLEM: Final = "conquian.problem"
"""Member of the WSGI environment with the code of the problem that is answered."""

# Listed explicitly: several codes share a status, and a later registration must not change the mapping.
_BY_STATUS = {
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "request_timeout",
    409: "conflict",
    411: "length_required",
    412: "stale_ply",
    413: "body_too_large",
    414: "uri_too_long",
    415: "unsupported_media_type",
    422: "validation_failed",
    428: "precondition_required",
    429: "rate_limited",
    431: "headers_too_large",
    501: "not_implemented",
    503: "store_unavailable",
}


def install(app: Flask, url: str = "", hosts: Iterable[str] | None = None) -> None:
    """Install the request checks, the error handlers, the headers and the URL converters in `app`.

    Call it once, before blueprints are registered, because their rules may name the converters. `url` is the
    public address of the service, if it is set: the types of problems begin with it. `hosts` are the host
    names of the service, None for any.
    """
    app.config[_URL] = url
    headers.install(app)
    request_checks.install(app, hosts)
    app.after_request(revalidated)
    app.register_error_handler(Problem, respond)
    app.register_error_handler(HTTPException, _respond_http)
    app.register_error_handler(Exception, _respond_unexpected)
    app.url_map.converters.update(CONVERTERS)
    # A redirect would echo an unknown address; a plain 404 does not.
    app.url_map.merge_slashes = False


def respond(problem: Problem) -> Response:
    """Return the answer for a problem (RFC 9457), never cached, in the language of the client."""
    language = preferred_language(request, _LANGUAGES) if has_request_context() else _LANGUAGES[0]
    if has_request_context():
        request.environ[PROBLEM] = problem.code
    language = problem.language(language)
    document = problem.as_dict(language)
    if has_request_context():
        document["type"] = f"{current_app.config[_URL]}{document['type']}"
    response = Response(orjson.dumps(document), problem.status, content_type=PROBLEM_JSON)
    response.headers.update(problem.headers)
    response.headers.setdefault("Cache-Control", "no-store")
    if language != Language.EN:
        response.content_language.add(language)
    return response


def _respond_http(error: HTTPException) -> AnyResponse:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    if error.code == 500:
        return _respond_unexpected(getattr(error, "original_exception", None) or error)
    return respond(_problem_of(error, error.code))


def _problem_of(error: HTTPException, status: int) -> Problem:
    if isinstance(error, SecurityError):
        return Problem("bad_host")
    code = _BY_STATUS.get(status, "bad_request" if status < 500 else "internal_error")
    headers = {name: value for name, value in error.get_headers() if name.lower() != "content-type"}
    return Problem(code, status=status, headers=headers)


def _respond_unexpected(error: Exception) -> Response:
    # Only types and lines: the text of an exception may quote a hidden card or a token.
    _LOG.error("request %s failed\n%s", request.environ.get(REQUEST, "-"), trace(error))
    return respond(Problem("internal_error"))
