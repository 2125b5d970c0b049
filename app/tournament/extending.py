"""Extension of a running tournament by its organiser: more rounds or games, and more time at a table.

A tournament is extended before its last result, or while it is paused: its end reveals the seeds, and with
them every further deck.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from app.tournament import commands as tournament_commands
from app.tournament import events as tournament_events
from app.tournament.errors import Unwelcome
from app.tournament.manifest import AbsentRule, Manifest
from app.tournament.manifest_members import PARAMETERS
from app.tournament.schedule import is_live
from app.tournament.state import Tournament

EXTENDED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "round_robin": ("cycles",),
        "gauntlet": ("cycles",),
        "swiss": ("rounds",),
        "arena": ("games", "minutes"),
        "league": ("cycles",),
        "sit_and_go": ("cycles",),
    }
)
"""The parameters by which a format is extended; eliminations and sequential tests end by their results."""

TIME_MAX: Final = 1_440
"""Largest number of minutes that are given at once."""


def extendable(manifest: Manifest) -> tuple[str, ...]:
    """Return the parameters by which a tournament can be extended; of an arena those that it has."""
    names = EXTENDED.get(manifest.format, ())
    return tuple(name for name in names if manifest.format != "arena" or name in manifest.parameters)


def extend(state: Tournament, command: tournament_commands.ExtendTournament) -> tournament_events.Extended:
    """Return the event of an extension. Raises Unwelcome."""
    if command.parameter not in extendable(state.manifest):
        raise Unwelcome("not_extendable")
    if type(command.by) is not int or command.by < 1:
        raise Unwelcome("extension_too_large")
    value = state.manifest.parameter(command.parameter, 1) + command.by
    if not PARAMETERS[state.manifest.format][command.parameter](value):
        raise Unwelcome("extension_too_large")
    return tournament_events.Extended(command.parameter, value)


def give_time(
    state: Tournament, command: tournament_commands.GiveTime, now: int
) -> tournament_events.TimeGiven:
    """Return the event of more time at a table. Raises Unwelcome."""
    fixture = state.fixture(command.fixture)
    if fixture is None:
        raise Unwelcome("fixture_unknown")
    if fixture.number in state.results:
        raise Unwelcome("fixture_over")
    if state.manifest.absent.rule is AbsentRule.WAIT or not is_live(state.manifest, fixture):
        raise Unwelcome("time_not_limited")
    if type(command.minutes) is not int or not 1 <= command.minutes <= TIME_MAX:
        raise Unwelcome("extension_too_large")
    return tournament_events.TimeGiven(fixture.number, command.minutes, now)


def extended(state: Tournament, event: tournament_events.Extended) -> Tournament:
    """Return the tournament with the new value of a parameter."""
    parameters = MappingProxyType({**state.manifest.parameters, event.parameter: event.value})
    return replace(state, manifest=replace(state.manifest, parameters=parameters), is_unpaired=True)


def time_given(state: Tournament, event: tournament_events.TimeGiven) -> Tournament:
    """Return the tournament with more time for a fixture."""
    given = (*state.given.get(event.fixture, ()), (event.at, event.minutes))
    return replace(state, given=MappingProxyType({**state.given, event.fixture: given}))
