"""Responses with reports that jobs make: 202 until the report is made, then its file.

A file is streamed, compressed if the client accepts that.
"""

import gzip
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Annotated, Any, Final, TypedDict

from flask import Flask, Response, request

from app.http.answers import JsonAnswer, schema_of
from app.http.blueprint import Blueprint, View
from app.http.headers import JSON
from app.observability.logs import current_origin
from app.service.job_queue import REPORTS, JobQueue, QueueUnavailable
from replays.tournaments.lookup import Lookup, ReportPending, SeenTournament
from replays.tournaments.reports import ReportFiles

_SOON_SECONDS: Final = 1
_LATER_SECONDS: Final = 10
_CHUNK: Final = 1 << 17
_LEVEL: Final = 6


class WaitingView(TypedDict):
    """The requested report is not made yet."""

    tournament: Annotated[str | None, "The tournament; null where it is of several"]
    waits_for: Annotated[
        str,
        "`worker`: a worker makes it, ask again soon. `end`: it is made when the tournament is over",
        {"enum": ["worker", "end"]},
    ]
    state: Annotated[str | None, "As in the tournament, where it is known"]
    played: Annotated[int | None, "Games with a result, where it is known"]
    planned: Annotated[int | None, "All games, where that can be told"]
    retry_after: Annotated[int, "After so many seconds, as in the header Retry-After"]


EXAMPLE: Final[dict[str, Any]] = {
    "tournament": "t-17b3v0w1x5z8k2m4n6p7q9r0",
    "waits_for": "end",
    "state": "running",
    "played": 40,
    "planned": 100,
    "retry_after": 10,
}


def install(app: Flask) -> None:
    """Answer requests for reports that are not made yet with 202."""
    app.register_error_handler(
        ReportPending, lambda waits: accepted(waits.seen, waits.tournament, waits.at_end)
    )


def accepted(seen: SeenTournament | None, tournament: str | None, at_end: bool) -> JsonAnswer[WaitingView]:
    """Return the response 202; `seen` is the tournament, if known; `at_end`: it must be over first."""
    summary = None if seen is None else seen.summary
    seconds = _LATER_SECONDS if at_end else _SOON_SECONDS
    body: WaitingView = {
        "tournament": tournament,
        "waits_for": "end" if at_end else "worker",
        "state": summary and summary["state"],
        "played": summary and summary["played"],
        "planned": summary and summary["planned"],
        "retry_after": seconds,
    }
    response = JsonAnswer(body, 202)
    response.headers["Retry-After"] = str(seconds)
    response.headers["Cache-Control"] = "no-store"
    return response


def enqueuing(queue_url: str | None) -> Callable[[str], None]:
    """Return a function that enqueues the job for a tournament's reports or a variant's ratings.

    If the queue is unavailable, the next request enqueues it.
    """
    job_queue = JobQueue(queue_url) if queue_url else None

    def enqueue(name: str) -> None:
        if job_queue is not None:
            with suppress(QueueUnavailable):
                job_queue.enqueue(name, REPORTS, current_origin())

    return enqueue


def may_wait(resource: Blueprint) -> Callable[[View], View]:
    """Return a decorator that documents the response 202 of a view."""

    def mark(view: View) -> View:
        return resource.response(
            202,
            schema=schema_of(WaitingView),
            content_type=JSON,
            example=EXAMPLE,
            description="It is not made yet. Ask again after `Retry-After` seconds.",
        )(view)

    return mark


def sent(
    lookup: Lookup,
    seen: SeenTournament,
    name: str,
    media_type: str,
    *,
    tag: str = "",
    filename: str = "",
    tail: bytes = b"",
) -> Response:
    """Return the response with a report, followed by `tail`. Raises ReportPending if it has to be made first.

    Its entity tag is the ply, `tag`, and the tag of its marks; with a `filename` it is a download.
    """
    stored = lookup.report(seen, name)
    tag += stored.removeprefix(name)
    packed = not media_type.startswith("image/png") and request.accept_encodings.quality("gzip") > 0
    response = Response(content_type=media_type)
    response.set_etag(f"{seen.ply}{tag}{'-gzip' if packed else ''}")
    response.vary.add("Accept-Encoding")
    if filename:
        response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    if request.if_none_match.contains_weak(response.get_etag()[0] or ""):
        response.status_code = 304
        for header in ("Content-Type", "Content-Length", "Content-Disposition"):
            response.headers.pop(header, None)
        return response
    if packed:
        response.content_encoding = "gzip"
        # Members that follow each other are one file (RFC 1952, 2.2).
        tail = gzip.compress(tail, _LEVEL, mtime=0) if tail else b""
    size = lookup.report_files.size(seen.tournament, stored, packed=packed) or 0
    response.content_length = size + len(tail)
    if request.method != "HEAD":
        response.response = _read(lookup.report_files, seen.tournament, stored, size, packed, tail)
    return response


def _read(
    report_files: ReportFiles, tournament: str, name: str, size: int, packed: bool, tail: bytes
) -> Iterator[bytes]:
    for at in range(0, size, _CHUNK):
        yield report_files.read(tournament, name, at, min(_CHUNK, size - at), packed=packed)
    if tail:
        yield tail
