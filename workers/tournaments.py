"""Tournament job: plays for a second, archives the games, and enqueues another job for the rest.

A job takes leases of blocks of decks, plays whole units of them in memory, archives their games together and
reports the results to the tournament's log. A job may die at any time: a lease expires, a game that was
archived but not reported counts as archived, and everything else is played again with the same result. A
worker that is asked to stop begins no other game, archives and reports those that it has played, releases its
leases and enqueues another job.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final

from app.bots.errors import EntrantRefused
from app.parts.outages import waiting
from app.service.aggregates import AggregateState
from app.service.event_log import EventLogError, NoSuchLog
from app.service.tournaments import TournamentService
from app.store.errors import StoreError
from app.store.keys import GameId
from app.store.leases import LEASE_MS, Lease, Leases
from app.tournament import commands as tournament_commands
from app.tournament.decide import SYSTEM
from app.tournament.errors import Unwelcome
from app.tournament.failures import NO_ANSWER
from app.tournament.schedule import Fixture, FixtureResult, is_live, units
from app.tournament.state import Tournament, TournamentPhase, Wait
from replays.archive.errors import ArchiveError
from replays.catalogue.errors import CatalogueError
from replays.tournaments.archiving import BatchArchiver
from replays.tournaments.playing import Factory, GivenUp, Playout, failure_at_trial, play, tried
from replays.tournaments.stored_parts import PartsProjector
from replays.transparency.errors import TreeError, TreeForked
from workers.live import LiveGames
from workers.opening import participants_of
from workers.repeated_failures import RepeatedFailures

_log: Final = logging.getLogger(__name__)

SLICE_SECONDS: Final = 1.0
"""Time slice of one job; then bots in games with people have their turn. A unit is always finished."""

FINISH_SECONDS: Final = 5.0
"""Time that a running game has to end after a request to stop; then another worker plays it from its first
entry.
"""

MOST_SECONDS: Final = 4.0
WORTH: Final = 12.0
"""Factor by which a job plays longer than archiving takes, up to the maximum."""

BLOCK: Final = 16
"""Approximate number of games under one lease."""

BLOCKS: Final = 4
"""Largest number of blocks that are leased at once."""

_SHARES: Final = 8
"""Number of workers among which the remaining blocks are shared at least."""

TOGETHER: Final = 400
"""Largest number of games that are archived together; their records are in memory, some 40 kB each."""

KNOWN: Final = (StoreError, ArchiveError, CatalogueError, TreeError, EventLogError)
"""Errors outside of this process; the clock enqueues the job again."""

WAITS: Final[Mapping[type[Exception], Wait]] = {
    ArchiveError: Wait.ARCHIVE,
    CatalogueError: Wait.CATALOGUE,
    TreeError: Wait.TREE,
    StoreError: Wait.STORE,
}
"""Reason to wait by class of error; conflicts with other writers are no reason to wait."""

Enqueue = Callable[[str], None]


@dataclass(slots=True)
class Pace:
    """Seconds that this process last took to archive and report what it had played.

    On a busy machine that takes longer and a second contains fewer games, so more are played in between.
    """

    filing: float = 0.0

    def slice(self, seconds: float) -> float:
        """Return the time to play: `seconds`, or longer so that archiving is a small part of it, within
        bounds.
        """
        return max(seconds, min(MOST_SECONDS, WORTH * self.filing)) if seconds else 0.0


@dataclass(frozen=True, slots=True)
class TournamentPlayer:
    """Plays the tournaments in `tournament_service`; `enqueue` enqueues another job.

    `projector` stores the shown parts; `over` is called with each tournament that has ended. `stop` is set
    when the process is asked to stop.
    """

    tournament_service: TournamentService
    filing: BatchArchiver
    leases: Leases
    enqueue: Enqueue
    seconds: float = SLICE_SECONDS
    clock: Callable[[], float] = time.monotonic
    live: LiveGames | None = None
    pace: Pace = field(default_factory=Pace)
    tried: set[GameId] = field(default_factory=set)
    """Tournaments whose participants have answered a trial question in this process."""
    failing: RepeatedFailures = field(default_factory=RepeatedFailures)
    projector: PartsProjector | None = None
    over: Enqueue = lambda tournament: None
    stop: threading.Event = field(default_factory=threading.Event)

    def __call__(self, tournament: str) -> None:
        """Play some games of `tournament`; unavailable parts only delay it."""
        try:
            self._play(GameId(tournament))
        except NoSuchLog:
            _log.warning("A job names a tournament that does not exist.")
        except KNOWN as problem:
            if not isinstance(problem, TreeForked):  # logged once, by the signer
                text = "A tournament waits: %s: %s."
                _log.log(waiting(problem), text, type(problem).__name__, problem)
            self._wait(GameId(tournament), problem)
        except Exception as problem:
            if not self._is_given_up(GameId(tournament), problem):
                raise

    def _wait(self, tournament: GameId, problem: Exception) -> None:
        """Store what the tournament waits for, for its readers, if the store is available."""
        reason = next(
            (known_reason for kind, known_reason in WAITS.items() if isinstance(problem, kind)), None
        )
        if reason is not None:
            with suppress(StoreError):
                self.tournament_service.wait(tournament, reason)

    def _is_given_up(self, tournament: GameId, problem: Exception) -> bool:
        """Count an unexpected failure; return whether it was one too many, and the tournament is paused."""
        current = self.tournament_service.current(tournament)
        if current.state.state is not TournamentPhase.RUNNING:
            return False
        if code := self.failing.pause_for(tournament, current.ply, problem):
            self._pause(tournament, code, repr(problem))
        return bool(code)

    def show(self, current: AggregateState[Tournament]) -> None:
        """Update the shown parts of a tournament."""
        if self.projector is not None:
            self.projector.advance(current)
        if current.state.is_over:
            self.over(current.log)

    def _play(self, tournament: GameId) -> None:
        current = self.tournament_service.current(tournament)
        self.show(current)
        state = current.state
        if state.state is TournamentPhase.RUNNING and not self._is_ready(state):
            return
        if state.state is TournamentPhase.RUNNING and state.is_unpaired:
            state = self._paired(state)
        if state.manifest.is_remote and self.live is not None:
            state = self._tended(self.live, state)
        if state.state is not TournamentPhase.RUNNING:
            return
        with ExitStack() as resources:
            try:
                factories = participants_of(state, resources)
            except EntrantRefused as refused:
                self._pause(tournament, refused.code, refused)
                return
            _Slice(self, state, factories).played()

    def _paired(self, state: Tournament) -> Tournament:
        """Return the tournament with the rounds that are due after a command of its organiser.

        That none is due is written, too, so that the next job does not search again.
        """
        with suppress(Unwelcome):  # another worker was faster
            pair = tournament_commands.PairEntrants()
            current = self.tournament_service.act(GameId(state.id), SYSTEM, pair).position
            self.show(current)
            return current.state
        return state

    def _tended(self, live: LiveGames, state: Tournament) -> Tournament:
        """Return the tournament with the results of its live games; close an aborted one when the last has
        ended.
        """
        tournament = GameId(state.id)
        results = live.results(state)
        if results and state.state is not TournamentPhase.ABORTED:
            current = self.tournament_service.report(tournament, results)
            self.show(current)
            state = current.state
            self.enqueue(tournament)
        if state.state is TournamentPhase.ABORTED and not state.is_over and live.is_idle(state):
            with suppress(Unwelcome):
                current = self.tournament_service.act(
                    tournament, SYSTEM, tournament_commands.CloseTournament()
                ).position
                self.show(current)
                state = current.state
        return state

    def _is_ready(self, state: Tournament) -> bool:
        """Return whether each participant that runs here or plays over HTTP has answered the trial
        question.

        While players over HTTP may still answer it, nothing is played; if one has failed to answer, the
        tournament is paused.
        """
        if state.manifest.runs_code and GameId(state.id) not in self.tried and not self._tried(state):
            return False
        if not state.untried or self.live is None:
            return not state.untried
        trials = self.live.trials(state)
        if trials.answered:
            answer = tournament_commands.AnswerTrial(tuple(trials.answered))
            with suppress(Unwelcome):  # another worker was faster
                current = self.tournament_service.act(GameId(state.id), SYSTEM, answer).position
                self.show(current)
                state = current.state
                self.enqueue(state.id)
        if trials.failures:
            self.filing.failures.note_trial(state.id, trials.failures)
            self._pause_for_trial(state, [failure.entrant for failure in trials.failures])
        elif not state.untried:
            self.filing.failures.note_trial(state.id, ())
        return not state.untried and not trials.failures

    def _tried(self, state: Tournament) -> bool:
        """Return whether each participant of this machine answers the trial question; else pause the
        tournament.

        It is asked before the first game of this process, because the machine that plays need not be the one
        where the tournament was started.
        """
        tournament, folder = GameId(state.id), None if state.folder is None else Path(state.folder)
        failures = tried(state.manifest, folder)
        noted = [failure_at_trial(state.manifest, entrant, problem) for entrant, problem in failures.items()]
        self.filing.failures.note_trial(state.id, noted)
        if not failures:
            self.tried.add(tournament)
            return True
        refused = [problem for problem in failures.values() if isinstance(problem, EntrantRefused)]
        if refused:
            self._pause(tournament, refused[0].code, refused[0])
        else:
            self._pause_for_trial(state, failures)
        return False

    def _pause_for_trial(self, state: Tournament, entrants: Iterable[int]) -> None:
        """Pause a tournament because these participants have not answered the trial question."""
        names = ", ".join(state.manifest.entrants[entrant].name for entrant in entrants)
        self._pause(GameId(state.id), NO_ANSWER, f"{names}: no answer to a question")

    def _pause(self, tournament: GameId, code: str, reason: object) -> None:
        """Pause a tournament that cannot be played here, for its organiser to check."""
        _log.warning("The tournament %s is paused: %s", tournament, reason)
        with suppress(Unwelcome):
            self.tournament_service.act(tournament, SYSTEM, tournament_commands.Pause(code))


@dataclass(slots=True)
class _Slice:
    """The work of one job."""

    player: TournamentPlayer
    state: Tournament
    factories: Sequence[Factory]
    held: list[Lease] = field(default_factory=list)
    gives_up_at: float | None = None

    def played(self) -> None:
        """Play, archive and report until the time is over or nothing is free, and enqueue a job for the
        rest.

        After an unexpected error the leases are kept until they expire, because the error would recur at
        once; in the meantime everything else is played.
        """
        waiting = [fixture for fixture in self.state.waiting if not is_live(self.state.manifest, fixture)]
        try:
            with _renewed(self.player.leases, self.held):
                results = self._results(waiting)
        except BaseException as problem:
            if not isinstance(problem, KNOWN):
                self.held.clear()
            raise
        finally:
            with suppress(StoreError):
                self.player.leases.release(self.held)
        if results or self.player.stop.is_set():
            self.player.enqueue(self.state.id)

    def _results(self, waiting: Sequence[Fixture]) -> list[FixtureResult]:
        """Return the results of the games that were played, which are in the log by then."""
        ends = self.player.clock() + self.player.pace.slice(self.player.seconds)
        results: dict[int, FixtureResult] = {}
        playouts: list[Playout] = []
        for block in self._free(waiting):
            archived = self.player.filing.known(self.state, block)
            results |= archived
            for unit in units([fixture for fixture in block if fixture.number not in archived]):
                whole = self._plays(unit, playouts)
                if not whole or self.player.clock() > ends or len(playouts) + len(unit) > TOGETHER:
                    return self._reported(waiting, results, playouts)
        return self._reported(waiting, results, playouts)

    def _reported(
        self, waiting: Sequence[Fixture], known: Mapping[int, FixtureResult], playouts: Sequence[Playout]
    ) -> list[FixtureResult]:
        started = self.player.clock()
        numbered = {fixture.number: fixture for fixture in waiting}
        filed = self.player.filing.file(self.state, numbered, playouts) if playouts else []
        results = [*known.values(), *filed]
        if results:
            current = self.player.tournament_service.report(GameId(self.state.id), results)
            self.player.tournament_service.go_on(GameId(self.state.id))
            self.player.pace.filing = self.player.clock() - started
            self.player.show(current)
        return results

    def _plays(self, unit: Sequence[Fixture], playouts: list[Playout]) -> bool:
        """Play the games of a unit; return False if a request to stop left some of them."""
        for fixture in unit:
            if self.player.stop.is_set():
                return False
            try:
                playouts.append(play(self.state, fixture, self.factories, gives_up=self._gives_up))
            except GivenUp:
                return False
        return True

    def _gives_up(self) -> bool:
        """Return whether the running game has had its time after a request to stop."""
        if not self.player.stop.is_set():
            return False
        if self.gives_up_at is None:
            self.gives_up_at = self.player.clock() + FINISH_SECONDS
        return self.player.clock() > self.gives_up_at

    def _free(self, waiting: Sequence[Fixture]) -> Iterator[tuple[Fixture, ...]]:
        """Yield units that no other worker plays, some blocks at a time in the order of the schedule,
        under leases.

        Several at a time while there are many, because a request takes a round trip and a read of the
        catalogue; one at a time at first and near the end, so that no worker waits for the last blocks of
        another.
        """
        size = max(1, BLOCK // max(1, len(units(waiting)[0]) if waiting else 1))
        blocks = [
            (block, tuple(unit))
            for block, unit in groupby(waiting, lambda fixture: (fixture.deck - 1) // size)
        ]
        position, batch = 0, 1
        while position < len(blocks):
            candidates = dict(blocks[position : position + batch])
            position += len(candidates)
            taken = self.player.leases.take(self.state.id, tuple(candidates))
            if not taken:
                continue
            # There is work for another worker, too, unless its games could not be archived.
            if (
                not self.held
                and position < len(blocks)
                and self.player.tournament_service.waits_for(self.state) is None
            ):
                self.player.enqueue(self.state.id)
            self.held += taken
            yield tuple(fixture for lease in taken for fixture in candidates[lease.part])
            batch = max(1, min(BLOCKS, 2 * batch, (len(blocks) - position) // _SHARES))


@contextmanager
def _renewed(leases: Leases, held: Sequence[Lease]) -> Iterator[None]:
    """Renew all held leases in time within the block, also during a long game."""
    finished = threading.Event()

    def renew() -> None:
        while not finished.wait(LEASE_MS / 3000):
            with suppress(StoreError):
                leases.renew(tuple(held))

    thread = threading.Thread(target=renew, name="leases", daemon=True)
    thread.start()
    try:
        yield
    finally:
        finished.set()
        thread.join()
