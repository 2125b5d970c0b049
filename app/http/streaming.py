"""Streamed answers: server-sent events and JSON lines with the same objects.

The items of a stream have names: `entry`, `turns`, ..., at the end `end`, or `cut` if the stream ends before
its data does. Server-sent events (WHATWG HTML, 9.2) have the name in `event`; a line of NDJSON is the object
alone, which for `end` and `cut` has a member of that name.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import orjson
from flask import Response

EVENT_STREAM: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"

ALIVE_SECONDS: Final = 15.0
"""Longest time without output in a stream."""

RETRY_MS: Final = 2_000
"""Time after which a client of server-sent events is asked to reconnect."""

_TOGETHER: Final = 50
"""Number of items, some milliseconds of work, after which other requests get a turn."""


@dataclass(frozen=True, slots=True)
class StreamItem:
    """An item of a stream: its name, its JSON; `mark` is the position to resume from after it."""

    name: str
    body: bytes
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class StreamPause:
    """A pause of a stream: the writer calls `until` with the longest time to wait, in seconds."""

    until: Callable[[float], object]
    most: float = ALIVE_SECONDS


def _event(item: StreamItem) -> bytes:
    # The JSON has no line breaks, so the data of an event is one line.
    position = b"" if item.mark is None else b"id: %d\n" % item.mark
    return position + b"event: %s\ndata: %s\n\n" % (item.name.encode(), item.body)


def _line(item: StreamItem) -> bytes:
    return item.body + b"\n"


@dataclass(frozen=True, slots=True)
class StreamEncoding:
    """Encoding of a stream: its beginning, its keep-alive line, its items."""

    opening: bytes
    alive: bytes
    item: Callable[[StreamItem], bytes]


FORMS: Final = {
    EVENT_STREAM: StreamEncoding(b"retry: %d\n\n" % RETRY_MS, b": alive\n\n", _event),
    NDJSON: StreamEncoding(b"\n", b"\n", _line),
}

StreamSteps = Iterator[StreamItem | StreamPause]
"""The items and pauses of a stream, up to its last item."""


def closing(name: str, reason: str, ply: int | None = None) -> StreamItem:
    """Return the last item of a stream: `end` or `cut`, the reason, and the last ply that was sent."""
    body: dict[str, object] = {name: reason}
    return StreamItem(name, orjson.dumps(body if ply is None else body | {"ply": ply}))


def encoded(steps: StreamSteps, encoding: StreamEncoding) -> Iterator[bytes]:
    """Encode a stream, with a keep-alive whenever there was no output for long."""
    yield encoding.opening
    keep_alive_at, sent = time.monotonic() + ALIVE_SECONDS, 0
    for step in steps:
        if isinstance(step, StreamItem):
            yield encoding.item(step)
            keep_alive_at, sent = time.monotonic() + ALIVE_SECONDS, sent + 1
            if sent % _TOGETHER == 0:
                time.sleep(0)  # a client that reads as fast as items are written never waits
            continue
        step.until(max(0.0, min(step.most, keep_alive_at - time.monotonic())))
        if time.monotonic() >= keep_alive_at:
            yield encoding.alive
            keep_alive_at = time.monotonic() + ALIVE_SECONDS


def streamed(steps: StreamSteps, media_type: str, on_close: Callable[[], None]) -> Response:
    """Return the answer that streams `steps`; `on_close` is called when it ends, for any reason."""
    chunks: Iterable[bytes] = encoded(steps, FORMS[media_type])
    response = Response(chunks, content_type=media_type)
    response.call_on_close(on_close)
    response.headers["X-Accel-Buffering"] = "no"
    response.vary.add("Accept")
    return response
