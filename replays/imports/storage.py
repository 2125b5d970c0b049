"""Storage of imports: compressed files of the archive, named by their hash, and a row for each.

A file has the uploaded bytes, and its name their hash. The time of the upload is in the catalogue only: an
import that is recovered from its file gets the current time. A large one without a result is audited again by
a worker.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, Engine
from zstandard import ZstdCompressor, ZstdDecompressor, ZstdError

from app.http.blocking_calls import in_thread_pool
from replays.archive.errors import CHANGED, DamagedBlob
from replays.archive.files import Files
from replays.catalogue.connecting import read, reading, write, writing
from replays.imports.foreign import SMALL, NoRoom, Upload, UploadForm, named
from replays.imports.rows import (
    Pending,
    PendingImports,
    StoredImport,
    bytes_stored,
    found_in,
    kept_in,
)
from replays.record.format import SIZE_LIMIT

FOLDER: Final = "foreign"
"""Folder of the archive for imports."""

_LEVEL: Final = 9


class ImportFile(StrEnum):
    """Result of a worker for a large import, stored in a file beside it; the values are stored."""

    VIEW = "view"
    DIGESTS = "digests"
    OTHER = "other"


class ImportStorage:
    """Storage of imports, at most `room` bytes of uploads.

    Every method may raise ArchiveUnavailable, DamagedBlob and CatalogueUnavailable.
    """

    def __init__(self, files: Files, engine: Engine, room: int, clock: Callable[[], int]) -> None:
        self._files = files
        self._engine = engine
        self._room = room
        self._clock = clock
        self.pending = PendingImports(engine, clock)

    def keep(self, sent: Upload) -> StoredImport:
        """Store an upload once, the file before its row. Raises NoRoom."""
        known = self.find(sent.id)
        if known is not None:
            return known
        kept = self._put(sent)
        return write(self._engine, lambda connection: kept_in(connection, kept))

    def receive(self, sent: Upload) -> StoredImport | Pending:
        """Store an upload for a worker, once. Raises NoRoom."""
        known = self.find(sent.id) or self.pending.find(sent.id)
        return known or self.pending.add(self._put(sent))

    def find(self, name: str) -> StoredImport | None:
        """Return the finished import of this id, or None."""
        return read(self._engine, lambda connection: found_in(connection, name))

    def data(self, kept: StoredImport) -> bytes:
        """Return the uploaded bytes. Raises DamagedBlob if they have changed."""
        packed = self._files.read(path_of(kept.id))
        return in_thread_pool(lambda: _unpacked(kept, packed))

    def put_part(self, kept: StoredImport, part: ImportFile, data: bytes) -> None:
        """Store a result for an import; repeating it gives the same bytes."""
        self._files.put(path_of(kept.id, part), ZstdCompressor(_LEVEL).compress(data))

    def part(self, kept: StoredImport, part: ImportFile) -> bytes | None:
        """Return a worker's result for an import, or None."""
        name = path_of(kept.id, part)
        if self._files.size(name) is None:
            return None
        packed = self._files.read(name)
        try:
            return in_thread_pool(lambda: ZstdDecompressor().decompress(packed, max_output_size=SIZE_LIMIT))
        except ZstdError:
            raise DamagedBlob(CHANGED.filled(name=name)) from None

    def forget(self) -> None:
        """Remove expired refused imports, the row of each after its file."""
        for name in self.pending.old():
            self._files.remove(path_of(name))
            self.pending.drop(name)

    def _put(self, sent: Upload) -> StoredImport:
        """Write the file if there is room for it."""
        data = sent.data
        read(self._engine, lambda connection: self._check_room(connection, len(data)))
        packed = in_thread_pool(lambda: ZstdCompressor(_LEVEL).compress(data))
        self._files.put(path_of(sent.id), packed)
        return StoredImport(sent.id, sent.form, self._clock(), len(data), sent.hash)

    def _check_room(self, connection: Connection, size: int) -> None:
        if bytes_stored(connection) + size > self._room:
            raise NoRoom("As much as this service keeps of foreign games is kept already.")


def _unpacked(kept: StoredImport, packed: bytes) -> bytes:
    try:
        data = ZstdDecompressor().decompress(packed, max_output_size=kept.size)
    except ZstdError:
        data = b""
    if sha256(data).digest() != kept.hash:
        raise DamagedBlob(f"the import {kept.id} is not what was sent")
    return data


def is_of(name: str, data: bytes, form: UploadForm, now_ms: int) -> StoredImport | None:
    """Return the import of this id with these bytes; None if the hash does not match."""
    digest = sha256(data).digest()
    return StoredImport(name, form, now_ms, len(data), digest) if named(digest) == name else None


def path_of(name: str, part: ImportFile | None = None) -> str:
    """Return the path of an import's file, apart from the blobs of games."""
    suffix = "" if part is None else f".{part}"
    return f"{FOLDER}/{name[2:4]}/{name}{suffix}.zst"


_NAME: Final = re.compile(rf"{FOLDER}/[0-9a-f]{{2}}/(x-[0-9a-f]{{24}})\.zst")


@dataclass(slots=True)
class Entered:
    """Numbers of recovered imports and of those that wait for a worker; ids with damaged files."""

    kept: int = 0
    waiting: int = 0
    damaged: list[str] = field(default_factory=list)


def enter_imports(files: Files, engine: Engine, clock: Callable[[], int]) -> Entered:
    """Add each import of the archive that is not in the catalogue behind `engine`.

    An interrupted run can be repeated. ArchiveUnavailable and CatalogueUnavailable are passed on.
    """
    result, pending = Entered(), PendingImports(engine, clock)
    for name in _names(files):
        with reading(engine) as connection:
            known = found_in(connection, name)
        if known is not None or pending.find(name) is not None:
            continue
        kept = _kept(name, files.read(path_of(name)), clock())
        if kept is None:
            result.damaged.append(name)
        elif kept.size <= SMALL[kept.form] or files.size(path_of(name, ImportFile.VIEW)) is not None:
            with writing(engine) as connection:
                kept_in(connection, kept)
            result.kept += 1
        else:
            pending.add(kept)
            result.waiting += 1
    return result


def _names(files: Files) -> Iterator[str]:
    """Yield the ids of the imports in the archive, in order."""
    matches = (_NAME.fullmatch(name) for name in files.names(FOLDER))
    yield from sorted(match[1] for match in matches if match is not None)


def _kept(name: str, packed: bytes, now_ms: int) -> StoredImport | None:
    """Return the import in a file; None if its hash does not match the name."""
    try:
        data = ZstdDecompressor().decompress(packed, max_output_size=SIZE_LIMIT)
    except ZstdError:
        return None
    return is_of(name, data, UploadForm.RECORD if data.lstrip().startswith(b"{") else UploadForm.TEXT, now_ms)
