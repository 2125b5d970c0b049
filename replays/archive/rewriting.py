"""Records that the archive has lost, written again from the games that the store still has.

A game stays in the store for a while after it was archived (`CONQUIAN_KEEP_HOURS`); its log gives the same
record, byte for byte. Files first, then one transaction that says where the records are: cut off anywhere it
may begin again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from typing import Final

from app.store.entry import Entry
from app.store.errors import StoreError, StoreUnavailable
from app.store.keys import GameId, Kind
from app.store.log import EventStore
from replays.archive.archive import Archive
from replays.archive.blob import Blob, Filed
from replays.archive.checking import Damage, every, sound
from replays.archive.errors import DamagedBlob
from replays.archive.forms import Forms
from replays.archive.rebuilding import without_rows
from replays.catalogue import rows
from replays.catalogue.connecting import reading, writing
from replays.catalogue.rows import Row, Shelved
from replays.errors import ReplayError
from replays.tree import store as tree
from replays.tree.leaves import Leaf

_TOGETHER: Final = 50
"""How many records one file holds at most."""

_GONE: Final = "the store does not have the game"
_OTHER: Final = "the store has another log of the game"


@dataclass(slots=True)
class Rewritten:
    """How many records were written again, and which could not be."""

    written: int = 0
    lost: list[Damage] = field(default_factory=list)


class Rewriting:
    """Writes the lost records of `archive` again from `store`; `looked` is called for each game."""

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
        """What was written, once every record of the catalogue has been looked at."""
        late: list[Shelved] = []
        for _, group in groupby(self._damaged(), key=lambda found: found.blob):
            late += self._rewrite(list(group))
        # A dictionary that many records need is back with the first of them that was written.
        self._result.lost += [self._lost(found.game, found.blob) for found in late if self._is_lost(found)]
        self._enter_lost()
        return self._result

    def _damaged(self) -> Iterator[Shelved]:
        for found in every(self._archive):
            if self._is_lost(found):
                yield found
            self._looked()

    def _is_lost(self, found: Shelved) -> bool:
        """Whether the record should be in the archive and is not, or not as it was written."""
        if found.blob is None:
            return False
        try:
            sound(self._archive, found)
        except DamagedBlob:
            return True
        return False

    def _lost(self, game: str, blob: str | None) -> Damage:
        return Damage(game, _GONE if self._entries(game) is None else _OTHER, blob)

    def _rewrite(self, some: Sequence[Shelved]) -> list[Shelved]:
        """Those of `some` that the store cannot give; the others are written, as many in a file as fit."""
        filed = {found.game: record for found in some if (record := self._filed(found)) is not None}
        ordered = [filed[found.game] for found in sorted(some, key=_place) if found.game in filed]
        for begin in range(0, len(ordered), _TOGETHER):
            blob = self._put(ordered[begin : begin + _TOGETHER])
            with writing(self._archive.engine) as connection:
                rows.move(connection, blob.name, len(blob.data), [rows.fields(one) for one in blob.members])
            self._result.written += len(blob.members)
        return [found for found in some if found.game not in filed]

    def _filed(self, found: Shelved) -> Filed | None:
        """The record as it was archived, from the store; None if that has not the same log."""
        record = self._record(Leaf(found.game, found.plies, found.digest))
        if record is None or sha256(record).digest() != found.hash:
            return None
        return Filed(found.game, found.plies, found.digest, record)

    def _record(self, leaf: Leaf) -> bytes | None:
        entries = self._entries(leaf.game)
        if entries is None or (entries[-1].ply, entries[-1].digest) != (leaf.plies, leaf.digest):
            return None
        try:
            return self._forms[Kind(leaf.game[0])].record(entries)
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
        """Games of which a rebuilt catalogue has a leaf and no row are entered, if the store has them."""
        with reading(self._archive.engine) as connection:
            leaves = list(tree.leaves_of(connection, without_rows(connection)).values())
        records = [(leaf, self._record(leaf)) for leaf in leaves]
        filed = [Filed(leaf.game, leaf.plies, leaf.digest, record) for leaf, record in records if record]
        for begin in range(0, len(filed), _TOGETHER):
            self._enter(filed[begin : begin + _TOGETHER])
        self._result.lost += [self._lost(leaf.game, None) for leaf, record in records if not record]

    def _enter(self, filed: Sequence[Filed]) -> None:
        blob = self._put(filed)
        told = [
            Row(self._forms[Kind(one.game[0])].summary(one.record), rows.fields(member))
            for one, member in zip(filed, blob.members, strict=True)
        ]
        with writing(self._archive.engine) as connection:
            if not rows.known(connection, [one.game for one in filed]):
                rows.enter(connection, blob.name, len(blob.data), told, self._clock())
        self._result.written += len(filed)


def _place(found: Shelved) -> int:
    return found.at
