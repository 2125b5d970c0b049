"""Games written back from the archive into a store that has lost them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from app.store.afterlife import Afterlife
from app.store.keys import GameId, Kind, kind_of
from replays.archive.archive import Archive
from replays.archive.checking import every
from replays.archive.logs import entries_in


@dataclass(slots=True)
class Restored:
    """How many games have the same head in the store as in the archive, and which have not."""

    same: int = 0
    removed: int = 0
    different: list[str] = field(default_factory=list)


def restore(archive: Archive, after: Afterlife, keep_ms: int, looked: Callable[[], object]) -> Restored:
    """Every archived game is in the store, and stays `keep_ms` ms; each head is compared.

    A game that the store has is left as it is. Of a game whose record was removed nothing can be restored.
    """
    result = Restored()
    for found in every(archive):
        if found.blob is None:
            result.removed += 1
        else:
            head = after.restore(entries_in(archive.record(found)), found.status, keep_ms)
            if kind_of(found.game) is Kind.TOURNAMENT:
                after.enter(GameId(found.game), found.archived_ms)
            same = head is not None and (head.ply, head.digest) == (found.plies, found.digest)
            result.same += same
            if not same:
                result.different.append(found.game)
        looked()
    return result
