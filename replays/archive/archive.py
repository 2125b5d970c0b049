"""The archive: writes records in blobs, enters them in the catalogue, and reads them one by one."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import Final

from sqlalchemy import Connection, Engine

from app.http.blocking_calls import in_thread_pool
from app.store.canonical import canonical
from app.store.entry import Entry, Head
from app.store.errors import Unreadable
from app.store.keys import GameId
from replays.archive.blobs import Blob, BlobMember, Filed, dictionary_name, index, pack, unpack
from replays.archive.errors import CHANGED, DamagedBlob, RecordRemoved
from replays.archive.files import ArchivingStep, Files, Reached, go_on
from replays.archive.kinds import entries_in
from replays.catalogue import rows
from replays.catalogue.connecting import read, writing
from replays.catalogue.rows import CatalogueRow, RecordPlace
from replays.catalogue.search import outline
from replays.catalogue.summary import Summary
from replays.transparency.merkle import Leaf
from replays.transparency.store import append

_KEPT: Final = 32
_KEPT_ENTRIES: Final = 50_000
"""Limits of the cache of logs: number of logs, and number of entries of more than one log.

It is the number of entries of the longest game: entries take memory, and each is visited by garbage
collection.
"""


class Archive:
    """Records in `files` and the catalogue behind `engine`. Safe between threads and greenlets.

    Every method may raise ArchiveUnavailable, DamagedBlob and CatalogueUnavailable.
    """

    def __init__(self, files: Files, engine: Engine) -> None:
        self.files = files
        self.engine = engine
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[Entry, ...]] = OrderedDict()
        self._dictionary = lru_cache(16)(self._read_dictionary)

    def close(self) -> None:
        """Close the connections to the catalogue; the next use opens new ones."""
        self.engine.dispose()

    def find(self, game: str) -> RecordPlace | None:
        """Return the place of a game's record; None if it is not archived."""
        return read(self.engine, lambda connection: rows.record_place(connection, game))

    def read(self, game: str) -> bytes | None:
        """Return the record of a game without its proof line; None if not archived. Raises RecordRemoved."""
        place = self.find(game)
        return None if place is None else self.record(place)

    def record(self, place: RecordPlace) -> bytes:
        """Return the record at a place, without its proof line. Raises RecordRemoved."""
        if place.blob is None:
            raise RecordRemoved(place.game, place.removed_ms or 0)
        try:
            frame = self.files.read(place.blob, place.at, place.length)
        except DamagedBlob:
            moved = self.find(place.game)  # a removal has rewritten the file
            if moved is None or moved.blob == place.blob:
                raise
            return self.record(moved)
        shared = self.dictionary(place.dictionary)
        return in_thread_pool(lambda: unpack(frame, place.size, place.hash, shared))

    def entries(self, game: GameId) -> tuple[Entry, ...] | None:
        """Return the whole log of a game with hidden parts; None if not archived. Raises RecordRemoved.

        Raises Unreadable for a damaged file: a record in it is readable as a whole or not at all.
        """
        with self._lock:
            if game in self._kept:
                self._kept.move_to_end(game)
                return self._kept[game]
        try:
            record = self.read(game)
        except DamagedBlob as damage:
            raise Unreadable(game, 1) from damage
        if record is None:
            return None
        log = in_thread_pool(lambda: entries_in(record))
        with self._lock:
            self._kept[game] = log
            while len(self._kept) > 1 and self._keeps_too_much():
                self._kept.popitem(last=False)
        return log

    def head(self, game: GameId) -> Head | None:
        """Return the last place of a game's log; None if it is not archived.

        Raises RecordRemoved if the operator removed the game, so that a cached position is no longer used.
        """
        place = self.find(game)
        if place is not None and place.is_removed:
            raise RecordRemoved(place.game, place.removed_ms or 0)
        return None if place is None else Head(place.plies, place.digest, place.status)

    def summary(self, game: GameId) -> bytes | None:
        """Return the summary of a game in the form of the store; None if it is not archived."""
        summarised = read(self.engine, lambda connection: outline(connection, game))
        return None if summarised is None else canonical(summarised)

    def disputes(self, games: Sequence[str]) -> list[tuple[str, str]]:
        """Return the archived disputes about `games`, as pairs of game and dispute."""
        return read(self.engine, lambda connection: rows.disputes(connection, games))

    def ended_disputes(
        self, limit: int, before: tuple[int, str] | None, player: str | None = None, *, public: bool = False
    ) -> list[tuple[int, str]]:
        """Return archived disputes with their ends in ms, see `rows.ended_disputes`."""
        return read(
            self.engine,
            lambda connection: rows.ended_disputes(connection, limit, before, player, public=public),
        )

    def put(self, records: Sequence[Filed]) -> Blob:
        """Write a blob with `records` durably; it is not visible before it is entered."""
        blob = pack(records)
        for digest, data in blob.dictionaries.items():
            name = dictionary_name(digest)
            if self.files.size(name) != len(data):
                self.files.put(name, data)
        self.files.put(blob.name, blob.data)
        return blob

    def check(self, blob: Blob) -> None:
        """Raise DamagedBlob unless the file of `blob` and its index read back unchanged."""
        size = self.files.size(blob.name) or 0
        if self.files.read(blob.name) != blob.data or self.members(blob.name, size) != blob.members:
            raise DamagedBlob(f"the file {blob.name} reads back as something else")

    def members(self, name: str, size: int) -> tuple[BlobMember, ...]:
        """Return the members of the file `name` of `size` bytes, from its index."""
        return index(size, lambda at, length: self.files.read(name, at, length))

    def member(self, name: str, member: BlobMember) -> bytes:
        """Return the record of a member of the file `name`."""
        frame = self.files.read(name, member.at, member.length)
        return unpack(frame, member.size, member.hash, self.dictionary(member.dictionary))

    def enter(
        self,
        blob: Blob,
        summaries: Sequence[tuple[BlobMember, Summary]],
        now_ms: int,
        reached: Reached = go_on,
        then: Callable[[Connection, set[str]], object] = lambda connection, old: None,
    ) -> set[str]:
        """Enter the members of `blob` with summaries and leaves, and call `then`, in one transaction.

        Games that are already entered are skipped and returned, so an interrupted call can be repeated;
        `then` gets them, too.
        """
        with writing(self.engine) as connection:
            old = rows.known(connection, [member.game for member, _ in summaries])
            new = [(member, summary) for member, summary in summaries if member.game not in old]
            if new:
                rows.enter(connection, blob.name, len(blob.data), list(_rows(new)), now_ms)
                append(
                    connection,
                    [Leaf(new_member.game, new_member.plies, new_member.digest) for new_member, _ in new],
                )
            then(connection, old)
            reached(ArchivingStep.ENTERED)
        return old

    def retire(self, before_ms: int, now_ms: int) -> int:
        """Remove the oldest blob if it was written before `before_ms`; return its number of records.

        Rows and leaves of the games remain. The file is removed last: after a crash it is an unused file.
        """
        with writing(self.engine) as connection:
            name = rows.oldest_blob(connection, before_ms)
            removed = 0 if name is None else rows.remove_blob(connection, name, now_ms)
        if name is not None:
            self.files.remove(name)
            with self._lock:
                self._kept.clear()
        return removed

    def _keeps_too_much(self) -> bool:
        return len(self._kept) > _KEPT or sum(map(len, self._kept.values())) > _KEPT_ENTRIES

    def dictionary(self, digest: bytes | None) -> bytes | None:
        """Return the dictionary with this SHA-256, None without one. Raises DamagedBlob."""
        return None if digest is None else self._dictionary(digest)

    def _read_dictionary(self, digest: bytes) -> bytes:
        name = dictionary_name(digest)
        data = self.files.read(name)
        if sha256(data).digest() != digest:
            raise DamagedBlob(CHANGED.filled(name=name))
        return data


def _rows(summaries: Sequence[tuple[BlobMember, Summary]]) -> Iterable[CatalogueRow]:
    return (CatalogueRow(summary, rows.fields(member)) for member, summary in summaries)
