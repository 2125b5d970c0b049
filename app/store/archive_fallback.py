"""Event store with an archive fallback: logs that have left the store are read from the archive."""

from dataclasses import replace
from typing import Protocol

from redis import Redis

from app.store.append_options import (
    NULL_OBSERVER,
    IdempotencyKey,
    LogState,
    StoreObserver,
)
from app.store.encryption import StorageCipher
from app.store.entry import START, At, Entry, Head, LogPosition
from app.store.errors import Conflict, GameRemoved, HistoryRolledBack
from app.store.keys import GameId, LogKind, kind_of
from app.store.log import PAGE, EventStore
from app.store.replication import NOT_REPLICATED, Replication


class ArchivedLogs(Protocol):
    """Archived logs; see replays.archive."""

    def head(self, game: GameId) -> Head | None:
        """Return the last place of an archived log; None if there is no such log."""

    def entries(self, game: GameId) -> tuple[Entry, ...] | None:
        """Return every entry of an archived log, with hidden parts; None if there is no such log.

        Raises Unreadable with the first ply if the archived file is damaged.
        """

    def summary(self, game: GameId) -> bytes | None:
        """Return the summary of an archived game, as in the store; None if there is no such game."""


class ArchiveFallbackStore(EventStore):
    """Event store that also answers for the archived logs in `archived_logs`.

    The archive is read only for logs of which the store has nothing; its errors are passed on. If the archive
    has no log of a game that the operator removed, GameRemoved is raised. `present` is the store without the
    archive.
    """

    def __init__(
        self,
        redis: Redis,
        cipher: StorageCipher,
        archived_logs: ArchivedLogs,
        observer: StoreObserver = NULL_OBSERVER,
        page: int = PAGE,
        replication: Replication = NOT_REPLICATED,
    ) -> None:
        super().__init__(redis, cipher, observer, page, replication)
        self.present = EventStore(redis, cipher, observer, page, replication)
        self._archived_logs = archived_logs

    def check_new(self, game: GameId, once: IdempotencyKey) -> None:
        """Raise Conflict if an archived log has this id, unless the store remembers `once` or still has the
        log.
        """
        if not _may_leave(game):
            return
        try:
            head = self._archived_logs.head(game)
        except Exception:
            if not self._remembers(game, once):
                raise
        else:
            if head is not None and not self._remembers(game, once):
                raise Conflict(head, ())

    def _remembers(self, game: GameId, once: IdempotencyKey) -> bool:
        state = self.present.look(game, START, once)
        return state.head is not None or state.mismatch or state.replayed_ply is not None

    def look(self, game: GameId, after: LogPosition = START, once: IdempotencyKey | None = None) -> LogState:
        """See EventStore. Idempotency records stay in the store for a day after the log has left."""
        try:
            state = self.present.look(game, after, once)
        except HistoryRolledBack as error:
            if error.head is not None or (head := self._archived_head(game)) is None:
                raise
            state = self.present.look(game, START, once)
        else:
            if state.head is not None or (head := self._archived_head(game)) is None:
                return state
        return replace(state, head=head, tail=self._after(game, after, head))

    def read(self, game: GameId, after: LogPosition = START, upto: int | None = None) -> tuple[Entry, ...]:
        """See EventStore."""
        try:
            entries = self.present.read(game, after, upto)
        except HistoryRolledBack as error:
            if error.head is not None or (head := self._archived_head(game)) is None:
                raise
            return _until(upto, self._after(game, after, head))
        # A long log may have been archived and removed between two pages.
        if 0 < len(entries) < self._size or self.present.head(game) is not None:
            return entries
        head = self._archived_head(game)
        return entries if head is None else _until(upto, self._after(game, after, head))

    def head(self, game: GameId) -> Head | None:
        """See EventStore."""
        live = self.present.head(game)
        return self._archived_logs.head(game) if live is None and _may_leave(game) else live

    def place(self, game: GameId, ply: int) -> LogPosition | None:
        """See EventStore."""
        stored = self.present.place(game, ply)
        if stored is not None or self.present.head(game) is not None:
            return stored
        entries = (self._archived_logs.entries(game) or ()) if self._archived_head(game) is not None else ()
        return At(ply, entries[ply - 1].digest) if ply <= len(entries) else None

    def summary(self, game: GameId) -> bytes | None:
        """See EventStore."""
        stored = self.present.summary(game)
        if stored is not None or self.present.head(game) is not None:
            return stored
        return self._archived_logs.summary(game) if self._archived_head(game) is not None else None

    def _archived_head(self, game: GameId) -> Head | None:
        """Return the last place of an archived log, None if there is none.

        Raises GameRemoved if the game was removed.
        """
        if not _may_leave(game):
            return None
        head = self._archived_logs.head(game)
        if head is None and self.present.is_removed(game):
            raise GameRemoved(game)
        return head

    def _after(self, game: GameId, after: LogPosition, head: Head) -> tuple[Entry, ...]:
        """Return the entries of an archived log after `after`.

        Raises HistoryRolledBack if the log has no such place.
        """
        if (after.ply, after.digest) == (head.ply, head.digest):
            return ()
        entries = self._archived_logs.entries(game) or ()
        if after.ply and (after.ply > len(entries) or entries[after.ply - 1].digest != after.digest):
            raise HistoryRolledBack(after.ply, head)
        return entries[after.ply :]


def _may_leave(log: GameId) -> bool:
    """Return whether logs of this kind are archived; those of players and webhooks stay in the store."""
    return kind_of(log) not in (LogKind.PLAYER, LogKind.WEBHOOK)


def _until(upto: int | None, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return entries if upto is None else tuple(entry for entry in entries if entry.ply <= upto)
