"""The way of a command: cached state and tail, decide, append; and of a refusal, which is looked at twice.

An acceptance may be decided on a cached state, because the append guards it by ply and digest. Before a
refusal leaves, the log is read: then either the command was accepted before, or the game has moved on and
is decided again, or the refusal stands.

Where the store lacks an entry that it acknowledged before, or that a receipt of ours names, the log was set
back: the game freezes, with that receipt as evidence (RULES 12.8).
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
"""How long after a bot is asked somebody looks whether it has answered."""

ROLLED_BACK = "history_rolled_back"
"""Why a game is frozen, and why a frozen one is void."""

BY_OPERATOR = "operator"
"""Why a game is void that the operator has ended."""

_ANY_TIME = (ChooseDealer, Leave, Rotate, Sit)
"""Commands that answer no question, so that none can be late."""

_ATTEMPTS = 5

_STRETCH = 256
"""How many entries are folded, some milliseconds long, before other requests have their turn."""

HoldsSeat = Callable[[Table], bool]

OnAppend = Callable[[Table | None, Table], object]
"""Hears of every entry that is written: the table before it, None for none, and after it."""


def _untold(before: Table | None, after: Table) -> None:
    """Nobody hears of it."""


class GameService:
    """Every game in the store: read, created and acted on. Safe between threads and greenlets.

    With `rings`, an entry that asks a bot leaves a notice to ring for it; the process that plays the bots
    goes on by itself and leaves none. `signer` has the keys of receipts; without it no game freezes, because
    nobody could be shown why.
    """

    def __init__(
        self,
        store: EventStore,
        cache_size: int,
        clock: Callable[[], int] = now_ms,
        *,
        rings: bool = True,
        signer: KeyRing | None = None,
        told: OnAppend = _untold,
    ) -> None:
        self.store = store
        self._told = told
        self._signer = signer
        self._cache = PositionCache(cache_size)
        self._milestones = Milestones()
        self._clock = clock
        self._rings = rings

    def current(self, game: GameId) -> Position:
        """The game as the store has it now; NoSuchGame if it has none."""
        return self._caught_up(game, self._cache.get(game))

    def known(self, game: GameId) -> Position:
        """The game at some ply that was current: the cached position, or the stored one."""
        return self._cache.get(game) or self.current(game)

    def at(self, game: GameId, ply: int) -> Position:
        """The game right after the entry `ply`; NoSuchGame if the log does not reach it."""
        kept = self._cache.get(game)
        if kept is not None and kept.ply == ply:
            return kept
        found = self._milestones.before(game, ply)
        while found is None or found.ply < ply:
            upto = self._milestones.after(found.ply if found else 0, ply)
            try:
                entries = self.store.read(game, found or START, upto)
            except HistoryRolledBack as lost:
                if found is None:
                    raise
                self._set_back(found, lost)
                return self.at(game, ply)
            found = advance(found, entries) if entries else None
            if found is None:
                raise NoSuchGame(game)
            self._milestones.keep(found)
            # Folding a long log is pure computing, which a server of greenlets must be let out of.
            time.sleep(0)
        return found

    def entries(self, game: GameId, after: int, upto: int | None = None) -> tuple[Entry, ...]:
        """The entries after ply `after`, to `upto` included; empty where there are none yet."""
        place = self.store.place(game, after)
        return () if place is None else self.store.read(game, place, upto)

    def create(self, command: Create, once: IdempotencyKey | None, *, fresh: bool = False) -> Accepted:
        """The game that `command` makes, dealt where nobody needs to be waited for.

        With `fresh` its id is known to be new, so that no archive is asked whether it has that game.
        """
        events = create(command)
        table = fold(None, 1, events)
        stamp = self._time(None, table)
        key = self._signer.in_force(stamp or self._clock()) if self._signer else None
        entry = encode_entry(None, table, None, command, events, stamp, pins(table.play, key))
        begun, terms = Position(table, entry.digest, stamp, None, stamp), {"fresh": True} if fresh else {}
        try:
            position = self._append(None, entry, begun, once, **terms)
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
        """What `command` by `seat` came to, None for a host who has none.

        `holds` says whether whoever acts holds the seat at a table; NotSeated if not at the one acted on.

        `expected` is the ply the caller decided on; Stale if the question open to it is a later one. Errors
        of the rules (Refused, with the ply they speak of) and of the store leave the game as it was.
        """
        position = self.known(game)
        for _ in range(_ATTEMPTS):
            position = self._held(position, holds)
            try:
                _check_expected(position.table, seat, expected)
                done = self._decided(position, seat, command, once)
            except Conflict as conflict:
                position = self._moved_on(position, conflict.tail)
            except HistoryRolledBack as lost:
                position = self._set_back(position, lost)
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
        """What the same command came to before, None if it was never accepted; KeyReused for another one."""
        look = self._look_again(game, self.known(game), once)
        return None if look.replayed_ply is None else self._replayed(game, look.replayed_ply)

    def confront(self, game: GameId, receipt: Json) -> tuple[Position, bool]:
        """The game, and whether its log holds what `receipt` says; if it does not, the game is frozen now.

        The receipt must have been verified, and be of this game. The contradicted receipt is kept beside the
        log; the log of a game that is over stays as it is.
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
        """Keep `receipt`, which the log contradicts, and `held`, the receipt of what that has instead."""
        if position.table.tournament:
            self.store.marked.add(position.table.tournament, position.game)
        self.store.contradictions.add(position.game, receipt, held)

    def void_frozen(self, game: GameId) -> Position:
        """The frozen `game` ended without a result, its keys open; NotFrozen if it is not frozen."""
        position = self.current(game)
        if not position.table.is_frozen:
            raise NotFrozen(game)
        return self._decided(position, None, Void(ROLLED_BACK), None).position

    def end(self, game: GameId) -> Position:
        """The `game` ended without a result by the operator, its keys open; AlreadyOver if it is over."""
        found = self.current(game).table
        if found.has_ended:
            raise AlreadyOver(game)
        return self.void(game, ROLLED_BACK if found.is_frozen else BY_OPERATOR, ())

    def void(self, game: GameId, reason: str, seats: tuple[Seat, ...]) -> Position:
        """The game ended without a result by what `seats` did; one that has ended stays."""
        return self._by_service(game, Void(reason, seats), lambda table: not table.has_ended)

    def open_keys(self, game: GameId) -> Position:
        """The game with its keys open if they were withheld; any other stays."""
        return self._by_service(game, OpenKeys(), lambda table: table.withheld)

    def _by_service(self, game: GameId, command: Any, is_due: HoldsSeat) -> Position:
        """The game after what the service says, as long as that `is_due`."""
        position = self.current(game)
        while is_due(position.table):
            try:
                return self._decided(position, None, command, None).position
            except Conflict as conflict:
                position = self._moved_on(position, conflict.tail)
        return position

    def _held_at(self, position: Position, ply: int) -> Position | Entry:
        """The entry `ply` of the log up to `position`; the last one where the log is shorter."""
        return position if ply >= position.ply else self.entries(position.game, ply - 1, ply)[0]

    def _set_back(self, known: Position, lost: HistoryRolledBack) -> Position:
        """The game, whose log lacks the position `known`: frozen now, or over as the log has it.

        `lost` is raised where nothing of the log is left, or nobody could be shown why the game is frozen.
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
        """A position at which whoever acts holds the seat: this one, or the one the store has now."""
        if holds is None or holds(position.table):
            return position
        position = self.current(position.game)
        if not holds(position.table):
            raise NotSeated(position.game)
        return position

    def _look_again(self, game: GameId, position: Position, once: IdempotencyKey | None) -> LogState:
        """What the log says before a refusal leaves; KeyReused if the key was used for something else."""
        look = self.store.look(game, position, once)
        if look.mismatch:
            raise KeyReused("the idempotency key was used for something else") from None
        return look

    def settle(self, game: GameId) -> Position:
        """The game with everything done that the service itself owes it, what is overdue included."""
        position, now = self._seen(game, self._cache.get(game))
        return self._expired(self._settled(position), now)

    def stand_in(self, position: Position) -> Position:
        """The game after the answers for the seats that are asked and not waited for (RULES 11.9)."""
        try:
            return self._decided(position, None, Expire(clocks.absent(position.table)), None).position
        except Conflict as conflict:
            return self._moved_on(position, conflict.tail)

    def _expired(self, position: Position, now: int) -> Position:
        """The game after what follows from its deadline, if that has passed; bots are not hurried."""
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
        """The game as the store has it now, from a position known before, and the time there in ms."""
        try:
            look = self.store.look(game, position or START)
        except HistoryRolledBack as lost:
            if position is None:
                raise
            self._set_back(position, lost)
            return self._seen(game, None)
        if look.head is None:
            raise NoSuchGame(game)
        found = _advanced(position, look.tail)
        if found is None:
            raise NoSuchGame(game)
        return self._keep(found, look.head), look.now_ms

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
        """Decides `command` on `position` and appends what it did, `expires` only after the deadline."""
        try:
            events = decide(position.table, seat, command)
        except Refused as refusal:
            refusal.ply = position.ply
            raise
        table = fold(position.table, position.ply + 1, events)
        stamp = self._time(position, table)
        entry = encode_entry(position, table, seat, command, events, stamp)
        asked = seat is not None and seat in awaited(position.table) and seat in position.table.persons
        timed = asked and not isinstance(command, _ANY_TIME)
        answers = position.table.places[seat].player if seat is not None and timed else None
        terms: Json = {"enforce_deadline": timed, "expires": expires, "answers": answers or ""}
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
        """`after`, once the store has `entry` that leads to it; an unknown outcome empties the cache."""
        table = after.table
        asked = bool(bots_awaited(table)) or bool(clocks.absent(table))
        rings = asked or table.withheld
        try:
            outcome = self.store.append(
                entry,
                after=START if before is None else At(before.ply, before.digest),
                once=once,
                status=str(table.status),
                live=not table.is_over,
                hint=entry_codec.hint(before.table if before else None, table, rings and self._rings),
                due_in_ms=RECHECK_MS if rings or pending(table) is not None else None,
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
        self._told(before.table if before else None, table)
        return self._keep(after, outcome.head)

    def _settled(self, position: Position) -> Position:
        """Does what is due at once by the service itself, unless somebody else has done it."""
        while (command := pending(position.table)) is not None:
            try:
                position = self._decided(position, None, command, None).position
            except Conflict as conflict:
                # No further than what was owed: the answer must not depend on who is fast.
                position = self._moved_on(position, conflict.tail[:1])
        return position

    def _finished(self, position: Position) -> Position:
        """The game settled right after an entry of ours; without the store nobody knows what follows it."""
        try:
            return self._settled(position)
        except StoreUnavailable as away:
            told = f"entry {position.ply} is written, not what follows it"
            raise OutcomeUnknown(told, away.outage) from away

    def _replayed(self, game: GameId, ply: int) -> Accepted:
        """The answer to a command that made entry `ply` before: the same position as then."""
        position = self.at(game, ply)
        while pending(position.table) is not None:
            entries = self.store.read(game, position, position.ply + 1)
            if not entries:
                return Accepted(ply, self._settled(position), replayed=True)
            position = advance(position, entries) or position
        return Accepted(ply, position, replayed=True)

    def _time(self, before: Position | None, table: Table) -> int:
        """The time of the next entry: the clock, never going back; 0 where every seat is a bot of ours."""
        if len(table.bots) == len(table.places):
            return 0
        return max(self._clock(), before.time if before else 0)


def _advanced(position: Position | None, entries: tuple[Entry, ...]) -> Position | None:
    """The position after `entries`. Others have their turn meanwhile, because folding is pure computing."""
    for at in range(0, len(entries), _STRETCH):
        if at:
            time.sleep(0)
        position = advance(position, entries[at : at + _STRETCH])
    return position


def _check_expected(table: Table, seat: Seat | None, expected: int | None) -> None:
    """Stale unless `expected` lies between the question open to `seat` and now."""
    if expected is None:
        return
    oldest = table.decision if seat in awaited(table) else table.ply
    if not oldest <= expected <= table.ply:
        raise Stale(table.ply)
