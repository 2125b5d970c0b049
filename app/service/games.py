"""Commands to games: of seats and hosts, of the operator, and of the service itself.

If the store lacks an entry that it acknowledged before, or that a receipt names, the log was set back: the
game freezes, with that receipt as evidence (RULES 12.8).
"""

from collections.abc import Callable
from typing import Any

from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import Refused
from app.games.table import clocks
from app.games.table.commands import Create, Expire, Freeze, OpenKeys, Replace, Return, Rotate, Sit, Void
from app.games.table.state import Table, awaited, bots_awaited
from app.service.entry_codec import Position
from app.service.event_log import EventLog, TooManyConflicts
from app.service.game_decider import (
    AlreadyOver,
    BotPlays,
    GameDecider,
    NewTable,
    NoSuchGame,
    NotFrozen,
    NotSeated,
    Stale,
)
from app.service.log_decider import Accepted
from app.service.signing import KeyRing, now_ms, receipt
from app.store.append_options import IdempotencyKey
from app.store.canonical import parse
from app.store.entry import Entry
from app.store.errors import Conflict, HistoryRolledBack, KeyForgotten, KeyReused, TooEarly
from app.store.keys import GameId
from app.store.log import EventStore

ROLLED_BACK = "history_rolled_back"
"""Reason why a game is frozen, and why a frozen one is void."""

BY_OPERATOR = "operator"
"""Reason why a game is void that the operator has ended."""

_ATTEMPTS = 5

_MILESTONES = 1024
"""Number of positions of read logs in memory."""

_OF_SEATS = (Return, Rotate, Sit)
"""Commands about a seat that a person may send while a bot plays there."""

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
        self._signer = signer
        self._clock = clock
        self.log: EventLog[Position] = EventLog(
            store,
            GameDecider(notify_bots, signer.in_force if signer else _nothing_signed),
            clock,
            cached=cache_size,
            milestones=_MILESTONES,
            on_append=lambda before, after: on_append(before.table if before else None, after.table),
            on_rollback=self._set_back,
        )

    @property
    def store(self) -> EventStore:
        """The event store with the logs."""
        return self.log.store

    def current(self, game: GameId) -> Position:
        """Return the game as stored now. Raises NoSuchGame if the store has none."""
        return _existing(game, self.log.find(game))

    def reread(self, game: GameId) -> Position:
        """Return the game as `current` does, but read from its first entry: memory hides no damage."""
        return _existing(game, self.log.reread(game))

    def known(self, game: GameId) -> Position:
        """Return the game at some ply that was current: the cached position, or the stored one."""
        return self.log.cache.get(game) or self.current(game)

    def at(self, game: GameId, ply: int) -> Position:
        """Return the game right after the entry `ply`. Raises NoSuchGame if the log does not reach it."""
        return _existing(game, self.log.at(game, ply))

    def entries(self, game: GameId, after: int, upto: int | None = None) -> tuple[Entry, ...]:
        """Return the entries after ply `after`, up to `upto`; empty if there are none yet."""
        place = self.store.place(game, after)
        return () if place is None else self.store.read(game, place, upto)

    def create(
        self,
        command: Create,
        once: IdempotencyKey | None,
        *,
        fresh: bool = False,
        edition: int | None = None,
    ) -> Accepted[Position]:
        """Create a game and deal unless a player has to be waited for.

        With `fresh` its id is known to be new, so the archive is not asked whether it has that game.
        `edition` is that of its rulebook, None for the current one.
        """
        try:
            first = NewTable(command, edition)
            return self.log.write(GameId(command.game), None, None, first, once, fresh=fresh)
        except Conflict as conflict:
            unknown = KeyReused if once is None else KeyForgotten
            raise unknown("the game exists already") from conflict

    def act(
        self,
        game: GameId,
        seat: Seat | None,
        command: Any,
        *,
        expected: int | None = None,
        once: IdempotencyKey | None = None,
        holds: HoldsSeat | None = None,
        bot: bool = False,
    ) -> Accepted[Position]:
        """Decide and append `command` of `seat` (None for a host without a seat); return the result.

        `holds(table)` returns whether the caller holds the seat. Raises NotSeated if not. With `bot` a bot of
        the service acts; else raises BotPlays if one plays for the person of the seat and `command` is not
        about the seat itself.

        `expected` is the ply that the caller decided on. Raises Stale if the open question of the seat is a
        later one. Errors of the rules (Refused, with the ply they are about) and of the store leave the game
        unchanged.
        """
        known = self.known(game)
        if holds is not None and not holds(known.table):
            known = self.current(game)
            _check_held(known, holds)

        def checked(before: Position | None) -> Any:
            position = _existing(game, before)
            if holds is not None:
                _check_held(position, holds)
            _check_player(position, seat, command, bot=bot)
            _check_expected(position.table, seat, expected)
            return command

        try:
            return self.log.act(game, seat, checked, once, known)
        except TooManyConflicts as moving:
            raise Stale(self.known(game).ply) from moving

    def repeated(self, game: GameId, once: IdempotencyKey) -> Accepted[Position] | None:
        """Return the result of the same command if it was accepted before, else None.

        Raises KeyReused if the key was used for another command.
        """
        return self.log.repeated(game, self.known(game), once)

    def confront(self, game: GameId, receipt: Json) -> tuple[Position, bool]:
        """Return the game, and whether its log contains the entry of `receipt`; if not, freeze the game.

        The receipt must be verified, and of this game. The contradicted receipt is stored beside the log; the
        log of a finished game is not changed.
        """
        position = self.reread(game)
        for _ in range(_ATTEMPTS):
            held = self._held_at(position, receipt["ply"])
            if (held.ply, held.digest.hex()) == (receipt["ply"], receipt["digest"]):
                return position, True
            if self._signer is not None:
                kept = head_receipt(self._signer, held, self._clock())
                self.mark(position, receipt, kept)
            if position.table.is_over or position.table.is_frozen:
                return position, False
            try:
                return self.log.write(game, position, None, Freeze(ROLLED_BACK, receipt)).position, False
            except Conflict as conflict:
                position = _existing(game, self.log.moved_on(game, position, conflict.tail))
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
        return self.log.write(game, position, None, Void(ROLLED_BACK)).position

    def end(self, game: GameId) -> Position:
        """End `game` by the operator without a result and open its keys. Raises AlreadyOver if it is over."""
        table = self.current(game).table
        if table.has_ended:
            raise AlreadyOver(game)
        return self.void(game, ROLLED_BACK if table.is_frozen else BY_OPERATOR, ())

    def void(self, game: GameId, reason: str, seats: tuple[Seat, ...]) -> Position:
        """End the game without a result because of `seats`; a game that has ended is not changed."""
        return self._by_service(game, Void(reason, seats), lambda table: not table.has_ended)

    def replace(self, game: GameId, seat: Seat, bot: str) -> Position:
        """Let `bot` play for the person of a seat in a tournament who is away or has not come.

        A seat whose person has returned, or for which a bot plays, is not changed.
        """
        position = self.current(game)
        try:
            return self._written(position, Replace(seat, bot))
        except Refused:
            return self.current(game)

    def open_keys(self, game: GameId) -> Position:
        """Open the keys of the game if they were withheld; any other game is not changed."""
        return self._by_service(game, OpenKeys(), lambda table: table.withheld)

    def _by_service(self, game: GameId, command: Any, is_due: HoldsSeat) -> Position:
        """Apply a command of the service as long as `is_due`; return the game."""
        position = self.current(game)
        while is_due(position.table):
            position = self._written(position, command)
        return position

    def _written(self, position: Position, command: Any, *, expires: bool = False) -> Position:
        """Apply a command of the service; return the game after it, or after the entries of others."""
        try:
            return self.log.write(position.game, position, None, command, expires=expires).position
        except Conflict as conflict:
            return _existing(position.game, self.log.moved_on(position.game, position, conflict.tail))

    def _held_at(self, position: Position, ply: int) -> Position | Entry:
        """Return entry `ply` of the log up to `position`; the last one if the log is shorter."""
        return position if ply >= position.ply else self.entries(position.game, ply - 1, ply)[0]

    def _set_back(self, game: GameId, known: Position, lost: HistoryRolledBack) -> Position:
        """Freeze the game, whose log lacks the position `known`, and return it; a finished game is
        returned as logged.

        Raises `lost` if nothing of the log is left, or if there is no signer.
        """
        if self._signer is None or lost.head is None:
            raise lost
        self.log.forget(game)
        position, _ = self.confront(game, head_receipt(self._signer, known, self._clock()))
        if not position.table.is_frozen and not position.table.is_over:
            raise lost
        return position

    def settle(self, game: GameId) -> Position:
        """Apply every pending command of the service, overdue ones included; return the game."""
        position, now = self.log.seen(game)
        return self._expired(self.log.settled(game, _existing(game, position)), now)

    def stand_in(self, position: Position) -> Position:
        """Answer for the seats whose players are away (RULES 11.9); return the game."""
        return self._written(position, Expire(clocks.absent(position.table)))

    def _expired(self, position: Position, now: int) -> Position:
        """Apply the deadline of the game if it has passed; bots have none."""
        table, ends = position.table, position.deadline_ms
        if ends is None or now <= ends or (bots_awaited(table) and not clocks.undecided(table)):
            return position
        try:
            return self._written(position, clocks.expiry(table), expires=True)
        except TooEarly:
            return position


def _nothing_signed(time: int) -> str | None:
    """Return None: no key signs receipts."""
    return None


def _existing(game: GameId, position: Position | None) -> Position:
    """Return `position`. Raises NoSuchGame for None."""
    if position is None:
        raise NoSuchGame(game)
    return position


def _check_held(position: Position, holds: HoldsSeat) -> None:
    """Raise NotSeated unless the caller holds the seat at `position`."""
    if not holds(position.table):
        raise NotSeated(position.game)


def _check_player(position: Position, seat: Seat | None, command: Any, *, bot: bool) -> None:
    """Raise NotSeated for a bot that does not play at `seat`, BotPlays for a person for whom one plays."""
    table = position.table
    if bot and seat not in table.bots:
        raise NotSeated(position.game)
    if bot or seat not in table.seats or isinstance(command, _OF_SEATS):
        return
    if table.places[seat].stand_in is not None:
        raise BotPlays(position.game)


def _check_expected(table: Table, seat: Seat | None, expected: int | None) -> None:
    """Raise Stale unless `expected` lies between the open question of `seat` and now."""
    if expected is None:
        return
    oldest = table.decision if seat in awaited(table) else table.ply
    if not oldest <= expected <= table.ply:
        raise Stale(table.ply)


def acknowledgement(ring: KeyRing, position: Position) -> Json | None:
    """Return the receipt in the answer to a command that led to `position`, always the same.

    None in a game of bots only: its entries have no time for which they could be signed.
    """
    if not position.time:
        return None
    return receipt(ring, position.game, position.ply, position.digest, position.time)


def head_receipt(ring: KeyRing, last: Position | Entry, at_ms: int) -> Json:
    """Return the receipt of the last entry of a log, given as a position or as a stored entry.

    Its time is that of the entry, or `at_ms` in a game of bots only, whose entries have none.
    """
    time: int = last.time if isinstance(last, Position) else parse(last.public)["time"]
    return receipt(ring, last.game, last.ply, last.digest, time or at_ms)
