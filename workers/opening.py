"""Participants of a tournament, opened for the games that a job plays."""

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from app.bots.external.limits import limits_in
from app.bots.external.participants import opened
from app.bots.strategy import Strategy
from app.tournament.state import Tournament
from replays.tournaments.playing import Factory


def participants_of(state: Tournament, resources: ExitStack) -> list[Factory]:
    """Return by entrant what makes its strategy; `resources` closes the programs. Raises EntrantRefused."""
    limits = limits_in(_whole(state.manifest.limits))
    folder = None if state.folder is None else Path(state.folder)
    play = state.manifest.play
    return [
        _elsewhere
        if entrant.is_remote
        else resources.enter_context(opened(entrant.plan, folder, limits, play=play))
        for entrant in state.manifest.entrants
    ]


def _elsewhere() -> Strategy:
    raise AssertionError("a player over HTTP is not asked here")


def _whole(limits: Mapping[str, float]) -> Mapping[str, float]:
    """Return the limits, whole numbers as integers."""
    return {name: int(value) if float(value).is_integer() else value for name, value in limits.items()}
