"""What the service says about itself: alive, ready, its version, its documents and its problems."""

from collections.abc import Callable
from typing import Any

import orjson
from flask import Flask, Response, render_template

from app.http.codes import CODES
from app.http.errors import Problem
from app.http.headers import JSON

Document = Callable[[], dict[str, Any]]
Checks = Callable[[], list[str]]


def _json(body: Any, status: int = 200) -> Response:
    return Response(orjson.dumps(body), status, content_type=JSON)


def install(app: Flask, version: str, document: Document, checks: Checks) -> None:
    """Adds /livez, /readyz, /version, /openapi.json, /docs and /problems.

    `document` gives the OpenAPI document, `checks` sentences about why the service is not ready or not
    safe; it raises where the store is away.
    """

    @app.get("/livez")
    def livez() -> Response:
        return _json({"status": "alive"})

    @app.get("/readyz")
    def readyz() -> Response:
        return _json({"status": "ready", "warnings": checks()})

    @app.get("/version")
    def show_version() -> Response:
        return _json({"name": "conquian", "version": version})

    @app.get("/openapi.json")
    def openapi() -> Response:
        return _json(document())

    @app.get("/docs")
    def docs() -> str:
        return render_template("docs.html", document=document(), codes=sorted(CODES.items()))

    @app.get("/problems/<code>")
    def problem(code: str) -> Response:
        if code not in CODES:
            raise Problem("not_found")
        known = CODES[code]
        return _json({"code": code, "status": known.status, "title": known.title, "remedy": known.remedy})
