"""Checkpoints of the log of logs: signed after a batch is archived, and by the clock while games finish."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Engine

from app.signing import KeyRing, now_ms
from replays.catalogue.connecting import reading, writing
from replays.catalogue.errors import CatalogueError
from replays.tree import store
from replays.tree.errors import TreeError
from replays.tree.owner import check_foreign

KNOWN: Final = (CatalogueError, TreeError)
"""What may go wrong outside of this process; the next time is tried again."""

Catalogue = Callable[[], Engine]


def signer(
    catalogue: Catalogue, ring: KeyRing, clock: Callable[[], int] = now_ms
) -> Callable[[], str | None]:
    """What signs the tree in `catalogue` where leaves came since the last checkpoint; its note, else None.

    It raises what `replays.tree.store.checkpoint` raises, CatalogueUnavailable, and ForeignTree: when the
    process looked whose the catalogue is, it may have been away.
    """

    def sign() -> str | None:
        engine = catalogue()
        with reading(engine) as connection:
            if store.signed_size(connection) == store.size(connection):
                return None
            check_foreign(connection, ring)
        with writing(engine) as connection:
            return store.checkpoint(connection, ring, clock())

    return sign
