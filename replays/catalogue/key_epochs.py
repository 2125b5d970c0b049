"""Start of each signing key, stored beside the checkpoints, for the recovery of a lost store."""

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from app.service.signing import KeyInfo
from app.store.signing_state import Starts, StoredGenerations
from replays.catalogue.tables import generations


def keep(connection: Connection, keys: Sequence[KeyInfo]) -> None:
    """Store the times at which `keys`, in order, begin to sign; known times are not changed."""
    known = len(kept(connection))
    rows = [{"number": number, "from_ms": key.from_ms} for number, key in enumerate(keys, start=1)]
    if rows[known:]:
        connection.execute(insert(generations), rows[known:])


def kept(connection: Connection) -> Starts:
    """Return the stored start of each generation."""
    return tuple(connection.scalars(select(generations.c.from_ms).order_by(generations.c.number)))


def recall(connection: Connection, stored: StoredGenerations) -> int:
    """Restore generations that the store has lost; return their number, 0 if the store has others."""
    return recall_starts(kept(connection), stored)


def recall_starts(wanted: Starts, stored: StoredGenerations) -> int:
    """Restore the generations `wanted` that the store has lost; return their number.

    If the store has other generations, nothing is changed and the result is 0.
    """
    known = stored.starts()
    forgotten = wanted[len(known) :] if wanted[: len(known)] == known else ()
    for from_ms in forgotten:
        known = stored.recall(known, from_ms)
    return len(forgotten)
