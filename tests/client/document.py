"""The OpenAPI document, without a store: it speaks of none."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import wsgi
from app.config import Settings
from app.farewell import FAREWELL
from app.store.client import connect
from tests.handler.helpers import KEYS


def document() -> dict[str, Any]:
    """The document that the service serves."""
    with TemporaryDirectory() as data, connect("redis://127.0.0.1:1") as nowhere:
        app = wsgi.create_app(Settings(data=Path(data)), KEYS, nowhere)
        found: dict[str, Any] = app.test_client().get("/openapi.json").get_json()
        for say in app.extensions[FAREWELL]:
            say()
        return found
