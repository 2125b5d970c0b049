"""Answers that go on: server-sent events and JSON lines, the same objects in both.

A stream tells things by name: `entry`, `turns`, ..., at the end `end`, or `cut` where it breaks off although
there is more to come. Server-sent events (WHATWG HTML, 9.2) carry the name in `event`; a line of NDJSON is
the object alone, which for `end` and `cut` has a member of that name.
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
"""How long a stream says nothing at most."""

RETRY_MS: Final = 2_000
"""How long a client of server-sent events is asked to wait before it comes back."""

_TOGETHER: Final = 50
"""How many things are told, some milliseconds long, before others have their turn."""


@dataclass(frozen=True, slots=True)
class Told:
    """A thing in a stream: its name, its JSON; `mark` is the place to resume at after it."""

    name: str
    body: bytes
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class Waits:
    """A stream has nothing to tell: it calls `until` with the longest time that it may wait, in seconds."""

    until: Callable[[float], object]
    most: float = ALIVE_SECONDS


def _event(told: Told) -> bytes:
    # Our JSON has no line breaks, so the data of an event is one line.
    place = b"" if told.mark is None else b"id: %d\n" % told.mark
    return place + b"event: %s\ndata: %s\n\n" % (told.name.encode(), told.body)


def _line(told: Told) -> bytes:
    return told.body + b"\n"


@dataclass(frozen=True, slots=True)
class Form:
    """How a stream begins, says that it is alive, and tells things."""

    opening: bytes
    alive: bytes
    told: Callable[[Told], bytes]


FORMS: Final = {
    EVENT_STREAM: Form(b"retry: %d\n\n" % RETRY_MS, b": alive\n\n", _event),
    NDJSON: Form(b"\n", b"\n", _line),
}

Story = Iterator[Told | Waits]
"""What a stream tells; it ends when it has told the last thing."""


def closing(name: str, why: str, ply: int | None = None) -> Told:
    """The last thing in a stream: `end` or `cut`, why, and the last ply that was told."""
    body: dict[str, object] = {name: why}
    return Told(name, orjson.dumps(body if ply is None else body | {"ply": ply}))


def written(story: Story, form: Form) -> Iterator[bytes]:
    """A story in its form, with a sign of life whenever nothing was said for long."""
    yield form.opening
    quiet, together = time.monotonic() + ALIVE_SECONDS, 0
    for step in story:
        if isinstance(step, Told):
            yield form.told(step)
            quiet, together = time.monotonic() + ALIVE_SECONDS, together + 1
            if together % _TOGETHER == 0:
                time.sleep(0)  # whoever reads as fast as this is told never waits
            continue
        step.until(max(0.0, min(step.most, quiet - time.monotonic())))
        if time.monotonic() >= quiet:
            yield form.alive
            quiet = time.monotonic() + ALIVE_SECONDS


def streamed(story: Story, media_type: str, done: Callable[[], None]) -> Response:
    """The answer that tells `story`; `done` is called when it ends, however it does."""
    chunks: Iterable[bytes] = written(story, FORMS[media_type])
    response = Response(chunks, content_type=media_type)
    response.call_on_close(done)
    response.headers["X-Accel-Buffering"] = "no"
    response.vary.add("Accept")
    return response
