"""Recovery of games: into a store from the archive, and of lost records from games still in the store.

A game stays in the store for a while after its archiving (`CONQUIAN_KEEP_HOURS`); its log gives the same
record, byte for byte. The file is written first, then one transaction with the new places of the records: an
interrupted run can be repeated.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from typing import Final

from app.store.entry import Entry
from app.store.errors import StoreError, StoreUnavailable
from app.store.keys import GameId, LogKind, kind_of
from app.store.log import EventStore
from app.store.retention import Retention
from replays.archive.archive import Archive
from replays.archive.blobs import Blob, Filed
from replays.archive.checking import DamagedRecord, every, sound
from replays.archive.errors import DamagedBlob
from replays.archive.kinds import Forms
from replays.archive.rebuilding import without_rows
from replays.catalogue import rows
from replays.catalogue.connecting import reading, writing
from replays.catalogue.rows import CatalogueRow, RecordPlace
from replays.record.errors import ReplayError
from replays.transparency import store as tree
from replays.transparency.merkle import Leaf


@dataclass(slots=True)
class Restored:
    """Number of games with the same head in store and archive, and the differing ones.

    `damaged` are those whose record is damaged; the store is not changed for them.
    """

    same: int = 0
    removed: int = 0
    different: list[str] = field(default_factory=list)
    damaged: list[DamagedRecord] = field(default_factory=list)


def restore(archive: Archive, after: Retention, keep_ms: int, looked: Callable[[], object]) -> Restored:
    """Write every archived game into the store for `keep_ms` ms, and compare the heads.

    A game that is in the store is not changed. A game with a removed or damaged record is not restored; this
    does not affect the others.
    """
    result = Restored()
    for place in every(archive):
        if place.blob is None:
            result.removed += 1
        else:
            try:
                _, entries = sound(archive, place)
            except DamagedBlob as damage:
                result.damaged.append(DamagedRecord(place.game, str(damage), place.blob))
            else:
                _restore(after, place, entries, keep_ms, result)
        looked()
    return result


def _restore(
    after: Retention, place: RecordPlace, entries: Sequence[Entry], keep_ms: int, result: Restored
) -> None:
    head = after.restore(entries, place.status, keep_ms)
    if kind_of(place.game) is LogKind.TOURNAMENT:
        after.enter(GameId(place.game), place.archived_ms)
    if head is not None and (head.ply, head.digest) == (place.plies, place.digest):
        result.same += 1
    else:
        result.different.append(place.game)


_TOGETHER: Final = 50
"""Maximum of records in a file."""

_GONE: Final = "the store does not have the game"
_OTHER: Final = "the store has another log of the game"


@dataclass(slots=True)
class Rewritten:
    """Number of recovered records, and those that could not be recovered."""

    written: int = 0
    lost: list[DamagedRecord] = field(default_factory=list)


class Rewriting:
    """Writes the lost records of `archive` again from `store`; `looked` is called after each game."""

    def __init__(
        self,
        archive: Archive,
        store: EventStore,
        forms: Forms,
        clock: Callable[[], int],
        looked: Callable[[], object],
    ) -> None:
        self._archive = archive
        self._store = store
        self._forms = forms
        self._clock = clock
        self._looked = looked
        self._result = Rewritten()

    def run(self) -> Rewritten:
        """Check every record of the catalogue; return what was written."""
        late: list[RecordPlace] = []
        for _, group in groupby(self._damaged(), key=lambda place: place.blob):
            late += self._rewrite(list(group))
        # A lost dictionary is written with the first recovered record, which repairs others.
        self._result.lost += [self._lost(place.game, place.blob) for place in late if self._is_lost(place)]
        self._enter_lost()
        return self._result

    def _damaged(self) -> Iterator[RecordPlace]:
        for place in every(self._archive):
            if self._is_lost(place):
                yield place
            self._looked()

    def _is_lost(self, place: RecordPlace) -> bool:
        """Return True if the record should be in the archive and is missing or damaged."""
        if place.blob is None:
            return False
        try:
            sound(self._archive, place)
        except DamagedBlob:
            return True
        return False

    def _lost(self, game: str, blob: str | None) -> DamagedRecord:
        return DamagedRecord(game, _GONE if self._entries(game) is None else _OTHER, blob)

    def _rewrite(self, places: Sequence[RecordPlace]) -> list[RecordPlace]:
        """Write records that the store has, several in a file; return the others."""
        filed = {place.game: record for place in places if (record := self._filed(place)) is not None}
        ordered = [filed[place.game] for place in sorted(places, key=_place) if place.game in filed]
        for begin in range(0, len(ordered), _TOGETHER):
            blob = self._put(ordered[begin : begin + _TOGETHER])
            with writing(self._archive.engine) as connection:
                rows.move(
                    connection, blob.name, len(blob.data), [rows.fields(member) for member in blob.members]
                )
            self._result.written += len(blob.members)
        return [place for place in places if place.game not in filed]

    def _filed(self, place: RecordPlace) -> Filed | None:
        """Return the archived record from the store; None if the store does not have the same log."""
        record = self._record(Leaf(place.game, place.plies, place.digest))
        if record is None or sha256(record).digest() != place.hash:
            return None
        return Filed(place.game, place.plies, place.digest, record)

    def _record(self, leaf: Leaf) -> bytes | None:
        entries = self._entries(leaf.game)
        if entries is None or (entries[-1].ply, entries[-1].digest) != (leaf.plies, leaf.digest):
            return None
        try:
            return self._forms[LogKind(leaf.game[0])].record(entries)
        except (ReplayError, ValueError, LookupError):
            return None

    def _entries(self, game: str) -> Sequence[Entry] | None:
        try:
            return self._store.read(GameId(game)) or None
        except StoreUnavailable:
            raise
        except (StoreError, ValueError, LookupError):
            return None

    def _put(self, filed: Sequence[Filed]) -> Blob:
        blob = self._archive.put(filed)
        self._archive.check(blob)
        return blob

    def _enter_lost(self) -> None:
        """Enter games with a leaf but no row after a rebuild, if the store has them."""
        with reading(self._archive.engine) as connection:
            leaves = list(tree.leaves_of(connection, without_rows(connection)).values())
        records = [(leaf, self._record(leaf)) for leaf in leaves]
        filed = [Filed(leaf.game, leaf.plies, leaf.digest, record) for leaf, record in records if record]
        for begin in range(0, len(filed), _TOGETHER):
            self._enter(filed[begin : begin + _TOGETHER])
        self._result.lost += [self._lost(leaf.game, None) for leaf, record in records if not record]

    def _enter(self, filed: Sequence[Filed]) -> None:
        blob = self._put(filed)
        new_rows = [
            CatalogueRow(
                self._forms[LogKind(file_record.game[0])].summary(file_record.record), rows.fields(member)
            )
            for file_record, member in zip(filed, blob.members, strict=True)
        ]
        with writing(self._archive.engine) as connection:
            if not rows.known(connection, [file_record.game for file_record in filed]):
                rows.enter(connection, blob.name, len(blob.data), new_rows, self._clock())
        self._result.written += len(filed)


def _place(place: RecordPlace) -> int:
    return place.at
