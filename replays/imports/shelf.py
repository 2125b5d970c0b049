"""Where imports are kept: compressed files of the archive, found by their hash, and a row for each."""

from collections.abc import Callable
from enum import StrEnum
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, Engine
from zstandard import ZstdCompressor, ZstdDecompressor, ZstdError

from app.http.aside import in_thread_pool
from replays.archive.errors import DamagedBlob
from replays.archive.files import Files
from replays.catalogue.connecting import read, write
from replays.imports.arriving import Arrived
from replays.imports.errors import NoRoom
from replays.imports.foreign import Form, named
from replays.imports.kept import Kept, bytes_kept, found_in, kept_in
from replays.imports.pending import Pending, PendingImports, bytes_pending
from replays.record.format import SIZE_LIMIT

FOLDER: Final = "foreign"
"""The folder of the archive that holds imports."""

_LEVEL: Final = 9


class Part(StrEnum):
    """What a worker has made of a large import, each a file beside it; the values are stored."""

    VIEW = "view"
    DIGESTS = "digests"
    OTHER = "other"


class Shelf:
    """The imports of a service, at most `room` bytes of them as they were sent.

    Every method may raise ArchiveUnavailable, DamagedBlob and CatalogueUnavailable.
    """

    def __init__(self, files: Files, engine: Engine, room: int, clock: Callable[[], int]) -> None:
        self._files = files
        self._engine = engine
        self._room = room
        self._clock = clock
        self.pending = PendingImports(engine, clock)

    def keep(self, sent: Arrived) -> Kept:
        """Keeps what was sent, once; NoRoom where there is none. The file comes first, its row after it."""
        known = self.find(sent.id)
        if known is not None:
            return known
        kept = self._put(sent)
        return write(self._engine, lambda connection: kept_in(connection, kept))

    def receive(self, sent: Arrived) -> Kept | Pending:
        """Keeps what was sent for a worker, once; NoRoom where there is no room."""
        known = self.find(sent.id) or self.pending.find(sent.id)
        return known or self.pending.add(self._put(sent))

    def find(self, name: str) -> Kept | None:
        """The import of this id that has a result, None if there is none."""
        return read(self._engine, lambda connection: found_in(connection, name))

    def data(self, kept: Kept) -> bytes:
        """What was sent, byte for byte; DamagedBlob if it is not that any more."""
        packed = self._files.read(path_of(kept.id))
        return in_thread_pool(lambda: _unpacked(kept, packed))

    def put_part(self, kept: Kept, part: Part, data: bytes) -> None:
        """Keeps what was made of an import; it may be made again and is then the same."""
        self._files.put(path_of(kept.id, part), ZstdCompressor(_LEVEL).compress(data))

    def part(self, kept: Kept, part: Part) -> bytes | None:
        """What a worker has made of an import; None if none has, as of a small one."""
        name = path_of(kept.id, part)
        if self._files.size(name) is None:
            return None
        packed = self._files.read(name)
        try:
            return in_thread_pool(lambda: ZstdDecompressor().decompress(packed, max_output_size=SIZE_LIMIT))
        except ZstdError:
            raise DamagedBlob(f"the file {name} is not what was written") from None

    def forget(self) -> None:
        """Removes the refused imports whose time is over, the row of each after its file."""
        for name in self.pending.old():
            self._files.remove(path_of(name))
            self.pending.drop(name)

    def _put(self, sent: Arrived) -> Kept:
        """The file is there, if there is room for it."""
        data = sent.data
        read(self._engine, lambda connection: self._check_room(connection, len(data)))
        packed = in_thread_pool(lambda: ZstdCompressor(_LEVEL).compress(data))
        self._files.put(path_of(sent.id), packed)
        return Kept(sent.id, sent.form, self._clock(), len(data), sent.hash)

    def _check_room(self, connection: Connection, size: int) -> None:
        if bytes_kept(connection) + bytes_pending(connection) + size > self._room:
            raise NoRoom("As much as this service keeps of foreign games is kept already.")


def _unpacked(kept: Kept, packed: bytes) -> bytes:
    try:
        data = ZstdDecompressor().decompress(packed, max_output_size=kept.size)
    except ZstdError:
        data = b""
    if sha256(data).digest() != kept.hash:
        raise DamagedBlob(f"the import {kept.id} is not what was sent")
    return data


def is_of(name: str, data: bytes, form: Form, now_ms: int) -> Kept | None:
    """Return the import of this id whose bytes are `data`; None where they are of another one."""
    digest = sha256(data).digest()
    return Kept(name, form, now_ms, len(data), digest) if named(digest) == name else None


def path_of(name: str, part: Part | None = None) -> str:
    """Where a file of an import stands; apart from the blobs of our own games."""
    made = "" if part is None else f".{part}"
    return f"{FOLDER}/{name[2:4]}/{name}{made}.zst"
