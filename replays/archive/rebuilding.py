"""The catalogue made anew from the archive: the log of all games leaf by leaf, its checkpoints, its records.

It goes on from what the catalogue has: nothing, an older copy, or what an interrupted rebuild has entered.
Leaves that nobody has signed give way where the archive has others in their places. Each piece is one
transaction: rows, leaves and the checkpoints that their tree gives; a checkpoint whose root the leaves do not
give ends the work.

What is in no record and no leaf cannot be made again here: the row of a game whose record is gone, failures
of entrants and the times of their decisions in tournaments. Imports and what exports tell of failures have
modules of their own (`replays.imports.rebuilding`, `replays.tournaments.failures_again`). A game that the
operator has removed has its bare row again, from its mark, and stays removed.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, select

from app.games.codec import Json
from app.signing import KeyRing
from app.store.entry import Place
from app.store.keys import GameId, Kind
from replays.archive.archive import Archive
from replays.archive.blob import Member, index, unpack
from replays.archive.checking import FOLDER, Damage
from replays.archive.errors import DamagedBlob
from replays.archive.files import DRAFT
from replays.archive.forms import Forms
from replays.archive.logs import entries_in
from replays.archive.removing import removed
from replays.archive.segments import Placed, Segment, Segments
from replays.catalogue import generations, rows
from replays.catalogue.connecting import reading, writing
from replays.catalogue.rows import Row, Shelved
from replays.catalogue.summary import Summary
from replays.catalogue.tables import games, leaves
from replays.errors import ReplayError
from replays.tree import notes
from replays.tree import store as tree
from replays.tree.errors import TreeForked
from replays.tree.leaves import Leaf

PIECE: Final = 200
"""How many leaves one transaction enters."""

_OPEN: Final = 4
"""How many files are held in memory at once."""

Head = Callable[[GameId], Place | None]
"""The last place of a log in the games' store, None if that has it not."""

Looked = Callable[[str, int, int], object]
"""Is told what is worked through, how much of it is done, and how much there is."""


@dataclass(slots=True)
class Rebuilt:
    """How many games, leaves and checkpoints were entered, and what was not.

    `missing` are leaves without a record, `damaged` are records under no checkpoint that prove nothing, and
    `elsewhere` are games under no checkpoint that the store has with another end.
    """

    games: int = 0
    leaves: int = 0
    checkpoints: int = 0
    missing: list[str] = field(default_factory=list)
    damaged: list[Damage] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Record:
    """A record in a file of the archive, where it stands there, and what it tells."""

    blob: str
    size: int
    member: Member
    summary: Summary


class _Blobs:
    """The files with records, each read whole, a few of them held."""

    def __init__(self, archive: Archive, forms: Forms) -> None:
        self._archive = archive
        self._forms = forms
        self._held: OrderedDict[str, tuple[bytes, Mapping[str, Member]]] = OrderedDict()

    def members(self, name: str) -> Sequence[Member]:
        """The records that the file names; DamagedBlob if it cannot be read."""
        return list(self._file(name)[1].values())

    def size(self, name: str) -> int:
        """How many bytes the file has."""
        return len(self._file(name)[0])

    def text(self, name: str, member: Member) -> bytes:
        """The record of a member; DamagedBlob if it is not what was written."""
        data, _ = self._file(name)
        frame = data[member.at : member.at + member.length]
        return unpack(frame, member.size, member.hash, self._archive.dictionary(member.dictionary))

    def record(self, name: str, leaf: Leaf) -> _Record:
        """The record that ends as `leaf` says; DamagedBlob if the file has none."""
        data, members = self._file(name)
        member = members.get(leaf.game)
        if member is None or Leaf(member.game, member.plies, member.digest) != leaf:
            raise DamagedBlob(f"the file {name} has no record that ends as its leaf says")
        text = self.text(name, member)
        try:
            last = entries_in(text)[-1]
            told = self._forms[Kind(leaf.game[0])].summary(text)
        except (ReplayError, ValueError, TypeError, LookupError, AttributeError):
            raise DamagedBlob("its record holds no log") from None
        if Leaf(last.game, last.ply, last.digest) != leaf:
            raise DamagedBlob("its record ends elsewhere")
        return _Record(name, len(data), member, told)

    def fault(self, name: str, member: Member) -> str | None:
        """The first fault that an audit finds in the record of a member, None if it is sound."""
        return self._forms[Kind(member.game[0])].fault(self.text(name, member))

    def _file(self, name: str) -> tuple[bytes, Mapping[str, Member]]:
        if name in self._held:
            self._held.move_to_end(name)
            return self._held[name]
        data = self._archive.files.read(name)
        named = {one.game: one for one in index(len(data), lambda at, length: data[at : at + length])}
        self._held[name] = data, named
        while len(self._held) > _OPEN:
            self._held.popitem(last=False)
        return self._held[name]


class Rebuilding:
    """Makes the catalogue of `archive` anew; `head` tells where a log ends in the games' store.

    `ring` has the keys that signed. `looked` is called after each piece. Errors of store, archive, catalogue
    and tree pass through, and leave what was entered until then.
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
        """What was entered, once the catalogue has all that the archive has."""
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
            generations.keep(connection, self._ring.keys())
        self.result.missing = self._without_rows()
        return self.result

    def _cut(self) -> None:
        """The tree of the catalogue is the beginning of the log in the archive, or goes on from its end.

        TreeForked if the catalogue has signed something else than the archive has.
        """
        with writing(self._archive.engine) as connection:
            signed = tree.signed_size(connection)
            for segment in self._segments.after(signed):
                _check_signed(connection, signed, segment)
                begin = max(signed, segment.first)
                here = tree.leaves_from(connection, begin, segment.size - begin)
                there = [one.leaf for one in segment.leaves[begin - segment.first :]]
                same = _same(here, there)
                if same < len(here):
                    tree.cut(connection, begin + same)
                if same < len(there):
                    return

    def _enter_segment(self, segment: Segment, total: int) -> None:
        with reading(self._archive.engine) as connection:
            more = [one.leaf for one in segment.leaves[max(0, tree.size(connection) - segment.first) :]]
            if more and tree.root_with(connection, more) != segment.head.root:
                raise TreeForked(
                    f"the leaves in the archive up to number {segment.size} do not give the root that was"
                    " signed, after those in the catalogue"
                )
        ends = {notes.read(note).size: note for note in segment.notes}
        at = segment.first
        while at < segment.size:
            some = segment.leaves[at - segment.first : at - segment.first + PIECE]
            end = at + len(some)
            due = [note for size, note in ends.items() if at < size <= end]
            self._enter(at, some, due)
            at = end
            self._looked("leaves", end, total)

    def _enter(self, at: int, some: Sequence[Placed], due: Sequence[str]) -> None:
        """One transaction enters the leaves `some` from number `at`, their rows and the checkpoints `due`."""
        with reading(self._archive.engine) as connection:
            known = rows.known(connection, [one.leaf.game for one in some])
        found = [(one, record) for one in some if one.leaf.game not in known and (record := self._found(one))]
        with writing(self._archive.engine) as connection:
            before, signed = tree.size(connection), tree.signed_size(connection)
            if before < at:
                raise TreeForked("another process has changed the catalogue at the same time")
            self._enter_rows(connection, found)
            tree.append(connection, [one.leaf for one in some])
            self.result.leaves += tree.size(connection) - before
            for note in due:
                if notes.read(note).size > signed:
                    tree.enter_note(connection, self._ring, note)
                    self.result.checkpoints += 1

    def _found(self, one: Placed) -> _Record | None:
        """The record of a leaf in the file that its segment names; None if it is not there, or elsewhere."""
        try:
            gone = one.blob is None or one.leaf.game in self._removed
            return None if gone else self._blobs.record(str(one.blob), one.leaf)
        except DamagedBlob:
            return None

    def _enter_rows(self, connection: Connection, some: Sequence[tuple[Placed, _Record]]) -> None:
        """The rows of games, those of one file and moment together, in their order."""
        known = rows.known(connection, [one.leaf.game for one, _ in some])
        fresh = [(one, record) for one, record in some if one.leaf.game not in known]
        while fresh:
            one, first = fresh[0]
            together = [
                record
                for other, record in fresh
                if (record.blob, other.archived_ms) == (first.blob, one.archived_ms)
            ]
            told = [Row(record.summary, rows.fields(record.member)) for record in together]
            now_ms = self._clock() if one.archived_ms is None else one.archived_ms
            rows.enter(connection, first.blob, first.size, told, now_ms)
            self.result.games += len(told)
            done = {record.member.game for record in together}
            fresh = [each for each in fresh if each[0].leaf.game not in done]

    def _enter_others(self) -> None:
        """The games in files that no row names: put together anew since, or under no checkpoint yet."""
        with reading(self._archive.engine) as connection:
            known = set(rows.blob_names(connection))
        there = {name for name in self._archive.files.names(FOLDER) if not name.endswith(DRAFT)}
        times = self._times()
        for number, name in enumerate(sorted(there - known), 1):
            self._enter_file(name, known - there, times)
            self._looked("files", number, len(there - known))

    def _times(self) -> Mapping[str, int]:
        """When the games that have a leaf and no row were archived, as far as the log tells."""
        wanted = set(self._without_rows())
        segments = self._segments.after(0) if wanted else ()
        return {
            one.leaf.game: one.archived_ms
            for segment in segments
            for one in segment.leaves
            if one.archived_ms is not None and one.leaf.game in wanted
        }

    def _enter_file(self, name: str, gone: Set[str], times: Mapping[str, int]) -> None:
        """The games of a file are entered; rows that name one of the files that are `gone` name this one."""
        try:
            members = self._blobs.members(name)
        except DamagedBlob:
            return
        games_there = [member.game for member in members]
        with reading(self._archive.engine) as connection:
            known = {game: rows.shelved(connection, game) for game in rows.known(connection, games_there)}
            signed = tree.leaves_of(connection, games_there)
        moved = [member for member in members if _is_moved(member, known.get(member.game), gone)]
        some = [
            (Placed(Leaf(member.game, member.plies, member.digest), name, times.get(member.game)), member)
            for member in members
            if member.game not in known and member.game not in self._removed
        ]
        fit = [one for one, member in some if self._fits(name, member, signed.get(member.game))]
        found = [(one, record) for one in fit if (record := self._found(one))]
        with writing(self._archive.engine) as connection:
            if moved:
                size = self._blobs.size(name)
                rows.move(connection, name, size, [rows.fields(member) for member in moved])
            before = tree.size(connection)
            self._enter_rows(connection, found)
            tree.append(connection, [one.leaf for one, _ in found])
            self.result.leaves += tree.size(connection) - before

    def _fits(self, name: str, member: Member, signed: Leaf | None) -> bool:
        """Whether a game may be entered: it is the one of its leaf, or else it is sound and ended so."""
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
            self.result.damaged.append(Damage(member.game, fault, name))
        return fault is None

    def _enter_removed(self) -> None:
        """The games that the operator has removed have their bare rows, and no record."""
        with writing(self._archive.engine) as connection:
            for rest in self._removed.values():
                rows.enter_bare(connection, rest)
                rows.remove(connection, rest)

    def _append_rest(self) -> None:
        """Games whose unsigned leaves gave way have new ones, in the order in which they were archived."""
        missing = games.outerjoin(leaves, leaves.c.game == games.c.game)
        wanted = select(games.c.game, games.c.plies, games.c.digest).select_from(missing)
        with writing(self._archive.engine) as connection:
            found = connection.execute(wanted.where(leaves.c.game.is_(None)).order_by(games.c.number))
            rest = [Leaf(row.game, row.plies, bytes(row.digest)) for row in found]
            tree.append(connection, rest)
            self.result.leaves += len(rest)

    def _without_rows(self) -> list[str]:
        with reading(self._archive.engine) as connection:
            return without_rows(connection)


def _is_moved(member: Member, row: Shelved | None, gone: Set[str]) -> bool:
    """Whether a record stands in another file than the one that its row names, which is gone."""
    return row is not None and row.blob in gone and row.hash == member.hash


def without_rows(connection: Connection) -> list[str]:
    """The games of the log that the catalogue has no row of, because their records are gone."""
    both = leaves.outerjoin(games, leaves.c.game == games.c.game)
    wanted = select(leaves.c.game).select_from(both).where(games.c.game.is_(None))
    return list(connection.scalars(wanted.order_by(leaves.c.index)))


def _check_signed(connection: Connection, signed: int, segment: Segment) -> None:
    """TreeForked if the archive has another checkpoint of `signed` leaves than the catalogue, or none."""
    if not segment.first < signed <= segment.size:
        return
    note = tree.note_at(connection, signed)
    if note not in segment.notes:
        raise TreeForked(
            f"the catalogue has signed a checkpoint of {signed} leaves that the archive has not: these are"
            " two logs, and none of them can go on with the other's leaves"
        )


def _same(here: Sequence[Leaf], there: Sequence[Leaf]) -> int:
    """How many leaves at the beginning are the same."""
    pairs = zip(here, there, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(here), len(there)))
