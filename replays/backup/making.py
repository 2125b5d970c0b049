"""Backup of a running installation.

**Why nothing is missing or torn.** Each step reads what is there when it runs, later than the beginning of
the backup, and nothing that was acknowledged before is ever removed, except by a move from the store to the
archive. The order of the steps is that of effects before their causes:

1. The first answers, quotas and the signed head in the store.
2. Logs of webhooks, then tournaments, disputes, games, players; each kind is listed when its turn comes. A
   tournament, for example, names only games that are copied later, so a copy never names what it lacks. A
   log is copied at one ply with all of its keys (`app.store.copying`). A game that leaves the store meanwhile
   was entered in the catalogue before that.
3. The log of all games in the archive, then the catalogue in one consistent view and what of the log was
   signed before it, then the other files of the archive: the store's head is in the archive before, the
   archive's in the catalogue, and the catalogue names only files that were written before. If a named file
   was removed or rewritten meanwhile, the catalogue and what is new in the archive are copied again.
4. Disputed and marked games of tournaments once more, which are recorded before their disputes, and the times
   of the signing keys.

A game that was copied while it went on, and was archived before the catalogue was copied, is in both. The
restoration takes it from the archive, which has all of it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import orjson
from redis import Redis

from app.store import copying
from app.store.client import scan
from app.store.keys import BUCKETS, GENERATIONS, HOOKS, SIGNED, GameId, LogKind, bucket, key_of
from replays.archive import installation as in_archive
from replays.archive.archive import Archive
from replays.archive.errors import DamagedBlob
from replays.archive.files import DRAFT
from replays.archive.segments import FOLDER as LOG_FOLDER
from replays.backup import tables
from replays.backup.folder import NewBackup
from replays.catalogue.connecting import reading
from replays.catalogue.tables import blobs, checkpoints, games

Progress = Callable[[str, int, int], object]
"""Called with the name of a step, the number of done items, and that of all items."""

KINDS: Final = (LogKind.WEBHOOK, LogKind.TOURNAMENT, LogKind.DISPUTE, LogKind.GAME, LogKind.PLAYER)
"""Kinds of logs in the order in which they are copied."""

LATE_ENDS: Final = ("contest", "marked")
"""Keys of a tournament that are copied once more at the end."""

STORE: Final = "store"
CATALOGUE: Final = "catalogue"
ARCHIVE: Final = "archive"

_PERMANENT: Final = ("records/", "dictionaries/")
"""Folders whose files are named by their content, and so are the same after an interruption."""

_NAME: Final = list(blobs.columns).index(blobs.c.name)
_SIZE: Final = list(checkpoints.columns).index(checkpoints.c.size)


@dataclass(frozen=True, slots=True)
class Making:
    """A backup of the parts into `target`; `run` continues an interrupted one, and returns its counts."""

    redis: Redis
    archive: Archive
    target: NewBackup
    looked: Progress

    def run(self) -> dict[str, int]:
        """Copy every part. Errors of store, archive and catalogue are passed on."""
        self._keys("first", self._first())
        for kind in KINDS:
            self._logs(kind)
        self._step(f"{ARCHIVE} log", lambda: self._copy_files(self._names(of_log=True), "log of all games"))
        self._records()
        self._keys("last", self._last())
        return self._counts()

    def _step(self, step: str, work: Callable[[], object]) -> None:
        if not self.target.is_done(step):
            work()
            self.target.done(step)

    def _keys(self, step: str, names: Iterable[str]) -> None:
        lines = self._copied_keys(names)
        self._step(f"{STORE} {step}", lambda: self.target.put_lines(f"{STORE}/{step}", lines))

    def _first(self) -> Iterator[str]:
        yield SIGNED
        yield from sorted(set(scan(self.redis, copying.ANSWERS)))
        yield from sorted(set(scan(self.redis, copying.OWNED)))
        yield HOOKS

    def _last(self) -> Iterator[str]:
        for tournament in copying.logs(self.redis, LogKind.TOURNAMENT):
            yield from (key_of(tournament, end) for end in LATE_ENDS)
        yield GENERATIONS

    def _copied_keys(self, names: Iterable[str]) -> Iterator[list[Any]]:
        for name in names:
            if (copy := copying.read_key(self.redis, name)) is not None:
                yield [name, copy.as_json()]

    def _logs(self, kind: LogKind) -> None:
        """Copy the logs of a kind, bucket by bucket."""
        steps = [f"{kind}-{number:02x}" for number in range(BUCKETS)]
        if all(self.target.is_done(f"{STORE} {step}") for step in steps):
            return
        by_bucket: dict[int, list[GameId]] = {number: [] for number in range(BUCKETS)}
        for log in copying.logs(self.redis, kind):
            by_bucket[bucket(log)].append(log)
        total, copied = sum(map(len, by_bucket.values())), 0
        for number, step in enumerate(steps):
            lines = self._copied_logs(by_bucket[number])
            self._step(f"{STORE} {step}", partial(self.target.put_lines, f"{STORE}/{step}", lines))
            copied += len(by_bucket[number])
            self.looked(f"{STORE}: {kind.name.lower()}s", copied, total)

    def _copied_logs(self, logs: Iterable[GameId]) -> Iterator[list[Any]]:
        for log in logs:
            if (copy := copying.read_log(self.redis, log)) is not None:
                yield copy.as_json()

    def _records(self) -> None:
        """Copy catalogue and archive; again while the archive loses files that the catalogue names."""
        self._step(CATALOGUE, self._copy_catalogue)
        self._copy_files(self._names(of_log=False), ARCHIVE)
        lost = self.lost()
        while lost:
            self._copy_catalogue()
            self._copy_files(self._names(of_log=False), ARCHIVE)
            before, lost = lost, self.lost()
            if before == lost:
                return  # damage, which was there before

    def _copy_catalogue(self) -> None:
        with reading(self.archive.engine) as connection:
            totals = [tables.count(connection, table) for table in tables.TABLES]
            copied = 0
            for table, rows in zip(tables.TABLES, totals, strict=True):
                self.target.put_lines(f"{CATALOGUE}/{table.name}", tables.rows(connection, table))
                copied += rows
                self.looked(CATALOGUE, copied, sum(totals))
        self._copy_signed_log()

    def _copy_signed_log(self) -> None:
        """Copy the parts of the log of all games that were signed before the catalogue was copied."""
        signed = max((row[_SIZE] for row in self.target.lines(f"{CATALOGUE}/{checkpoints.name}")), default=0)
        for name in self._names(of_log=True):
            if not self.target.has(f"{ARCHIVE}/{name}"):
                data = self.archive.files.read(name)
                if orjson.loads(data)["size"] <= signed:
                    self.target.put(f"{ARCHIVE}/{name}", data)

    def lost(self) -> list[str]:
        """Return the files of records that the copied catalogue names and the copied archive lacks."""
        named = [row[_NAME] for row in self.target.lines(f"{CATALOGUE}/{blobs.name}")]
        return [name for name in named if not self.target.has(f"{ARCHIVE}/{name}")]

    def _names(self, *, of_log: bool) -> list[str]:
        """Return the files of the archive, of the log of all games or the others."""
        folder = LOG_FOLDER if of_log else ""
        return sorted(
            name
            for name in self.archive.files.names(folder)
            if (of_log or not name.startswith(f"{LOG_FOLDER}/"))
            and name != in_archive.NAME
            and not name.endswith(DRAFT)
        )

    def _copy_files(self, names: list[str], shown: str) -> None:
        for done, name in enumerate(names, start=1):
            copied = f"{ARCHIVE}/{name}"
            if not (name.startswith(_PERMANENT) and self.target.has(copied)):
                try:
                    self.target.put(copied, self.archive.files.read(name))
                except DamagedBlob:
                    if self.archive.files.size(name) is not None:
                        raise
            self.looked(shown, done, len(names))

    def _counts(self) -> dict[str, int]:
        logs = {f"{kind.name.lower()}s": self.target.count(f"{STORE}/{kind}-") for kind in KINDS}
        archived = self.target.count(f"{CATALOGUE}/{games.name}/")
        return {**logs, "archived": archived, "files": len(self.target.under(ARCHIVE))}
