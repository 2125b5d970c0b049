"""The verifier over HTTP: the one script, and the page that runs it on files of the reader's own.

Whoever suspects the service takes the script from elsewhere; this is the short way for everybody else.
"""

from importlib.resources import files
from typing import Final

from flask import Flask, Response, request

CACHE: Final = "public, no-cache"
"""A copy is asked about before it is used, so that page and script are always of one version."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "connect-src 'none'"
)
"""The page can run its script and reach nothing: no record leaves the reader's computer."""


def install(app: Flask) -> None:
    """Adds /verifier and /verifier.js."""

    @app.get("/verifier")
    def verifier_page() -> Response:
        return _file("verifier.html", "text/html")

    @app.get("/verifier.js")
    def verifier_script() -> Response:
        return _file("verifier.js", "text/javascript")


def _file(name: str, media_type: str) -> Response:
    response = Response(
        files(__package__).joinpath(name).read_bytes(),
        content_type=f"{media_type}; charset=utf-8",
        headers={"Cache-Control": CACHE, "Content-Security-Policy": POLICY},
    )
    response.add_etag()
    response.make_conditional(request)
    return response
