"""Signing of the transparency log: never twice with different leaves, whatever data is lost.

The head of the log (its size and root) is kept in three parts of an installation: in the catalogue with the
note, in the archive with the note and the leaves under it (`replays.archive.segments`), and in the event
store. If the log of a catalogue does not extend all three, nothing is signed, and nothing is entered in the
catalogue, since its leaves would be in another order.

**Why no order of losses and crashes forks the log.** Leaves are committed to the catalogue before they are
signed. The signer holds the write lock of the catalogue, reads the other two heads, compares, and then

1. signs, and writes the note with the leaves under it into the archive, 2. replaces the head in the store if
it is still the one it read (one of two concurrent signers fails), 3. enters the note in the catalogue and
commits.

Notes are published from the catalogue alone, so a published note has passed all three steps. After a crash
before the end of step 1, nothing is kept. After a crash between 1 and 3, the archive has an unpublished note
of a committed log; the next signer enters it in the catalogue first, byte for byte. If the catalogue or its
last transactions were lost meanwhile, its log is smaller than the head in the archive, and nothing is signed
until it has been rebuilt from the archive, whose leaves and notes cover every published note and every head
in the store. If the store has a larger head, the archive has lost data as well, and the head reveals it.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection

from app.i18n import Message
from app.service.signing import KeyRing, now_ms
from app.store.signing_state import LogHead, SignedHead, Starts
from replays.archive.archive import Archive
from replays.archive.errors import DamagedBlob
from replays.archive.files import ArchivingStep, Reached, go_on
from replays.archive.segments import Segment, Segments, cut_from
from replays.catalogue.connecting import read, reading, writing
from replays.transparency import checkpoints
from replays.transparency import store as tree
from replays.transparency.errors import TreeForked
from replays.transparency.store import check_foreign

_log: Final = logging.getLogger(__name__)

STORE: Final = Message("the games' store")
ARCHIVE: Final = Message("the archive")

REMEDY: Final = Message(
    "Nothing is archived or signed until the catalogue has been put back, or made anew by"
    " `conquian archive rebuild`"
)
"""Consequence and remedy if the catalogue does not extend all signed heads."""


class LogSigner:
    """Signs the transparency log in the catalogue of `archive`, with the keys in `ring`.

    `stored` is the head in the event store; `reached` is called after each step. Every method may raise
    errors of store, archive and catalogue, and ForeignTree.
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
        self._is_logged = False

    def fault(self) -> Message | None:
        """Return why nothing may be signed, in sentences; None if the log extends all signed heads."""
        fault = self._signed_heads().fault
        if fault is None:
            return None
        return Message("The log of all games is not signed: {reason}. {remedy}.").filled(
            reason=fault, remedy=REMEDY
        )

    def check(self) -> None:
        """Raise TreeForked if nothing may be entered in the catalogue."""
        self._checked()

    def sign(self) -> str | None:
        """Return the note of the current log, new or known; None if nothing was to be signed.

        Raises TreeForked, before anything is signed, if the log does not extend the signed one. This is
        logged once.
        """
        seen = self._checked()
        if seen.is_settled:
            return None
        if seen.archived < seen.signed:
            self.fill()
        with self._logged_once(), writing(self.archive.engine) as connection:
            check_foreign(connection, self.ring)
            return tree.checkpoint(connection, self.ring, self._clock(), self._other_parts(connection))

    def fill(self, looked: Callable[[int], object] = lambda size: None) -> None:
        """Write all signed leaves and notes of the catalogue that the archive does not have.

        `looked` is called with the number of leaves after each part. An interrupted run continues there.
        """
        while (head := self._filled()) is not None:
            looked(head.size)

    def mend(self) -> int:
        """Write missing or damaged parts of the log in the archive again; return their number.

        The parts come from the catalogue.
        """
        self.check()
        at = written = 0
        with reading(self.archive.engine) as connection:
            signed = tree.signed_size(connection)
        while at < signed:
            part = self._whole(at)
            if part is None:
                with writing(self.archive.engine) as connection:
                    part = cut_from(connection, at)
                    if part is None:
                        break
                    self.segments.put(part, _starts(self.ring))
                written += 1
            at = part.size
        return written

    def _whole(self, first: int) -> Segment | None:
        """Return the part of the log from leaf `first`, None if it is missing or damaged."""
        try:
            return self.segments.read(first)
        except DamagedBlob:
            return None

    def _signed_heads(self) -> "_SignedHeads":
        in_store, in_archive = self.stored.read(), self.segments.head()
        heads = _known(in_store, in_archive)

        def seen(connection: Connection) -> _SignedHeads:
            check_foreign(connection, self.ring)
            return _SignedHeads(
                tree.size(connection),
                tree.signed_size(connection),
                _size(in_store),
                _size(in_archive),
                tree.contradiction(connection, heads),
            )

        # The heads are read first, so their leaves were committed before the catalogue is read.
        return read(self.archive.engine, seen)

    def _checked(self) -> "_SignedHeads":
        with self._logged_once():
            seen = self._signed_heads()
            if seen.fault is not None:
                raise TreeForked(seen.fault)
        return seen

    def _filled(self) -> LogHead | None:
        """Write the next missing part and return its head; None if the archive has all."""
        with self._logged_once(), writing(self.archive.engine) as connection:
            head = self.segments.head()
            if fault := tree.contradiction(connection, _known(None, head)):
                raise TreeForked(fault)
            segment = cut_from(connection, _size(head))
            if segment is None:
                return None
            self.segments.put(segment, _starts(self.ring))
        return segment.head

    def _other_parts(self, connection: Connection) -> "_OtherParts":
        return _OtherParts(connection, self.stored, self.segments, _starts(self.ring), self._reached)

    @contextmanager
    def _logged_once(self) -> Iterator[None]:
        """Log a contradiction when it begins, and when it ends."""
        try:
            yield
        except TreeForked as problem:
            if not self._is_logged:
                _log.critical("The log of all games is not signed: %s. %s.", problem, REMEDY)
            self._is_logged = True
            raise
        if self._is_logged:
            _log.warning("The log of all games is signed again.")
            self._is_logged = False


@dataclass(frozen=True, slots=True)
class _SignedHeads:
    """Numbers of leaves in the catalogue and of signed leaves in each part, and the fault, if any."""

    size: int
    signed: int
    stored: int
    archived: int
    fault: Message | None

    @property
    def is_settled(self) -> bool:
        """True if all leaves are under a checkpoint that every part has."""
        return self.size == self.signed == self.stored == self.archived


@dataclass(slots=True)
class _OtherParts:
    """The store and the archive during the signing transaction of `connection`."""

    connection: Connection
    stored: SignedHead
    segments: Segments
    starts: Starts
    reached: Reached
    in_store: LogHead | None = field(default=None, init=False)
    in_archive: LogHead | None = field(default=None, init=False)

    def heads(self) -> Mapping[Message, LogHead]:
        self.in_store, self.in_archive = self.stored.read(), self.segments.head()
        return _known(self.in_store, self.in_archive)

    def missed(self, after: int) -> Sequence[str]:
        if self.in_archive is None or self.in_archive.size <= after:
            return ()
        archived_notes = [note for segment in self.segments.after(after) for note in segment.notes]
        return [note for note in archived_notes if checkpoints.read(note).size > after]

    def keep(self, note: str) -> None:
        last = checkpoints.read(note)
        head = LogHead(last.size, last.root)
        at = _size(self.in_archive)
        while at < head.size and (segment := cut_from(self.connection, at, [note])) is not None:
            self.segments.put(segment, self.starts)
            at = segment.size
        self.reached(ArchivingStep.NOTE_KEPT)
        if head != self.in_store:
            self.stored.move(self.in_store, head)
        self.reached(ArchivingStep.HEAD_KEPT)


def _known(in_store: LogHead | None, in_archive: LogHead | None) -> Mapping[Message, LogHead]:
    heads = {STORE: in_store, ARCHIVE: in_archive}
    return {part: head for part, head in heads.items() if head is not None}


def _size(head: LogHead | None) -> int:
    return 0 if head is None else head.size


def _starts(ring: KeyRing) -> Starts:
    known = ring.keys()
    return tuple(key.from_ms for key in known)
