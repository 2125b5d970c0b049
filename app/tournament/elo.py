"""Elo ratings with intervals, and the expected share of the points that follows from them.

They are fitted by `app.tournament.elo_fit`.
"""

from dataclasses import dataclass
from math import log, log10, sqrt
from typing import Final

Z95: Final = 1.959964
"""Standard deviations on either side of a 95 % interval."""
_SCALE: Final = 400 / log(10)


def expectation(elo: float) -> float:
    """Return the expected share of the points of a player rated `elo` above its opponent.

    >>> round(expectation(100), 3)
    0.64
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def difference(share: float) -> float:
    """Return the Elo difference at which `share` (between 0 and 1, exclusive) is expected.

    >>> round(difference(0.64))
    100
    """
    return 400 * log10(share / (1 - share))


@dataclass(frozen=True, slots=True)
class Unit:
    """Games of entrants `one` and `other` that are counted together; `one` made `points` of `games`."""

    one: int
    other: int
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating, and half the width of its interval at 95 %."""

    elo: float
    plus_minus: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Ratings of all entrants, with mean 0, in units of natural logarithms, and their covariance."""

    strengths: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def rating(self, entrant: int) -> Rated:
        """Return the rating of one entrant relative to the mean."""
        return _rated(self.strengths[entrant], self.covariance[entrant][entrant])

    def difference(self, entrant: int, other: int) -> Rated:
        """Return the rating difference of `one` over `other`."""
        rows = self.covariance
        variance = rows[entrant][entrant] + rows[other][other] - 2 * rows[entrant][other]
        return _rated(self.strengths[entrant] - self.strengths[other], variance)


def _rated(strength: float, variance: float) -> Rated:
    return Rated(_SCALE * strength, _SCALE * Z95 * sqrt(max(0.0, variance)))
