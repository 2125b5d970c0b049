"""Event log: the only writer of logs. It loads a log, decides a command, and appends the entry.

A command may be accepted on a cached position, because the append is guarded by ply and digest. Before a
refusal is returned, the log is read: either the command was accepted before, or the log has advanced and the
command is decided again, or the refusal is final.

    EventLogError
        NoSuchLog         the store holds no log of this id
        UnexpectedPly     the log is not at the ply that the caller decided on; `ply` is the current one
        TooManyConflicts  other writers appended repeatedly while a command was being decided
    DecisionRefused       base of the refusals of deciders; `ply` is that of the log on which it was decided
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from app.service.log_decider import Accepted, AppendOptions, LogDecider
from app.service.position_cache import Milestones, PositionCache, TimedPosition
from app.store.append_options import Appended, IdempotencyKey, LogState, Replayed
from app.store.entry import START, Entry, Head
from app.store.errors import (
    Conflict,
    Damaged,
    HistoryRolledBack,
    KeyReused,
    OutcomeUnknown,
    StoreUnavailable,
    TooLate,
)
from app.store.keys import GameId
from app.store.log import EventStore

T = TypeVar("T")
P = TypeVar("P", bound=TimedPosition)

_ATTEMPTS = 5

_STRETCH = 256
"""Number of entries, some milliseconds of work, after which other requests get a turn."""


class EventLogError(Exception):
    """Base of the errors of an event log, besides those of its decider and of the store."""


class NoSuchLog(EventLogError):
    """The store holds no log of this id."""


class UnexpectedPly(EventLogError):
    """The log is at another ply than the caller expects."""

    def __init__(self, ply: int) -> None:
        super().__init__(f"the log stands at ply {ply}")
        self.ply = ply


class TooManyConflicts(EventLogError):
    """Other writers appended repeatedly in between; the command may be sent again."""


class DecisionRefused(Exception):
    """A decider does not allow a command; `ply` is that of the log on which it was decided."""

    ply: int = 0


class Executor(Protocol):
    """Does what has to be computed, where others must not wait for it; see app.http.blocking_calls."""

    def __call__(self, work: Callable[[], T], /) -> T: ...


def run_directly(work: Callable[[], T], /) -> T:
    """Call `work` directly and return its result."""
    return work()


def _ignore(before: Any, after: Any) -> None:
    """Do nothing (default callback)."""


class EventLog(Generic[P]):
    """The logs of one kind in `store`, decided by `decider`; safe between threads and greenlets.

    `cached` positions and `milestones` are kept in memory. `run` runs computations. `on_append` is called
    after every append with the positions before and after it.

    If the store lacks an entry that it acknowledged before, the log was set back: `on_rollback` returns the
    position to go on with, by default that of the log as it is now.
    """

    def __init__(
        self,
        store: EventStore,
        decider: LogDecider[P],
        clock: Callable[[], int],
        *,
        cached: int = 0,
        milestones: int = 0,
        run: Executor = run_directly,
        on_append: Callable[[P | None, P], object] = _ignore,
        on_rollback: Callable[[GameId, P, HistoryRolledBack], P | None] | None = None,
    ) -> None:
        self.store = store
        self.cache = PositionCache[P](cached)
        self._decider = decider
        self._refusals: tuple[type[Exception], ...] = (*decider.refusals, TooLate)
        self._clock = clock
        self._milestones = Milestones[P](milestones)
        self._run = run
        self._on_append = on_append
        self._on_rollback = on_rollback or self._read_anew

    def entries(self, log: GameId) -> tuple[Entry, ...]:
        """Return every entry of the log. Raises NoSuchLog if there is none."""
        entries = self.store.look(log).tail
        if not entries:
            raise NoSuchLog(log)
        return entries

    def find(self, log: GameId) -> P | None:
        """Return the log as stored now, None if there is none."""
        return self.seen(log)[0]

    def current(self, log: GameId) -> P:
        """Return the log as stored now. Raises NoSuchLog if there is none."""
        position = self.find(log)
        if position is None:
            raise NoSuchLog(log)
        return position

    def seen(self, log: GameId) -> tuple[P | None, int]:
        """Return the log as stored now, None if there is none, and the time of the store's server in ms."""
        position, look = self._looked(log, self.cache.get(log))
        return position, look.now_ms

    def reread(self, log: GameId) -> P | None:
        """Return the log as `find` does, but read from its first entry; a damaged log is forgotten."""
        try:
            if self.cache.get(log) is not None:
                self.find(log)  # a log that was set back is noticed only by what is remembered of it
            return self._looked(log, None)[0]
        except Damaged:
            self.forget(log)
            raise

    def at(self, log: GameId, ply: int) -> P | None:
        """Return the log right after the entry `ply`; None if it does not reach it."""
        cached = self.cache.get(log)
        if cached is not None and cached.ply == ply:
            return cached
        position = self._milestones.before(log, ply)
        while position is None or position.ply < ply:
            upto = self._milestones.after(position.ply if position else 0, ply)
            try:
                entries = self.store.read(log, position or START, upto)
            except HistoryRolledBack as lost:
                if position is None:
                    raise
                self._on_rollback(log, position, lost)
                return self.at(log, ply)
            if not entries:
                return None
            position = self._advanced(position, entries)
            self._milestones.keep(log, position)
            time.sleep(0)  # folding is pure computation: let other greenlets of the server run
        return position

    def forget(self, log: GameId) -> None:
        """Remove the log from memory."""
        self.cache.drop(log)
        self._milestones.drop(log)

    def act(
        self,
        log: GameId,
        actor: Any,
        command: Callable[[P | None], Any],
        once: IdempotencyKey | None = None,
        known: P | None = None,
    ) -> Accepted[P]:
        """Decide and append the command that `command` makes for a position; return the result.

        `command` gets None before the first entry, and may raise a refusal. `known` is a position that was
        current. With `once`, a repeated request gets the result of the first one; KeyReused if the key was
        used for another. Raises TooManyConflicts if other writers were faster each time.
        """
        position = known or self.cache.get(log)
        if position is None:
            position, look = self._looked(log, None, once)
            if look.replayed_ply is not None:
                return self.replayed(log, look.replayed_ply)
        return self._act_on(position, log, actor, command, once)

    def repeated(self, log: GameId, known: P, once: IdempotencyKey) -> Accepted[P] | None:
        """Return the result of the same command if it was accepted before, else None.

        Raises KeyReused if the key was used for another command.
        """
        look = self._looked(log, known, once)[1]
        return None if look.replayed_ply is None else self.replayed(log, look.replayed_ply)

    def write(
        self,
        log: GameId,
        before: P | None,
        actor: Any,
        command: Any,
        once: IdempotencyKey | None = None,
        *,
        expires: bool = False,
        fresh: bool = False,
    ) -> Accepted[P]:
        """Decide `command` on `before`, append its entry, and settle the log; one attempt.

        With `expires` the entry is appended only after the deadline. With `fresh` the id of the log is known
        to be new, so the archive is not asked whether it has such a log. Raises Conflict if the log is not at
        `before`.
        """
        after, replicated = self._appended(log, before, actor, command, once, expires=expires, fresh=fresh)
        if isinstance(after, Replayed):
            return self.replayed(log, after.ply)
        position = self._finished(log, after)
        if position is not after:
            replicated = self.store.is_replicated(log)
        return Accepted(after.ply, position, replayed=False, replicated=replicated)

    def moved_on(self, log: GameId, position: P | None, tail: Sequence[Entry]) -> P | None:
        """Return the position after the entries of a Conflict, which follow `position`."""
        if not tail:
            if position is not None:
                raise HistoryRolledBack(position.ply, None)
            return self.find(log)
        later = self._advanced(position, tail)
        self.cache.keep(log, later)
        return later

    def settled(self, log: GameId, position: P) -> P:
        """Apply the commands that the service itself owes, unless another process has done so."""
        while (command := self._decider.pending(position)) is not None:
            after: P | Replayed | None
            try:
                after, _ = self._appended(log, position, None, command, None)
            except Conflict as conflict:
                # Only one entry: the answer must not depend on which process is faster.
                after = self.moved_on(log, position, conflict.tail[:1])
            if after is None or isinstance(after, Replayed):
                raise HistoryRolledBack(position.ply, None)
            position = after
        return position

    def replayed(self, log: GameId, ply: int) -> Accepted[P]:
        """Return the answer to a command that made entry `ply` before, with the position of that time."""
        position = self.at(log, ply)
        if position is None:
            raise NoSuchLog(log)
        while self._decider.pending(position) is not None:
            entries = self.store.read(log, position, position.ply + 1)
            if not entries:
                position = self.settled(log, position)
                break
            position = self._advanced(position, entries)
        return Accepted(ply, position, replayed=True, replicated=self.store.is_replicated(log))

    def _act_on(
        self,
        position: P | None,
        log: GameId,
        actor: Any,
        command: Callable[[P | None], Any],
        once: IdempotencyKey | None,
    ) -> Accepted[P]:
        """Decide and append as `act` does, from `position` on, again whenever the log has moved on."""
        for _ in range(_ATTEMPTS):
            try:
                return self.write(log, position, actor, command(position), once)
            except Conflict as conflict:
                position = self.moved_on(log, position, conflict.tail)
            except HistoryRolledBack as lost:
                if position is None:
                    raise
                position = self._on_rollback(log, position, lost)
            except self._refusals:
                later, look = self._looked(log, position, once)
                if look.replayed_ply is not None:
                    return self.replayed(log, look.replayed_ply)
                if _digest(later) == _digest(position):
                    raise
                position = later
        raise TooManyConflicts(log)

    def _looked(
        self, log: GameId, known: P | None, once: IdempotencyKey | None = None
    ) -> tuple[P | None, LogState]:
        """Read the log after `known`; return it, None if there is none, and the answer of the store.

        Raises KeyReused if the key was used for another command.
        """
        try:
            look = self.store.look(log, known or START, once)
        except HistoryRolledBack as lost:
            if known is None:
                raise
            return self._looked(log, self._on_rollback(log, known, lost), once)
        if look.mismatch:
            raise KeyReused("the idempotency key was used for something else")
        position = self._advanced(known, look.tail) if look.tail else known
        if position is None or look.head is None:
            return None, look
        return self._keep(log, position, look.head), look

    def _read_anew(self, log: GameId, known: P, lost: HistoryRolledBack) -> P | None:
        """Return the log as it is now (default for a log that was set back)."""
        self.forget(log)
        return self.find(log)

    def _advanced(self, position: P | None, entries: Sequence[Entry]) -> P:
        """Return the position after `entries`, at least one; other greenlets run in between."""
        for start in range(0, len(entries), _STRETCH):
            if start:
                time.sleep(0)
            position = self._run(partial(self._folded, position, entries[start : start + _STRETCH]))
        if position is None:
            raise ValueError("a log has at least one entry")
        return position

    def _folded(self, position: P | None, entries: Sequence[Entry]) -> P | None:
        for entry in entries:
            position = self._decider.advance(position, entry)
        return position

    def _keep(self, log: GameId, position: P, head: Head) -> P:
        """Cache `position`, the last one of the log, which the store has acknowledged; return it."""
        position = self._decider.at_head(position, head)
        self.cache.keep(log, position)
        return position

    def _appended(
        self,
        log: GameId,
        before: P | None,
        actor: Any,
        command: Any,
        once: IdempotencyKey | None,
        *,
        expires: bool = False,
        fresh: bool = False,
    ) -> tuple[P | Replayed, bool | None]:
        """Decide `command`, append its entry and return whether it is replicated. Raises OutcomeUnknown."""
        now = max(self._clock(), before.time if before else 0)
        entry, after, options = self._run(lambda: self._decided(log, before, actor, command, now))
        try:
            outcome = self.store.append(
                entry,
                after=before or START,
                once=once,
                status=options.status,
                live=options.live,
                hint=options.hint,
                due_in_ms=options.due_in_ms,
                deadline=options.deadline,
                enforce_deadline=options.enforce_deadline,
                expires=expires,
                to_act=options.to_act,
                answers=options.answers,
                summary=options.summary,
                hidden=options.hidden,
                fresh=fresh,
            )
        except OutcomeUnknown:
            self.cache.drop(log)
            raise
        if not isinstance(outcome, Appended):
            return outcome, None
        self._on_append(before, after)
        return self._keep(log, after, outcome.head), outcome.replicated

    def _decided(
        self, log: GameId, before: P | None, actor: Any, command: Any, now: int
    ) -> tuple[Entry, P, AppendOptions]:
        events = self._decider.decide(before, actor, command, now)
        entry, after = self._decider.encode(log, before, actor, command, events, now)
        return entry, after, self._decider.options(before, after, actor, command)

    def _finished(self, log: GameId, position: P) -> P:
        """Settle the log after an own entry. Raises OutcomeUnknown without the store."""
        try:
            return self.settled(log, position)
        except StoreUnavailable as away:
            detail = f"entry {position.ply} is written, not what follows it"
            raise OutcomeUnknown(detail, away.outage) from away


def _digest(position: TimedPosition | None) -> bytes:
    """Return the digest of the last entry of a position, that of the start before the first."""
    return START.digest if position is None else position.digest
