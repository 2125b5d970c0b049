"""Imports that wait for a worker: rows of the catalogue, from their receipt to the end of their audit.

A row is written before the client is told, and goes only with the result. A worker holds a row for some
seconds and renews that while it works: after its death another worker takes the import up again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from replays.catalogue.connecting import read, write
from replays.catalogue.tables import foreign_pending
from replays.imports.foreign import Form
from replays.imports.kept import Kept, found_in, kept_in

HOLD_MS: Final = 15_000
"""How long a worker that gives no sign of life keeps others from an import."""

DAY_MS: Final = 86_400_000
"""How long a refusal can be asked for."""


class Stage(StrEnum):
    """What has come of an import; the values are stored."""

    WAITING = "waiting"
    READING = "reading"
    AUDITING = "auditing"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Pending:
    """An import without a result: how far a worker has read it, or why it was refused."""

    kept: Kept
    stage: Stage = Stage.WAITING
    read: int = 0
    detail: str | None = None
    rule: str | None = None


class PendingImports:
    """The imports that wait in the catalogue behind `engine`; `clock` gives ms since 1970.

    Every method may raise CatalogueUnavailable.
    """

    def __init__(self, engine: Engine, clock: Callable[[], int]) -> None:
        self._engine = engine
        self._clock = clock

    def find(self, name: str) -> Pending | None:
        """The import of this id without a result, None if there is none."""
        return read(self._engine, lambda connection: _pending(connection, name))

    def add(self, kept: Kept) -> Kept | Pending:
        """Wait for a worker from now on; what is known of the same bytes already is returned instead."""

        def added(connection: Connection) -> Kept | Pending:
            known = found_in(connection, kept.id) or _pending(connection, kept.id)
            if known is None:
                row = {"stage": Stage.WAITING, "read": 0, "held_ms": 0, **_fields(kept)}
                connection.execute(insert(foreign_pending).values(**row))
            return known or Pending(kept)

        return write(self._engine, added)

    def is_due(self) -> bool:
        """Whether an import waits that no living worker holds, or a refusal is over a day old."""
        return read(self._engine, lambda connection: connection.scalar(self._due()) is not None)

    def take(self) -> Pending | None:
        """The import that has waited longest, held for `HOLD_MS` from now; None if none is free."""

        def taken(connection: Connection) -> Pending | None:
            name = connection.scalar(self._free().order_by(foreign_pending.c.imported_ms).limit(1))
            if name is not None:
                _change(connection, name, held_ms=self._clock() + HOLD_MS)
            return None if name is None else _pending(connection, name)

        return write(self._engine, taken)

    def report(self, name: str, stage: Stage, done: int) -> None:
        """Show how far an import is, and hold it for `HOLD_MS` from now."""
        values = {"stage": stage, "read": done, "held_ms": self._clock() + HOLD_MS}
        write(self._engine, lambda connection: _change(connection, name, **values))

    def refuse(self, name: str, detail: str, rule: str | None) -> None:
        """Note that the file is no game, for a day from now."""
        values = {"stage": Stage.REFUSED, "detail": detail, "rule": rule, "held_ms": self._clock() + DAY_MS}
        write(self._engine, lambda connection: _change(connection, name, **values))

    def accept(self, kept: Kept) -> None:
        """Move an import to those with a result, in one transaction."""

        def moved(connection: Connection) -> None:
            connection.execute(delete(foreign_pending).where(foreign_pending.c.id == kept.id))
            kept_in(connection, kept)

        write(self._engine, moved)

    def old(self) -> list[str]:
        """The ids of the imports that were refused over a day ago."""
        old = (foreign_pending.c.stage == Stage.REFUSED) & (foreign_pending.c.held_ms < self._clock())
        found = select(foreign_pending.c.id).where(old)
        return read(self._engine, lambda connection: list(connection.scalars(found)))

    def drop(self, name: str) -> None:
        """Forget a refusal."""
        row = (foreign_pending.c.id == name) & (foreign_pending.c.stage == Stage.REFUSED)
        write(self._engine, lambda connection: connection.execute(delete(foreign_pending).where(row)))

    def _due(self) -> Any:
        return select(foreign_pending.c.id).where(foreign_pending.c.held_ms < self._clock()).limit(1)

    def _free(self) -> Any:
        free = (foreign_pending.c.stage != Stage.REFUSED) & (foreign_pending.c.held_ms < self._clock())
        return select(foreign_pending.c.id).where(free)


def bytes_pending(connection: Connection) -> int:
    """How many bytes wait, as they were sent."""
    return int(connection.scalar(select(func.coalesce(func.sum(foreign_pending.c.size), 0))) or 0)


def _pending(connection: Connection, name: str) -> Pending | None:
    row = connection.execute(select(foreign_pending).where(foreign_pending.c.id == name)).first()
    if row is None:
        return None
    kept = Kept(row.id, Form(row.format), row.imported_ms, row.size, bytes(row.hash))
    return Pending(kept, Stage(row.stage), row.read, row.detail, row.rule)


def _change(connection: Connection, name: str, **values: Any) -> None:
    connection.execute(update(foreign_pending).where(foreign_pending.c.id == name).values(**values))


def _fields(kept: Kept) -> dict[str, Any]:
    row = {"id": kept.id, "format": str(kept.form), "imported_ms": kept.imported_ms}
    return {**row, "size": kept.size, "hash": kept.hash}
