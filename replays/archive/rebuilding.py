"""Rebuild of the catalogue from the archive: the transparency log with its checkpoints, and the records.

It continues from the present catalogue: an empty one, an older copy, or an interrupted rebuild. Unsigned
leaves are replaced if the archive has others in their places. Each piece is one transaction of rows, leaves
and checkpoints; a checkpoint whose root differs from that of the leaves ends the rebuild.

Data that is in no record and no leaf is not rebuilt here: the row of a game whose record is lost, failures of
entrants and the times of their decisions in tournaments. Imports and exported failures have modules of their
own (`replays.imports.storage`, `replays.tournaments.failures`). A game that the operator has removed
gets its bare row from its mark, and stays removed.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, select

from app.games.codec import Json
from app.service.signing import KeyRing
from app.store.entry import LogPosition
from app.store.keys import GameId, LogKind
from replays.archive.archive import Archive
from replays.archive.blobs import BlobMember, index, unpack
from replays.archive.checking import FOLDER, DamagedRecord
from replays.archive.errors import DamagedBlob
from replays.archive.files import DRAFT
from replays.archive.kinds import Forms, entries_in
from replays.archive.removing import removed
from replays.archive.segments import PlacedLeaf, Segment, Segments
from replays.catalogue import key_epochs, rows
from replays.catalogue.connecting import reading, writing
from replays.catalogue.rows import CatalogueRow, RecordPlace
from replays.catalogue.summary import Summary
from replays.catalogue.tables import games, leaves
from replays.record.errors import ReplayError
from replays.transparency import checkpoints as notes
from replays.transparency import store as tree
from replays.transparency.errors import TreeForked
from replays.transparency.merkle import Leaf

PIECE: Final = 200
"""Maximum of leaves in one transaction."""

_OPEN: Final = 4
"""Maximum of files in memory."""

Head = Callable[[GameId], LogPosition | None]
"""Returns the last place of a log in the event store, None if it is not there."""

Looked = Callable[[str, int, int], object]
"""Called with the current work, the amount done, and the total."""


@dataclass(slots=True)
class Rebuilt:
    """Numbers of entered games, leaves and checkpoints, and what was not entered.

    `missing` are leaves without a record, `damaged` are invalid records under no checkpoint, and `elsewhere`
    are games under no checkpoint whose log in the store ends differently.
    """

    games: int = 0
    leaves: int = 0
    checkpoints: int = 0
    missing: list[str] = field(default_factory=list)
    damaged: list[DamagedRecord] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Record:
    """A record in a file of the archive, its place, and its summary."""

    blob: str
    size: int
    member: BlobMember
    summary: Summary


class _Blobs:
    """Files with records, each read as a whole, a few of them cached."""

    def __init__(self, archive: Archive, forms: Forms) -> None:
        self._archive = archive
        self._forms = forms
        self._held: OrderedDict[str, tuple[bytes, Mapping[str, BlobMember]]] = OrderedDict()

    def members(self, name: str) -> Sequence[BlobMember]:
        """Return the members of the file. Raises DamagedBlob if it cannot be read."""
        return list(self._file(name)[1].values())

    def size(self, name: str) -> int:
        """Return the size of the file in bytes."""
        return len(self._file(name)[0])

    def text(self, name: str, member: BlobMember) -> bytes:
        """Return the record of a member. Raises DamagedBlob if it is damaged."""
        data, _ = self._file(name)
        frame = data[member.at : member.at + member.length]
        return unpack(frame, member.size, member.hash, self._archive.dictionary(member.dictionary))

    def record(self, name: str, leaf: Leaf) -> _Record:
        """Return the record that ends with `leaf`. Raises DamagedBlob if the file has none."""
        data, members = self._file(name)
        member = members.get(leaf.game)
        if member is None or Leaf(member.game, member.plies, member.digest) != leaf:
            raise DamagedBlob(f"the file {name} has no record that ends as its leaf says")
        text = self.text(name, member)
        try:
            last = entries_in(text)[-1]
            summary = self._forms[LogKind(leaf.game[0])].summary(text)
        except (ReplayError, ValueError, TypeError, LookupError, AttributeError):
            raise DamagedBlob("its record holds no log") from None
        if Leaf(last.game, last.ply, last.digest) != leaf:
            raise DamagedBlob("its record ends elsewhere")
        return _Record(name, len(data), member, summary)

    def fault(self, name: str, member: BlobMember) -> str | None:
        """Return the first finding of the audit of a member's record, None if it is valid."""
        return self._forms[LogKind(member.game[0])].fault(self.text(name, member))

    def _file(self, name: str) -> tuple[bytes, Mapping[str, BlobMember]]:
        if name in self._held:
            self._held.move_to_end(name)
            return self._held[name]
        data = self._archive.files.read(name)
        members = {
            member.game: member for member in index(len(data), lambda at, length: data[at : at + length])
        }
        self._held[name] = data, members
        while len(self._held) > _OPEN:
            self._held.popitem(last=False)
        return self._held[name]


class Rebuilding:
    """Rebuilds the catalogue of `archive`; `head` returns the end of a log in the event store.

    `ring` has the signing keys. `looked` is called after each piece. Errors of store, archive, catalogue and
    transparency log are passed on; pieces that were entered remain.
    """

    def __init__(
        self,
        archive: Archive,
        ring: KeyRing,
        forms: Forms,
        head: Head,
        clock: Callable[[], int],
        looked: Looked,
    ) -> None:
        self._archive = archive
        self._segments = Segments(archive.files)
        self._ring = ring
        self._blobs = _Blobs(archive, forms)
        self._head = head
        self._clock = clock
        self._looked = looked
        self.result = Rebuilt()
        self._removed: Mapping[str, Json] = {}

    def run(self) -> Rebuilt:
        """Rebuild the catalogue and return what was entered."""
        self._removed = removed(self._archive.files)
        self._cut()
        with reading(self._archive.engine) as connection:
            signed = tree.signed_size(connection)
        head = self._segments.head()
        for segment in self._segments.after(signed):
            self._enter_segment(segment, segment.size if head is None else head.size)
        self._enter_others()
        self._enter_removed()
        self._append_rest()
        with writing(self._archive.engine) as connection:
            key_epochs.keep(connection, self._ring.keys())
        self.result.missing = self._without_rows()
        return self.result

    def _cut(self) -> None:
        """Cut the catalogue's log to the beginning that it shares with the archive.

        Raises TreeForked if the catalogue has signed other leaves than the archive.
        """
        with writing(self._archive.engine) as connection:
            signed = tree.signed_size(connection)
            for segment in self._segments.after(signed):
                _check_signed(connection, signed, segment)
                begin = max(signed, segment.first)
                own_leaves = tree.leaves_from(connection, begin, segment.size - begin)
                archived = [placed.leaf for placed in segment.leaves[begin - segment.first :]]
                shared = _same(own_leaves, archived)
                if shared < len(own_leaves):
                    tree.cut(connection, begin + shared)
                if shared < len(archived):
                    return

    def _enter_segment(self, segment: Segment, total: int) -> None:
        with reading(self._archive.engine) as connection:
            new_leaves = [
                placed.leaf for placed in segment.leaves[max(0, tree.size(connection) - segment.first) :]
            ]
            if new_leaves and tree.root_with(connection, new_leaves) != segment.head.root:
                raise TreeForked(
                    f"the leaves in the archive up to number {segment.size} do not give the root that was"
                    " signed, after those in the catalogue"
                )
        ends = {notes.read(note).size: note for note in segment.notes}
        at = segment.first
        while at < segment.size:
            piece = segment.leaves[at - segment.first : at - segment.first + PIECE]
            end = at + len(piece)
            due = [note for size, note in ends.items() if at < size <= end]
            self._enter(at, piece, due)
            at = end
            self._looked("leaves", end, total)

    def _enter(self, at: int, piece: Sequence[PlacedLeaf], due: Sequence[str]) -> None:
        """Enter the leaves `some` from number `at`, their rows and the checkpoints `due` together."""
        with reading(self._archive.engine) as connection:
            known = rows.known(connection, [placed.leaf.game for placed in piece])
        with_records = [
            (placed, record)
            for placed in piece
            if placed.leaf.game not in known and (record := self._found(placed))
        ]
        with writing(self._archive.engine) as connection:
            before, signed = tree.size(connection), tree.signed_size(connection)
            if before < at:
                raise TreeForked("another process has changed the catalogue at the same time")
            self._enter_rows(connection, with_records)
            tree.append(connection, [placed.leaf for placed in piece])
            self.result.leaves += tree.size(connection) - before
            for note in due:
                if notes.read(note).size > signed:
                    tree.enter_note(connection, self._ring, note)
                    self.result.checkpoints += 1

    def _found(self, placed: PlacedLeaf) -> _Record | None:
        """Return the record of a leaf in the file of its segment; None if it is not there."""
        try:
            is_lost = placed.blob is None or placed.leaf.game in self._removed
            return None if is_lost else self._blobs.record(str(placed.blob), placed.leaf)
        except DamagedBlob:
            return None

    def _enter_rows(
        self, connection: Connection, placed_records: Sequence[tuple[PlacedLeaf, _Record]]
    ) -> None:
        """Enter the rows of games in order, those of one file and time together."""
        known = rows.known(connection, [placed.leaf.game for placed, _ in placed_records])
        fresh = [(placed, record) for placed, record in placed_records if placed.leaf.game not in known]
        while fresh:
            placed, first = fresh[0]
            together = [
                record
                for other_placed, record in fresh
                if (record.blob, other_placed.archived_ms) == (first.blob, placed.archived_ms)
            ]
            new_rows = [CatalogueRow(record.summary, rows.fields(record.member)) for record in together]
            now_ms = self._clock() if placed.archived_ms is None else placed.archived_ms
            rows.enter(connection, first.blob, first.size, new_rows, now_ms)
            self.result.games += len(new_rows)
            done = {record.member.game for record in together}
            fresh = [pair for pair in fresh if pair[0].leaf.game not in done]

    def _enter_others(self) -> None:
        """Enter the games in files without rows: rewritten ones, or under no checkpoint."""
        with reading(self._archive.engine) as connection:
            known = set(rows.blob_names(connection))
        present = {name for name in self._archive.files.names(FOLDER) if not name.endswith(DRAFT)}
        times = self._times()
        for number, name in enumerate(sorted(present - known), 1):
            self._enter_file(name, known - present, times)
            self._looked("files", number, len(present - known))

    def _times(self) -> Mapping[str, int]:
        """Return the archiving times of games with a leaf but no row, as far as the log has them."""
        wanted = set(self._without_rows())
        segments = self._segments.after(0) if wanted else ()
        return {
            placed.leaf.game: placed.archived_ms
            for segment in segments
            for placed in segment.leaves
            if placed.archived_ms is not None and placed.leaf.game in wanted
        }

    def _enter_file(self, name: str, missing_files: Set[str], times: Mapping[str, int]) -> None:
        """Enter the games of a file; rows of missing files are moved to it."""
        try:
            members = self._blobs.members(name)
        except DamagedBlob:
            return
        games_there = [member.game for member in members]
        with reading(self._archive.engine) as connection:
            known = {
                game: rows.record_place(connection, game) for game in rows.known(connection, games_there)
            }
            signed = tree.leaves_of(connection, games_there)
        moved = [member for member in members if _is_moved(member, known.get(member.game), missing_files)]
        new_members = [
            (PlacedLeaf(Leaf(member.game, member.plies, member.digest), name, times.get(member.game)), member)
            for member in members
            if member.game not in known and member.game not in self._removed
        ]
        accepted = [
            placed for placed, member in new_members if self._fits(name, member, signed.get(member.game))
        ]
        with_records = [(placed, record) for placed in accepted if (record := self._found(placed))]
        with writing(self._archive.engine) as connection:
            if moved:
                size = self._blobs.size(name)
                rows.move(connection, name, size, [rows.fields(member) for member in moved])
            before = tree.size(connection)
            self._enter_rows(connection, with_records)
            tree.append(connection, [placed.leaf for placed, _ in with_records])
            self.result.leaves += tree.size(connection) - before

    def _fits(self, name: str, member: BlobMember, signed: Leaf | None) -> bool:
        """Return True if a game may be entered: it matches its leaf, or it is valid and complete."""
        leaf = Leaf(member.game, member.plies, member.digest)
        if signed is not None:
            return signed == leaf
        head = self._head(GameId(member.game))
        if head is not None and (head.ply, head.digest) != (leaf.plies, leaf.digest):
            self.result.elsewhere.append(member.game)
            return False
        try:
            fault = self._blobs.fault(name, member)
        except (DamagedBlob, ReplayError, ValueError, LookupError) as problem:
            fault = str(problem)
        if fault is not None:
            self.result.damaged.append(DamagedRecord(member.game, fault, name))
        return fault is None

    def _enter_removed(self) -> None:
        """Enter the bare rows of the games that the operator has removed."""
        with writing(self._archive.engine) as connection:
            for rest in self._removed.values():
                rows.enter_bare(connection, rest)
                rows.remove(connection, rest)

    def _append_rest(self) -> None:
        """Append the games whose unsigned leaves were cut, in the order of archiving."""
        missing = games.outerjoin(leaves, leaves.c.game == games.c.game)
        wanted = select(games.c.game, games.c.plies, games.c.digest).select_from(missing)
        with writing(self._archive.engine) as connection:
            unsigned = connection.execute(wanted.where(leaves.c.game.is_(None)).order_by(games.c.number))
            rest = [Leaf(row.game, row.plies, bytes(row.digest)) for row in unsigned]
            tree.append(connection, rest)
            self.result.leaves += len(rest)

    def _without_rows(self) -> list[str]:
        with reading(self._archive.engine) as connection:
            return without_rows(connection)


def _is_moved(member: BlobMember, row: RecordPlace | None, missing_files: Set[str]) -> bool:
    """Return True if the record is in another file than that of its row, which is missing."""
    return row is not None and row.blob in missing_files and row.hash == member.hash


def without_rows(connection: Connection) -> list[str]:
    """Return the games of the log without a row, because their records are lost."""
    both = leaves.outerjoin(games, leaves.c.game == games.c.game)
    wanted = select(leaves.c.game).select_from(both).where(games.c.game.is_(None))
    return list(connection.scalars(wanted.order_by(leaves.c.index)))


def _check_signed(connection: Connection, signed: int, segment: Segment) -> None:
    """Raise TreeForked if the archive does not have the catalogue's checkpoint of `signed` leaves."""
    if not segment.first < signed <= segment.size:
        return
    note = tree.note_at(connection, signed)
    if note not in segment.notes:
        raise TreeForked(
            f"the catalogue has signed a checkpoint of {signed} leaves that the archive has not: these are"
            " two logs, and none of them can go on with the other's leaves"
        )


def _same(own: Sequence[Leaf], archived: Sequence[Leaf]) -> int:
    """Return the number of equal leaves at the beginning."""
    pairs = zip(own, archived, strict=False)
    return next(
        (number for number, (leaf, archived_leaf) in enumerate(pairs) if leaf != archived_leaf),
        min(len(own), len(archived)),
    )
