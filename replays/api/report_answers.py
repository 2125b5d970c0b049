"""Responses with reports of tournaments: streamed from their files, compressed if accepted."""

import gzip
from collections.abc import Iterator
from typing import Final

from flask import Response, request

from replays.tournaments.lookup import Lookup, SeenTournament
from replays.tournaments.reports import ReportFiles

_CHUNK: Final = 1 << 17
_LEVEL: Final = 6


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
    size = lookup.shelf.size(seen.tournament, stored, packed=packed) or 0
    response.content_length = size + len(tail)
    if request.method != "HEAD":
        response.response = _read(lookup.shelf, seen.tournament, stored, size, packed, tail)
    return response


def _read(
    shelf: ReportFiles, tournament: str, name: str, size: int, packed: bool, tail: bytes
) -> Iterator[bytes]:
    for at in range(0, size, _CHUNK):
        yield shelf.read(tournament, name, at, min(_CHUNK, size - at), packed=packed)
    if tail:
        yield tail
