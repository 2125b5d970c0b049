"""What pictures of a tournament show, as numbers."""

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
    """A mean, and half the width of its interval at 95 %; infinite where one value cannot tell."""

    mean: float
    plus_minus: float


def by_seat(rounds: Iterable[Played]) -> tuple[Estimate, ...]:
    """By seat the mean share of the others that whoever sat there beat, units being independent."""
    units: list[list[float]] = []
    for unit in whole_units(rounds):
        made = [scores(game.result) for game in unit]
        units.append([fmean(seat) for seat in zip(*made, strict=True)])
    return tuple(estimate(seat) for seat in zip(*units, strict=True))


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values."""
    if len(values) < 2:
        return Estimate(fmean(values), float("inf"))
    return Estimate(fmean(values), Z95 * stdev(values) / sqrt(len(values)))


def lengths(rounds: Iterable[Played]) -> Counter[int]:
    """How many games had so many plies for each deal of them, a fraction rounded to the nearest."""
    games = (game.result for played in rounds for game in counted(played.fixtures, played.results))
    return Counter(round(Fraction(result.plies, result.hands)) for result in games if result.hands)
