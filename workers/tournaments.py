"""Tournaments as jobs: each plays for a second what nobody else plays, files it, and rings for the rest.

A job takes leases of blocks of decks, plays whole units of them in memory, files their games together and
reports them to the tournament's log. Whatever dies, and whenever: a lease goes by itself, a game that was
filed and not reported counts as it was filed, and all else is played again and comes to the same.
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
from app.bots.external.limits import limits_in
from app.bots.external.participants import opened
from app.bots.strategy import Strategy
from app.outages.log import waiting
from app.service.event_log import AggregateState, EventLogError, NoSuchLog
from app.service.tournaments import TournamentService
from app.store.errors import StoreError
from app.store.keys import GameId
from app.store.leases import LEASE_MS, Lease, Leases
from app.tournament import commands as said
from app.tournament.blocked_reasons import Wait
from app.tournament.decide import SYSTEM
from app.tournament.errors import Unwelcome
from app.tournament.failures import NO_ANSWER
from app.tournament.schedule import Fixture, Result, is_live, units
from app.tournament.state import State, Tournament
from replays.archive.errors import ArchiveError
from replays.catalogue.errors import CatalogueError
from replays.tournaments.archiving import BatchArchiver
from replays.tournaments.playing import Factory, Playout, failure_at_trial, play, tried
from replays.tournaments.stored_parts import Projector
from replays.transparency.errors import TreeError, TreeForked
from workers.live import LiveGames

_log: Final = logging.getLogger(__name__)

SLICE_SECONDS: Final = 1.0
"""How long one job plays before bots that people wait for have their turn; a unit is played to its end."""

MOST_SECONDS: Final = 4.0
WORTH: Final = 12.0
"""How many times as long as filing takes a job plays, if that is no longer than the most."""

BLOCK: Final = 16
"""About how many games stand under one lease."""

BLOCKS: Final = 4
"""How many blocks are leased in one go at most."""

_SHARES: Final = 8
"""So many workers at least find something of what is left, however many blocks one takes in one go."""

TOGETHER: Final = 400
"""How many games are filed together at most; their records wait in memory, some 40 kB each."""

KNOWN: Final = (StoreError, ArchiveError, CatalogueError, TreeError, EventLogError)
"""What may go wrong outside of this process; the clock rings again."""

WAITS: Final[Mapping[type[Exception], Wait]] = {
    ArchiveError: Wait.ARCHIVE,
    CatalogueError: Wait.CATALOGUE,
    TreeError: Wait.TREE,
    StoreError: Wait.STORE,
}
"""What a tournament waits for by what went wrong; others who wrote meanwhile are nothing to wait for."""

Ring = Callable[[str], None]


@dataclass(slots=True)
class Pace:
    """How long this process took last to file and report what it had played, in seconds.

    On a busy machine that takes longer and a second holds fewer games, so more are played before the next.
    """

    filing: float = 0.0

    def slice(self, seconds: float) -> float:
        """How long to play: `seconds`, or so long that filing is a small part of it, within bounds."""
        return max(seconds, min(MOST_SECONDS, WORTH * self.filing)) if seconds else 0.0


@dataclass(frozen=True, slots=True)
class TournamentPlayer:
    """Plays the tournaments in `tournament_service`; `ring` asks for another job.

    What is shown of them is kept by `projector`; `over` hears of each that has ended.
    """

    tournament_service: TournamentService
    filing: BatchArchiver
    leases: Leases
    ring: Ring
    seconds: float = SLICE_SECONDS
    clock: Callable[[], float] = time.monotonic
    live: LiveGames | None = None
    pace: Pace = field(default_factory=Pace)
    tried: set[GameId] = field(default_factory=set)
    """The tournaments whose entrants have answered a trial question here."""
    projector: Projector | None = None
    over: Ring = lambda tournament: None

    def __call__(self, tournament: str) -> None:
        """Plays some games of `tournament`; what is away or taken only delays it."""
        try:
            self._play(GameId(tournament))
        except NoSuchLog:
            _log.warning("A ring named a tournament that does not exist.")
        except KNOWN as problem:
            if not isinstance(problem, TreeForked):  # told once, by what signs
                said = "A tournament waits: %s: %s."
                _log.log(waiting(problem), said, type(problem).__name__, problem)
            self._wait(GameId(tournament), problem)

    def _wait(self, tournament: GameId, problem: Exception) -> None:
        """Whoever looks at the tournament is told what it waits for, as far as the store takes that."""
        on = next((word for kind, word in WAITS.items() if isinstance(problem, kind)), None)
        if on is not None:
            with suppress(StoreError):
                self.tournament_service.wait(tournament, on)

    def show(self, standing: AggregateState[Tournament]) -> None:
        """What is shown of a tournament says where it stands."""
        if self.projector is not None:
            self.projector.advance(standing)
        if standing.state.is_over:
            self.over(standing.log)

    def _play(self, tournament: GameId) -> None:
        standing = self.tournament_service.current(tournament)
        self.show(standing)
        state = standing.state
        if state.state is State.RUNNING and not self._is_ready(state):
            return
        if state.manifest.is_remote and self.live is not None:
            state = self._tended(self.live, state)
        if state.state is not State.RUNNING:
            return
        with ExitStack() as open_while:
            try:
                factories = _factories(state, open_while)
            except EntrantRefused as refused:
                self._pause(tournament, refused.code, refused)
                return
            _Slice(self, state, factories).played()

    def _tended(self, live: LiveGames, state: Tournament) -> Tournament:
        """The tournament with what came of its live games; aborted, it is closed when the last is over."""
        tournament = GameId(state.id)
        results = live.results(state)
        if results and state.state is not State.ABORTED:
            standing = self.tournament_service.report(tournament, results)
            self.show(standing)
            state = standing.state
            self.ring(tournament)
        if state.state is State.ABORTED and not state.is_over and live.is_idle(state):
            with suppress(Unwelcome):
                standing = self.tournament_service.act(tournament, SYSTEM, said.Close()).standing
                self.show(standing)
                state = standing.state
        return state

    def _is_ready(self, state: Tournament) -> bool:
        """Whether each entrant that is brought here or plays over HTTP has answered the trial question.

        While players over HTTP may still answer it, nothing is played; where one has failed to answer, the
        tournament is paused.
        """
        if state.manifest.runs_code and GameId(state.id) not in self.tried and not self._tried(state):
            return False
        if not state.untried or self.live is None:
            return not state.untried
        found = self.live.trials(state)
        if found.answered:
            answer = said.AnswerTrial(tuple(found.answered))
            with suppress(Unwelcome):  # another worker was faster
                standing = self.tournament_service.act(GameId(state.id), SYSTEM, answer).standing
                self.show(standing)
                state = standing.state
                self.ring(state.id)
        if found.failures:
            self.filing.failures.note_trial(state.id, found.failures)
            self._pause_for_trial(state, [one.entrant for one in found.failures])
        elif not state.untried:
            self.filing.failures.note_trial(state.id, ())
        return not state.untried and not found.failures

    def _tried(self, state: Tournament) -> bool:
        """Whether each entrant of this machine answers the trial question; else the tournament is paused.

        It is asked before the first game that this process plays, because the machine that plays need not be
        the one where the tournament was begun.
        """
        tournament, folder = GameId(state.id), None if state.folder is None else Path(state.folder)
        failures = tried(state.manifest, folder)
        some = [failure_at_trial(state.manifest, at, problem) for at, problem in failures.items()]
        self.filing.failures.note_trial(state.id, some)
        if not failures:
            self.tried.add(tournament)
            return True
        refused = [one for one in failures.values() if isinstance(one, EntrantRefused)]
        if refused:
            self._pause(tournament, refused[0].code, refused[0])
        else:
            self._pause_for_trial(state, failures)
        return False

    def _pause_for_trial(self, state: Tournament, entrants: Iterable[int]) -> None:
        """Pause a tournament of which these entrants have not answered the trial question."""
        names = ", ".join(state.manifest.entrants[at].name for at in entrants)
        self._pause(GameId(state.id), NO_ANSWER, f"{names}: no answer to a question")

    def _pause(self, tournament: GameId, code: str, why: object) -> None:
        """Pause a tournament that cannot be played here, for its organiser to look at."""
        _log.warning("The tournament %s is paused: %s", tournament, why)
        with suppress(Unwelcome):
            self.tournament_service.act(tournament, SYSTEM, said.Pause(code))


def _factories(state: Tournament, open_while: ExitStack) -> list[Factory]:
    limits = limits_in(_whole(state.manifest.limits))
    folder = None if state.folder is None else Path(state.folder)
    return [
        _elsewhere if one.is_remote else open_while.enter_context(opened(one.plan, folder, limits))
        for one in state.manifest.entrants
    ]


def _elsewhere() -> Strategy:
    raise AssertionError("a player over HTTP is not asked here")


def _whole(limits: Mapping[str, float]) -> Mapping[str, float]:
    """The limits, those without a fraction as integers."""
    return {name: int(value) if float(value).is_integer() else value for name, value in limits.items()}


@dataclass(slots=True)
class _Slice:
    """What one job plays."""

    player: TournamentPlayer
    state: Tournament
    factories: Sequence[Factory]
    held: list[Lease] = field(default_factory=list)

    def played(self) -> None:
        """Plays, files and reports until the time is over or nothing is free, and rings if more waits.

        What nobody foresaw would come again at once, so the leases under which it came are kept until they
        go by themselves; meanwhile all else is played.
        """
        waiting = [one for one in self.state.waiting if not is_live(self.state.manifest, one)]
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
        if results:
            self.player.ring(self.state.id)

    def _results(self, waiting: Sequence[Fixture]) -> list[Result]:
        """What came of the units that were played, which stands in the log by then."""
        ends = self.player.clock() + self.player.pace.slice(self.player.seconds)
        known: dict[int, Result] = {}
        fresh: list[Playout] = []
        for some in self._free(waiting):
            done = self.player.filing.known(self.state, some)
            known |= done
            for unit in units([one for one in some if one.number not in done]):
                fresh += [self._playout(one) for one in unit]
                if self.player.clock() > ends or len(fresh) + len(unit) > TOGETHER:
                    return self._reported(waiting, known, fresh)
        return self._reported(waiting, known, fresh)

    def _reported(
        self, waiting: Sequence[Fixture], known: Mapping[int, Result], fresh: Sequence[Playout]
    ) -> list[Result]:
        begun = self.player.clock()
        numbered = {fixture.number: fixture for fixture in waiting}
        filed = self.player.filing.file(self.state, numbered, fresh) if fresh else []
        results = [*known.values(), *filed]
        if results:
            standing = self.player.tournament_service.report(GameId(self.state.id), results)
            self.player.tournament_service.go_on(GameId(self.state.id))
            self.player.pace.filing = self.player.clock() - begun
            self.player.show(standing)
        return results

    def _playout(self, fixture: Fixture) -> Playout:
        return play(self.state, fixture, self.factories)

    def _free(self, waiting: Sequence[Fixture]) -> Iterator[tuple[Fixture, ...]]:
        """Units that nobody else plays, some blocks at a time in the order of the schedule, held when given.

        Several at a time while there are many, because to ask takes a round trip and a look into the
        catalogue; one at a time at first and near the end, so that nobody waits for another's last blocks.
        """
        size = max(1, BLOCK // max(1, len(units(waiting)[0]) if waiting else 1))
        blocks = [
            (block, tuple(unit)) for block, unit in groupby(waiting, lambda one: (one.deck - 1) // size)
        ]
        at, together = 0, 1
        while at < len(blocks):
            some = dict(blocks[at : at + together])
            at += len(some)
            taken = self.player.leases.take(self.state.id, tuple(some))
            if not taken:
                continue
            # There is something for another worker, too; not while what they play could not be filed.
            if (
                not self.held
                and at < len(blocks)
                and self.player.tournament_service.waits_for(self.state) is None
            ):
                self.player.ring(self.state.id)
            self.held += taken
            yield tuple(fixture for lease in taken for fixture in some[lease.part])
            together = max(1, min(BLOCKS, 2 * together, (len(blocks) - at) // _SHARES))


@contextmanager
def _renewed(leases: Leases, held: Sequence[Lease]) -> Iterator[None]:
    """Meanwhile all leases that are held are renewed in time, also while one game takes long."""
    over = threading.Event()

    def renew() -> None:
        while not over.wait(LEASE_MS / 3000):
            with suppress(StoreError):
                leases.renew(tuple(held))

    thread = threading.Thread(target=renew, name="leases", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
