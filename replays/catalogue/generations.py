"""When each signing key begins, kept beside the checkpoints it signs, for a store that is made anew."""

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from app.signing import KeyInfo
from app.store.generations import Starts, StoredGenerations
from replays.catalogue.tables import generations


def keep(connection: Connection, keys: Sequence[KeyInfo]) -> None:
    """The times at which `keys`, in their order, begin to sign are known; what is known already stays."""
    known = len(kept(connection))
    rows = [{"number": number, "from_ms": key.from_ms} for number, key in enumerate(keys, start=1)]
    if rows[known:]:
        connection.execute(insert(generations), rows[known:])


def kept(connection: Connection) -> Starts:
    """When each generation begins, as far as it is kept."""
    return tuple(connection.scalars(select(generations.c.from_ms).order_by(generations.c.number)))


def recall(connection: Connection, stored: StoredGenerations) -> int:
    """How many generations the store had forgotten and has again; 0 where it knows others than are kept."""
    return recall_starts(kept(connection), stored)


def recall_starts(wanted: Starts, stored: StoredGenerations) -> int:
    """How many of the generations `wanted` the store had forgotten and has again; 0 where it knows others."""
    known = stored.starts()
    forgotten = wanted[len(known) :] if wanted[: len(known)] == known else ()
    for from_ms in forgotten:
        known = stored.recall(known, from_ms)
    return len(forgotten)
