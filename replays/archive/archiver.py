"""Archiving: finished games go from the store into one blob, are proved from what can be read there, and only
then entered in the catalogue; when their time in the store is over, their keys go.

Cut off anywhere it begins again: a game waits until it is entered, a blob that nobody entered is never
looked into, and what was done twice is done once. Nothing is visible before the one transaction.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from app.signing import now_ms
from app.store.afterlife import Retention
from app.store.entry import At, Place
from app.store.errors import ILLEGIBLE, StoreError
from app.store.keys import GameId, Kind
from app.store.log import EventStore
from replays.archive.archive import Archive
from replays.archive.blob import Blob, Filed, Member
from replays.archive.errors import DamagedBlob
from replays.archive.files import Reached, Step, go_on
from replays.archive.forms import ONLY_GAMES, Form, Forms
from replays.archive.logs import entries_in
from replays.archive.signing import LogSigner
from replays.catalogue import rows
from replays.catalogue.connecting import reading
from replays.catalogue.summary import Summary
from replays.errors import ReplayError
from replays.tree.errors import LeafConflict

_log: Final = logging.getLogger(__name__)

TOGETHER: Final = 50
"""How many games one blob holds at most."""

PLIES: Final = 4_000
"""How many plies the games of a blob have together, unless the first one alone has more."""


@dataclass(frozen=True, slots=True)
class Round:
    """What one round did: games archived, refused and forgotten, records removed, and whether more waits."""

    archived: int = 0
    refused: int = 0
    forgotten: int = 0
    removed: int = 0
    more: bool = False


@dataclass(frozen=True, slots=True)
class Archiver:
    """Takes finished games out of `store` into `archive`; they stay `keep_ms` ms in the store.

    With `remove_ms` a record goes so many ms after it was archived.

    `reached` is told of every step. Errors of store, archive and catalogue pass through, and leave every
    game either where it was or in the archive.
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

    def round(self, limit: int = TOGETHER) -> Round:
        """Archives some games that wait, and forgets some whose time is over; `limit` of each at most."""
        games = [game for _, game in self.after.ended(limit + 1)]
        done = self._archived(games[:limit])
        forgotten, left = self._forgotten(limit)
        removed = self._removed()
        waiting = len(games) > done.archived + done.refused
        return replace(done, forgotten=forgotten, removed=removed, more=waiting or left or removed > 0)

    def _archived(self, games: Sequence[GameId]) -> Round:
        fresh, old = self._sorted(games)
        if old:
            self.signer.sign()
        for game in old:
            self._keep(game)
        filed, refused = self._filed(fresh)
        if not filed:
            return Round(len(old), refused)
        self.reached(Step.LOGS_READ)
        blob = self.archive.put(filed)
        self.archive.check(blob)
        self.reached(Step.READ_BACK)
        proved = self._proved(blob)
        self.reached(Step.VERIFIED)
        entered = self._entered(blob, proved) if proved else []
        for member in entered:
            self._keep(GameId(member.game))
        self.reached(Step.KEPT)
        return Round(len(old) + len(entered), refused + len(filed) - len(entered))

    def _sorted(self, games: Sequence[GameId]) -> tuple[list[GameId], list[GameId]]:
        """The games that the catalogue does not know, and those it knows from a round that was cut off.

        ForeignTree, and nothing is written, if the catalogue is of another installation; TreeForked if its
        tree is not the one that was signed.
        """
        if not games:
            return [], []
        self.signer.check()
        with reading(self.archive.engine) as connection:
            known = rows.known(connection, games)
        return [game for game in games if game not in known], [game for game in games if game in known]

    def _filed(self, games: Sequence[GameId]) -> tuple[list[Filed], int]:
        """The records of `games` as far as one blob goes, and how many have a log that gives none."""
        filed: list[Filed] = []
        refused = 0
        for game in games:
            try:
                filed.append(self._file(game))
            except (*ILLEGIBLE, ReplayError, ValueError, LookupError) as problem:
                self._refuse(game, problem)
                refused += 1
            if sum(each.plies for each in filed) > PLIES:
                break
        return filed, refused

    def _file(self, game: GameId) -> Filed:
        entries = self.store.read(game)
        last = entries[-1]
        return Filed(game, last.ply, last.digest, self._form(game).record(entries))

    def _form(self, log: str) -> Form:
        """How the log is archived; LookupError if that is not known."""
        return self.forms[Kind(log[0])]

    def _proved(self, blob: Blob) -> list[tuple[Member, Summary]]:
        """The members that are proved from the file alone to be the game that the store has, summarised."""
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

    def _prove(self, member: Member, record: bytes) -> None:
        """DamagedBlob unless the record is sound and ends where the log in the store ends."""
        fault = self._form(member.game).fault(record)
        if fault is not None:
            raise DamagedBlob(fault)
        last = entries_in(record)[-1]
        head = self.store.head(GameId(member.game))
        there = (last.ply, last.digest)
        if head is None or there != (head.ply, head.digest) or there != (member.plies, member.digest):
            raise DamagedBlob("the record does not end where the log ends")

    def _entered(self, blob: Blob, proved: Sequence[tuple[Member, Summary]]) -> list[Member]:
        """The members that stand in catalogue and tree, by one transaction if none is contested."""
        entered = [member for member, _ in proved]
        try:
            self.archive.enter(blob, proved, self.clock(), self.reached)
        except LeafConflict:
            entered = [one[0] for one in proved if self._entered_alone(blob, one)]
        self.reached(Step.COMMITTED)
        self.signer.sign()
        self.reached(Step.SIGNED)
        return entered

    def _entered_alone(self, blob: Blob, one: tuple[Member, Summary]) -> bool:
        try:
            self.archive.enter(blob, [one], self.clock())
        except LeafConflict as problem:
            self._refuse(GameId(one[0].game), problem)
            return False
        return True

    def _refuse(self, game: GameId, problem: Exception) -> None:
        _log.error("The game %s is not archived: %s.", game, problem)
        self.after.refuse(game)

    def _keep(self, game: GameId) -> None:
        self.after.keep(game, self.keep_ms)

    def _forgotten(self, limit: int) -> tuple[int, bool]:
        """How many games have left the store, and whether there are more whose time is over."""
        expired = self.after.expired(limit + 1)
        forgotten = sum(map(self._forget, expired[:limit]))
        return forgotten, len(expired) > limit

    def _forget(self, game: GameId) -> bool:
        """Whether `game` is no longer in the store, because the archive has it as it stood there."""
        place = self._place(game)
        if place is not None and self.after.forget(game, place):
            self.reached(Step.FORGOTTEN)
            return True
        _log.error("The game %s stays in the store: the archive has it not as it stands there.", game)
        self.after.keep(game, self.keep_ms)
        return False

    def _place(self, game: GameId) -> Place | None:
        """Where the archived log of `game` ends, if its record is there and whole."""
        found = self.archive.find(game)
        if found is None:
            return None
        if found.blob is not None:
            self.archive.record(found)
        return At(found.plies, found.digest)

    def _removed(self) -> int:
        """How many records of one blob went because their time is over."""
        if self.remove_ms is None:
            return 0
        # Nothing goes of which the store may still have to answer.
        return self.archive.retire(self.clock() - max(self.remove_ms, 2 * self.keep_ms), self.clock())
