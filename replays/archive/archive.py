"""The archive as a whole: records put into blobs, entered in the catalogue, and read again one by one."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import Final

from sqlalchemy import Connection, Engine

from app.http.aside import in_thread_pool
from app.store.canonical import canonical
from app.store.entry import Entry, Head
from app.store.errors import Unreadable
from app.store.keys import GameId
from replays.archive.blob import Blob, Filed, Member, dictionary_name, index, pack, unpack
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.archive.files import Files, Reached, Step, go_on
from replays.archive.logs import entries_in
from replays.catalogue import rows
from replays.catalogue.connecting import read, writing
from replays.catalogue.finding import outline
from replays.catalogue.rows import Row, Shelved
from replays.catalogue.summary import Summary
from replays.tree.leaves import Leaf
from replays.tree.store import append

_KEPT: Final = 32
_KEPT_ENTRIES: Final = 50_000
"""How many logs a process keeps that it has read from the archive, and how many entries, if not of one log.

As many as the longest game has: entries take memory, and a search for cycles of garbage looks at each.
"""


class Archive:
    """The records in `files` and the catalogue behind `engine`. Safe between threads and greenlets.

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

    def find(self, game: str) -> Shelved | None:
        """Where the record of `game` is; None if it is not archived."""
        return read(self.engine, lambda connection: rows.shelved(connection, game))

    def read(self, game: str) -> bytes | None:
        """The record of `game` without its proof line; None if it is not archived. RecordRemoved raises."""
        found = self.find(game)
        return None if found is None else self.record(found)

    def record(self, found: Shelved) -> bytes:
        """The record that is where `found` says, without its proof line; RecordRemoved if it is gone."""
        if found.blob is None:
            raise RecordRemoved(found.game, found.removed_ms or 0)
        try:
            frame = self.files.read(found.blob, found.at, found.length)
        except DamagedBlob:
            moved = self.find(found.game)  # its file is another one after a game in it was removed
            if moved is None or moved.blob == found.blob:
                raise
            return self.record(moved)
        shared = self.dictionary(found.dictionary)
        return in_thread_pool(lambda: unpack(frame, found.size, found.hash, shared))

    def entries(self, game: GameId) -> tuple[Entry, ...] | None:
        """The whole log of `game`, hidden parts too; None if it is not archived. RecordRemoved raises.

        A damaged file raises Unreadable, because the record in it can be read as a whole or not at all.
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
        found = in_thread_pool(lambda: entries_in(record))
        with self._lock:
            self._kept[game] = found
            while len(self._kept) > 1 and self._keeps_too_much():
                self._kept.popitem(last=False)
        return found

    def head(self, game: GameId) -> Head | None:
        """The last place of the log of `game`; None if it is not archived.

        RecordRemoved if the operator removed the game: nobody goes on with what was read of it before.
        """
        found = self.find(game)
        if found is not None and found.is_removed:
            raise RecordRemoved(found.game, found.removed_ms or 0)
        return None if found is None else Head(found.plies, found.digest, found.status)

    def summary(self, game: GameId) -> bytes | None:
        """The summary of `game` in the form of the store's; None if it is not archived."""
        found = read(self.engine, lambda connection: outline(connection, game))
        return None if found is None else canonical(found)

    def disputes(self, games: Sequence[str]) -> list[tuple[str, str]]:
        """The archived disputes about `games`, each behind its game."""
        return read(self.engine, lambda connection: rows.disputes(connection, games))

    def put(self, records: Sequence[Filed]) -> Blob:
        """The blob with `records`, durably written; nobody finds it before it is entered."""
        blob = pack(records)
        for digest, data in blob.dictionaries.items():
            name = dictionary_name(digest)
            if self.files.size(name) != len(data):
                self.files.put(name, data)
        self.files.put(blob.name, blob.data)
        return blob

    def check(self, blob: Blob) -> None:
        """DamagedBlob unless the file of `blob` reads back as what it is, and its index with it."""
        size = self.files.size(blob.name) or 0
        if self.files.read(blob.name) != blob.data or self.members(blob.name, size) != blob.members:
            raise DamagedBlob(f"the file {blob.name} reads back as something else")

    def members(self, name: str, size: int) -> tuple[Member, ...]:
        """The records that the index of the file `name` of `size` bytes names."""
        return index(size, lambda at, length: self.files.read(name, at, length))

    def member(self, name: str, member: Member) -> bytes:
        """The record of a member of the file `name`."""
        frame = self.files.read(name, member.at, member.length)
        return unpack(frame, member.size, member.hash, self.dictionary(member.dictionary))

    def enter(
        self,
        blob: Blob,
        told: Sequence[tuple[Member, Summary]],
        now_ms: int,
        reached: Reached = go_on,
        then: Callable[[Connection, set[str]], object] = lambda connection, old: None,
    ) -> set[str]:
        """One transaction enters the members of `blob`, their summaries and their leaves, and does `then`.

        A game that is there already is passed over and in what is returned, so whoever was cut off may begin
        again; `then` is told these games, too.
        """
        with writing(self.engine) as connection:
            old = rows.known(connection, [member.game for member, _ in told])
            new = [(member, summary) for member, summary in told if member.game not in old]
            if new:
                rows.enter(connection, blob.name, len(blob.data), list(_rows(new)), now_ms)
                append(connection, [Leaf(each.game, each.plies, each.digest) for each, _ in new])
            then(connection, old)
            reached(Step.ENTERED)
        return old

    def retire(self, before_ms: int, now_ms: int) -> int:
        """How many records were removed with the oldest blob, if it was written before `before_ms`.

        What remains of their games are their rows and leaves. The file goes last: cut off before, it is one
        that nobody finds.
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
        """The dictionary with this SHA-256, None without one; DamagedBlob if its file is not that."""
        return None if digest is None else self._dictionary(digest)

    def _read_dictionary(self, digest: bytes) -> bytes:
        name = dictionary_name(digest)
        data = self.files.read(name)
        if sha256(data).digest() != digest:
            raise DamagedBlob(f"the file {name} is not what was written")
        return data


def _rows(told: Sequence[tuple[Member, Summary]]) -> Iterable[Row]:
    return (Row(summary, rows.fields(member)) for member, summary in told)
