"""What games can show: before a tournament, and of two entrants that its games have not told apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, log, sqrt
from typing import Final

from app.tournament.counting import whole_units
from app.tournament.elo import Z95, Rated
from app.tournament.manifest import Manifest
from app.tournament.ratings import fit_of
from app.tournament.schedule import Ending, Played

_SCALE: Final = 400 / log(10)
MOST: Final = 1_000_000
"""More games than that are not foreseen: the two are as good as equal."""


def smallest_difference(manifest: Manifest, games: int) -> float | None:
    """The smallest difference in Elo between two alike that so many games show at 95 %; None without Elo.

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
    """How far the entrant `one` is before its neighbour `other`, with half the width of the interval at 95 %.

    `more` games of the tournament, shared out as those so far, would make the interval as narrow as the
    difference: 0 where it is, None where that is more than `MOST`.
    """

    one: int
    other: int
    difference: Rated
    more: int | None

    @property
    def is_clear(self) -> bool:
        """Whether the two are told apart."""
        return self.more == 0


def gaps(manifest: Manifest, rounds: Sequence[Played]) -> tuple[Gap, ...]:
    """Each two neighbours by their ratings, the best first; none where ratings are not Elo."""
    if manifest.seats != 2:
        return ()
    fit, played = fit_of(manifest, rounds)
    rated = sorted((one for one, games in enumerate(played) if games), key=lambda one: -fit.strengths[one])
    done = sum(1 for unit in whole_units(rounds) for game in unit if game.result.ending in _PLAYED)
    return tuple(
        Gap(one, other, apart, _more(apart, done))
        for one, other in pairwise(rated)
        for apart in [fit.difference(one, other)]
    )


_PLAYED: Final = (Ending.FINISHED, Ending.ADJUDICATED)


def _more(apart: Rated, games: int) -> int | None:
    if apart.plus_minus <= apart.elo:
        return 0
    if apart.elo * sqrt(MOST + games) < apart.plus_minus * sqrt(games):
        return None
    return max(1, ceil(games * ((apart.plus_minus / apart.elo) ** 2 - 1)))
