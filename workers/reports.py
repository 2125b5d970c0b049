"""Report job: makes the stored parts and the requested reports of tournaments.

It is enqueued when a tournament ends, when a client requests something that is not made yet, and when a
receipt contradicts one of its games or a dispute about one advances: then the affected reports are made
again. Each result is written completely or not at all, so a job that dies is repeated; a job that runs twice
makes nothing twice.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import orjson

from app.parts.outages import waiting
from app.service.aggregates import AggregateState
from app.service.event_log import NoSuchLog
from app.service.job_queue import REPORTS, JobQueue
from app.service.tournaments import TournamentService, players_of
from app.store.entry import Entry
from app.store.errors import Damaged, StoreError
from app.store.keys import GameId, LogKind, kind_of
from app.store.schedule import LiveGame
from app.store.tournament_parts import TournamentParts
from app.tournament.hidden_names import hidden_names
from app.tournament.state import Tournament
from app.tournament.views import summary
from replays.archive.errors import ArchiveError
from replays.catalogue.errors import CatalogueError
from replays.record.format import Proof
from replays.record.receipts import KeyList
from replays.tournaments import rating_lists
from replays.tournaments.failures import Failures
from replays.tournaments.lookup import Lookup
from replays.tournaments.marks import Marked, MarkedIn, unmarked
from replays.tournaments.reports import (
    MARKED,
    PARTS,
    PLACES,
    RECORD,
    Material,
    ReportFiles,
    is_of_running,
    made,
    stored_name,
)
from replays.tournaments.stored_parts import PartsProjector

_log: Final = logging.getLogger(__name__)

KNOWN: Final = (StoreError, ArchiveError, CatalogueError)
"""Errors outside of this process; the next request enqueues the job again."""


@dataclass(frozen=True, slots=True)
class Reporter:
    """Makes the parts and reports of tournaments; `prove` and `keys` are for their records.

    `marked` returns the marks of the games of a tournament.
    """

    tournament_service: TournamentService
    parts: TournamentParts
    files: ReportFiles
    lookup: Lookup
    prove: Callable[[Sequence[Entry]], Proof]
    keys: Callable[[], KeyList | None]
    failures: Failures
    marked: MarkedIn = unmarked

    def __call__(self, name: str) -> None:
        """Make what is missing of a tournament, or the ratings of a variant."""
        try:
            if kind_of(name) is LogKind.TOURNAMENT:
                self._tournament(GameId(name))
            else:
                rating_lists.make(self.files, self.tournament_service, self.lookup, name)
        except NoSuchLog:
            _log.warning("A job names a tournament that does not exist.")
        except Damaged as damage:
            _log.error("No report is made of %s: its log is damaged: %s.", name, damage)
        except KNOWN as problem:
            _log.log(waiting(problem), "Reports of %s wait: %s: %s.", name, type(problem).__name__, problem)

    def _tournament(self, tournament: GameId) -> None:
        current = self.tournament_service.current(tournament)
        hidden = self._sum_up(current)
        if not current.state.is_over:
            PartsProjector(self.tournament_service, self.parts, self.failures).advance(current)
        marked = self.marked(tournament)
        of = Material(
            current,
            lambda: self.tournament_service.entries(tournament),
            self.prove,
            self.keys,
            lambda: self.failures.of(current.state),
            lambda: self.failures.times(tournament),
            marked,
            hidden,
        )
        if hidden and not marked.missing:
            self.files.drop_named(tournament, marked, hidden)
        if current.state.is_over:
            for name in (PARTS, PLACES, RECORD):
                self._write(tournament, name, of)
            self.parts.drop(tournament)
        for name in self.parts.wanted(tournament):
            if marked.missing and name in MARKED:
                continue  # it is still requested
            if current.state.is_over or is_of_running(name):
                self._write(tournament, name, of)
            self.parts.made(tournament, name)
        self._make_again(tournament, of)

    def _sum_up(self, current: AggregateState[Tournament]) -> dict[int, str]:
        """Store the summary of the tournament, if an earlier version of the program wrote its last entry.

        Return the names that are hidden in its reports.
        """
        summed = summary(current.state)
        encoded, store = orjson.dumps(summed), self.tournament_service.store
        place, players = LiveGame(summed["started"], current.log), players_of(summed)
        store.entered.add([(player, place) for player in players])
        if current.state.is_over:
            self.parts.remember(current.log, current.ply, encoded)
            store.tournament_lists.over(current.log)
        else:
            store.tournament_lists.add_unfinished([place])
            store.describe(current.log, current, encoded)
        return hidden_names(summed, store.names.closed(players))

    def _make_again(self, tournament: GameId, of: Material) -> None:
        """Make the reports again that do not contain the current marks."""
        marked: Marked = of.marked
        if marked.missing:
            _log.warning(
                "Reports of %s wait for: %s.", tournament, ", ".join(sorted(map(str, marked.missing)))
            )
        elif marked.by_game:
            for name in self.files.marked(tournament):
                self._write(tournament, name, of)

    def _write(self, tournament: GameId, name: str, of: Material) -> None:
        stored = stored_name(name, of.marked, of.hidden)
        if self.files.size(tournament, stored) is not None:
            return
        try:
            self.files.put(tournament, stored, made(name, of))
        except (LookupError, ValueError):
            _log.exception("The report %s of %s is not made.", name, tournament)


def acknowledging_after(job_queue: JobQueue, make: Callable[[str], object]) -> Callable[[str], None]:
    """Return the job `make`, which acknowledges its queue entry only when it is done.

    Clients repeat their requests while they wait, and must not start a long job in another worker.
    """

    def job(name: str) -> None:
        try:
            make(name)
        finally:
            job_queue.acknowledge(name, REPORTS)

    return job
