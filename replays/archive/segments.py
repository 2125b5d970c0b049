"""The log of all games in the archive: its leaves in their order, where their records are, its checkpoints.

A segment is a file with the leaves that follow one another from `first` on and with every checkpoint signed
among them; the last checkpoint covers all of its leaves. Its name is made from `first`, so each segment tells
the name of the next one. A file of its own, `log/head.json`, names the head that was signed last:

    log/0000000000000000.json   {"kind": "conquian-log", "v": 1, "first": 0, "size": 2, "blobs": [name, ...],
                                 "leaves": [[game, plies, digest in hex, number of a blob or null, ms], ...],
                                 "notes": [note, ...]}
    log/head.json               {"kind": "conquian-log-head", "v": 1, "size", "root" in hex,
                                 "from": [ms from which each generation of the signing key signs, ...]}

The ms of a leaf are those at which its game was archived, null with the blob where the catalogue does not
tell. A file is written once and never changed, but for the head.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, select

from app.games.codec import Json
from app.store.canonical import canonical, parse
from app.store.generations import Starts
from app.store.signed import LogHead
from replays.archive.errors import DamagedBlob
from replays.archive.files import Files
from replays.catalogue.tables import checkpoints, games, leaves
from replays.tree import notes
from replays.tree.errors import BadNote
from replays.tree.leaves import Leaf

T = TypeVar("T")

FOLDER: Final = "log"
LEAVES: Final = 10_000
"""How many leaves a segment of an older log holds at most, unless one checkpoint alone has more."""

_KIND: Final = "conquian-log"
_HEAD_KIND: Final = "conquian-log-head"
_VERSION: Final = 1
_HEAD: Final = f"{FOLDER}/head.json"


@dataclass(frozen=True, slots=True)
class Placed:
    """A leaf, the file with the record of its game and when that was archived; None where nobody tells."""

    leaf: Leaf
    blob: str | None
    archived_ms: int | None


@dataclass(frozen=True, slots=True)
class Segment:
    """The leaves of the log from number `first` on, and the signed notes among them, smallest first."""

    first: int
    leaves: tuple[Placed, ...]
    notes: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many leaves the log has up to the end of this segment."""
        return self.first + len(self.leaves)

    @property
    def head(self) -> LogHead:
        """The head of the last checkpoint."""
        last = notes.read(self.notes[-1])
        return LogHead(last.size, last.root)


class Segments:
    """The log in `files`. Every method may raise ArchiveUnavailable, and DamagedBlob for a file of it."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def head(self) -> LogHead | None:
        """The head that was signed last, as far as it is known here; None before the first.

        A segment that was written without its head, because a process was killed in between, counts. A head
        that cannot be read is found again from the segments.
        """
        found = self._marked()
        while (segment := self.read(found.size if found else 0)) is not None:
            found = segment.head
        return found

    def starts(self) -> Starts:
        """From when on each generation of the signing key signs, as of the last head; () before the first."""
        document = self._document(_HEAD, _HEAD_KIND)
        return () if document is None else self._shaped(_HEAD, lambda: tuple(map(int, document["from"])))

    def read(self, first: int) -> Segment | None:
        """The segment that begins at leaf `first`; None if there is none."""
        name = _name(first)
        document = self._document(name, _KIND)
        if document is None:
            return None
        segment = self._shaped(name, lambda: _segment(document))
        whole = segment.first == first and segment.notes and segment.leaves
        if not whole or segment.head.size != segment.size or document["size"] != segment.size:
            raise DamagedBlob(f"the file {name} is not a part of the log of all games")
        return segment

    def after(self, size: int) -> Iterator[Segment]:
        """The segments that reach beyond the leaf number `size`, in their order, until one is missing."""
        at = size if self._files.size(_name(size)) is not None else 0
        while (segment := self.read(at)) is not None:
            at = segment.size
            if at > size:
                yield segment

    def gap(self, size: int) -> str | None:
        """What is wrong with the first file, up to leaf number `size`, that is missing or not whole."""
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
        """The segment is kept, durably, and then its head with the generations of the signing key.

        The head of a larger log stays.
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
        found: Json = self._shaped(name, lambda: parse(data))
        if not isinstance(found, dict) or (found.get("kind"), found.get("v")) != (kind, _VERSION):
            raise DamagedBlob(f"the file {name} is not one that this version reads")
        return found

    def _shaped(self, name: str, made: Callable[[], T]) -> T:
        try:
            return made()
        except (ValueError, KeyError, TypeError, IndexError, BadNote):
            raise DamagedBlob(f"the file {name} is not what was written") from None


def cut_from(connection: Connection, first: int, more: Sequence[str] = ()) -> Segment | None:
    """The segment from leaf `first` on, as the catalogue has it; None if nothing is signed beyond.

    Notes in `more` are signed and not in the catalogue yet. The segment ends at the last checkpoint within
    LEAVES leaves, or else at the next one.
    """
    signed = select(checkpoints.c.note).where(checkpoints.c.size > first).order_by(checkpoints.c.size)
    some = list(dict.fromkeys([*connection.scalars(signed.limit(LEAVES)), *more]))
    sizes = [notes.read(note).size for note in some]
    within = sum(size - first <= LEAVES for size in sizes) or 1
    if not some:
        return None
    return Segment(first, _placed(connection, first, sizes[:within][-1]), tuple(some[:within]))


def _placed(connection: Connection, first: int, end: int) -> tuple[Placed, ...]:
    rows = leaves.outerjoin(games, leaves.c.game == games.c.game)
    columns = (leaves.c.game, leaves.c.plies, leaves.c.digest, games.c.blob, games.c.archived_ms)
    wanted = select(*columns).select_from(rows).where(leaves.c.index >= first, leaves.c.index < end)
    return tuple(
        Placed(Leaf(row.game, row.plies, bytes(row.digest)), row.blob, row.archived_ms)
        for row in connection.execute(wanted.order_by(leaves.c.index))
    )


def _name(first: int) -> str:
    return f"{FOLDER}/{first:016d}.json"


def _as_json(segment: Segment) -> Json:
    blobs = list(dict.fromkeys(one.blob for one in segment.leaves if one.blob is not None))
    numbers = {name: number for number, name in enumerate(blobs)}
    rows = [
        [
            one.leaf.game,
            one.leaf.plies,
            one.leaf.digest.hex(),
            None if one.blob is None else numbers[one.blob],
            one.archived_ms,
        ]
        for one in segment.leaves
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


def _placed_from(row: Any, blobs: Sequence[str]) -> Placed:
    game, plies, digest, number, archived_ms = row
    blob = None if number is None else blobs[number]
    return Placed(Leaf(game, plies, bytes.fromhex(digest)), blob, archived_ms)
