"""Command handler: load the position, decide, append. The log is read again before a refusal is returned.

A command may be accepted on a cached position, because the append is guarded by ply and digest. Before a
refusal is returned, the log is read: either the command was accepted before, or the game has advanced and the
command is decided again, or the refusal is final.

If the store lacks an entry that it acknowledged before, or that a receipt names, the log was set back: the
game freezes, with that receipt as evidence (RULES 12.8).
"""

import time
from collections.abc import Callable
from typing import Any

from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import Refused
from app.games.table import clocks
from app.games.table.commands import ChooseDealer, Create, Expire, Freeze, Leave, OpenKeys, Rotate, Sit, Void
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited, bots_awaited
from app.games.table.summary import summary
from app.service import entry_codec
from app.service.entry_codec import Position, advance, encode_entry, pins
from app.service.position_cache import Milestones, PositionCache
from app.service.receipts import head
from app.service.results import Accepted, AlreadyOver, HandlerError, NoSuchGame, NotFrozen, NotSeated, Stale
from app.service.signing import KeyRing, now_ms
from app.store.append_options import Appended, IdempotencyKey, LogState, Replayed
from app.store.canonical import written
from app.store.entry import START, At, Entry, Head
from app.store.errors import (
    Conflict,
    HistoryRolledBack,
    KeyForgotten,
    KeyReused,
    OutcomeUnknown,
    StoreUnavailable,
    TooEarly,
    TooLate,
)
from app.store.keys import GameId
from app.store.log import EventStore

__all__ = [
    "RECHECK_MS",
    "ROLLED_BACK",
    "Accepted",
    "AlreadyOver",
    "GameService",
    "HandlerError",
    "HoldsSeat",
    "NoSuchGame",
    "NotFrozen",
    "NotSeated",
    "Stale",
]

RECHECK_MS = 5_000
"""Time after a bot is asked until a worker checks whether it has answered."""

ROLLED_BACK = "history_rolled_back"
"""Reason why a game is frozen, and why a frozen one is void."""

BY_OPERATOR = "operator"
"""Reason why a game is void that the operator has ended."""

_ANY_TIME = (ChooseDealer, Leave, Rotate, Sit)
"""Commands that answer no question, so that none can be late."""

_ATTEMPTS = 5

_STRETCH = 256
"""Number of entries, some milliseconds of work, after which other requests get a turn."""

HoldsSeat = Callable[[Table], bool]

OnAppend = Callable[[Table | None, Table], object]
"""Callback after every append: the table before the entry, None for none, and after it."""


def _ignore(before: Table | None, after: Table) -> None:
    """Do nothing (default callback)."""


class GameService:
    """Every game in the store: read, created and acted on. Safe between threads and greenlets.

    With `notify_bots`, an entry that asks a bot leaves a notice to enqueue it; the process that plays the
    bots continues by itself and leaves none. `signer` has the keys of receipts; without it no game freezes,
    because there would be no evidence.
    """

    def __init__(
        self,
        store: EventStore,
        cache_size: int,
        clock: Callable[[], int] = now_ms,
        *,
        notify_bots: bool = True,
        signer: KeyRing | None = None,
        on_append: OnAppend = _ignore,
    ) -> None:
        self.store = store
        self._on_append = on_append
        self._signer = signer
        self._cache = PositionCache(cache_size)
        self._milestones = Milestones()
        self._clock = clock
        self._notify_bots = notify_bots

    def current(self, game: GameId) -> Position:
        """Return the game as stored now. Raises NoSuchGame if the store has none."""
        return self._caught_up(game, self._cache.get(game))

    def known(self, game: GameId) -> Position:
        """Return the game at some ply that was current: the cached position, or the stored one."""
        return self._cache.get(game) or self.current(game)

    def at(self, game: GameId, ply: int) -> Position:
        """Return the game right after the entry `ply`. Raises NoSuchGame if the log does not reach it."""
        cached = self._cache.get(game)
        if cached is not None and cached.ply == ply:
            return cached
        position = self._milestones.before(game, ply)
        while position is None or position.ply < ply:
            upto = self._milestones.after(position.ply if position else 0, ply)
            try:
                entries = self.store.read(game, position or START, upto)
            except HistoryRolledBack as error:
                if position is None:
                    raise
                self._set_back(position, error)
                return self.at(game, ply)
            position = advance(position, entries) if entries else None
            if position is None:
                raise NoSuchGame(game)
            self._milestones.keep(position)
            # Folding a long log is pure computation: let other greenlets of the server run.
            time.sleep(0)
        return position

    def entries(self, game: GameId, after: int, upto: int | None = None) -> tuple[Entry, ...]:
        """Return the entries after ply `after`, up to `upto`; empty if there are none yet."""
        place = self.store.place(game, after)
        return () if place is None else self.store.read(game, place, upto)

    def create(self, command: Create, once: IdempotencyKey | None, *, fresh: bool = False) -> Accepted:
        """Create a game and deal unless a player has to be waited for.

        With `fresh` its id is known to be new, so the archive is not asked whether it has that game.
        """
        events = create(command)
        table = fold(None, 1, events)
        stamp = self._time(None, table)
        key = self._signer.in_force(stamp or self._clock()) if self._signer else None
        entry = encode_entry(None, table, None, command, events, stamp, pins(table.play, key))
        first, terms = Position(table, entry.digest, stamp, None, stamp), {"fresh": True} if fresh else {}
        try:
            position = self._append(None, entry, first, once, **terms)
        except Conflict as conflict:
            unknown = KeyReused if once is None else KeyForgotten
            raise unknown("the game exists already") from conflict
        if isinstance(position, Replayed):
            return self._replayed(GameId(command.game), position.ply)
        return Accepted(position.ply, self._finished(position), replayed=False)

    def act(
        self,
        game: GameId,
        seat: Seat | None,
        command: Any,
        *,
        expected: int | None = None,
        once: IdempotencyKey | None = None,
        holds: HoldsSeat | None = None,
    ) -> Accepted:
        """Decide and append `command` of `seat` (None for a host without a seat); return the result.

        `holds(table)` returns whether the caller holds the seat. Raises NotSeated if not.

        `expected` is the ply that the caller decided on. Raises Stale if the open question of the seat is a
        later one. Errors of the rules (Refused, with the ply they are about) and of the store leave the game
        unchanged.
        """
        position = self.known(game)
        for _ in range(_ATTEMPTS):
            position = self._held(position, holds)
            try:
                _check_expected(position.table, seat, expected)
                done = self._decided(position, seat, command, once)
            except Conflict as conflict:
                position = self._moved_on(position, conflict.tail)
            except HistoryRolledBack as error:
                position = self._set_back(position, error)
            except (Refused, Stale, TooLate):
                look = self._look_again(game, position, once)
                if look.replayed_ply is not None:
                    return self._replayed(game, look.replayed_ply)
                if not look.tail:
                    raise
                position = self._moved_on(position, look.tail)
            else:
                return done
        raise Stale(position.ply)

    def repeated(self, game: GameId, once: IdempotencyKey) -> Accepted | None:
        """Return the result of the same command if it was accepted before, else None.

        Raises KeyReused if the key was used for another command.
        """
        look = self._look_again(game, self.known(game), once)
        return None if look.replayed_ply is None else self._replayed(game, look.replayed_ply)

    def confront(self, game: GameId, receipt: Json) -> tuple[Position, bool]:
        """Return the game, and whether its log contains the entry of `receipt`; if not, freeze the game.

        The receipt must be verified, and of this game. The contradicted receipt is stored beside the log; the
        log of a finished game is not changed.
        """
        position = self.current(game)
        for _ in range(_ATTEMPTS):
            held = self._held_at(position, receipt["ply"])
            if (held.ply, held.digest.hex()) == (receipt["ply"], receipt["digest"]):
                return position, True
            if self._signer is not None:
                kept = head(self._signer, held, self._clock())
                self.mark(position, receipt, kept)
            if position.table.is_over or position.table.is_frozen:
                return position, False
            try:
                return self._decided(position, None, Freeze(ROLLED_BACK, receipt), None).position, False
            except Conflict as conflict:
                position = self._moved_on(position, conflict.tail)
        raise Stale(position.ply)

    def mark(self, position: Position, receipt: Json, held: Json) -> None:
        """Store `receipt`, which the log contradicts, and `held`, the receipt of the logged entry."""
        if position.table.tournament:
            self.store.marked.add(position.table.tournament, position.game)
        self.store.contradictions.add(position.game, receipt, held)

    def void_frozen(self, game: GameId) -> Position:
        """End the frozen `game` without a result and open its keys. Raises NotFrozen if it is not frozen."""
        position = self.current(game)
        if not position.table.is_frozen:
            raise NotFrozen(game)
        return self._decided(position, None, Void(ROLLED_BACK), None).position

    def end(self, game: GameId) -> Position:
        """End `game` by the operator without a result and open its keys. Raises AlreadyOver if it is over."""
        table = self.current(game).table
        if table.has_ended:
            raise AlreadyOver(game)
        return self.void(game, ROLLED_BACK if table.is_frozen else BY_OPERATOR, ())

    def void(self, game: GameId, reason: str, seats: tuple[Seat, ...]) -> Position:
        """End the game without a result because of `seats`; a game that has ended is not changed."""
        return self._by_service(game, Void(reason, seats), lambda table: not table.has_ended)

    def open_keys(self, game: GameId) -> Position:
        """Open the keys of the game if they were withheld; any other game is not changed."""
        return self._by_service(game, OpenKeys(), lambda table: table.withheld)

    def _by_service(self, game: GameId, command: Any, is_due: HoldsSeat) -> Position:
        """Apply a command of the service as long as `is_due`; return the game."""
        position = self.current(game)
        while is_due(position.table):
            try:
                return self._decided(position, None, command, None).position
            except Conflict as conflict:
                position = self._moved_on(position, conflict.tail)
        return position

    def _held_at(self, position: Position, ply: int) -> Position | Entry:
        """Return entry `ply` of the log up to `position`; the last one if the log is shorter."""
        return position if ply >= position.ply else self.entries(position.game, ply - 1, ply)[0]

    def _set_back(self, known: Position, lost: HistoryRolledBack) -> Position:
        """Freeze the game, whose log lacks the position `known`, and return it; a finished game is
        returned as logged.

        Raises `lost` if nothing of the log is left, or if there is no signer.
        """
        if self._signer is None or lost.head is None:
            raise lost
        self._cache.drop(known.game)
        self._milestones.drop(known.game)
        evidence = head(self._signer, known, self._clock())
        position, _ = self.confront(known.game, evidence)
        if not position.table.is_frozen and not position.table.is_over:
            raise lost
        return position

    def _held(self, position: Position, holds: HoldsSeat | None) -> Position:
        """Return a position at which the caller holds the seat: this one, or the stored one."""
        if holds is None or holds(position.table):
            return position
        position = self.current(position.game)
        if not holds(position.table):
            raise NotSeated(position.game)
        return position

    def _look_again(self, game: GameId, position: Position, once: IdempotencyKey | None) -> LogState:
        """Read the log before a refusal is returned.

        Raises KeyReused if the key was used for another command.
        """
        look = self.store.look(game, position, once)
        if look.mismatch:
            raise KeyReused("the idempotency key was used for something else") from None
        return look

    def settle(self, game: GameId) -> Position:
        """Apply every pending command of the service, overdue ones included; return the game."""
        position, now = self._seen(game, self._cache.get(game))
        return self._expired(self._settled(position), now)

    def stand_in(self, position: Position) -> Position:
        """Answer for the seats whose players are away (RULES 11.9); return the game."""
        try:
            return self._decided(position, None, Expire(clocks.absent(position.table)), None).position
        except Conflict as conflict:
            return self._moved_on(position, conflict.tail)

    def _expired(self, position: Position, now: int) -> Position:
        """Apply the deadline of the game if it has passed; bots have none."""
        table, ends = position.table, position.deadline_ms
        if ends is None or now <= ends or (bots_awaited(table) and not clocks.undecided(table)):
            return position
        try:
            return self._decided(position, None, clocks.expiry(table), None, expires=True).position
        except Conflict as conflict:
            return self._moved_on(position, conflict.tail)
        except TooEarly:
            return position

    def _caught_up(self, game: GameId, position: Position | None) -> Position:
        return self._seen(game, position)[0]

    def _seen(self, game: GameId, position: Position | None) -> tuple[Position, int]:
        """Return the stored game, starting from a known position, and the server's time in ms."""
        try:
            look = self.store.look(game, position or START)
        except HistoryRolledBack as error:
            if position is None:
                raise
            self._set_back(position, error)
            return self._seen(game, None)
        if look.head is None:
            raise NoSuchGame(game)
        current = _advanced(position, look.tail)
        if current is None:
            raise NoSuchGame(game)
        return self._keep(current, look.head), look.now_ms

    def _keep(self, position: Position, head: Head) -> Position:
        if position.ply == head.ply:
            place = position.digest, position.time
            position = Position(position.table, *place, head.deadline_ms, position.began)
        self._cache.keep(position)
        return position

    def _moved_on(self, position: Position, tail: tuple[Entry, ...]) -> Position:
        later = advance(position, tail)
        if later is None or later.ply == position.ply:
            raise HistoryRolledBack(position.ply, None)
        self._cache.keep(later)
        return later

    def _decided(
        self,
        position: Position,
        seat: Seat | None,
        command: Any,
        once: IdempotencyKey | None,
        expires: bool = False,
    ) -> Accepted:
        """Decide `command` on `position` and append its events; with `expires` only after the deadline."""
        try:
            events = decide(position.table, seat, command)
        except Refused as refusal:
            refusal.ply = position.ply
            raise
        table = fold(position.table, position.ply + 1, events)
        stamp = self._time(position, table)
        entry = encode_entry(position, table, seat, command, events, stamp)
        is_answer = seat is not None and seat in awaited(position.table) and seat in position.table.persons
        has_deadline = is_answer and not isinstance(command, _ANY_TIME)
        answers = position.table.places[seat].player if seat is not None and has_deadline else None
        terms: Json = {"enforce_deadline": has_deadline, "expires": expires, "answers": answers or ""}
        after = self._append(
            position, entry, Position(table, entry.digest, stamp, None, position.began), once, **terms
        )
        if isinstance(after, Replayed):
            return self._replayed(position.game, after.ply)
        return Accepted(after.ply, self._finished(after), replayed=False)

    def _append(
        self,
        before: Position | None,
        entry: Entry,
        after: Position,
        once: IdempotencyKey | None,
        **terms: Any,
    ) -> Position | Replayed:
        """Append `entry` and return `after`; an unknown outcome empties the cache."""
        table = after.table
        waits_for_bot = bool(bots_awaited(table)) or bool(clocks.absent(table))
        is_due = waits_for_bot or table.withheld
        try:
            outcome = self.store.append(
                entry,
                after=START if before is None else At(before.ply, before.digest),
                once=once,
                status=str(table.status),
                live=not table.is_over,
                hint=entry_codec.hint(before.table if before else None, table, is_due and self._notify_bots),
                due_in_ms=RECHECK_MS if is_due or pending(table) is not None else None,
                to_act=entry_codec.asked(table),
                deadline=entry_codec.deadline(before.table if before else None, table),
                summary=written(summary(table, after.began, after.time)),
                **terms,
            )
        except OutcomeUnknown:
            self._cache.drop(entry.game)
            raise
        if not isinstance(outcome, Appended):
            return outcome
        self._on_append(before.table if before else None, table)
        return self._keep(after, outcome.head)

    def _settled(self, position: Position) -> Position:
        """Apply the commands that the service itself owes, unless another process has done so."""
        while (command := pending(position.table)) is not None:
            try:
                position = self._decided(position, None, command, None).position
            except Conflict as conflict:
                # Only one entry: the answer must not depend on which process is faster.
                position = self._moved_on(position, conflict.tail[:1])
        return position

    def _finished(self, position: Position) -> Position:
        """Settle the game after an own entry. Raises OutcomeUnknown without the store."""
        try:
            return self._settled(position)
        except StoreUnavailable as away:
            detail = f"entry {position.ply} is written, not what follows it"
            raise OutcomeUnknown(detail, away.outage) from away

    def _replayed(self, game: GameId, ply: int) -> Accepted:
        """Return the answer to a command that made entry `ply` before, with the position of that time."""
        position = self.at(game, ply)
        while pending(position.table) is not None:
            entries = self.store.read(game, position, position.ply + 1)
            if not entries:
                return Accepted(ply, self._settled(position), replayed=True)
            position = advance(position, entries) or position
        return Accepted(ply, position, replayed=True)

    def _time(self, before: Position | None, table: Table) -> int:
        """Time of the next entry: the clock, never decreasing; 0 if every seat is a bot of the service."""
        if len(table.bots) == len(table.places):
            return 0
        return max(self._clock(), before.time if before else 0)


def _advanced(position: Position | None, entries: tuple[Entry, ...]) -> Position | None:
    """Return the position after `entries`.

    Other greenlets run in between, because folding is pure computation.
    """
    for start in range(0, len(entries), _STRETCH):
        if start:
            time.sleep(0)
        position = advance(position, entries[start : start + _STRETCH])
    return position


def _check_expected(table: Table, seat: Seat | None, expected: int | None) -> None:
    """Raise Stale unless `expected` lies between the open question of `seat` and now."""
    if expected is None:
        return
    oldest = table.decision if seat in awaited(table) else table.ply
    if not oldest <= expected <= table.ply:
        raise Stale(table.ply)
