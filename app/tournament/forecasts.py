"""Rating differences that a number of games can show, and the progress of a tournament, for display only."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, log, sqrt
from typing import Final

from app.tournament.elo import Z95, Rated
from app.tournament.formats import FORMATS
from app.tournament.manifest import Manifest
from app.tournament.ratings import fit_of
from app.tournament.results import whole_units
from app.tournament.schedule import Ending, Played

_SCALE: Final = 400 / log(10)
MOST: Final = 1_000_000
"""Maximum of further games that is estimated; above it the two entrants count as equal."""


def smallest_difference(manifest: Manifest, games: int) -> float | None:
    """Return the smallest Elo difference of two entrants that `games` games show at 95 %.

    Every game is taken to be won or lost as by a coin, independently of the others, and all to meet all as
    often; in a gauntlet it is the difference from the hero. Duplicate deals between bots that play alike make
    it smaller.

    >>> from types import SimpleNamespace
    >>> two = SimpleNamespace(seats=2, entrants=(1, 2), format="round_robin")
    >>> round(smallest_difference(two, 1000)), round(smallest_difference(two, 4000))
    (22, 11)
    """
    entrants = len(manifest.entrants)
    if manifest.seats != 2 or games < 1:
        return None
    # In a round robin it is 8 / (entrants * games of each two), which is the same as in a gauntlet.
    return Z95 * _SCALE * sqrt(4 * (entrants - 1) / games)


@dataclass(frozen=True, slots=True)
class Gap:
    """The rating difference of the entrant `one` and its neighbour `other`, with its 95 % interval.

    `more` is the number of further games, distributed as those so far, after which the interval would be as
    narrow as the difference: 0 if it is already, None above `MOST`.
    """

    one: int
    other: int
    difference: Rated
    more: int | None

    @property
    def is_clear(self) -> bool:
        """True if the interval excludes 0."""
        return self.more == 0


def gaps(manifest: Manifest, rounds: Sequence[Played]) -> tuple[Gap, ...]:
    """Return the gaps between neighbours by rating, the best first; none if ratings are not Elo."""
    if manifest.seats != 2:
        return ()
    fit, played = fit_of(manifest, rounds)
    rated = sorted(
        (entrant for entrant, games in enumerate(played) if games),
        key=lambda entrant: -fit.strengths[entrant],
    )
    done = sum(1 for unit in whole_units(rounds) for game in unit if game.result.ending in _PLAYED)
    return tuple(
        Gap(entrant, neighbour, apart, _more(apart, done))
        for entrant, neighbour in pairwise(rated)
        for apart in [fit.difference(entrant, neighbour)]
    )


_PLAYED: Final = (Ending.FINISHED, Ending.ADJUDICATED)


def _more(apart: Rated, games: int) -> int | None:
    if apart.plus_minus <= apart.elo:
        return 0
    if apart.elo * sqrt(MOST + games) < apart.plus_minus * sqrt(games):
        return None
    return max(1, ceil(games * ((apart.plus_minus / apart.elo) ** 2 - 1)))


@dataclass(frozen=True, slots=True)
class TournamentProgress:
    """Games with a result, of `paired` games in the schedule and `planned` games in all.

    `planned` assumes that further rounds are like the last one, and is at most the format's maximum. It is
    None if the results decide how many games there are.
    """

    done: int
    paired: int
    planned: int | None
    rounds: int
    rounds_planned: int | None

    def seconds_left(self, games_per_second: float) -> float | None:
        """Return the estimated time of the planned games at this speed, or None if it is unknown."""
        if self.planned is None or games_per_second <= 0:
            return None
        return max(0, self.planned - self.done) / games_per_second


def progress(manifest: Manifest, rounds: Sequence[Played], *, over: bool = False) -> TournamentProgress:
    """Return the progress after these rounds; `over` means that no round follows."""
    paired = sum(len(played.fixtures) for played in rounds)
    done = sum(len(played.results) for played in rounds)
    if over:
        return TournamentProgress(done, paired, paired, len(rounds), len(rounds))
    foreseen = FORMATS[manifest.format].rounds(manifest)
    return TournamentProgress(
        done, paired, _planned(manifest, rounds, paired, foreseen), len(rounds), foreseen
    )


def _planned(manifest: Manifest, rounds: Sequence[Played], paired: int, foreseen: int | None) -> int | None:
    most: int | None = manifest.parameter("games")
    if foreseen is None or not rounds:
        return most
    more = (foreseen - len(rounds)) * len(rounds[-1].fixtures)
    return min(paired + more, most or paired + more)
