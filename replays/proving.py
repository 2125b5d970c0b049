"""The proof line of a record: the signed head of the log, and the checkpoint over it once there is one."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, Engine, select

from app.games.codec import Json
from app.signing import KeyRing, receipt
from app.store.canonical import parse
from app.store.entry import Entry, Place
from replays.catalogue.connecting import read
from replays.catalogue.errors import CatalogueUnavailable
from replays.catalogue.tables import games
from replays.record.format import Proof
from replays.tree.errors import NoSuchLeaf, NoSuchTree, NotSigned
from replays.tree.store import inclusion, note_at

Prove = Callable[[Sequence[Entry]], Proof]
"""Gives the proof of a whole log."""


class Prover:
    """Proves finished games of this service, whose keys are in `ring` and whose tree is in the catalogue.

    Without its catalogue it proves what it can: the head, which is signed for the time of its entry. Where
    that has none, because only bots played, it is the time at which the game was archived, or now.
    """

    def __init__(self, ring: KeyRing, catalogue: Callable[[], Engine], clock: Callable[[], int]) -> None:
        self._ring = ring
        self._catalogue = catalogue
        self._clock = clock

    def __call__(self, entries: Sequence[Entry]) -> Proof:
        """The proof of the log `entries`; StoreUnavailable where the keys cannot be known."""
        last = entries[-1]
        return self.of_head(last.game, last, parse(last.public)["time"])

    def of_head(self, log: str, head: Place, time: int) -> Proof:
        """The proof of a log that ends at `head` with an entry of `time` in ms; errors as above."""
        archived, checkpoint = self._looked_up(log)
        at_ms = time or archived or self._clock()
        return Proof((receipt(self._ring, log, head.ply, head.digest, at_ms),), checkpoint)

    def _looked_up(self, game: str) -> tuple[int | None, Json | None]:
        """When the game was archived, and the proof that it is under a checkpoint; None where it is not."""
        try:
            return read(self._catalogue(), lambda connection: _archived(connection, game))
        except CatalogueUnavailable:
            return None, None


def _archived(connection: Connection, game: str) -> tuple[int | None, Json | None]:
    archived = connection.scalar(select(games.c.archived_ms).where(games.c.game == game))
    return archived, _checkpoint(connection, game)


def _checkpoint(connection: Connection, game: str) -> Json | None:
    try:
        found = inclusion(connection, game)
    except (NoSuchLeaf, NoSuchTree, NotSigned):
        return None
    note = note_at(connection, found.size)
    path = [one.hex() for one in found.path]
    if note is None:
        return None
    return {"note": note, "index": found.index, "size": found.size, "path": path}
