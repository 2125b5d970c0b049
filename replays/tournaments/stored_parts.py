"""Projection of running tournaments into the store, by the jobs that play them.

No request reads a log. Games and pairings are updated incrementally with each entry. The tables are computed
from all games: after each entry while that is quick, else so seldom that it takes a small part of a worker's
time, and always when the tournament pauses or ends. After a crash the next job updates the older parts.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.service.aggregates import AggregateState
from app.service.signing import now_ms
from app.service.tournaments import TournamentService
from app.store.keys import GameId
from app.store.tournament_parts import PartsState, StoredTables, TournamentParts
from app.tournament.durations import Counts
from app.tournament.state import Tournament, TournamentPhase
from replays.catalogue.errors import CatalogueError
from replays.tournaments.failures import Failures
from replays.tournaments.parts import ScheduleChanges, everything, schedule_parts, table_parts, touched

REST: Final = 10
"""Factor on the time of computing the tables, for which they are not computed again."""


@dataclass(frozen=True, slots=True)
class PartsProjector:
    """Updates the parts of tournaments in `parts`. `clock` is in ms since 1970, `timer` in s.

    `failures` has the times of decisions; without it, and while the catalogue is away, tables have none.
    """

    tournament_service: TournamentService
    parts: TournamentParts
    failures: Failures | None = None
    clock: Callable[[], int] = now_ms
    timer: Callable[[], float] = time.monotonic

    def advance(self, current: AggregateState[Tournament]) -> None:
        """Update the parts of a tournament to its current ply, unless they are current."""
        kept = self.parts.kept(current.log)
        due = self._tables_are_due(kept, current)
        if kept.ply > current.ply or (kept.ply == current.ply and not due):
            return
        new_parts, tables = schedule_parts(current.state, self._new(kept.ply, current)), None
        if due:
            begun = self.timer()
            new_parts |= table_parts(current.state, self._times(current.log))
            tables = StoredTables(current.ply, self.clock(), round(1000 * (self.timer() - begun)))
        self.parts.advance(current.log, kept.ply, current.ply, new_parts, tables)

    def _tables_are_due(self, kept: PartsState, current: AggregateState[Tournament]) -> bool:
        if kept.tables is None or current.state.state is not TournamentPhase.RUNNING:
            return kept.tables is None or kept.tables.ply < current.ply
        rested = self.clock() - kept.tables.made_ms >= REST * kept.tables.took_ms
        return kept.tables.ply < current.ply and rested

    def _times(self, tournament: str) -> Mapping[int, Counts]:
        try:
            return {} if self.failures is None else self.failures.times(tournament)
        except CatalogueError:
            return {}

    def _new(self, ply: int, current: AggregateState[Tournament]) -> ScheduleChanges:
        """Return the changes by the entries after `ply`."""
        store, log = self.tournament_service.store, GameId(current.log)
        place = store.place(log, ply) if ply else None
        if place is None:
            return everything(current.state)
        events = (
            event
            for entry in store.read(log, place, current.ply)
            for event in self.tournament_service.events_of(entry)
        )
        return touched(current.state, events)
