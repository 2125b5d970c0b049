"""Rows of finished imports."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from replays.catalogue.tables import foreign_records
from replays.imports.foreign import Form


@dataclass(frozen=True, slots=True)
class StoredImport:
    """A stored import: its form, its time and size; `hash` is the SHA-256 of its bytes."""

    id: str
    form: Form
    imported_ms: int
    size: int
    hash: bytes


def found_in(connection: Connection, name: str) -> StoredImport | None:
    """Return the finished import of this id, or None."""
    row = connection.execute(select(foreign_records).where(foreign_records.c.id == name)).first()
    if row is None:
        return None
    return StoredImport(row.id, Form(row.format), row.imported_ms, row.size, bytes(row.hash))


def kept_in(connection: Connection, kept: StoredImport) -> StoredImport:
    """Insert the row of an import unless it exists, and return it."""
    existing = found_in(connection, kept.id)
    if existing is None:
        row = {"format": str(kept.form), "imported_ms": kept.imported_ms, "size": kept.size}
        connection.execute(insert(foreign_records).values(id=kept.id, hash=kept.hash, **row))
    return existing or kept


def bytes_kept(connection: Connection) -> int:
    """Return the total size of the stored uploads."""
    return int(connection.scalar(select(func.coalesce(func.sum(foreign_records.c.size), 0))) or 0)
