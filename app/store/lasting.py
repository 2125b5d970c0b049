"""The event store with the past behind it: logs that have left the store are read from where they went."""

from typing import Any, Protocol

from redis import Redis

from app.store.entry import START, At, Entry, Head, Place
from app.store.errors import Conflict, GameRemoved, HistoryRolledBack
from app.store.keys import GameId, Kind, kind_of
from app.store.log import PAGE, EventStore
from app.store.terms import Appended, Look, Once, Replayed
from app.store.vault import Vault
from app.store.witness import NOBODY, Witness


class Past(Protocol):
    """Logs that are over, and may have left the store; see replays.archive."""

    def head(self, game: GameId) -> Head | None:
        """The last place of an archived log; None if there is no such log."""

    def entries(self, game: GameId) -> tuple[Entry, ...] | None:
        """The whole of an archived log, with its hidden parts; None if there is no such log.

        Unreadable names its first entry where what is archived is not what was written.
        """

    def summary(self, game: GameId) -> bytes | None:
        """The summary of an archived game, as the store has it; None if there is no such game."""


class LastingStore(EventStore):
    """An event store that answers for the logs in `past` as if they had never left.

    The past is asked only about logs of which the store holds nothing; its errors pass through. Where it
    knows nothing either of a game that the operator removed, GameRemoved is raised.
    `present` is the store without it.
    """

    def __init__(
        self, redis: Redis, vault: Vault, past: Past, witness: Witness = NOBODY, page: int = PAGE
    ) -> None:
        super().__init__(redis, vault, witness, page)
        self.present = EventStore(redis, vault, witness, page)
        self._past = past

    def append(self, entry: Entry, *, after: Place, **terms: Any) -> Appended | Replayed:
        """See EventStore; a log that is archived does not begin a second time.

        With `fresh` the caller knows that no archived log has that id.
        """
        fresh, once = terms.pop("fresh", False), terms.get("once")
        # Only an id that is made from an idempotency key can come again.
        if after.ply == 0 and once is not None and not fresh and _may_leave(entry.game):
            self._check_new(entry.game, once)
        return self.present.append(entry, after=after, **terms)

    def _check_new(self, game: GameId, once: Once) -> None:
        """Conflict if a past log has this id, unless the store remembers `once` or still has the log."""
        try:
            head = self._past.head(game)
        except Exception:
            if not self._remembers(game, once):
                raise
        else:
            if head is not None and not self._remembers(game, once):
                raise Conflict(head, ())

    def _remembers(self, game: GameId, once: Once) -> bool:
        found = self.present.look(game, START, once)
        return found.head is not None or found.mismatch or found.replayed_ply is not None

    def look(self, game: GameId, after: Place = START, once: Once | None = None) -> Look:
        """See EventStore; of what was asked under `once` a past log knows nothing any more."""
        try:
            found = self.present.look(game, after, once)
        except HistoryRolledBack as gone:
            if gone.head is not None or (head := self._past_head(game)) is None:
                raise
            return Look(None, False, head, self._after(game, after, head))
        if found.head is not None or (head := self._past_head(game)) is None:
            return found
        return Look(None, False, head, self._after(game, after, head), found.now_ms)

    def read(self, game: GameId, after: Place = START, upto: int | None = None) -> tuple[Entry, ...]:
        """See EventStore."""
        try:
            found = self.present.read(game, after, upto)
        except HistoryRolledBack as gone:
            if gone.head is not None or (head := self._past_head(game)) is None:
                raise
            return _until(upto, self._after(game, after, head))
        # A long log may have left between two pages of it.
        if 0 < len(found) < self._size or self.present.head(game) is not None:
            return found
        head = self._past_head(game)
        return found if head is None else _until(upto, self._after(game, after, head))

    def head(self, game: GameId) -> Head | None:
        """See EventStore."""
        found = self.present.head(game)
        return self._past.head(game) if found is None and _may_leave(game) else found

    def place(self, game: GameId, ply: int) -> Place | None:
        """See EventStore."""
        found = self.present.place(game, ply)
        if found is not None or self.present.head(game) is not None:
            return found
        entries = (self._past.entries(game) or ()) if self._past_head(game) is not None else ()
        return At(ply, entries[ply - 1].digest) if ply <= len(entries) else None

    def summary(self, game: GameId) -> bytes | None:
        """See EventStore."""
        found = self.present.summary(game)
        if found is not None or self.present.head(game) is not None:
            return found
        return self._past.summary(game) if self._past_head(game) is not None else None

    def _past_head(self, game: GameId) -> Head | None:
        """The last place of a past log, None if there is none; GameRemoved if there was one."""
        if not _may_leave(game):
            return None
        head = self._past.head(game)
        if head is None and self.present.is_removed(game):
            raise GameRemoved(game)
        return head

    def _after(self, game: GameId, after: Place, head: Head) -> tuple[Entry, ...]:
        """The entries of a past log after the place `after`; HistoryRolledBack if it has no such place."""
        if (after.ply, after.digest) == (head.ply, head.digest):
            return ()
        entries = self._past.entries(game) or ()
        if after.ply and (after.ply > len(entries) or entries[after.ply - 1].digest != after.digest):
            raise HistoryRolledBack(after.ply, head)
        return entries[after.ply :]


def _may_leave(log: GameId) -> bool:
    """Whether logs of this kind are archived; those of players and webhooks stay in the store."""
    return kind_of(log) not in (Kind.PLAYER, Kind.WEBHOOK)


def _until(upto: int | None, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return entries if upto is None else tuple(entry for entry in entries if entry.ply <= upto)
