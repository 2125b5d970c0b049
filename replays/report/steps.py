"""Steps of a replay: the events and the view at each ply, for one reader."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import GameError
from app.games.game import Game
from app.games.table import wire
from app.games.table.state import Table
from app.games.table.view import revealed, view
from app.i18n import Message
from app.service.entry_codec import Position, advance
from app.store.canonical import parse
from app.store.entry import Entry
from replays.record.errors import ReplayError
from replays.record.untrusted_values import Malformed, guarded

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """One ply of `plies`: the known events, the view after them, and the known hands by seat.

    `centre` is the centre card before them, None if there was none or it is unknown.
    """

    ply: int
    plies: int
    events: Sequence[Json]
    view: Json
    centre: str | None = None
    hands: Mapping[int, Sequence[str]] = field(default_factory=dict)


class Replay(Protocol):
    """A game that can be shown ply by ply."""

    @property
    def plies(self) -> int:
        """Number of plies."""

    def step(self, ply: int) -> Step:
        """Return the step at `ply`, from 1. Raises ReplayError if it cannot be shown."""


_STEP: Final = 128
"""Distance of stored positions in plies; folding so many takes some milliseconds."""


class Recorded:
    """Replay of a whole log with its hidden parts, as seen by `seat`, or with all cards open (None).

    It keeps every 128th position, and the last two.
    """

    def __init__(self, entries: Sequence[Entry], seat: int | None = None) -> None:
        self._entries = entries
        self._seat = None if seat is None else Seat(seat)
        self._milestones: list[Position] = []
        self._latest: tuple[Position, ...] = ()

    @property
    def plies(self) -> int:
        """Number of entries of the log."""
        return len(self._entries)

    def step(self, ply: int) -> Step:
        """Return the step at `ply`. Raises ReplayError for an unreadable position or an unknown seat."""
        seats = self._shown(ply, lambda: self._position(ply).table.seats)
        if self._seat is not None and self._seat not in seats:
            raise ReplayError(Message("this game has no seat {seat}").filled(seat=self._seat))
        return self._shown(ply, lambda: self._step(ply))

    def opened(self, ply: int) -> Json:
        """Return the position after `ply` with all cards: the spectator's `view`, and `revealed`."""
        return self._shown(ply, lambda: _opened(self._position(ply).table))

    def _shown(self, ply: int, work: Callable[[], T]) -> T:
        try:
            return guarded(work)
        except (Malformed, GameError):
            raise ReplayError(
                Message("ply {ply} cannot be shown; an audit tells what is wrong with it").filled(ply=ply)
            ) from None

    def _step(self, ply: int) -> Step:
        table, entry = self._position(ply).table, self._entries[ply - 1]
        seat = self._seat
        centre = _centre(self._position(ply - 1).table) if ply > 1 else None
        events = _merged_events(table.play, entry, seat)
        return Step(ply, self.plies, events, view(table, seat), centre, _hands(table, seat))

    def _position(self, ply: int) -> Position:
        known = (*self._milestones[: ply // _STEP][-1:], *self._latest)
        position = max(
            (known_position for known_position in known if known_position.ply <= ply),
            key=lambda known_position: known_position.ply,
            default=None,
        )
        if position is not None and position.ply == ply:
            return position
        while position is None or position.ply < ply:
            start = position.ply if position else 0
            position = advance(
                position, tuple(self._entries[start : min(ply, start - start % _STEP + _STEP)])
            )
            if position is None:
                raise ValueError("no position")
            if position.ply == (len(self._milestones) + 1) * _STEP:
                self._milestones.append(position)
        self._latest = (*self._latest[-1:], position)
        return position


def _centre(table: Table) -> str | None:
    return None if table.hand is None else table.play.centre(table.hand)


def _opened(table: Table) -> Json:
    return {"view": view(table, None), "revealed": revealed(table)}


def _merged_events(play: Game, entry: Entry, seat: Seat | None) -> list[Json]:
    """Return the events of an entry with the hidden parts that `seat` knows, None for all."""
    parts = {part.audience: parse(part.body) for part in entry.parts if seat in (None, part.audience)}
    return wire.merge(play, parse(entry.public), parts)[1]


def _hands(table: Table, seat: Seat | None) -> dict[int, Sequence[str]]:
    if table.hand is None:
        return {}
    readers = table.seats if seat is None else (seat,)
    return {reader: view(table, reader)["hand"] for reader in readers}
