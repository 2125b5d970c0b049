"""Rows of imports in the catalogue: pending ones from the upload to the end of the audit, and finished ones.

A row is written before the response, and removed only with the result. A worker holds a row for some seconds
and renews that while it works: after its death another worker continues.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from replays.catalogue.connecting import read, write
from replays.catalogue.tables import foreign_pending, foreign_records
from replays.imports.foreign import UploadForm


@dataclass(frozen=True, slots=True)
class StoredImport:
    """A stored import: its form, its time and size; `hash` is the SHA-256 of its bytes."""

    id: str
    form: UploadForm
    imported_ms: int
    size: int
    hash: bytes


def found_in(connection: Connection, name: str) -> StoredImport | None:
    """Return the finished import of this id, or None."""
    row = connection.execute(select(foreign_records).where(foreign_records.c.id == name)).first()
    return None if row is None else _stored(row)


def kept_in(connection: Connection, kept: StoredImport) -> StoredImport:
    """Insert the row of an import unless it exists, and return it."""
    existing = found_in(connection, kept.id)
    if existing is None:
        connection.execute(insert(foreign_records).values(_fields(kept)))
    return existing or kept


def bytes_stored(connection: Connection) -> int:
    """Return the total size of all uploads, finished and pending."""
    sums = (select(func.sum(table.c.size)) for table in (foreign_records, foreign_pending))
    return sum(int(connection.scalar(size) or 0) for size in sums)


HOLD_MS: Final = 15_000
"""Time for which an unresponsive worker keeps other workers from an import."""

DAY_MS: Final = 86_400_000
"""Time for which a refusal is stored."""


class Stage(StrEnum):
    """Stage of an import; the values are stored."""

    WAITING = "waiting"
    READING = "reading"
    AUDITING = "auditing"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Pending:
    """An import without a result: the progress of the worker, or the reason of the refusal."""

    kept: StoredImport
    stage: Stage = Stage.WAITING
    read: int = 0
    detail: str | None = None
    rule: str | None = None


class PendingImports:
    """Pending imports in the catalogue behind `engine`; `clock` returns ms since 1970.

    Every method may raise CatalogueUnavailable.
    """

    def __init__(self, engine: Engine, clock: Callable[[], int]) -> None:
        self._engine = engine
        self._clock = clock

    def find(self, name: str) -> Pending | None:
        """Return the pending import of this id, or None."""
        return read(self._engine, lambda connection: _pending(connection, name))

    def add(self, kept: StoredImport) -> StoredImport | Pending:
        """Add an import for a worker, or return the known one with the same bytes."""

        def added(connection: Connection) -> StoredImport | Pending:
            known = found_in(connection, kept.id) or _pending(connection, kept.id)
            if known is None:
                row = {"stage": Stage.WAITING, "read": 0, "held_ms": 0, **_fields(kept)}
                connection.execute(insert(foreign_pending).values(**row))
            return known or Pending(kept)

        return write(self._engine, added)

    def is_due(self) -> bool:
        """Return True if an import waits without a worker, or a refusal is over a day old."""
        return read(self._engine, lambda connection: connection.scalar(self._due()) is not None)

    def take(self) -> Pending | None:
        """Return the import that has waited longest, held for `HOLD_MS`, or None."""

        def taken(connection: Connection) -> Pending | None:
            name = connection.scalar(self._free().order_by(foreign_pending.c.imported_ms).limit(1))
            if name is not None:
                _change(connection, name, held_ms=self._clock() + HOLD_MS)
            return None if name is None else _pending(connection, name)

        return write(self._engine, taken)

    def report(self, name: str, stage: Stage, done: int) -> None:
        """Record the progress of an import, and hold it for `HOLD_MS`."""
        values = {"stage": stage, "read": done, "held_ms": self._clock() + HOLD_MS}
        write(self._engine, lambda connection: _change(connection, name, **values))

    def refuse(self, name: str, detail: str, rule: str | None) -> None:
        """Record for a day that the file is not a game."""
        values = {"stage": Stage.REFUSED, "detail": detail, "rule": rule, "held_ms": self._clock() + DAY_MS}
        write(self._engine, lambda connection: _change(connection, name, **values))

    def accept(self, kept: StoredImport) -> None:
        """Move an import to the finished ones, in one transaction."""

        def moved(connection: Connection) -> None:
            connection.execute(delete(foreign_pending).where(foreign_pending.c.id == kept.id))
            kept_in(connection, kept)

        write(self._engine, moved)

    def old(self) -> list[str]:
        """Return the ids of imports that were refused over a day ago."""
        old = (foreign_pending.c.stage == Stage.REFUSED) & (foreign_pending.c.held_ms < self._clock())
        refused = select(foreign_pending.c.id).where(old)
        return read(self._engine, lambda connection: list(connection.scalars(refused)))

    def drop(self, name: str) -> None:
        """Remove a refusal."""
        row = (foreign_pending.c.id == name) & (foreign_pending.c.stage == Stage.REFUSED)
        write(self._engine, lambda connection: connection.execute(delete(foreign_pending).where(row)))

    def _due(self) -> Any:
        return select(foreign_pending.c.id).where(foreign_pending.c.held_ms < self._clock()).limit(1)

    def _free(self) -> Any:
        free = (foreign_pending.c.stage != Stage.REFUSED) & (foreign_pending.c.held_ms < self._clock())
        return select(foreign_pending.c.id).where(free)


def _pending(connection: Connection, name: str) -> Pending | None:
    row = connection.execute(select(foreign_pending).where(foreign_pending.c.id == name)).first()
    if row is None:
        return None
    return Pending(_stored(row), Stage(row.stage), row.read, row.detail, row.rule)


def _change(connection: Connection, name: str, **values: Any) -> None:
    connection.execute(update(foreign_pending).where(foreign_pending.c.id == name).values(**values))


def _stored(row: Any) -> StoredImport:
    return StoredImport(row.id, UploadForm(row.format), row.imported_ms, row.size, bytes(row.hash))


def _fields(kept: StoredImport) -> dict[str, Any]:
    row = {"id": kept.id, "format": str(kept.form), "imported_ms": kept.imported_ms}
    return {**row, "size": kept.size, "hash": kept.hash}
