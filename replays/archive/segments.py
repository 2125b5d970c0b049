"""The transparency log in the archive: its leaves in order, the places of their records, its checkpoints.

A segment is a file with consecutive leaves from number `first` on and every checkpoint signed among them; the
last checkpoint covers all of its leaves. Its name is derived from `first`, so each segment gives the name of
the next one. A separate file, `log/head.json`, has the last signed head:

  log/0000000000000000.json   {"kind": "conquian-log", "v": 1, "first": 0, "size": 2, "blobs": [name, ...],
                               "leaves": [[game, plies, digest in hex, number of a blob or null, ms], ...],
                               "notes": [note, ...]}
  log/head.json               {"kind": "conquian-log-head", "v": 1, "size", "root" in hex,
                               "from": [ms from which each generation of the signing key signs, ...]}

The ms of a leaf are the archiving time of its game, null with the blob if the catalogue does not have them. A
file is written once and never changed, except for the head.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, select

from app.games.codec import Json
from app.i18n import Message
from app.store.canonical import canonical, parse
from app.store.signing_state import LogHead, Starts
from replays.archive.errors import CHANGED, DamagedBlob
from replays.archive.files import Files
from replays.catalogue.tables import checkpoints, games, leaves
from replays.transparency import checkpoints as transparency_checkpoints
from replays.transparency.errors import BadNote
from replays.transparency.merkle import Leaf

T = TypeVar("T")

FOLDER: Final = "log"
LEAVES: Final = 10_000
"""Maximum of leaves in a segment of an older log, unless one checkpoint covers more."""

_KIND: Final = "conquian-log"
_HEAD_KIND: Final = "conquian-log-head"
_VERSION: Final = 1
_HEAD: Final = f"{FOLDER}/head.json"


@dataclass(frozen=True, slots=True)
class PlacedLeaf:
    """A leaf with the file of its game's record and the archiving time; None if unknown."""

    leaf: Leaf
    blob: str | None
    archived_ms: int | None


@dataclass(frozen=True, slots=True)
class Segment:
    """Leaves of the log from number `first` on, and the signed notes among them, smallest first."""

    first: int
    leaves: tuple[PlacedLeaf, ...]
    notes: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of leaves of the log up to the end of this segment."""
        return self.first + len(self.leaves)

    @property
    def head(self) -> LogHead:
        """Head of the last checkpoint."""
        last = transparency_checkpoints.read(self.notes[-1])
        return LogHead(last.size, last.root)


class Segments:
    """The transparency log in `files`. Every method may raise ArchiveUnavailable and DamagedBlob."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def head(self) -> LogHead | None:
        """Return the last signed head that the archive has; None before the first.

        A segment without its head, written just before a crash, counts. An unreadable head is found again
        from the segments.
        """
        last = self._marked()
        while (segment := self.read(last.size if last else 0)) is not None:
            last = segment.head
        return last

    def starts(self) -> Starts:
        """Return the start of each generation of the signing key, as of the last head; () if none."""
        document = self._document(_HEAD, _HEAD_KIND)
        return () if document is None else self._shaped(_HEAD, lambda: tuple(map(int, document["from"])))

    def read(self, first: int) -> Segment | None:
        """Return the segment that begins at leaf `first`, or None."""
        name = _name(first)
        document = self._document(name, _KIND)
        if document is None:
            return None
        segment = self._shaped(name, lambda: _segment(document))
        is_complete = segment.first == first and segment.notes and segment.leaves
        if not is_complete or segment.head.size != segment.size or document["size"] != segment.size:
            raise DamagedBlob(
                Message("the file {name} is not a part of the log of all games").filled(name=name)
            )
        return segment

    def after(self, size: int) -> Iterator[Segment]:
        """Yield the segments with leaves from number `size` on, in order, until one is missing."""
        at = size if self._files.size(_name(size)) is not None else 0
        while (segment := self.read(at)) is not None:
            at = segment.size
            if at > size:
                yield segment

    def gap(self, size: int) -> str | None:
        """Return a description of the first missing or damaged file up to leaf `size`, or None."""
        at = 0
        while at < size:
            try:
                segment = self.read(at)
            except DamagedBlob as damage:
                return str(damage)
            if segment is None:
                return f"the file {_name(at)} is missing"
            at = segment.size
        return None

    def put(self, segment: Segment, starts: Starts) -> None:
        """Write the segment durably, then its head with the generations of the signing key.

        The head of a larger log is not replaced.
        """
        self._files.put(_name(segment.first), canonical(_as_json(segment)))
        head, marked = segment.head, self._marked()
        if marked is not None and marked.size > head.size:
            return
        known = {"size": head.size, "root": head.root.hex(), "from": list(starts)}
        self._files.put(_HEAD, canonical({"kind": _HEAD_KIND, "v": _VERSION, **known}))

    def _marked(self) -> LogHead | None:
        try:
            document = self._document(_HEAD, _HEAD_KIND)
            if document is None:
                return None
            return self._shaped(
                _HEAD, lambda: LogHead(int(document["size"]), bytes.fromhex(document["root"]))
            )
        except DamagedBlob:
            return None

    def _document(self, name: str, kind: str) -> Json | None:
        if self._files.size(name) is None:
            return None
        data = self._files.read(name)
        document: Json = self._shaped(name, lambda: parse(data))
        if not isinstance(document, dict) or (document.get("kind"), document.get("v")) != (kind, _VERSION):
            raise DamagedBlob(Message("the file {name} is not one that this version reads").filled(name=name))
        return document

    def _shaped(self, name: str, build: Callable[[], T]) -> T:
        try:
            return build()
        except (ValueError, KeyError, TypeError, IndexError, BadNote):
            raise DamagedBlob(CHANGED.filled(name=name)) from None


def cut_from(connection: Connection, first: int, more: Sequence[str] = ()) -> Segment | None:
    """Return the segment of the catalogue from leaf `first` on; None if nothing is signed beyond.

    Notes in `more` are signed but not in the catalogue yet. The segment ends at the last checkpoint within
    LEAVES leaves, or else at the next one.
    """
    signed = select(checkpoints.c.note).where(checkpoints.c.size > first).order_by(checkpoints.c.size)
    signed_notes = list(dict.fromkeys([*connection.scalars(signed.limit(LEAVES)), *more]))
    sizes = [transparency_checkpoints.read(note).size for note in signed_notes]
    within = sum(size - first <= LEAVES for size in sizes) or 1
    if not signed_notes:
        return None
    return Segment(first, _placed(connection, first, sizes[:within][-1]), tuple(signed_notes[:within]))


def _placed(connection: Connection, first: int, end: int) -> tuple[PlacedLeaf, ...]:
    rows = leaves.outerjoin(games, leaves.c.game == games.c.game)
    columns = (leaves.c.game, leaves.c.plies, leaves.c.digest, games.c.blob, games.c.archived_ms)
    wanted = select(*columns).select_from(rows).where(leaves.c.index >= first, leaves.c.index < end)
    return tuple(
        PlacedLeaf(Leaf(row.game, row.plies, bytes(row.digest)), row.blob, row.archived_ms)
        for row in connection.execute(wanted.order_by(leaves.c.index))
    )


def _name(first: int) -> str:
    return f"{FOLDER}/{first:016d}.json"


def _as_json(segment: Segment) -> Json:
    blobs = list(dict.fromkeys(placed.blob for placed in segment.leaves if placed.blob is not None))
    numbers = {name: number for number, name in enumerate(blobs)}
    rows = [
        [
            placed.leaf.game,
            placed.leaf.plies,
            placed.leaf.digest.hex(),
            None if placed.blob is None else numbers[placed.blob],
            placed.archived_ms,
        ]
        for placed in segment.leaves
    ]
    return {
        "kind": _KIND,
        "v": _VERSION,
        "first": segment.first,
        "size": segment.size,
        "blobs": blobs,
        "leaves": rows,
        "notes": list(segment.notes),
    }


def _segment(document: Json) -> Segment:
    blobs = document["blobs"]
    return Segment(
        document["first"],
        tuple(_placed_from(row, blobs) for row in document["leaves"]),
        tuple(document["notes"]),
    )


def _placed_from(row: Any, blobs: Sequence[str]) -> PlacedLeaf:
    game, plies, digest, number, archived_ms = row
    blob = None if number is None else blobs[number]
    return PlacedLeaf(Leaf(game, plies, bytes.fromhex(digest)), blob, archived_ms)
