"""The log of all games signed: never twice with different leaves, whatever was lost in between.

The head of the log (its size and root) is kept in three parts of an installation: in the catalogue with the
note, in the archive with the note and the leaves under it (`replays.archive.segments`), and in the games'
store. A catalogue whose tree does not begin with all three signs nothing, and nothing is entered in it, since
its leaves would stand in another order.

**Why no order of losses and kills forks the log.** Leaves are committed to the catalogue before they are
signed. Whoever signs holds the right to write to the catalogue, reads the other two heads, compares, and then

    1. signs, and puts the note with the leaves under it into the archive,
    2. moves the head in the store from the one that it has read (of two who sign at once one fails),
    3. enters the note in the catalogue and commits.

A note is read from the catalogue alone, so nobody has seen one that did not pass all three steps. Killed
before step 1 is over, nothing is kept. Killed between 1 and 3, the archive has a note that nobody has seen,
of a tree that is committed; the next one who signs enters it in the catalogue before anything else, byte for
byte. If the catalogue was lost meanwhile, or its last transactions were, its tree is smaller than the head in
the archive, and nothing is signed until it has been made anew from the archive, whose leaves and notes go as
far as any note that was read and any head in the store. Where the store has a head beyond that, the archive
has lost something as well, and the head is why it is noticed.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection

from app.signing import KeyRing, now_ms
from app.store.generations import Starts
from app.store.signed import LogHead, SignedHead
from replays.archive.archive import Archive
from replays.archive.errors import DamagedBlob
from replays.archive.files import Reached, Step, go_on
from replays.archive.segments import Segment, Segments, cut_from
from replays.catalogue.connecting import read, reading, writing
from replays.tree import notes
from replays.tree import store as tree
from replays.tree.errors import TreeForked
from replays.tree.owner import check_foreign

_log: Final = logging.getLogger(__name__)

STORE: Final = "the games' store"
ARCHIVE: Final = "the archive"

REMEDY: Final = (
    "Nothing is archived or signed until the catalogue has been put back, or made anew by"
    " `conquian archive rebuild`"
)
"""What follows, and what to do, where the catalogue does not begin with all that was signed."""


class LogSigner:
    """Signs the log of all games in the catalogue of `archive`, with the keys in `ring`.

    `stored` is the head in the games' store; `reached` hears each step. Every method may raise what store,
    archive and catalogue raise, and ForeignTree.
    """

    def __init__(
        self,
        archive: Archive,
        stored: SignedHead,
        ring: KeyRing,
        clock: Callable[[], int] = now_ms,
        reached: Reached = go_on,
    ) -> None:
        self.archive = archive
        self.stored = stored
        self.ring = ring
        self.segments = Segments(archive.files)
        self._clock = clock
        self._reached = reached
        self._is_said = False

    def fault(self) -> str | None:
        """Why nothing may be signed, in sentences; None if the catalogue begins with all that was signed."""
        found = self._seen().fault
        return None if found is None else f"{found[0].upper()}{found[1:]}. {REMEDY}."

    def check(self) -> None:
        """TreeForked if nothing may be entered in the catalogue because its tree is not the one signed."""
        self._checked()

    def sign(self) -> str | None:
        """The note of the tree as it is, signed now or known from before; None where nothing was to be done.

        TreeForked, and nothing is signed, if the tree is not the one signed before. That is told once in the
        log of this process.
        """
        seen = self._checked()
        if seen.is_settled:
            return None
        if seen.archived < seen.signed:
            self.fill()
        with self._said_once(), writing(self.archive.engine) as connection:
            check_foreign(connection, self.ring)
            return tree.checkpoint(connection, self.ring, self._clock(), self._elsewhere(connection))

    def fill(self, looked: Callable[[int], object] = lambda size: None) -> None:
        """The archive has all signed leaves and notes of the catalogue, written by earlier versions, too.

        `looked` is told how many leaves it has after each part. Stopped in between it goes on there.
        """
        while (head := self._filled()) is not None:
            looked(head.size)

    def mend(self, looked: Callable[[int], object] = lambda size: None) -> int:
        """How many parts of the log were missing in the archive, or damaged, and are written again.

        `looked` is told how many leaves were looked through after each part. They come from the catalogue.
        """
        self.check()
        at = written = 0
        with reading(self.archive.engine) as connection:
            signed = tree.signed_size(connection)
        while at < signed:
            there = self._whole(at)
            if there is None:
                with writing(self.archive.engine) as connection:
                    there = cut_from(connection, at)
                    if there is None:
                        break
                    self.segments.put(there, _starts(self.ring))
                written += 1
            at = there.size
            looked(at)
        return written

    def _whole(self, first: int) -> Segment | None:
        """The part of the log that begins at leaf `first`, None if it is missing or not what was written."""
        try:
            return self.segments.read(first)
        except DamagedBlob:
            return None

    def _seen(self) -> "_Seen":
        in_store, in_archive = self.stored.read(), self.segments.head()
        heads = _known(in_store, in_archive)

        def seen(connection: Connection) -> _Seen:
            check_foreign(connection, self.ring)
            return _Seen(
                tree.size(connection),
                tree.signed_size(connection),
                _size(in_store),
                _size(in_archive),
                tree.contradiction(connection, heads),
            )

        # The heads were read first: every tree that they are of was committed before.
        return read(self.archive.engine, seen)

    def _checked(self) -> "_Seen":
        with self._said_once():
            seen = self._seen()
            if seen.fault is not None:
                raise TreeForked(seen.fault)
        return seen

    def _filled(self) -> LogHead | None:
        """The head of the next part of the log that the archive lacked and has now; None if it has all."""
        with self._said_once(), writing(self.archive.engine) as connection:
            head = self.segments.head()
            if fault := tree.contradiction(connection, _known(None, head)):
                raise TreeForked(fault)
            segment = cut_from(connection, _size(head))
            if segment is None:
                return None
            self.segments.put(segment, _starts(self.ring))
        return segment.head

    def _elsewhere(self, connection: Connection) -> "_Elsewhere":
        return _Elsewhere(connection, self.stored, self.segments, _starts(self.ring), self._reached)

    @contextmanager
    def _said_once(self) -> Iterator[None]:
        """A contradiction is told in the log when it is first seen, and so is its end."""
        try:
            yield
        except TreeForked as problem:
            if not self._is_said:
                _log.critical("The log of all games is not signed: %s. %s.", problem, REMEDY)
            self._is_said = True
            raise
        if self._is_said:
            _log.warning("The log of all games is signed again.")
            self._is_said = False


@dataclass(frozen=True, slots=True)
class _Seen:
    """How many leaves the catalogue has, and how many are signed in each part; why nothing may be signed."""

    size: int
    signed: int
    stored: int
    archived: int
    fault: str | None

    @property
    def is_settled(self) -> bool:
        """Whether all leaves are under a checkpoint that every part keeps."""
        return self.size == self.signed == self.stored == self.archived


@dataclass(slots=True)
class _Elsewhere:
    """The store and the archive while the transaction behind `connection` signs."""

    connection: Connection
    stored: SignedHead
    segments: Segments
    starts: Starts
    reached: Reached
    in_store: LogHead | None = field(default=None, init=False)
    in_archive: LogHead | None = field(default=None, init=False)

    def heads(self) -> Mapping[str, LogHead]:
        self.in_store, self.in_archive = self.stored.read(), self.segments.head()
        return _known(self.in_store, self.in_archive)

    def missed(self, after: int) -> Sequence[str]:
        if self.in_archive is None or self.in_archive.size <= after:
            return ()
        some = [note for segment in self.segments.after(after) for note in segment.notes]
        return [note for note in some if notes.read(note).size > after]

    def keep(self, note: str) -> None:
        last = notes.read(note)
        head = LogHead(last.size, last.root)
        at = _size(self.in_archive)
        while at < head.size and (segment := cut_from(self.connection, at, [note])) is not None:
            self.segments.put(segment, self.starts)
            at = segment.size
        self.reached(Step.NOTE_KEPT)
        if head != self.in_store:
            self.stored.move(self.in_store, head)
        self.reached(Step.HEAD_KEPT)


def _known(in_store: LogHead | None, in_archive: LogHead | None) -> Mapping[str, LogHead]:
    heads = {STORE: in_store, ARCHIVE: in_archive}
    return {part: head for part, head in heads.items() if head is not None}


def _size(head: LogHead | None) -> int:
    return 0 if head is None else head.size


def _starts(ring: KeyRing) -> Starts:
    known = ring.keys()
    return tuple(key.from_ms for key in known)
