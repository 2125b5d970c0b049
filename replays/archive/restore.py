"""Recovery of games from the archive into a store that has lost them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.store.entry import Entry
from app.store.keys import GameId, LogKind, kind_of
from app.store.retention import Retention
from replays.archive.archive import Archive
from replays.archive.checking import DamagedRecord, every, sound
from replays.archive.errors import DamagedBlob
from replays.catalogue.rows import RecordPlace


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
