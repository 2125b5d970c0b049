"""The rules of a tournament's log: what each command comes to, and what follows when a round is over."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType, NoneType
from typing import Any, Final

from app.games import shuffle
from app.games.codec import Codec
from app.tournament import sayings as said
from app.tournament.errors import Unwelcome
from app.tournament.formats.registry import FORMATS
from app.tournament.manifest import seeded
from app.tournament.reading import checked
from app.tournament.schedule import Ending, Fixture, Pairing, Result, fixtures
from app.tournament.tournament import ENDED, FAILURES_MAX, Round, State, Tournament
from app.tournament.trials import trial_game
from app.tournament.wire import (
    COMMAND_CODEC,
    EVENT_CODEC,
    fixture_from_json,
    fixture_to_json,
    pairing_from_json,
    pairing_to_json,
    result_from_json,
    result_to_json,
)

SYSTEM: Final = "system"
"""The actor of what the service does by itself."""

VERSION: Final = 3
"""The version of the rules of a log that begins now (`app.tournament.sayings.Create`)."""

OPEN_MOST: Final = 256
"""In a format that does not wait for the results of a round nobody is paired while so many games wait."""

GAMES_MOST: Final = 20_000
"""How many games the first round has at most; no format has many more in a later one."""

_PACE: Final = 15
_MINUTE_MS: Final = 60_000
_FAILED: Final = "failed"


class Tournaments:
    """The decider of tournaments, for `app.journal`; only `commands`, `events`, `decide` and `evolve`."""

    @property
    def commands(self) -> Codec[Any]:
        """The codec of the commands."""
        return COMMAND_CODEC

    @property
    def events(self) -> Codec[Any]:
        """The codec of the events."""
        return EVENT_CODEC

    def decide(self, state: Tournament | None, actor: str, command: Any, now: int) -> tuple[Any, ...]:
        """The events of a command; Unwelcome if it has no sense now."""
        if isinstance(command, said.Create):
            return _create(state, command, now)
        if state is None:
            raise Unwelcome("tournament_unknown")
        if state.is_over or (state.state in ENDED and not isinstance(command, said.Close)):
            raise Unwelcome("tournament_over")
        telling = _Telling(state, now)
        _DECIDE[type(command)](telling, command)
        if not telling.events:
            raise Unwelcome("tournament_unchanged")
        return tuple(telling.events)

    def evolve(self, state: Tournament | None, event: Any) -> Tournament:
        """The state after `event`."""
        return evolve(state, event)


class _Telling:
    """The events of one decision so far, and the tournament after them."""

    def __init__(self, state: Tournament, now: int) -> None:
        self.state = state
        self.now = now
        self.events: list[Any] = []

    def tell(self, event: Any) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    @cached_property
    def seeds(self) -> said.Revealed:
        """The last event of all."""
        return said.Revealed(self.state.deck_seed, self.state.bot_seed)


def _create(state: Tournament | None, command: said.Create, now: int) -> tuple[Any, ...]:
    if state is not None:
        raise Unwelcome("tournament_exists")
    if type(command.version) not in (NoneType, int) or command.version not in (None, 2, VERSION):
        raise Unwelcome("version_unknown")
    if command.trial not in (None, True) or type(command.trial) not in (NoneType, bool):
        raise Unwelcome("trial_unknown")
    created = said.Created(
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
    )
    telling = _Telling(evolve(None, created), now)
    _go_on(telling)
    return (created, *telling.events)


def commitment(tournament: str, deck_seed: str) -> str:
    """What the first entry promises of the deck seed, in hex."""
    return shuffle.commitment(tournament, 0, bytes.fromhex(deck_seed)).hex()


def _answer_trial(telling: _Telling, command: said.AnswerTrial) -> None:
    if any(one >= following for one, following in pairwise(command.entrants)):
        raise Unwelcome("trials_order")
    if not set(telling.state.untried).issuperset(command.entrants):
        raise Unwelcome("trials_known")
    for entrant in command.entrants:
        game = trial_game(telling.state.id, entrant, telling.state.resumed)
        telling.tell(said.TrialAnswered(entrant, game))


def _report(telling: _Telling, command: said.Report) -> None:
    if telling.state.untried:
        raise Unwelcome("trials_open")
    open_now = {fixture.number: fixture for fixture in telling.state.waiting}
    if telling.state.version >= 2:
        _check_order([one["fixture"] for one in command.results], open_now)
    fresh = [result_from_json(one) for one in command.results if one["fixture"] in open_now]
    if any(len(one.balances) != len(open_now[one.fixture].seats) for one in fresh):
        raise Unwelcome("result_seats")
    if fresh:
        telling.tell(_batch(fresh, telling.now))
        _put_out(telling, {open_now[one.fixture].seats[seat] for one in fresh for seat in one.at_fault})
        _go_on(telling)


def _check_order(numbers: Sequence[int], waiting: Iterable[int]) -> None:
    """Unwelcome unless the numbers of the reported fixtures ascend and all of these wait."""
    if any(one >= following for one, following in pairwise(numbers)):
        raise Unwelcome("results_order")
    if not set(waiting).issuperset(numbers):
        raise Unwelcome("results_known")


def _put_out(telling: _Telling, at_fault: Iterable[int]) -> None:
    """Those who have failed too often are out."""
    for entrant in sorted(at_fault):
        if entrant not in telling.state.withdrawn and telling.state.failures(entrant) >= FAILURES_MAX:
            telling.tell(said.EntrantForfeited(entrant, _FAILED))


def _pair(telling: _Telling, command: said.Pair) -> None:
    _go_on(telling)


def _pause(telling: _Telling, command: said.Pause) -> None:
    if telling.state.state is State.PAUSED:
        raise Unwelcome("already_paused")
    telling.tell(said.Paused(command.text))


def _resume(telling: _Telling, command: said.Resume) -> None:
    if telling.state.state is not State.PAUSED:
        raise Unwelcome("not_paused")
    telling.tell(said.Resumed())
    _go_on(telling)


def _abort(telling: _Telling, command: said.Abort) -> None:
    telling.tell(said.Aborted(telling.now))
    if not telling.state.manifest.is_remote:
        telling.tell(telling.seeds)


def _close(telling: _Telling, command: said.Close) -> None:
    if telling.state.state is not State.ABORTED:
        raise Unwelcome("not_aborted")
    telling.tell(telling.seeds)


def _adjudicate(telling: _Telling, command: said.Adjudicate) -> None:
    fixture = telling.state.fixture(command.fixture)
    if fixture is None:
        raise Unwelcome("fixture_unknown")
    if fixture.number in telling.state.results:
        raise Unwelcome("fixture_over")
    if len(command.balances) != len(fixture.seats):
        raise Unwelcome("result_seats")
    result = Result(fixture.number, command.balances, Ending.ADJUDICATED)
    telling.tell(said.FixtureAdjudicated(result_to_json(result), command.text))
    _go_on(telling)


def _forfeit(telling: _Telling, command: said.Forfeit) -> None:
    if not 0 <= command.entrant < len(telling.state.manifest.entrants):
        raise Unwelcome("entrant_unknown")
    if command.entrant in telling.state.withdrawn:
        raise Unwelcome("entrant_out")
    telling.tell(said.EntrantForfeited(command.entrant, command.text))
    _go_on(telling)


_DECIDE: Final[dict[type[Any], Callable[[_Telling, Any], None]]] = {
    said.Report: _report,
    said.Pair: _pair,
    said.Pause: _pause,
    said.Resume: _resume,
    said.Abort: _abort,
    said.Adjudicate: _adjudicate,
    said.Forfeit: _forfeit,
    said.Close: _close,
    said.AnswerTrial: _answer_trial,
}


def _go_on(telling: _Telling) -> None:
    """Pairs as long as too little waits to be played, and ends the tournament when nothing is left to pair.

    A paused tournament is not paired: what it comes to must not depend on when it was paused.
    """
    found = FORMATS[telling.state.manifest.format]
    while telling.state.state is State.RUNNING:
        _walk_over(telling)
        waiting = sum(1 for _ in telling.state.waiting)
        if waiting >= (OPEN_MOST if found.timed or found.ahead else 1):
            return
        pairings = (
            None if _out_of_time(telling) else found.next_round(telling.state.manifest, telling.state.played)
        )
        if pairings:
            telling.tell(_paired(telling.state, pairings))
        elif pairings is None and not waiting:
            telling.tell(said.Finished(telling.now))
            telling.tell(telling.seeds)
        else:
            return


def _out_of_time(telling: _Telling) -> bool:
    minutes = telling.state.manifest.parameter("minutes")
    return minutes is not None and telling.now >= telling.state.created_ms + minutes * _MINUTE_MS


def _paired(state: Tournament, pairings: tuple[Pairing, ...]) -> said.RoundPaired:
    last = [one for one in state.rounds if one.fixtures]
    number, deck = (last[-1].fixtures[-1].number, last[-1].fixtures[-1].deck) if last else (0, 0)
    games = fixtures(state.manifest, pairings, number + 1, deck + 1)
    if len(games) > GAMES_MOST and not state.rounds:
        raise Unwelcome("round_too_large")  # later rounds are no news: what was begun is not stopped by them
    return said.RoundPaired(
        len(state.rounds) + 1,
        tuple(map(pairing_to_json, pairings)),
        tuple(map(fixture_to_json, games)),
    )


def _walk_over(telling: _Telling) -> None:
    """Gives the games of those who are out to whoever was to meet them."""
    out = telling.state.withdrawn
    if out:
        lost = [_walkover(one, out) for one in telling.state.waiting if not out.keys().isdisjoint(one.seats)]
        if lost:
            telling.tell(_batch(lost, telling.now))


def _walkover(fixture: Fixture, out: Iterable[int]) -> Result:
    gone = tuple(seat for seat, entrant in enumerate(fixture.seats) if entrant in out)
    return Result(fixture.number, (0,) * len(fixture.seats), Ending.WALKOVER, gone)


def _batch(results: Iterable[Result], now: int) -> said.BatchPlayed:
    ordered = sorted(results, key=lambda one: one.fixture)
    return said.BatchPlayed(tuple(map(result_to_json, ordered)), now)


def evolve(state: Tournament | None, event: Any) -> Tournament:
    """The tournament after `event`; None before the first."""
    if isinstance(event, said.Created):
        return _created(event)
    if state is None:
        raise ValueError("the first event of a log creates the tournament")
    return _COPY[type(event)](state, event)


def _created(event: said.Created) -> Tournament:
    return Tournament(
        id=event.tournament,
        manifest=seeded(checked(event.manifest), bytes.fromhex(event.pairing_seed)),
        commitment=event.commitment,
        organiser_seeded=event.organiser_seeded,
        owner=event.owner,
        created_ms=event.at,
        deck_seed=event.deck_seed or "",
        bot_seed=event.bot_seed or "",
        folder=event.folder,
        version=event.version or 1,
        trial=bool(event.trial),
    )


def _round(state: Tournament, event: said.RoundPaired) -> Tournament:
    found = Round(
        event.round,
        tuple(pairing_from_json(event.round, one) for one in event.pairings),
        tuple(fixture_from_json(event.round, one) for one in event.fixtures),
        len(state.results),
    )
    return replace(state, rounds=(*state.rounds, found))


def _results(state: Tournament, event: said.BatchPlayed) -> Tournament:
    known = _with_results(state, map(result_from_json, event.results))
    return replace(known, pace=(*state.pace[-_PACE:], (event.at, len(known.results))))


def _with_results(state: Tournament, more: Iterable[Result]) -> Tournament:
    return replace(state, results=MappingProxyType({**state.results, **{one.fixture: one for one in more}}))


def _adjudicated(state: Tournament, event: said.FixtureAdjudicated) -> Tournament:
    result = result_from_json(event.result)
    words = MappingProxyType({**state.words, result.fixture: event.text})
    return replace(_with_results(state, [result]), words=words)


def _put_aside(state: Tournament, event: said.EntrantForfeited) -> Tournament:
    return replace(state, withdrawn=MappingProxyType({**state.withdrawn, event.entrant: event.text}))


def _tried(state: Tournament, event: said.TrialAnswered) -> Tournament:
    return replace(state, tried=MappingProxyType({**state.tried, event.entrant: event.game}))


def _resumed(state: Tournament, event: said.Resumed) -> Tournament:
    return replace(state, state=State.RUNNING, paused_for=None, resumed=state.resumed + 1)


def _open(state: Tournament, event: said.Revealed) -> Tournament:
    return replace(state, deck_seed=event.deck_seed, bot_seed=event.bot_seed, is_over=True)


_COPY: Final[dict[type[Any], Callable[[Tournament, Any], Tournament]]] = {
    said.RoundPaired: _round,
    said.BatchPlayed: _results,
    said.Paused: lambda state, event: replace(state, state=State.PAUSED, paused_for=event.text),
    said.Resumed: _resumed,
    said.FixtureAdjudicated: _adjudicated,
    said.EntrantForfeited: _put_aside,
    said.TrialAnswered: _tried,
    said.Finished: lambda state, event: replace(state, state=State.FINISHED, ended_ms=event.at),
    said.Aborted: lambda state, event: replace(state, state=State.ABORTED, ended_ms=event.at),
    said.Revealed: _open,
}
