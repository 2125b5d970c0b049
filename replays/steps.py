"""The steps of a replay: at each ply what was said and how the game then stood, for one reader."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from app.entries import Position, advance
from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import GameError
from app.games.game import Game
from app.games.table import wire
from app.games.table.state import Table
from app.games.table.view import revealed, view
from app.store.canonical import parse
from app.store.entry import Entry
from replays.errors import ReplayError
from replays.record.untrusted import Malformed, guarded

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """One ply of `plies`: the events as far as known, the view after them, the hands known by seat.

    `centre` is the centre card before them, None where there was none or it is not known.
    """

    ply: int
    plies: int
    events: Sequence[Json]
    view: Json
    centre: str | None = None
    hands: Mapping[int, Sequence[str]] = field(default_factory=dict)


class Replay(Protocol):
    """A game that can be looked at ply by ply."""

    @property
    def plies(self) -> int:
        """How many plies it has."""

    def step(self, ply: int) -> Step:
        """The step at `ply`, from 1; ReplayError if it cannot be shown."""


_STEP: Final = 128
"""How many plies lie between two positions that a replay keeps: to fold so many takes some milliseconds."""


class Recorded:
    """The replay of a whole log with its hidden parts, as seen by `seat`, or with all cards open (None).

    It keeps every 128th position that it has come by, and the two shown last.
    """

    def __init__(self, entries: Sequence[Entry], seat: int | None = None) -> None:
        self._entries = entries
        self._seat = None if seat is None else Seat(seat)
        self._milestones: list[Position] = []
        self._latest: tuple[Position, ...] = ()

    @property
    def plies(self) -> int:
        """How many entries the log has."""
        return len(self._entries)

    def step(self, ply: int) -> Step:
        """The step at `ply`; ReplayError where the log does not tell a position, or there is no such seat."""
        seats = self._shown(ply, lambda: self._position(ply).table.seats)
        if self._seat is not None and self._seat not in seats:
            raise ReplayError(f"this game has no seat {self._seat}")
        return self._shown(ply, lambda: self._step(ply))

    def opened(self, ply: int) -> Json:
        """The position after `ply` with every card open: `view`, as a spectator has it, and `revealed`."""
        return self._shown(ply, lambda: _opened(self._position(ply).table))

    def _shown(self, ply: int, work: Callable[[], T]) -> T:
        try:
            return guarded(work)
        except (Malformed, GameError):
            raise ReplayError(f"ply {ply} cannot be shown; an audit tells what is wrong with it") from None

    def _step(self, ply: int) -> Step:
        table, entry = self._position(ply).table, self._entries[ply - 1]
        seat = self._seat
        before = view(self._position(ply - 1).table, None)["centre"] if ply > 1 else None
        centre = before["card"] if before else None
        events = _told(table.play, entry, seat)
        return Step(ply, self.plies, events, view(table, seat), centre, _hands(table, seat))

    def _position(self, ply: int) -> Position:
        known = (*self._milestones[: ply // _STEP][-1:], *self._latest)
        found = max((one for one in known if one.ply <= ply), key=lambda one: one.ply, default=None)
        if found is not None and found.ply == ply:
            return found
        while found is None or found.ply < ply:
            at = found.ply if found else 0
            found = advance(found, tuple(self._entries[at : min(ply, at - at % _STEP + _STEP)]))
            if found is None:
                raise ValueError("no position")
            if found.ply == (len(self._milestones) + 1) * _STEP:
                self._milestones.append(found)
        self._latest = (*self._latest[-1:], found)
        return found


def _opened(table: Table) -> Json:
    return {"view": view(table, None), "revealed": revealed(table)}


def _told(play: Game, entry: Entry, seat: Seat | None) -> list[Json]:
    """The events of an entry with the hidden parts that `seat` knows, None for all."""
    parts = {part.audience: parse(part.body) for part in entry.parts if seat in (None, part.audience)}
    return wire.merge(play, parse(entry.public), parts)[1]


def _hands(table: Table, seat: Seat | None) -> dict[int, Sequence[str]]:
    if table.hand is None:
        return {}
    readers = table.seats if seat is None else (seat,)
    return {reader: view(table, reader)["hand"] for reader in readers}
