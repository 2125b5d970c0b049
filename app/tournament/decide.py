"""Decider of a tournament's log: the events of each command, and the pairing of the next rounds."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice, pairwise
from types import NoneType
from typing import Any, Final

from app.games import shuffle
from app.games.codec import Codec
from app.tournament import commands as tournament_commands
from app.tournament import events as tournament_events
from app.tournament import extending, registration
from app.tournament.codecs import (
    COMMAND_CODEC,
    EVENT_CODEC,
    fixture_to_json,
    pairing_to_json,
    result_from_json,
    result_to_json,
)
from app.tournament.errors import Unwelcome
from app.tournament.evolve import evolve
from app.tournament.formats import FORMATS
from app.tournament.schedule import Ending, Fixture, FixtureResult, Pairing, fixtures
from app.tournament.state import ENDED, FAILURES_MAX, Tournament, TournamentPhase, trial_game

SYSTEM: Final = "system"
"""The actor of commands that the service gives by itself."""

VERSION: Final = 5
"""The version of the rules of a new log (`app.tournament.commands.CreateTournament`)."""

_VERSIONS: Final = (None, 2, 3, 4, VERSION)

OPEN_MOST: Final = 256
"""Maximum of open games, above which a format without fixed rounds pairs nobody."""

GAMES_MOST: Final = 20_000
"""Maximum of games in the first round; no format has many more in a later one."""

_MINUTE_MS: Final = 60_000
_FAILED: Final = "failed"


_BEFORE_THE_START: Final = (
    tournament_commands.RegisterEntrant,
    tournament_commands.UnregisterEntrant,
    tournament_commands.StartTournament,
    tournament_commands.Abort,
)
"""Commands to a tournament that is open for registration."""


class Tournaments:
    """Decider of tournaments for `app.service.event_log`: `commands`, `events`, `decide` and `evolve`."""

    @property
    def commands(self) -> Codec[Any]:
        """Codec of the commands."""
        return COMMAND_CODEC

    @property
    def events(self) -> Codec[Any]:
        """Codec of the events."""
        return EVENT_CODEC

    def decide(self, state: Tournament | None, actor: str, command: Any, now: int) -> tuple[Any, ...]:
        """Return the events of a command. Raises Unwelcome if the state does not allow it."""
        if isinstance(command, tournament_commands.CreateTournament):
            return _create(state, command, now)
        if state is None:
            raise Unwelcome("tournament_unknown")
        if state.is_over or (
            state.state in ENDED and not isinstance(command, tournament_commands.CloseTournament)
        ):
            raise Unwelcome("tournament_over")
        if state.state is TournamentPhase.REGISTERING and not isinstance(command, _BEFORE_THE_START):
            raise Unwelcome("not_started")
        decision = _DecisionEvents(state, now)
        _DECIDE[type(command)](decision, command)
        if not decision.events:
            raise Unwelcome("tournament_unchanged")
        return tuple(decision.events)

    def evolve(self, state: Tournament | None, event: Any) -> Tournament:
        """Return the state after `event`."""
        return evolve(state, event)


class _DecisionEvents:
    """Events of one decision so far, and the tournament after them."""

    def __init__(self, state: Tournament, now: int) -> None:
        self.state = state
        self.now = now
        self.events: list[Any] = []

    def add(self, event: Any) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    @cached_property
    def seeds(self) -> tournament_events.Revealed:
        """The event that ends the log."""
        return tournament_events.Revealed(self.state.deck_seed, self.state.bot_seed)


def _create(
    state: Tournament | None, command: tournament_commands.CreateTournament, now: int
) -> tuple[Any, ...]:
    if state is not None:
        raise Unwelcome("tournament_exists")
    if type(command.version) not in (NoneType, int) or command.version not in _VERSIONS:
        raise Unwelcome("version_unknown")
    if command.trial not in (None, True) or type(command.trial) not in (NoneType, bool):
        raise Unwelcome("trial_unknown")
    if command.rulebook is not None and (type(command.rulebook) is not int or command.rulebook < 1):
        raise Unwelcome("rulebook_unknown")
    created = tournament_events.TournamentCreated(
        tournament=command.tournament,
        manifest=command.manifest,
        pairing_seed=command.pairing_seed,
        organiser_seeded=command.organiser_seeded,
        commitment=commitment(command.tournament, command.deck_seed),
        at=now,
        owner=command.owner,
        deck_seed=command.deck_seed,
        bot_seed=command.bot_seed,
        folder=command.folder,
        version=command.version,
        trial=command.trial,
        rulebook=command.rulebook,
    )
    decision = _DecisionEvents(evolve(None, created), now)
    _go_on(decision)
    return (created, *decision.events)


def commitment(tournament: str, deck_seed: str) -> str:
    """Return the commitment of the first entry to the deck seed, in hex."""
    return shuffle.commitment(tournament, 0, bytes.fromhex(deck_seed)).hex()


def _answer_trial(decision: _DecisionEvents, command: tournament_commands.AnswerTrial) -> None:
    if any(entrant >= following for entrant, following in pairwise(command.entrants)):
        raise Unwelcome("trials_order")
    if not set(decision.state.untried).issuperset(command.entrants):
        raise Unwelcome("trials_known")
    for entrant in command.entrants:
        game = trial_game(decision.state.id, entrant, decision.state.resumed)
        decision.add(tournament_events.TrialAnswered(entrant, game))


def _report(decision: _DecisionEvents, command: tournament_commands.ReportResults) -> None:
    if decision.state.untried:
        raise Unwelcome("trials_open")
    open_now = {fixture.number: fixture for fixture in decision.state.waiting}
    if decision.state.version >= 2:
        _check_order([result["fixture"] for result in command.results], open_now)
    fresh = [result_from_json(result) for result in command.results if result["fixture"] in open_now]
    if any(len(result.balances) != len(open_now[result.fixture].seats) for result in fresh):
        raise Unwelcome("result_seats")
    if fresh:
        decision.add(_batch(fresh, decision.now))
        _put_out(
            decision, {open_now[result.fixture].seats[seat] for result in fresh for seat in result.at_fault}
        )
        _go_on(decision)


def _check_order(numbers: Sequence[int], waiting: Iterable[int]) -> None:
    """Raise Unwelcome unless the fixture numbers ascend and all of them are open."""
    if any(number >= following for number, following in pairwise(numbers)):
        raise Unwelcome("results_order")
    if not set(waiting).issuperset(numbers):
        raise Unwelcome("results_known")


def _put_out(decision: _DecisionEvents, at_fault: Iterable[int]) -> None:
    """Forfeit the entrants that have failed too often."""
    for entrant in sorted(at_fault):
        if entrant not in decision.state.withdrawn and decision.state.failures(entrant) >= FAILURES_MAX:
            decision.add(tournament_events.EntrantForfeited(entrant, _FAILED))


def _pair(decision: _DecisionEvents, command: tournament_commands.PairEntrants) -> None:
    _go_on(decision)
    is_running = decision.state.state is TournamentPhase.RUNNING
    if is_running and decision.state.is_unpaired and not decision.events:
        decision.add(tournament_events.NoRoundDue())


def _pause(decision: _DecisionEvents, command: tournament_commands.Pause) -> None:
    if decision.state.state is TournamentPhase.PAUSED:
        raise Unwelcome("already_paused")
    decision.add(tournament_events.Paused(command.text))


def _resume(decision: _DecisionEvents, command: tournament_commands.Resume) -> None:
    if decision.state.state is not TournamentPhase.PAUSED:
        raise Unwelcome("not_paused")
    decision.add(tournament_events.Resumed())
    _go_on_at_once(decision)


def _abort(decision: _DecisionEvents, command: tournament_commands.Abort) -> None:
    decision.add(tournament_events.Aborted(decision.now))
    if not decision.state.manifest.is_remote:
        decision.add(decision.seeds)


def _close(decision: _DecisionEvents, command: tournament_commands.CloseTournament) -> None:
    if decision.state.state is not TournamentPhase.ABORTED:
        raise Unwelcome("not_aborted")
    decision.add(decision.seeds)


def _adjudicate(decision: _DecisionEvents, command: tournament_commands.Adjudicate) -> None:
    fixture = decision.state.fixture(command.fixture)
    if fixture is None:
        raise Unwelcome("fixture_unknown")
    if fixture.number in decision.state.results:
        raise Unwelcome("fixture_over")
    if len(command.balances) != len(fixture.seats):
        raise Unwelcome("result_seats")
    result = FixtureResult(fixture.number, command.balances, Ending.ADJUDICATED)
    decision.add(tournament_events.FixtureAdjudicated(result_to_json(result), command.text))
    _go_on_at_once(decision)


def _forfeit(decision: _DecisionEvents, command: tournament_commands.Forfeit) -> None:
    if not 0 <= command.entrant < len(decision.state.manifest.entrants):
        raise Unwelcome("entrant_unknown")
    if command.entrant in decision.state.withdrawn:
        raise Unwelcome("entrant_out")
    decision.add(tournament_events.EntrantForfeited(command.entrant, command.text))
    _go_on_at_once(decision)


def _register(decision: _DecisionEvents, command: tournament_commands.RegisterEntrant) -> None:
    decision.add(registration.register(decision.state, command))


def _unregister(decision: _DecisionEvents, command: tournament_commands.UnregisterEntrant) -> None:
    decision.add(registration.unregister(decision.state, command))


def _extend(decision: _DecisionEvents, command: tournament_commands.ExtendTournament) -> None:
    decision.add(extending.extend(decision.state, command))


def _give_time(decision: _DecisionEvents, command: tournament_commands.GiveTime) -> None:
    decision.add(extending.give_time(decision.state, command, decision.now))


def _start(decision: _DecisionEvents, command: tournament_commands.StartTournament) -> None:
    decision.add(registration.start(decision.state, command, decision.now))
    _go_on(decision)


_DECIDE: Final[dict[type[Any], Callable[[_DecisionEvents, Any], None]]] = {
    tournament_commands.ReportResults: _report,
    tournament_commands.PairEntrants: _pair,
    tournament_commands.Pause: _pause,
    tournament_commands.Resume: _resume,
    tournament_commands.Abort: _abort,
    tournament_commands.Adjudicate: _adjudicate,
    tournament_commands.Forfeit: _forfeit,
    tournament_commands.CloseTournament: _close,
    tournament_commands.AnswerTrial: _answer_trial,
    tournament_commands.RegisterEntrant: _register,
    tournament_commands.UnregisterEntrant: _unregister,
    tournament_commands.StartTournament: _start,
    tournament_commands.ExtendTournament: _extend,
    tournament_commands.GiveTime: _give_time,
}


def _go_on_at_once(decision: _DecisionEvents) -> None:
    """Pair rounds with a command of the organiser, as logs before version 5 do; later ones leave it to a job.

    The search for a pairing takes a time that grows with the tournament, and a request does not wait for it.
    """
    if not decision.state.is_paired_by_jobs:
        _go_on(decision)


def _go_on(decision: _DecisionEvents) -> None:
    """Pair rounds while too few games are open; end the tournament when nothing is left to pair.

    A paused tournament is not paired: its result must not depend on the time of the pause.
    """
    form = FORMATS[decision.state.manifest.format]
    while decision.state.state is TournamentPhase.RUNNING:
        _walk_over(decision)
        waiting = sum(1 for _ in decision.state.waiting)
        if waiting >= (OPEN_MOST if form.timed or form.ahead else 1):
            return
        pairings = (
            None
            if _out_of_time(decision)
            else form.next_round(decision.state.manifest, decision.state.played)
        )
        if pairings:
            decision.add(_paired(decision.state, pairings))
        elif pairings is None and not waiting:
            decision.add(tournament_events.Finished(decision.now))
            decision.add(decision.seeds)
        else:
            return


def _out_of_time(decision: _DecisionEvents) -> bool:
    minutes = decision.state.manifest.parameter("minutes")
    return minutes is not None and decision.now >= decision.state.begun_ms + minutes * _MINUTE_MS


def _paired(state: Tournament, pairings: tuple[Pairing, ...]) -> tournament_events.RoundPaired:
    last = [previous for previous in state.rounds if previous.fixtures]
    number, deck = (last[-1].fixtures[-1].number, last[-1].fixtures[-1].deck) if last else (0, 0)
    scheduled = fixtures(state.manifest, pairings, number + 1, deck + 1)
    # Only the first round is refused: a running tournament is not stopped.
    games = tuple(scheduled if state.rounds else islice(scheduled, GAMES_MOST + 1))
    if len(games) > GAMES_MOST and not state.rounds:
        raise Unwelcome("round_too_large")
    return tournament_events.RoundPaired(
        len(state.rounds) + 1,
        tuple(map(pairing_to_json, pairings)),
        tuple(map(fixture_to_json, games)),
    )


def _walk_over(decision: _DecisionEvents) -> None:
    """Award the open games of withdrawn entrants to their opponents."""
    out = decision.state.withdrawn
    if out:
        lost = [
            _walkover(fixture, out)
            for fixture in decision.state.waiting
            if not out.keys().isdisjoint(fixture.seats)
        ]
        if lost:
            decision.add(_batch(lost, decision.now))


def _walkover(fixture: Fixture, out: Iterable[int]) -> FixtureResult:
    at_fault = tuple(seat for seat, entrant in enumerate(fixture.seats) if entrant in out)
    return FixtureResult(fixture.number, (0,) * len(fixture.seats), Ending.WALKOVER, at_fault)


def _batch(results: Iterable[FixtureResult], now: int) -> tournament_events.BatchPlayed:
    ordered = sorted(results, key=lambda result: result.fixture)
    return tournament_events.BatchPlayed(tuple(map(result_to_json, ordered)), now)
