"""The verifier over HTTP: its script, and a page that runs it on files of the reader.

A reader who does not trust the service gets the script from another place.
"""

from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from flask import Response

from app.http.blueprint import Blueprint, produces
from app.http.headers import HTML

_SCRIPT: Final = "text/javascript"
_JSON: Final = "application/json"
_NO_DIGEST: Final = b'data-sha256=""'

CACHE: Final = "public, no-cache"
"""A copy is asked about before it is used, so that page and script are always of one version."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "connect-src 'none'"
)
"""The page can run its script and reach nothing: no record leaves the reader's computer."""


def blueprint() -> Blueprint:
    """Return the resources /verifier, /verifier.js and /proof-vectors.json."""
    resource = Blueprint("verifier", __name__, description="The verifier, to be run by the reader")

    @resource.route("/verifier")
    @produces(HTML)
    @resource.response(200, {"type": "string"}, content_type=HTML, example="<!doctype html>...")
    def verifier_page() -> Response:
        """Get the page that runs the verifier

        The page checks files in the reader's browser; they do not leave the reader's computer.
        """
        return _answer(_page(), HTML, POLICY)

    @resource.route("/verifier.js")
    @produces(_SCRIPT)
    @resource.response(200, {"type": "string"}, content_type=_SCRIPT, example="...")
    def verifier_script() -> Response:
        """Get the verifier as a script

        It is one JavaScript file without dependencies, for browsers and for Node.
        """
        return _answer(_bytes("verifier.js"), _SCRIPT, POLICY)

    @resource.route("/proof-vectors.json")
    @produces(_JSON)
    @resource.response(200, {"type": "object"}, example={})
    def proof_vectors() -> Response:
        """Get the test vectors of the forms of proofs

        For each form that is hashed or signed the file has an example with all of its inputs.
        """
        return _answer(_bytes("proof-vectors.json"), _JSON)

    return resource


@lru_cache
def _page() -> bytes:
    """The page with the SHA-256 of the script that it runs, for the reader to compare with that of a copy."""
    digest = sha256(_bytes("verifier.js")).hexdigest()
    return _bytes("verifier.html").replace(_NO_DIGEST, b'data-sha256="%b"' % digest.encode())


def _bytes(name: str) -> bytes:
    return files("replays.verifier").joinpath(name).read_bytes()


def _answer(body: bytes, media_type: str, policy: str | None = None) -> Response:
    headers = {"Cache-Control": CACHE} | ({"Content-Security-Policy": policy} if policy else {})
    return Response(body, content_type=f"{media_type}; charset=utf-8", headers=headers)
