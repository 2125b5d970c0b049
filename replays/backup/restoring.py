"""Restoration of a backup into empty parts, of any kind.

All parts are checked before the first is written. Then each gets a text instead of an identity, with which no
process starts and which names the backup: an interrupted restoration of the same backup continues, and that
of another one is refused. The identity is written last, into the store at the very end.

The archive is written first, then the catalogue in one transaction, then the store. A log of the store that
the catalogue has further on, or as removed, was archived or removed while the backup was made: it is written
as archived and leaves the store at once, by the rule for archived games.

A rehearsal gets an id of its own and has another origin. It has no checkpoints, because the old ones are of
the old origin, and no webhooks, because their receivers must hear nothing of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from app.parts.outages import SETTINGS, Part
from app.service.signing import now_ms
from app.store import copying
from app.store import installation as in_store
from app.store.connections import Command
from app.store.copying import KeyCopy, LogCopy
from app.store.encryption import StorageCipher
from app.store.entry import At
from app.store.keys import BUCKETS, HOOKS, SIGNED, LogKind
from app.store.retention import Retention
from replays.archive.segments import FOLDER as LOG_FOLDER
from replays.backup import tables
from replays.backup.folder import Backup, BackupRefused
from replays.backup.making import ARCHIVE, CATALOGUE, KINDS, STORE, Progress
from replays.catalogue.connecting import bare, reading, writing
from replays.catalogue.rows import ends
from replays.catalogue.tables import VERSION, checkpoints
from replays.installation.parts import CARRIERS, Identity, Parts, PartState, restoring, sentence

_AT_ONCE: Final = 2000
"""Commands that are sent together, unless one log has more."""


@dataclass(slots=True)
class Restoration:
    """Writes `backup` into `parts`, under `identity`."""

    backup: Backup
    parts: Parts
    cipher: StorageCipher
    identity: Identity
    looked: Progress
    rehearsal: bool = False
    differing: list[str] = field(default_factory=list)
    """Logs that the store has not as the backup has them."""

    def check(self) -> None:
        """Raise BackupRefused unless every part is empty, or has an unfinished restoration of this backup."""
        check_empty(self.parts, self._mark)

    def run(self) -> int:
        """Write all parts, which `check` has allowed; return the number of logs in the store that arrived."""
        for part in CARRIERS:
            self.parts.replace_text(part, self._mark)
        self._write_archive()
        self._write_catalogue()
        self._write_store()
        arrived = self._compare_store()
        if not self.differing:
            self._finish()
        return arrived

    @property
    def _mark(self) -> str:
        """Text of a part while it is restored."""
        return restoring(f"{self.backup.digest} {'rehearsal' if self.rehearsal else ''}".strip())

    def _write_archive(self) -> None:
        names = [name for name in self.backup.under(ARCHIVE) if not self._is_left_out(name)]
        files = self.parts.files
        for done, name in enumerate(names, start=1):
            data, target = self.backup.read(name), name.removeprefix(f"{ARCHIVE}/")
            if files.size(target) != len(data) or files.read(target) != data:
                files.put(target, data)
                if files.read(target) != data:
                    raise BackupRefused(f"The file {target} of the archive reads back as something else.")
            self.looked(ARCHIVE, done, len(names))

    def _is_left_out(self, name: str) -> bool:
        """Return whether a rehearsal lacks a file."""
        left_out = (
            f"{ARCHIVE}/{LOG_FOLDER}/",
            f"{CATALOGUE}/{checkpoints.name}/",
            f"{STORE}/{LogKind.WEBHOOK}-",
        )
        return self.rehearsal and name.startswith(left_out)

    def _write_catalogue(self) -> None:
        if self.backup.manifest["catalogue"] != VERSION:
            raise BackupRefused(
                "The backup has a catalogue of another version; use the program that made it."
            )
        with writing(self.parts.engine) as connection:
            if not tables.are_empty(connection):
                return  # written before an interruption
            names = [name for name in self.backup.under(CATALOGUE) if not self._is_left_out(name)]
            done = 0
            for table in tables.TABLES:
                for name in [name for name in names if name.startswith(f"{CATALOGUE}/{table.name}/")]:
                    tables.enter(connection, table, self.backup.lines(name))
                    done += 1
                    self.looked(CATALOGUE, done, len(names))
            tables.continue_numbers(connection)

    def _store_files(self) -> list[str]:
        """Return the files of the store in the order in which they were made."""
        folders = ["first", *(f"{kind}-{number:02x}" for kind in KINDS for number in range(BUCKETS)), "last"]
        names = [name for folder in folders for name in self.backup.under(f"{STORE}/{folder}")]
        return [name for name in names if not self._is_left_out(name)]

    def _write_store(self) -> None:
        names, redis = self._store_files(), self.parts.store
        for done, name in enumerate(names[in_store.restored(redis) :], start=in_store.restored(redis) + 1):
            if _has_logs(name):
                self._write_logs([copying.parse_log(row) for row in self.backup.lines(name)])
            else:
                self._write_keys((key, copying.parse_key(copy)) for key, copy in self.backup.lines(name))
            in_store.mark_restored(redis, done)
            self.looked(STORE, done, len(names))

    def _write_keys(self, copies: Iterable[tuple[str, KeyCopy]]) -> None:
        for _, some in groupby(copies, key=lambda pair: _together(pair[0])):
            commands: list[Command] = []
            for key, copy in some:
                if not (self.rehearsal and key in (SIGNED, HOOKS)):
                    commands += [("DEL", key), *copy.commands(key, now_ms())]
            for begin in range(0, len(commands), _AT_ONCE):
                copying.write(self.parts.store, commands[begin : begin + _AT_ONCE])

    def _write_logs(self, copies: Sequence[LogCopy]) -> None:
        """Write logs of one bucket."""
        archived = self._archived(copies)
        commands: list[Command] = []
        for copy in copies:
            over = _is_over(copy, archived)
            commands += self._shown(copy.over() if over else copy).commands(now_ms())
            if over or len(commands) > _AT_ONCE:
                copying.write(self.parts.store, commands)
                commands = []
            if over:
                self._forget(copy)
        copying.write(self.parts.store, commands)

    def _shown(self, copy: LogCopy) -> LogCopy:
        return copy.unwatched() if self.rehearsal else copy

    def _forget(self, copy: LogCopy) -> None:
        ply, digest = copy.head or (0, b"")
        Retention(self.parts.store, self.cipher).forget(copy.log, At(ply, digest))

    def _archived(self, copies: Sequence[LogCopy]) -> dict[str, tuple[int, bytes] | None]:
        with reading(self.parts.engine) as connection:
            return ends(connection, [copy.log for copy in copies])

    def _compare_store(self) -> int:
        """Compare every log in the store with the backup, and return the number of equal ones."""
        names = [name for name in self._store_files() if _has_logs(name)]
        equal = 0
        for done, name in enumerate(names, start=1):
            copies = [copying.parse_log(row) for row in self.backup.lines(name)]
            archived = self._archived(copies)
            stored = copying.places(self.parts.store, [copy.log for copy in copies])
            for copy, place in zip(copies, stored, strict=True):
                wanted = None if _is_over(copy, archived) else copy.place
                equal += place == wanted
                if place != wanted:
                    self.differing.append(copy.log)
            self.looked("comparison", done, len(names))
        return equal

    def _finish(self) -> None:
        for part in (Part.ARCHIVE, Part.CATALOGUE, Part.STORE):
            self.parts.replace(part, self.identity)
        in_store.mark_restored(self.parts.store, 0)
        in_store.complete(self.parts.store)


def check_empty(parts: Parts, mark: str | None = None) -> None:
    """Raise BackupRefused unless every part is empty, or has the text `mark` as its identity."""
    for part in CARRIERS:
        state = parts.find(part)
        if state.away:
            raise BackupRefused(
                sentence(f"{state.named} does not answer ({state.away}); look at {SETTINGS[part]}")
            )
        reason = None if mark is not None and parts.text(part) == mark else _content(parts, state)
        if reason is not None:
            raise BackupRefused(
                sentence(
                    f"A backup is restored into empty parts, and not into {state.named}: {reason}; look at"
                    f" {SETTINGS[part]}"
                )
            )


def _content(parts: Parts, state: PartState) -> str | None:
    """Return why a part is not empty, or None."""
    if state.bad:
        return str(state.bad)
    if state.identity is not None:
        return f"it belongs to installation {state.identity.id}"
    return None if _is_empty(parts, state.part) else "it is not empty"


def _is_empty(parts: Parts, part: Part) -> bool:
    if part is Part.STORE:
        return in_store.is_empty(parts.store)
    if part is Part.ARCHIVE:
        return next(parts.files.names(""), None) is None
    with bare(parts.engine) as connection:
        return connection is None or tables.are_empty(connection)


def _is_over(copy: LogCopy, ends: Mapping[str, tuple[int, bytes] | None]) -> bool:
    """Return whether the archive has a log further on than the copy, or has removed it."""
    return copy.log in ends and copy.head is not None and copy.head != ends[copy.log]


def _has_logs(name: str) -> bool:
    return not name.startswith((f"{STORE}/first/", f"{STORE}/last/"))


def _together(key: str) -> str:
    """Return the hash tag of a key, or the whole key: what may be written together."""
    return key.partition("}")[0] if key.startswith("cq:{") else key
