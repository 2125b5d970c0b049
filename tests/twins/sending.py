"""One request to a service in this process, by WSGI alone: a client would cost an eighth of the time."""

import sys
from collections.abc import Iterable, Mapping
from io import BytesIO
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

import orjson
from flask import Flask

from tests.twins.requests import Ask

Rows = list[tuple[str, str]]

_ALWAYS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "SCRIPT_NAME": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
)


def sent(app: Flask, ask: Ask) -> tuple[int, Rows, bytes]:
    """Status, headers and body of the answer; of a stream as many pieces as are asked for."""
    begun: list[Any] = []

    def begin(status: str, rows: Rows, _: Any = None) -> Any:
        begun.extend((int(status.split()[0]), rows))

    pieces: Iterable[bytes] = app.wsgi_app(_environ(ask), begin)
    try:
        data = b"".join(islice(pieces, ask.chunks))
    finally:
        getattr(pieces, "close", lambda: None)()
    status, rows = begun
    return status, rows, data


def _environ(ask: Ask) -> dict[str, Any]:
    """The request as WSGI has it (PEP 3333); addresses of ours need no escapes."""
    path, _, query = ask.path.partition("?")
    data = b"" if ask.body is None else orjson.dumps(ask.body)
    body = {} if ask.body is None else {"CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(data))}
    headers = {f"HTTP_{name.upper().replace('-', '_')}": text for name, text in ask.headers.items()}
    asked = {"REQUEST_METHOD": ask.method, "PATH_INFO": path, "QUERY_STRING": query}
    return {**_ALWAYS, **asked, **headers, **body, "wsgi.input": BytesIO(data)}
