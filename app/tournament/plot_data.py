"""The numbers that the plots of a tournament show, as pictures and for programs that draw them themselves."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, sqrt
from statistics import fmean, stdev
from typing import Annotated, Final, TypedDict

from app.tournament.elo import Z95
from app.tournament.manifest import Manifest
from app.tournament.ratings import rating_list, ratings
from app.tournament.results import counted, whole_units
from app.tournament.schedule import Played, scores
from app.tournament.sprt import sprt

Rounds = tuple[Played, ...]

NAMES_MAX: Final = 24
"""The largest number of entrants in the plot of the ratings: those with the highest."""

LINES_MAX: Final = 8
"""The largest number of entrants in the plot of their ratings by round."""


class PlotPointView(TypedDict):
    """A point of a plot."""

    x: Annotated[int, "By plot the rank, the round, the unit, the seat or the plies of a deal"]
    y: Annotated[float, "By plot the rating, the log-likelihood ratio, the share made or the number of games"]
    plus_minus: Annotated[float | None, "Half the width of the 95 % interval of y, where it has one"]
    name: Annotated[str | None, "The name of the entrant, where the point belongs to one"]


class PlotLevelView(TypedDict):
    """A horizontal line of a plot."""

    name: Annotated[str | None, "H0 or H1 for a bound of the sequential test"]
    y: float


class PlotView(TypedDict):
    """The data of a plot."""

    plot: Annotated[str, "Its name"]
    system: Annotated[str | None, "The rating system: elo or plackett_luce; null for a plot without ratings"]
    series: Annotated[list[list[PlotPointView]], "One line or one row of bars each"]
    levels: list[PlotLevelView]


def plot_data(what: str, manifest: Manifest, rounds: Rounds) -> PlotView:
    """Return the numbers of the plot `what` of a tournament. Raises KeyError if there is no such plot."""
    return _DATA[what](manifest, rounds)


def _ratings(manifest: Manifest, rounds: Rounds) -> PlotView:
    rated = ratings(manifest, rounds)
    best = sorted(rated.rows, key=lambda row: row.rating)[: -NAMES_MAX - 1 : -1]
    names = manifest.entrants
    points = [
        _point(rank, row.rating, row.plus_minus, names[row.entrant].name) for rank, row in enumerate(best, 1)
    ]
    return {"plot": "ratings", "system": str(rated.system), "series": [points], "levels": []}


def _history(manifest: Manifest, rounds: Rounds) -> PlotView:
    moments = rating_list(manifest, rounds)
    best = sorted(moments[-1].ratings.rows, key=lambda row: -row.rating)[:LINES_MAX] if moments else []
    series = [
        [
            _point(
                moment.round,
                moment.ratings.rows[last.entrant].rating,
                moment.ratings.rows[last.entrant].plus_minus,
                manifest.entrants[last.entrant].name,
            )
            for moment in moments
        ]
        for last in best
    ]
    system = str(moments[-1].ratings.system) if moments else None
    return {"plot": "history", "system": system, "series": series, "levels": []}


def _llr(manifest: Manifest, rounds: Rounds) -> PlotView:
    running = sprt(manifest, rounds)
    points = [_point(unit, ratio) for unit, ratio in enumerate((0.0, *running.path))]
    bounds: list[PlotLevelView] = [
        {"name": "H1", "y": running.test.upper},
        {"name": "H0", "y": running.test.lower},
    ]
    return {"plot": "llr", "system": None, "series": [points], "levels": bounds}


def _seats(manifest: Manifest, rounds: Rounds) -> PlotView:
    points = [_point(seat, made.mean, made.plus_minus) for seat, made in enumerate(by_seat(rounds))]
    return {"plot": "seats", "system": None, "series": [points], "levels": [{"name": None, "y": 0.5}]}


def _lengths(manifest: Manifest, rounds: Rounds) -> PlotView:
    points = [_point(plies, games) for plies, games in sorted(lengths(rounds).items())]
    return {"plot": "lengths", "system": None, "series": [points], "levels": []}


def _point(x: int, y: float, plus_minus: float | None = None, name: str | None = None) -> PlotPointView:
    known = None if plus_minus is None or not isfinite(plus_minus) else plus_minus
    return {"x": x, "y": y, "plus_minus": known, "name": name}


_DATA: Final[Mapping[str, Callable[[Manifest, Rounds], PlotView]]] = {
    "ratings": _ratings,
    "history": _history,
    "llr": _llr,
    "seats": _seats,
    "lengths": _lengths,
}


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
