"""Archiving of finished games: they are moved from the store into a blob, verified there, and then entered.

When their time in the store is over, their keys are deleted. Every step can be repeated after a crash: a game
waits until it is entered, and a blob that was not entered is ignored. Nothing is visible before the one
transaction that enters the games.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from app.service.signing import now_ms
from app.store.entry import At, LogPosition
from app.store.errors import ILLEGIBLE, StoreError
from app.store.keys import GameId, LogKind
from app.store.log import EventStore
from app.store.retention import Retention
from replays.archive.archive import Archive
from replays.archive.blobs import Blob, BlobMember, Filed
from replays.archive.errors import DamagedBlob
from replays.archive.files import ArchivingStep, Reached, go_on
from replays.archive.kinds import ONLY_GAMES, Forms, RecordKind, entries_in
from replays.archive.signing import LogSigner
from replays.catalogue import rows
from replays.catalogue.connecting import reading
from replays.catalogue.summary import Summary
from replays.record.errors import ReplayError
from replays.transparency.errors import LeafConflict

_log: Final = logging.getLogger(__name__)

TOGETHER: Final = 50
"""Maximum of games in a blob."""

PLIES: Final = 4_000
"""Maximum of plies in a blob, unless the first game has more."""


@dataclass(frozen=True, slots=True)
class ArchiveRound:
    """Result of a round: numbers of archived, refused and forgotten games and removed records; more work."""

    archived: int = 0
    refused: int = 0
    forgotten: int = 0
    removed: int = 0
    more: bool = False


@dataclass(frozen=True, slots=True)
class Archiver:
    """Moves finished games from `store` into `archive`; they stay in the store for `keep_ms` ms.

    With `remove_ms` a record is removed that long after its archiving. `reached` is called after each step.
    Errors of store, archive and catalogue are passed on, and leave every game in the store or in the archive.
    """

    store: EventStore
    after: Retention
    archive: Archive
    signer: LogSigner
    keep_ms: int
    remove_ms: int | None = None
    clock: Callable[[], int] = now_ms
    reached: Reached = go_on
    forms: Forms = field(default_factory=lambda: ONLY_GAMES)

    def round(self, limit: int = TOGETHER) -> ArchiveRound:
        """Archive some waiting games, and delete some whose time is over; `limit` of each at most."""
        games = [game for _, game in self.after.ended(limit + 1)]
        archived = self._archived(games[:limit])
        forgotten, more_expired = self._forgotten(limit)
        removed = self._removed()
        waiting = len(games) > archived.archived + archived.refused
        return replace(
            archived, forgotten=forgotten, removed=removed, more=waiting or more_expired or removed > 0
        )

    def _archived(self, games: Sequence[GameId]) -> ArchiveRound:
        fresh, old = self._sorted(games)
        if old:
            self.signer.sign()
        for game in old:
            self._keep(game)
        filed, refused = self._filed(fresh)
        if not filed:
            return ArchiveRound(len(old), refused)
        self.reached(ArchivingStep.LOGS_READ)
        blob = self.archive.put(filed)
        self.archive.check(blob)
        self.reached(ArchivingStep.READ_BACK)
        proved = self._proved(blob)
        self.reached(ArchivingStep.VERIFIED)
        entered = self._entered(blob, proved) if proved else []
        for member in entered:
            self._keep(GameId(member.game))
        self.reached(ArchivingStep.KEPT)
        return ArchiveRound(len(old) + len(entered), refused + len(filed) - len(entered))

    def _sorted(self, games: Sequence[GameId]) -> tuple[list[GameId], list[GameId]]:
        """Return the games that are not in the catalogue, and those left by an interrupted round.

        Raises ForeignTree, before anything is written, if the catalogue is of another installation;
        TreeForked if its transparency log is not the signed one.
        """
        if not games:
            return [], []
        self.signer.check()
        with reading(self.archive.engine) as connection:
            known = rows.known(connection, games)
        return [game for game in games if game not in known], [game for game in games if game in known]

    def _filed(self, games: Sequence[GameId]) -> tuple[list[Filed], int]:
        """Return the records of `games` for one blob, and the number of games without a valid log."""
        filed: list[Filed] = []
        refused = 0
        for game in games:
            try:
                filed.append(self._file(game))
            except (*ILLEGIBLE, ReplayError, ValueError, LookupError) as problem:
                self._refuse(game, problem)
                refused += 1
            if sum(record_filed.plies for record_filed in filed) > PLIES:
                break
        return filed, refused

    def _file(self, game: GameId) -> Filed:
        entries = self.store.read(game)
        last = entries[-1]
        return Filed(game, last.ply, last.digest, self._form(game).record(entries))

    def _form(self, log: str) -> RecordKind:
        """Return the archive form of a log. Raises LookupError for an unknown kind."""
        return self.forms[LogKind(log[0])]

    def _proved(self, blob: Blob) -> list[tuple[BlobMember, Summary]]:
        """Return the members whose records, read from the file, match the store, with summaries."""
        proved = []
        for member in blob.members:
            try:
                record = self.archive.member(blob.name, member)
                self._prove(member, record)
            except (DamagedBlob, ReplayError, StoreError, ValueError, LookupError) as problem:
                self._refuse(GameId(member.game), problem)
            else:
                proved.append((member, self._form(member.game).summary(record)))
        return proved

    def _prove(self, member: BlobMember, record: bytes) -> None:
        """Raise DamagedBlob unless the record is valid and ends where the log in the store ends."""
        fault = self._form(member.game).fault(record)
        if fault is not None:
            raise DamagedBlob(fault)
        last = entries_in(record)[-1]
        head = self.store.head(GameId(member.game))
        end = (last.ply, last.digest)
        if head is None or end != (head.ply, head.digest) or end != (member.plies, member.digest):
            raise DamagedBlob("the record does not end where the log ends")

    def _entered(self, blob: Blob, proved: Sequence[tuple[BlobMember, Summary]]) -> list[BlobMember]:
        """Enter the members in catalogue and log, in one transaction unless a leaf conflicts."""
        entered = [member for member, _ in proved]
        try:
            self.archive.enter(blob, proved, self.clock(), self.reached)
        except LeafConflict:
            entered = [pair[0] for pair in proved if self._entered_alone(blob, pair)]
        self.reached(ArchivingStep.COMMITTED)
        self.signer.sign()
        self.reached(ArchivingStep.SIGNED)
        return entered

    def _entered_alone(self, blob: Blob, pair: tuple[BlobMember, Summary]) -> bool:
        try:
            self.archive.enter(blob, [pair], self.clock())
        except LeafConflict as problem:
            self._refuse(GameId(pair[0].game), problem)
            return False
        return True

    def _refuse(self, game: GameId, problem: Exception) -> None:
        _log.error("The game %s is not archived: %s.", game, problem)
        self.after.refuse(game)

    def _keep(self, game: GameId) -> None:
        self.after.keep(game, self.keep_ms)

    def _forgotten(self, limit: int) -> tuple[int, bool]:
        """Return the number of games deleted from the store, and True if more are due."""
        expired = self.after.expired(limit + 1)
        forgotten = sum(map(self._forget, expired[:limit]))
        return forgotten, len(expired) > limit

    def _forget(self, game: GameId) -> bool:
        """Delete a game from the store if the archive has the same log; return True if it did."""
        place = self._place(game)
        if place is not None and self.after.forget(game, place):
            self.reached(ArchivingStep.FORGOTTEN)
            return True
        _log.error("The game %s stays in the store: its archived copy differs from it.", game)
        self.after.keep(game, self.keep_ms)
        return False

    def _place(self, game: GameId) -> LogPosition | None:
        """Return the end of the archived log of a game, if its record is readable."""
        place = self.archive.find(game)
        if place is None:
            return None
        if place.blob is not None:
            self.archive.record(place)
        return At(place.plies, place.digest)

    def _removed(self) -> int:
        """Remove the expired records of one blob; return their number."""
        if self.remove_ms is None:
            return 0
        # Keep records while the store may still need them.
        return self.archive.retire(self.clock() - max(self.remove_ms, 2 * self.keep_ms), self.clock())
