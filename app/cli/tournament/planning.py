"""`conquian tournament run --dry-run`: number and time of the games of a manifest, and what they can show.

Before the command begins or resumes a tournament it asks each entrant a trial question.
"""

import hmac
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from app.bots.errors import EntrantError, EntrantFailed, EntrantRefused
from app.bots.external.limits import limits_in
from app.bots.external.participants import opened
from app.cli.tournament.display import counted_kinds
from app.service.rulebook import current as current_rulebook
from app.settings.errors import StartError
from app.tournament import commands as tournament_commands
from app.tournament.decide import SYSTEM, VERSION, Tournaments
from app.tournament.failures import Failure, FailureKind, counted
from app.tournament.forecasts import TournamentProgress, progress, smallest_difference
from app.tournament.manifest import Manifest
from app.tournament.manifest_parser import Draft
from app.tournament.schedule import Fixture, is_live
from app.tournament.sprt import games_per_unit
from app.tournament.state import Tournament
from replays.tournaments.playing import Factory, play, tried

SAMPLE_SECONDS: Final = 3.0
_GAMES_MOST: Final = 50
_KEY: Final = b"conquian/dry-run/1"


@dataclass(frozen=True, slots=True)
class Forecast:
    """Forecast of a tournament.

    `sample` is how many games were played to measure `seconds`, the time of one; both are 0 if a player over
    HTTP takes part, because its games take as long as it thinks. `shows` is the smallest difference in Elo
    that the planned games show at 95 %, None if unknown. `failed` counts by participant how it failed in the
    sample.
    """

    state: Tournament
    progress: TournamentProgress
    sample: int
    seconds: float
    shows: float | None
    failed: Mapping[int, Mapping[FailureKind, int]]

    @property
    def games(self) -> int | None:
        """Number of games that will be played, None if it depends on the results."""
        return self.progress.planned

    @property
    def decks(self) -> int | None:
        """Number of decks that they are played on."""
        return None if self.games is None else -(-self.games // games_per_unit(self.state.manifest))

    def minutes(self, workers: int) -> float | None:
        """Return the duration of the games in minutes; None if unknown."""
        if self.games is None or not self.sample:
            return None
        return self.games * self.seconds / workers / 60


def forecast(plan: Draft, folder: Path, seconds: float = SAMPLE_SECONDS) -> Forecast:
    """Return the forecast of a manifest in `folder`, after playing sample games for about `seconds`.

    The games use decks of their own, and nothing is stored.
    """
    state = _begun(plan)
    current = progress(state.manifest, state.played)
    played, elapsed, failed = _sampled(state, folder, seconds)
    shows = None if current.planned is None else smallest_difference(state.manifest, current.planned)
    return Forecast(state, current, played, elapsed / played if played else 0.0, shows, failed)


def _begun(plan: Draft) -> Tournament:
    """Return the tournament as it would begin, with other seeds."""
    seeds = [hmac.digest(_KEY, name, "sha256").hex() for name in (b"deck", b"bot", b"pairing")]
    command = tournament_commands.CreateTournament(
        plan.tournament,
        plan.manifest.document,
        plan.given.get("pairing_seed", seeds[2]),
        organiser_seeded=False,
        deck_seed=seeds[0],
        bot_seed=seeds[1],
        version=VERSION,
        rulebook=current_rulebook(plan.manifest.play).edition,
    )
    log, state = Tournaments(), None
    for event in log.decide(None, SYSTEM, command, 0):
        state = log.evolve(state, event)
    if state is None:
        raise AssertionError("a log begins with its tournament")
    return state


def _sampled(
    state: Tournament, folder: Path, seconds: float
) -> tuple[int, float, Mapping[int, Mapping[FailureKind, int]]]:
    """Play sample games; return their number, their duration, and the failures by participant."""
    waiting = [fixture for fixture in state.waiting if not is_live(state.manifest, fixture)]
    started = time.monotonic()
    if state.manifest.is_remote or not waiting:
        return 0, 0.0, {}
    with ExitStack() as resources, redirect_stdout(sys.stderr):
        limits = limits_in(state.manifest.limits)
        makers: list[Factory] = [
            resources.enter_context(opened(fixture.plan, folder, limits, play=state.manifest.play))
            for fixture in state.manifest.entrants
        ]
        failed = list[Failure]()
        played = 0
        for fixture in _spread(waiting):
            failure = play(state, fixture, makers, quiet=True).failure
            failed += [] if failure is None else [failure]
            played += 1
            if time.monotonic() > started + seconds:
                break
    return played, time.monotonic() - started, counted(failed)


def _spread(waiting: Sequence[Fixture]) -> Sequence[Fixture]:
    """Return some fixtures from all over the schedule."""
    return waiting[:: max(1, len(waiting) // _GAMES_MOST)][:_GAMES_MOST]


def as_json(plan: Forecast, workers: int) -> dict[str, Any]:
    """Return the forecast as one object."""
    minutes = plan.minutes(workers)
    return {
        "tournament": plan.state.id,
        "games": plan.games,
        "decks": plan.decks,
        "rounds": plan.progress.rounds_planned,
        "workers": workers,
        "sample": plan.sample,
        "seconds_per_game": round(plan.seconds, 4) if plan.sample else None,
        "seconds": None if minutes is None else round(60 * minutes, 1),
        "failures": {
            plan.state.manifest.entrants[entrant].name: {str(kind): count for kind, count in kinds.items()}
            for entrant, kinds in plan.failed.items()
        },
        "smallest_difference": None if plan.shows is None else round(plan.shows, 1),
    }


def sentences(plan: Forecast, workers: int) -> list[str]:
    """Return the forecast as lines for people."""
    manifest = plan.state.manifest
    lines = [f"{manifest.name}: {manifest.format}, {len(manifest.entrants)} entrants"]
    if plan.games is None:
        lines.append("Games: as many as the results or the time decide.")
    else:
        limit = "at most " if manifest.format == "sprt" else ""
        lines.append(f"Games: {limit}{plan.games}, on {plan.decks} decks")
    lines.append(_time(plan, workers))
    if plan.shows is not None:
        lines.append(
            f"Smallest difference shown at 95 %: about {plan.shows:.0f} Elo between two entrants. The basis"
            " is independent games, each won or lost as by a coin; duplicate decks often make it smaller."
        )
    for entrant, kinds in plan.failed.items():
        lines.append(f"In the sample {manifest.entrants[entrant].name} failed: {counted_kinds(kinds)}.")
    return [*lines, "Nothing is stored, and no game of the tournament was played."]


def _time(plan: Forecast, workers: int) -> str:
    minutes = plan.minutes(workers)
    if not plan.sample:
        return "Time: not known, because players over HTTP take part."
    each = f"{plan.seconds:.3g} s a game in a sample of {plan.sample}"
    if minutes is None:
        return f"Time: {each}"
    total = f"{60 * minutes:.0f} s" if minutes < 2 else f"{minutes:.0f} min"
    return f"Time: about {total} with {workers} workers, if each has a core of its own; {each}"


_WORDS: Final = 2000


def rehearse(manifest: Manifest, folder: Path) -> None:
    """Ask every program and Python object of `manifest` one question; StartError names those that fail."""
    # What an object prints is no part of the command's output.
    with redirect_stdout(sys.stderr):
        failures = tried(manifest, folder)
    if failures:
        lines = (_failure_text(manifest.entrants[at].name, failure) for at, failure in failures.items())
        raise StartError("\n".join(["The tournament cannot begin:", *lines]))


def _failure_text(name: str, failure: EntrantError) -> str:
    """Return why an entrant does not answer, with the end of what it wrote."""
    if isinstance(failure, EntrantRefused):
        return f"{name}: {failure} ({failure.code})"
    words = failure.stderr.strip()[-_WORDS:] if isinstance(failure, EntrantFailed) else ""
    sentence = f"{name} does not answer a question ({failure})."
    return f"{sentence} Its last output:\n{words}" if words else sentence
