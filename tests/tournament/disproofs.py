"""Find statements of a forged log that the games, or the service itself, can disprove."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.store.keys import LogKind, kind_of
from app.tournament.codecs import COMMAND_CODEC, EVENT_CODEC
from app.tournament.decide import SYSTEM, Tournaments
from app.tournament.schedule import Ending, FixtureResult
from app.tournament.state import FAILURES_MAX, Tournament, TournamentPhase
from tests.tournament.log_steps import (
    BROKEN,
    OF_ORGANISERS,
    OF_SERVICE,
    Json,
    Step,
    Steps,
    last,
    states,
    taken_apart,
    written,
)


def untrue(honest: bytes, record: bytes) -> str | None:
    """Return the first statement of a clean record that games, or the service itself, can disprove."""
    original, steps = taken_apart(honest), taken_apart(record)
    was, state = last(original), last(steps)
    if written(state.id, _strictly(steps)) != record:
        return "the service does not write this log"
    faults = (
        *(_actor_fault(step, before) or _report_fault(step, before) for step, before in states(steps)),
        _played_fault(was, state),
        _unplayed_fault(state, steps) or _missing_fault(was, state, _said(original) == _said(steps)),
    )
    return next(filter(None, faults), None)


def _played_fault(was: Tournament, state: Tournament) -> str | None:
    """Return what is wrong with the games that a log names."""
    played = {number: result for number, result in state.results.items() if result.game}
    if played and (state.deck_seed, state.manifest.rules) != (was.deck_seed, was.manifest.rules):
        return "its games were played on other decks or by other rules"
    if played and state.rulebook not in (None, was.rulebook):
        return "its games name another edition of the rulebook"
    for number, result in played.items():
        if _shown(state, number, result) != _shown(was, number, was.results.get(number)):
            return f"the game {number} was another"
    return None


def _unplayed_fault(state: Tournament, steps: Sequence[Step]) -> str | None:
    """Return what is wrong with the games that a log does not name."""
    reported = {result["fixture"] for step in steps for result in step.results}
    for number, result in state.results.items():
        if not result.game and (number in reported or not _is_excused(steps, state, result)):
            return f"the game {number} was not played, and nobody said so"
    return None


def _missing_fault(was: Tournament, state: Tournament, same: bool) -> str | None:
    """Return what is wrong if games are missing although the organiser's commands are the `same`.

    Another command of the organiser may decide a match, after which later rounds are never paired.
    """
    missing = {number for number, result in was.results.items() if result.game} - state.results.keys()
    if missing and same and state.state is not TournamentPhase.ABORTED and state.manifest == was.manifest:
        return "games are missing"
    return None


def _said(steps: Sequence[Step]) -> list[Json]:
    """Return the commands of organisers."""
    return [step.command for step in steps if step.command["type"] in OF_ORGANISERS]


def _strictly(steps: Sequence[Step]) -> Steps:
    strict = Steps()
    for step, before in states(steps):
        try:
            command = COMMAND_CODEC.from_json(step.command)
            given = Tournaments().decide(before, step.actor, command, step.time)
        except BROKEN:
            strict.append(replace(step, events=[]))
        else:
            strict.append(replace(step, events=list(map(EVENT_CODEC.to_json, given))))
    return strict


def _actor_fault(step: Step, before: Tournament | None) -> str | None:
    kind, owner = step.command["type"], before.owner if before else step.command.get("owner")
    if step.actor == SYSTEM:
        return (
            "the service does not say this" if kind in OF_ORGANISERS or (before is None and owner) else None
        )
    player = isinstance(step.actor, str) and kind_of(step.actor) is LogKind.PLAYER
    if not player or kind in OF_SERVICE or step.actor != (owner if owner or before is None else step.actor):
        return "somebody said this who may not"
    return None


def _report_fault(step: Step, before: Tournament | None) -> str | None:
    numbers = [result["fixture"] for result in step.results]
    if not numbers or before is None or before.version < 2:
        return None
    if numbers != sorted(set(numbers)) or not {each.number for each in before.waiting}.issuperset(numbers):
        return "a report is out of order"
    return None


def _shown(state: Tournament, number: int, result: FixtureResult | None) -> Any:
    """Return what the game of a fixture shows: its deck, its seats and its result."""
    fixture = state.fixture(number)
    if fixture is None:
        return None
    entrants = [state.manifest.entrants[entrant] for entrant in fixture.seats]
    return fixture.deck, [entrant.plan.get("player") or entrant.name for entrant in entrants], result


def _is_excused(steps: Sequence[Step], state: Tournament, result: FixtureResult) -> bool:
    """Return True if a game was called off, or one of its players had failed too often."""
    words = _said(steps)
    if result.ending is Ending.ADJUDICATED:
        return any(word.get("fixture") == result.fixture for word in words)
    fixture = state.fixture(result.fixture)
    assert fixture is not None
    gone = {word["entrant"] for word in words if "entrant" in word}
    gone |= {entrant for entrant in fixture.seats if state.failures(entrant) >= FAILURES_MAX}
    return result.ending is Ending.WALKOVER and gone.issuperset(
        fixture.seats[seat] for seat in result.at_fault
    )
