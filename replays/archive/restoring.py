"""Games written back from the archive into a store that has lost them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.store.afterlife import Retention
from app.store.entry import Entry
from app.store.keys import GameId, Kind, kind_of
from replays.archive.archive import Archive
from replays.archive.checking import Damage, every, sound
from replays.archive.errors import DamagedBlob
from replays.catalogue.rows import Shelved


@dataclass(slots=True)
class Restored:
    """How many games have the same head in the store as in the archive, and which have not.

    `damaged` are those whose record is not what was archived; the store is as it was for them.
    """

    same: int = 0
    removed: int = 0
    different: list[str] = field(default_factory=list)
    damaged: list[Damage] = field(default_factory=list)


def restore(archive: Archive, after: Retention, keep_ms: int, looked: Callable[[], object]) -> Restored:
    """Every archived game is in the store, and stays `keep_ms` ms; each head is compared.

    A game that the store has is left as it is. Of a game whose record was removed nothing can be restored,
    nor of one whose record is damaged; the others are restored all the same.
    """
    result = Restored()
    for found in every(archive):
        if found.blob is None:
            result.removed += 1
        else:
            try:
                _, entries = sound(archive, found)
            except DamagedBlob as damage:
                result.damaged.append(Damage(found.game, str(damage), found.blob))
            else:
                _restore(after, found, entries, keep_ms, result)
        looked()
    return result


def _restore(
    after: Retention, found: Shelved, entries: Sequence[Entry], keep_ms: int, result: Restored
) -> None:
    head = after.restore(entries, found.status, keep_ms)
    if kind_of(found.game) is Kind.TOURNAMENT:
        after.enter(GameId(found.game), found.archived_ms)
    if head is not None and (head.ply, head.digest) == (found.plies, found.digest):
        result.same += 1
    else:
        result.different.append(found.game)
