"""What is shown of a tournament, kept in the store by the jobs that play it: no request reads its log.

Games and pairings are advanced by what is new in each entry. The tables are worked out from all games: after
each entry while that is quick, else so seldom that it takes a small part of a worker's time, and in any case
when the tournament pauses or ends. Whoever dies in between leaves older parts, which the next job advances.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.journal import Standing
from app.signing import now_ms
from app.store.keys import GameId
from app.store.parts import PartsState, StoredTables, TournamentParts
from app.tournament.durations import Counts
from app.tournament.tournament import State, Tournament
from replays.catalogue.errors import CatalogueError
from replays.tournaments.failing import Failures
from replays.tournaments.hall import Hall
from replays.tournaments.parts import Touched, everything, schedule_parts, table_parts, touched

REST: Final = 10
"""So many times as long as they took to make, the tables of a running tournament stay as they are."""


@dataclass(frozen=True, slots=True)
class Projector:
    """Keeps the parts of the tournaments in `hall` in `parts`. `clock` is in ms since 1970, `timer` in s.

    `failures` has the times of decisions; without it, and while the catalogue is away, tables have none.
    """

    hall: Hall
    parts: TournamentParts
    failures: Failures | None = None
    clock: Callable[[], int] = now_ms
    timer: Callable[[], float] = time.monotonic

    def advance(self, standing: Standing[Tournament]) -> None:
        """Bring the parts of a tournament to where it stands, unless they are there or beyond."""
        kept = self.parts.kept(standing.log)
        due = self._tables_are_due(kept, standing)
        if kept.ply > standing.ply or (kept.ply == standing.ply and not due):
            return
        found, tables = schedule_parts(standing.state, self._new(kept.ply, standing)), None
        if due:
            begun = self.timer()
            found |= table_parts(standing.state, self._times(standing.log))
            tables = StoredTables(standing.ply, self.clock(), round(1000 * (self.timer() - begun)))
        self.parts.advance(standing.log, kept.ply, standing.ply, found, tables)

    def _tables_are_due(self, kept: PartsState, standing: Standing[Tournament]) -> bool:
        if kept.tables is None or standing.state.state is not State.RUNNING:
            return kept.tables is None or kept.tables.ply < standing.ply
        rested = self.clock() - kept.tables.made_ms >= REST * kept.tables.took_ms
        return kept.tables.ply < standing.ply and rested

    def _times(self, tournament: str) -> Mapping[int, Counts]:
        try:
            return {} if self.failures is None else self.failures.times(tournament)
        except CatalogueError:
            return {}

    def _new(self, ply: int, standing: Standing[Tournament]) -> Touched:
        """Return what the entries after `ply` say something of."""
        store, log = self.hall.store, GameId(standing.log)
        place = store.place(log, ply) if ply else None
        if place is None:
            return everything(standing.state)
        events = (event for entry in store.read(log, place, standing.ply) for event in self.hall.told(entry))
        return touched(standing.state, events)
