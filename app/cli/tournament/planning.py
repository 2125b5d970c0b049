"""`conquian tournament run --dry-run`: how many games a manifest plays, how long, and what they can show.

The trial question to the entrants of a tournament, before the command begins or resumes it.
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
from app.i18n import Language, translate
from app.settings.settings import StartError
from app.tournament import commands as said
from app.tournament.decide import SYSTEM, VERSION, Tournaments
from app.tournament.failures import SAID, Failure, Kind, counted
from app.tournament.forecasts import Progress, progress, smallest_difference
from app.tournament.manifest import Manifest
from app.tournament.manifest_parser import Draft
from app.tournament.schedule import Fixture, is_live
from app.tournament.sprt_state import games_per_unit
from app.tournament.state import Tournament
from replays.tournaments.playing import Factory, play, tried

SAMPLE_SECONDS: Final = 3.0
_GAMES_MOST: Final = 50
_KEY: Final = b"conquian/dry-run/1"


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a tournament will be.

    `sample` is how many games were played to measure `seconds`, the time of one; both are 0 where a player
    over HTTP takes part, because its games take as long as it thinks. `shows` is the smallest difference in
    Elo that the planned games show at 95 %, None where that cannot be told. `failed` counts by entrant how it
    failed in the sample.
    """

    state: Tournament
    progress: Progress
    sample: int
    seconds: float
    shows: float | None
    failed: Mapping[int, Mapping[Kind, int]]

    @property
    def games(self) -> int | None:
        """The games that will be played, None where the results decide."""
        return self.progress.planned

    @property
    def decks(self) -> int | None:
        """The decks that they are played on."""
        return None if self.games is None else -(-self.games // games_per_unit(self.state.manifest))

    def minutes(self, workers: int) -> float | None:
        """The time that the games take; None where it is not known."""
        if self.games is None or not self.sample:
            return None
        return self.games * self.seconds / workers / 60


def forecast(plan: Draft, folder: Path, seconds: float = SAMPLE_SECONDS) -> Forecast:
    """The forecast of a manifest that was read in `folder`, after games of about so many seconds.

    The games are on decks of their own, and nothing is stored.
    """
    state = _begun(plan)
    how = progress(state.manifest, state.played)
    played, took, failed = _sampled(state, folder, seconds)
    shows = None if how.planned is None else smallest_difference(state.manifest, how.planned)
    return Forecast(state, how, played, took / played if played else 0.0, shows, failed)


def _begun(plan: Draft) -> Tournament:
    """The tournament as it would begin, with seeds of its own."""
    seeds = [hmac.digest(_KEY, name, "sha256").hex() for name in (b"deck", b"bot", b"pairing")]
    command = said.Create(
        plan.tournament,
        plan.manifest.document,
        plan.given.get("pairing_seed", seeds[2]),
        organiser_seeded=False,
        deck_seed=seeds[0],
        bot_seed=seeds[1],
        version=VERSION,
    )
    log, state = Tournaments(), None
    for event in log.decide(None, SYSTEM, command, 0):
        state = log.evolve(state, event)
    if state is None:
        raise AssertionError("a log begins with its tournament")
    return state


def _sampled(
    state: Tournament, folder: Path, seconds: float
) -> tuple[int, float, Mapping[int, Mapping[Kind, int]]]:
    """How many games were played, how long that took, and by entrant how it failed in them."""
    waiting = [one for one in state.waiting if not is_live(state.manifest, one)]
    begun = time.monotonic()
    if state.manifest.is_remote or not waiting:
        return 0, 0.0, {}
    with ExitStack() as open_while, redirect_stdout(sys.stderr):
        limits = limits_in(state.manifest.limits)
        makers: list[Factory] = [
            open_while.enter_context(opened(one.plan, folder, limits)) for one in state.manifest.entrants
        ]
        failed = list[Failure]()
        played = 0
        for fixture in _spread(waiting):
            failure = play(state, fixture, makers, quiet=True).failure
            failed += [] if failure is None else [failure]
            played += 1
            if time.monotonic() > begun + seconds:
                break
    return played, time.monotonic() - begun, counted(failed)


def _spread(waiting: Sequence[Fixture]) -> Sequence[Fixture]:
    """Some fixtures from all over the schedule."""
    return waiting[:: max(1, len(waiting) // _GAMES_MOST)][:_GAMES_MOST]


def as_json(found: Forecast, workers: int) -> dict[str, Any]:
    """The forecast as one object."""
    minutes = found.minutes(workers)
    return {
        "tournament": found.state.id,
        "games": found.games,
        "decks": found.decks,
        "rounds": found.progress.rounds_planned,
        "workers": workers,
        "sample": found.sample,
        "seconds_per_game": round(found.seconds, 4) if found.sample else None,
        "seconds": None if minutes is None else round(60 * minutes, 1),
        "failures": {
            found.state.manifest.entrants[one].name: {str(kind): count for kind, count in kinds.items()}
            for one, kinds in found.failed.items()
        },
        "smallest_difference": None if found.shows is None else round(found.shows, 1),
    }


def sentences(found: Forecast, workers: int) -> list[str]:
    """The forecast as lines for people."""
    manifest = found.state.manifest
    lines = [f"{manifest.name}: {manifest.format}, {len(manifest.entrants)} entrants"]
    if found.games is None:
        lines.append("Games: as many as the results or the time decide.")
    else:
        most = "at most " if manifest.format == "sprt" else ""
        lines.append(f"Games: {most}{found.games}, on {found.decks} decks")
    lines.append(_time(found, workers))
    if found.shows is not None:
        lines.append(
            f"Smallest difference shown at 95 %: about {found.shows:.0f} Elo between two entrants. The basis"
            " is independent games, each won or lost as by a coin; duplicate decks often make it smaller."
        )
    for entrant, kinds in found.failed.items():
        how = ", ".join(f"{translate(Language.EN, SAID[kind])} {count} x" for kind, count in kinds.items())
        lines.append(f"In the sample {manifest.entrants[entrant].name} failed: {how}.")
    return [*lines, "Nothing is stored, and no game of the tournament was played."]


def _time(found: Forecast, workers: int) -> str:
    minutes = found.minutes(workers)
    if not found.sample:
        return "Time: not known, because players over HTTP take part."
    each = f"{found.seconds:.3g} s a game in a sample of {found.sample}"
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
        lines = (_told(manifest.entrants[at].name, failure) for at, failure in failures.items())
        raise StartError("\n".join(["The tournament cannot begin:", *lines]))


def _told(name: str, failure: EntrantError) -> str:
    """Why an entrant does not answer, with the end of what it wrote."""
    if isinstance(failure, EntrantRefused):
        return f"{name}: {failure} ({failure.code})"
    words = failure.said.strip()[-_WORDS:] if isinstance(failure, EntrantFailed) else ""
    told = f"{name} does not answer a question ({failure})."
    return f"{told} Its last words:\n{words}" if words else told
