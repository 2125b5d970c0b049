"""The addresses of the clients, which are not in the OpenAPI document."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final

from flask import Blueprint, Response, copy_current_request_context

from app.api.clients.generate import generate
from app.http.blocking_calls import ResultCache
from app.http.headers import FOR_NOW

PYTHON: Final = "/clients/conquian_client.py"
JAVASCRIPT: Final = "/clients/conquian_client.mjs"


def blueprint(document: Callable[[], dict[str, Any]]) -> Blueprint:
    """Return the resources PYTHON and JAVASCRIPT; `document` returns the OpenAPI document."""
    resource = Blueprint("clients", __name__)
    texts = ResultCache[bytes](1)

    def generated() -> bytes:
        return generate(document()).encode()

    @resource.get(PYTHON)
    def python() -> Response:
        """Get the typed client for Python

        It is generated at the first request, beside the other requests of the process.
        """
        return _answer(texts("python", lambda: copy_current_request_context(generated)), "text/x-python")

    @resource.get(JAVASCRIPT)
    def javascript() -> Response:
        """Get the client for JavaScript, a module."""
        return _answer(files(__package__).joinpath("conquian_client.mjs").read_bytes(), "text/javascript")

    return resource


def _answer(body: bytes, media_type: str) -> Response:
    response = Response(body, content_type=f"{media_type}; charset=utf-8")
    response.headers["Cache-Control"] = FOR_NOW
    return response
