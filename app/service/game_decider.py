"""Decider of the logs of games: rules of the table, entries with their stored data, and errors of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table import clocks
from app.games.table.commands import (
    ChooseDealer,
    Create,
    Leave,
    Remove,
    Replace,
    Return,
    Rotate,
    SeatBot,
    Sit,
)
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited, bots_awaited, person_waits
from app.games.table.summary import summary
from app.service.entry_codec import Position, encode_entry, next_position, pins
from app.service.log_decider import AppendOptions
from app.store.append_options import KEEP, NO_PLAYERS, NONE, Deadline, PlayersToAct
from app.store.append_options import after as ends_after
from app.store.canonical import written
from app.store.entry import Entry, Head
from app.store.keys import GameId

RECHECK_MS: Final = 5_000
"""Time after a bot is asked until a worker checks whether it has answered."""

_ANY_TIME: Final = (ChooseDealer, Leave, Remove, Replace, Return, Rotate, SeatBot, Sit)
"""Commands that answer no question, so that none can be late."""


class HandlerError(Exception):
    """Base of the errors that the game service adds to those of the rules and the store."""


class NoSuchGame(HandlerError):
    """The store holds no game of this id."""


class NotSeated(HandlerError):
    """The caller no longer holds the seat."""


class BotPlays(HandlerError):
    """A bot plays for the person of the seat, who must return first."""


class NotFrozen(HandlerError):
    """The game is not frozen, so only the rules end it."""


class AlreadyOver(HandlerError):
    """The game has a result, or is void."""


class Stale(HandlerError):
    """The expected ply is before the open question, or beyond the end of the log."""

    def __init__(self, ply: int) -> None:
        super().__init__(f"the game stands at ply {ply}")
        self.ply = ply


@dataclass(frozen=True, slots=True)
class NewTable:
    """The first command of a log, and the edition of the rulebook that it pins, None for the current one."""

    create: Create
    edition: int | None


class GameDecider:
    """Decider of games; the actor of a command is its seat, None for a host without one and the service.

    The first command of a log is a NewTable.

    With `notify_bots`, an entry that asks a bot leaves a notice to enqueue it. `receipt_key` returns the id
    of the key that signs receipts from a time on, None if nothing is signed.
    """

    refusals: tuple[type[Exception], ...] = (Refused, Stale, NotSeated, BotPlays)

    def __init__(self, notify_bots: bool, receipt_key: Callable[[int], str | None]) -> None:
        self._notify_bots = notify_bots
        self._receipt_key = receipt_key

    def decide(self, before: Position | None, actor: Seat | None, command: Any, now: int) -> tuple[Any, ...]:
        """Return the events of a command. Raises Refused with the ply of the log."""
        if before is None:
            return create(command.create)
        try:
            return decide(before.table, actor, command)
        except Refused as refusal:
            refusal.ply = before.ply
            raise

    def encode(
        self,
        log: GameId,
        before: Position | None,
        actor: Seat | None,
        command: Any,
        events: tuple[Any, ...],
        now: int,
    ) -> tuple[Entry, Position]:
        """Return the entry of a command, and the position after it.

        Its time is 0 if every seat is a bot of the service.
        """
        table = fold(before.table if before else None, before.ply + 1 if before else 1, events)
        time = 0 if table.only_bots else now
        pinned = None
        if before is None:
            pinned = pins(table.play, self._receipt_key(now), command.edition)
            command = command.create
        entry = encode_entry(before, table, actor, command, events, time, pinned)
        return entry, Position(table, entry.digest, time, None, before.began if before else time)

    def options(
        self, before: Position | None, after: Position, actor: Seat | None, command: Any
    ) -> AppendOptions:
        """Return the data to be stored with the entry that led to `after`."""
        earlier, table = before.table if before else None, after.table
        is_due = bool(bots_awaited(table)) or bool(clocks.absent(table)) or table.withheld
        is_answer = earlier is not None and actor in awaited(earlier) and actor in earlier.persons
        at_any_time = (*_ANY_TIME, *table.play.commands_between)
        has_deadline = is_answer and not isinstance(command, at_any_time)
        answers = earlier.places[actor].player if earlier and has_deadline and actor is not None else None
        return AppendOptions(
            status=str(table.status),
            live=not table.is_over,
            hint=_hint(earlier, table, is_due and self._notify_bots),
            due_in_ms=RECHECK_MS if is_due or pending(table) is not None else None,
            to_act=_asked(table),
            deadline=_deadline(earlier, table),
            summary=written(summary(table, after.began, after.time)),
            answers=answers or "",
            enforce_deadline=has_deadline,
        )

    def advance(self, before: Position | None, entry: Entry) -> Position:
        """Return the position after a stored entry. Raises Unreadable if it cannot be decoded."""
        return next_position(before, entry)

    def at_head(self, position: Position, head: Head) -> Position:
        """Return the last position of a log with its deadline."""
        if head.deadline_ms == position.deadline_ms:
            return position
        return Position(position.table, position.digest, position.time, head.deadline_ms, position.began)

    def pending(self, position: Position) -> Any | None:
        """Return the command that the service itself owes, None for none."""
        return pending(position.table)


def _hint(before: Table | None, after: Table, asks_bot: bool) -> str:
    """Return the notification of an entry for the outbox: the end, a player seated, a bot to act.

    With `asks_bot` a bot is asked, by a person or not, or keys are withheld.
    """
    if after.is_over:
        return "end"
    words = (("bot", "person") if person_waits(after) else ("bot",)) if asks_bot else ()
    same = before is not None and before.places is after.places
    seated = set() if same else _players(after) - (_players(before) if before else set())
    return " ".join((*words, "seat") if seated else words)


def _players(table: Table) -> set[str | None]:
    return {
        player for player in (table.host, *(place.player for place in table.places)) if player is not None
    }


def _asked(table: Table) -> PlayersToAct:
    """Return the players whose turn it is, and those with a reserved seat.

    A seat that was left, or whose person a bot plays for, is not asked.
    """
    if table.is_over:
        return NO_PLAYERS
    places = [table.places[seat] for seat in awaited(table)]
    players = tuple(place.player for place in places if place.player and place.has_person)
    kept = tuple(place.reserved_for for place in table.places if place.reserved_for)
    return PlayersToAct(table.decision, players, kept)


def _deadline(before: Table | None, after: Table) -> Deadline:
    """Return the change of the deadline by an entry; one question to several seats has one deadline."""
    seconds = clocks.seconds(after)
    if seconds is None:
        return NONE
    if before is not None and clocks.keeps(before, after):
        return KEEP
    return ends_after(seconds * 1000)
