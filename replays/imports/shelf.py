"""Where imports are kept: compressed files of the archive, found by their hash, and a row for each."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, Engine, func, insert, select
from zstandard import ZstdCompressor, ZstdDecompressor, ZstdError

from replays.archive.errors import DamagedBlob
from replays.archive.files import Files
from replays.catalogue.connecting import read, write
from replays.catalogue.tables import foreign_records
from replays.imports.errors import NoRoom
from replays.imports.foreign import Form, id_of

_LEVEL: Final = 12


@dataclass(frozen=True, slots=True)
class Kept:
    """An import as it is kept: how and when it came."""

    id: str
    form: Form
    imported_ms: int
    size: int
    hash: bytes


class Shelf:
    """The imports of a service, at most `room` bytes of them as they were sent.

    Every method may raise ArchiveUnavailable, DamagedBlob and CatalogueUnavailable.
    """

    def __init__(self, files: Files, engine: Engine, room: int, clock: Callable[[], int]) -> None:
        self._files = files
        self._engine = engine
        self._room = room
        self._clock = clock

    def keep(self, data: bytes, form: Form) -> Kept:
        """Keeps what was sent, once; NoRoom where there is none. The file comes first, its row after it."""
        name = id_of(data)
        known = self.find(name)
        if known is not None:
            return known
        read(self._engine, lambda connection: self._check_room(connection, len(data)))
        self._files.put(_path(name), ZstdCompressor(_LEVEL).compress(data))
        kept = Kept(name, form, self._clock(), len(data), sha256(data).digest())
        return write(self._engine, lambda connection: _entered(connection, kept))

    def find(self, name: str) -> Kept | None:
        """The import of this id, None if there is none."""
        return read(self._engine, lambda connection: _row(connection, name))

    def data(self, kept: Kept) -> bytes:
        """What was sent, byte for byte; DamagedBlob if it is not that any more."""
        packed = self._files.read(_path(kept.id))
        try:
            data = ZstdDecompressor().decompress(packed, max_output_size=kept.size)
        except ZstdError:
            data = b""
        if sha256(data).digest() != kept.hash:
            raise DamagedBlob(f"the import {kept.id} is not what was sent")
        return data

    def _check_room(self, connection: Connection, size: int) -> None:
        used = connection.scalar(select(func.coalesce(func.sum(foreign_records.c.size), 0))) or 0
        if int(used) + size > self._room:
            raise NoRoom("As much as this service keeps of foreign games is kept already.")


def _entered(connection: Connection, kept: Kept) -> Kept:
    """The row of an import: that of whoever was first."""
    found = _row(connection, kept.id)
    if found is None:
        row = {"format": str(kept.form), "imported_ms": kept.imported_ms, "size": kept.size}
        connection.execute(insert(foreign_records).values(id=kept.id, hash=kept.hash, **row))
    return found or kept


def _row(connection: Connection, name: str) -> Kept | None:
    row = connection.execute(select(foreign_records).where(foreign_records.c.id == name)).first()
    if row is None:
        return None
    return Kept(row.id, Form(row.format), row.imported_ms, row.size, bytes(row.hash))


def _path(name: str) -> str:
    """Where the file of an import stands; apart from the blobs of our own games."""
    return f"foreign/{name[2:4]}/{name}.zst"
