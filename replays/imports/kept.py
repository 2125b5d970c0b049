"""Rows of the imports that have a result."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from replays.catalogue.tables import foreign_records
from replays.imports.foreign import Form


@dataclass(frozen=True, slots=True)
class Kept:
    """An import as it is kept: how and when it came; `hash` is the SHA-256 of its bytes."""

    id: str
    form: Form
    imported_ms: int
    size: int
    hash: bytes


def found_in(connection: Connection, name: str) -> Kept | None:
    """The import of this id, None if there is none with a result."""
    row = connection.execute(select(foreign_records).where(foreign_records.c.id == name)).first()
    if row is None:
        return None
    return Kept(row.id, Form(row.format), row.imported_ms, row.size, bytes(row.hash))


def kept_in(connection: Connection, kept: Kept) -> Kept:
    """The row of an import: that of whoever was first."""
    found = found_in(connection, kept.id)
    if found is None:
        row = {"format": str(kept.form), "imported_ms": kept.imported_ms, "size": kept.size}
        connection.execute(insert(foreign_records).values(id=kept.id, hash=kept.hash, **row))
    return found or kept


def bytes_kept(connection: Connection) -> int:
    """How many bytes are kept, as they were sent."""
    return int(connection.scalar(select(func.coalesce(func.sum(foreign_records.c.size), 0))) or 0)
