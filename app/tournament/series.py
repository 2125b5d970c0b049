"""Data series of a tournament's plots."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev

from app.tournament.counting import counted, whole_units
from app.tournament.elo import Z95
from app.tournament.schedule import Played, scores


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and half the width of its 95 % interval; infinite for a single value."""

    mean: float
    plus_minus: float


def by_seat(rounds: Iterable[Played]) -> tuple[Estimate, ...]:
    """Return the mean share of the others that each seat beat; units are independent."""
    units: list[list[float]] = []
    for unit in whole_units(rounds):
        by_game = [scores(game.result) for game in unit]
        units.append([fmean(seat) for seat in zip(*by_game, strict=True)])
    return tuple(estimate(seat) for seat in zip(*units, strict=True))


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values."""
    if len(values) < 2:
        return Estimate(fmean(values), float("inf"))
    return Estimate(fmean(values), Z95 * stdev(values) / sqrt(len(values)))


def lengths(rounds: Iterable[Played]) -> Counter[int]:
    """Return the number of games by plies per deal, rounded."""
    games = (game.result for played in rounds for game in counted(played.fixtures, played.results))
    return Counter(round(Fraction(result.plies, result.hands)) for result in games if result.hands)
