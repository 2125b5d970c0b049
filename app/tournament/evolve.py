"""State of a tournament after each event of its log."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from app.tournament import events as tournament_events
from app.tournament import extending, registration
from app.tournament.codecs import fixture_from_json, pairing_from_json, result_from_json
from app.tournament.manifest import seeded
from app.tournament.manifest_parser import checked
from app.tournament.schedule import FixtureResult
from app.tournament.state import Round, Tournament, TournamentPhase

_PACE: Final = 15
"""Number of batches that the speed is measured over."""


def evolve(state: Tournament | None, event: Any) -> Tournament:
    """Return the tournament after `event`; `state` is None before the first event."""
    if isinstance(event, tournament_events.TournamentCreated):
        return _created(event)
    if state is None:
        raise ValueError("the first event of a log creates the tournament")
    return _COPY[type(event)](state, event)


def _created(event: tournament_events.TournamentCreated) -> Tournament:
    manifest = seeded(checked(event.manifest), bytes.fromhex(event.pairing_seed), event.version or 1)
    return Tournament(
        id=event.tournament,
        manifest=manifest,
        commitment=event.commitment,
        organiser_seeded=event.organiser_seeded,
        owner=event.owner,
        created_ms=event.at,
        deck_seed=event.deck_seed or "",
        bot_seed=event.bot_seed or "",
        folder=event.folder,
        version=event.version or 1,
        trial=bool(event.trial),
        rulebook=event.rulebook,
        state=TournamentPhase.REGISTERING if manifest.is_open else TournamentPhase.RUNNING,
    )


def _round(state: Tournament, event: tournament_events.RoundPaired) -> Tournament:
    paired = Round(
        event.round,
        tuple(pairing_from_json(event.round, document) for document in event.pairings),
        tuple(fixture_from_json(event.round, document) for document in event.fixtures),
        len(state.results),
    )
    return replace(state, rounds=(*state.rounds, paired), is_unpaired=False)


def _results(state: Tournament, event: tournament_events.BatchPlayed) -> Tournament:
    known = _with_results(state, map(result_from_json, event.results))
    return replace(known, pace=(*state.pace[-_PACE:], (event.at, len(known.results))), is_unpaired=False)


def _with_results(state: Tournament, more: Iterable[FixtureResult]) -> Tournament:
    return replace(
        state, results=MappingProxyType({**state.results, **{result.fixture: result for result in more}})
    )


def _adjudicated(state: Tournament, event: tournament_events.FixtureAdjudicated) -> Tournament:
    result = result_from_json(event.result)
    words = MappingProxyType({**state.words, result.fixture: event.text})
    return replace(_with_results(state, [result]), words=words, is_unpaired=_may_be_due(state))


def _put_aside(state: Tournament, event: tournament_events.EntrantForfeited) -> Tournament:
    withdrawn = MappingProxyType({**state.withdrawn, event.entrant: event.text})
    return replace(state, withdrawn=withdrawn, is_unpaired=_may_be_due(state))


def _tried(state: Tournament, event: tournament_events.TrialAnswered) -> Tournament:
    return replace(state, tried=MappingProxyType({**state.tried, event.entrant: event.game}))


def _resumed(state: Tournament, event: tournament_events.Resumed) -> Tournament:
    return replace(
        state,
        state=TournamentPhase.RUNNING,
        paused_for=None,
        resumed=state.resumed + 1,
        is_unpaired=_may_be_due(state),
    )


def _may_be_due(state: Tournament) -> bool:
    """Return whether a job has to look for a round after a command of the organiser."""
    return state.is_unpaired or state.is_paired_by_jobs


def _open(state: Tournament, event: tournament_events.Revealed) -> Tournament:
    return replace(state, deck_seed=event.deck_seed, bot_seed=event.bot_seed, is_over=True)


_COPY: Final[dict[type[Any], Callable[[Tournament, Any], Tournament]]] = {
    tournament_events.RoundPaired: _round,
    tournament_events.BatchPlayed: _results,
    tournament_events.Paused: lambda state, event: replace(
        state, state=TournamentPhase.PAUSED, paused_for=event.text
    ),
    tournament_events.Resumed: _resumed,
    tournament_events.FixtureAdjudicated: _adjudicated,
    tournament_events.EntrantForfeited: _put_aside,
    tournament_events.TrialAnswered: _tried,
    tournament_events.Finished: lambda state, event: replace(
        state, state=TournamentPhase.FINISHED, ended_ms=event.at
    ),
    tournament_events.Aborted: lambda state, event: replace(
        state, state=TournamentPhase.ABORTED, ended_ms=event.at
    ),
    tournament_events.Revealed: _open,
    tournament_events.EntrantRegistered: registration.registered,
    tournament_events.EntrantUnregistered: registration.unregistered,
    tournament_events.TournamentStarted: registration.started,
    tournament_events.Extended: extending.extended,
    tournament_events.TimeGiven: extending.time_given,
    tournament_events.NoRoundDue: lambda state, event: replace(state, is_unpaired=False),
}
