"""Proofs of records: the signed head of the log, and the checkpoint over it once there is one."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, Engine, select

from app.games.codec import Json
from app.service.signing import KeyRing, receipt
from app.store.canonical import parse
from app.store.entry import Entry, LogPosition
from replays.catalogue.connecting import read
from replays.catalogue.errors import CatalogueUnavailable
from replays.catalogue.tables import games
from replays.record.format import Proof
from replays.transparency.store import proof

Prove = Callable[[Sequence[Entry]], Proof]
"""Returns the proof of a whole log."""


class Prover:
    """Proves finished games of this service, with the keys in `ring` and the log in the catalogue.

    Without its catalogue it proves the head only, signed for the time of its entry. A game of bots has no
    such time; then it is the time of archiving, or now.
    """

    def __init__(self, ring: KeyRing, catalogue: Callable[[], Engine], clock: Callable[[], int]) -> None:
        self._ring = ring
        self._catalogue = catalogue
        self._clock = clock

    def __call__(self, entries: Sequence[Entry]) -> Proof:
        """Return the proof of a log. Raises StoreUnavailable if the keys are unknown."""
        last = entries[-1]
        return self.of_head(last.game, last, parse(last.public)["time"])

    def of_head(self, log: str, head: LogPosition, time: int) -> Proof:
        """Return the proof of a log that ends at `head` with an entry of `time` in ms. Raises as above."""
        archived, checkpoint = self._looked_up(log)
        at_ms = time or archived or self._clock()
        return Proof((receipt(self._ring, log, head.ply, head.digest, at_ms),), checkpoint)

    def _looked_up(self, game: str) -> tuple[int | None, Json | None]:
        """Return the archiving time of a game, and its checkpoint with proof; None for each."""
        try:
            return read(self._catalogue(), lambda connection: _archived(connection, game))
        except CatalogueUnavailable:
            return None, None


def _archived(connection: Connection, game: str) -> tuple[int | None, Json | None]:
    archived = connection.scalar(select(games.c.archived_ms).where(games.c.game == game))
    return archived, proof(connection, game)
