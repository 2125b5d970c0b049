"""The OpenAPI document and the clients that are made from it. None of them needs a store."""

from json import loads
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import wsgi
from app.api.parts import ApiParts
from app.observability.worker_hooks import SHUTDOWN_HOOKS
from app.settings.settings import Settings
from app.store.client import connect
from tests.service.helpers import KEYS


def document() -> dict[str, Any]:
    """The document that the service serves."""
    document: dict[str, Any] = loads(served("/openapi.json"))
    return document


def served(address: str) -> bytes:
    """The body of the answer of a service without a store to a GET of `address`."""
    with TemporaryDirectory() as data, connect("redis://127.0.0.1:1") as nowhere:
        app = wsgi.create_app(ApiParts(Settings(data=Path(data)), KEYS, nowhere))
        answer = app.test_client().get(address)
        for say in app.extensions[SHUTDOWN_HOOKS]:
            say()
        assert answer.status_code == 200, answer.text
        body: bytes = answer.data
        return body
