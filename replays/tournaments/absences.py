"""Check that a game of a tournament did without its absent players as the manifest says."""

from collections.abc import Sequence
from typing import Final

from app.games.codec import Json
from app.games.table.clocks import NOT_FILLED
from app.store.canonical import parse
from app.store.entry import Entry
from app.tournament.manifest import AbsentRule
from app.tournament.schedule import Fixture
from app.tournament.state import Tournament

_SEEN_MS: Final = 60_000
"""Time within which a job has seen what an organiser has written before."""

_DAY_MS: Final = 24 * 3_600_000
"""Time for which a seat is kept without a rule of the manifest (RULES 11.10)."""


def follows_rule(state: Tournament, fixture: Fixture, entries: Sequence[Entry]) -> bool:
    """Return True if no bot played and no seat was given up but by the rule for absent players."""
    publics: list[Json] = [parse(entry.public) for entry in entries]
    begun = publics[0]["time"]
    return all(
        _is_due(state, fixture, public, public["time"] - begun)
        for public in publics
        if public["actor"] == "system"
    )


def _is_due(state: Tournament, fixture: Fixture, public: Json, after_ms: int) -> bool:
    """Return True if the service could give the command of this entry `after_ms` after the first one."""
    absent, command = state.manifest.absent, public["command"]
    waits_ms = state.waits_ms(fixture.number, public["time"] - _SEEN_MS)
    if command.get("type") == "replace":
        kept = any(event["type"] == "seated" for event in public["events"])
        return bool(command["bot"] == absent.bot and (not kept or after_ms >= waits_ms))
    given_up = command.get("type") == "void" and command["reason"] == NOT_FILLED
    if given_up and absent.rule is AbsentRule.FORFEIT:
        return after_ms >= min(waits_ms, _DAY_MS)
    return True
