"""Readers of streams, message by message."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from werkzeug.test import TestResponse

from tests.api.helpers import Table

SSE, NDJSON = "text/event-stream", "application/x-ndjson"

_SILENT = 3
"""Signs of life in a row after which a message that a test waits for does not come."""


class Thing(NamedTuple):
    """A message of a stream: its name, its JSON as received, and its `id`."""

    name: str
    body: bytes
    mark: str | None = None

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def events(chunks: Iterable[bytes]) -> Iterator[Thing]:
    """Yield server-sent events; comments and `retry` are ignored. AssertionError if only comments come."""
    silent = 0
    for block in _split(chunks, b"\n\n"):
        silent = silent + 1 if block.startswith(b":") else 0
        assert silent < _SILENT, "the stream has said nothing for long"
        fields = dict(line.split(b": ", 1) for line in block.splitlines() if not line.startswith(b":"))
        if b"data" in fields:
            mark = fields.get(b"id")
            yield Thing(fields[b"event"].decode(), fields[b"data"], None if mark is None else mark.decode())


_TURNS = ("end", "cut", "turns", "turn", "answered", "decision", "seat_kept", "seat_closed")
_NAMES = {**{name: name for name in _TURNS}, "connected": "presence", "phrase": "phrase"}
"""By a member of a line the name of the message."""


def lines(chunks: Iterable[bytes]) -> Iterator[Thing]:
    """Yield JSON lines that are not empty. AssertionError if only empty ones come."""
    silent = 0
    for line in _split(chunks, b"\n"):
        silent = 0 if line else silent + 1
        assert silent < _SILENT, "the stream has said nothing for long"
        if line:
            document = json.loads(line)
            name = next((_NAMES[one] for one in _NAMES if one in document), "entry")
            yield Thing(name, line, str(document["ply"]) if name == "entry" else None)


def _split(chunks: Iterable[bytes], end: bytes) -> Iterator[bytes]:
    kept = b""
    for chunk in chunks:
        *whole, kept = (kept + chunk).split(end)
        yield from whole


READERS = {SSE: events, NDJSON: lines}


def opened(table: Table, query: str, seat: int | None, form: str, **more: str) -> TestResponse:
    """Return the streaming response with the events of a game."""
    named = {name.replace("_", "-"): text for name, text in more.items()}
    headers = table.headers(seat, {"Accept": form, **named})
    return table.api.client.get(f"{table.path}/events{query}", headers=headers, buffered=False)


def stream(
    table: Table, query: str = "", seat: int | None = None, form: str = SSE, **more: str
) -> Iterator[Thing]:
    """Yield the messages of a game's stream; the response is closed with the iterator."""
    response = opened(table, query, seat, form, **more)
    assert (response.status_code, response.mimetype) == (200, form), response.text
    try:
        yield from READERS[form](response.iter_encoded())
    finally:
        response.close()


def entry_bytes(table: Table, seat: int | None) -> list[bytes]:
    """Return every entry of the log as bytes, from pages of one entry."""
    bodies: list[bytes] = []
    while True:
        data = table.get(f"/events?after={len(bodies)}&limit=1", seat).data
        body = data[data.index(b'"events":[') + 10 : data.rindex(b'],"next":')]
        if not body:
            return bodies
        bodies.append(body)
