"""Fit of Elo ratings with intervals to all games at once, by the Bradley-Terry model.

Ratings are those at which the expected score of every entrant equals its actual score (R. Bradley, M. Terry
1952; a tie is half a win). Neither the order of the games nor a step size matters. The intervals assume only
that units are independent: they follow from the variance of the units' scores (the sandwich estimator, P.
Huber 1967). For two entrants who play pairs of games with seats exchanged this is the pentanomial interval of
engine tests in chess.

As a prior every entrant has won half a game and lost half a game against an opponent of rating 0. So no
rating is infinite, and a score without a loss has a finite interval.
"""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from app.tournament.elo import Fit, Unit

_PRIOR: Final = 0.5
_CLOSE: Final = 1e-10
_ROUNDS: Final = 100
_STEP: Final = 2.0

_Array = np.ndarray[Any, np.dtype[np.float64]]


def fitted(entrants: int, units: Iterable[Unit]) -> Fit:
    """Return the ratings of `entrants` entrants, numbered from 0; the order of `units` does not matter."""
    sums = Sums(entrants)
    for unit in units:
        sums.add(unit)
    return sums.fit()


class Sums:
    """Sums over the units of each two entrants; sufficient statistics of the model."""

    def __init__(self, entrants: int) -> None:
        self.games, self.points, self.squares, self.products, self.weights = np.zeros((5, entrants, entrants))

    def fit(self) -> Fit:
        """Return the ratings after the units so far."""
        entrants = len(self.games)
        if not entrants:  # before the first registration
            return Fit((), ())
        strengths = _solved(self)
        bread = np.linalg.inv(_information(self, strengths))
        centred = np.eye(entrants) - 1 / entrants
        half = centred @ bread
        covariance = half @ _scatter(self, strengths) @ half.T
        ratings = strengths - strengths.mean()
        return Fit(tuple(ratings.tolist()), tuple(map(tuple, covariance.tolist())))

    def add(self, unit: Unit) -> None:
        """Add a unit, from both sides."""
        for entrant, other, points in (
            (unit.one, unit.other, unit.points),
            (unit.other, unit.one, unit.games - unit.points),
        ):
            self.games[entrant, other] += unit.games
            self.points[entrant, other] += points
            self.squares[entrant, other] += points * points
            self.products[entrant, other] += points * unit.games
            self.weights[entrant, other] += unit.games * unit.games


def _solved(sums: Sums) -> _Array:
    """Return the strengths at which expected and actual scores agree (Newton's method; concave)."""
    strengths = np.zeros(len(sums.games))
    for _ in range(_ROUNDS):
        excess = (sums.points - sums.games * _expected(strengths)).sum(axis=1)
        excess += 2 * _PRIOR * (0.5 - _logistic(strengths))
        step = np.linalg.solve(_information(sums, strengths), excess)
        strengths = strengths + np.clip(step, -_STEP, _STEP)
        if np.abs(step).max() < _CLOSE:
            break
    return strengths


def _expected(strengths: _Array) -> _Array:
    return _logistic(strengths[:, None] - strengths[None, :])


def _logistic(difference: _Array) -> _Array:
    return np.asarray(1 / (1 + np.exp(-difference)))


def _information(sums: Sums, strengths: _Array) -> _Array:
    """Return the negative second derivatives of the likelihood."""
    expected, alone = _expected(strengths), _logistic(strengths)
    off = sums.games * expected * (1 - expected)
    return np.asarray(np.diag(off.sum(axis=1) + 2 * _PRIOR * alone * (1 - alone)) - off)


def _scatter(sums: Sums, strengths: _Array) -> _Array:
    """Return the sum of squares of the differences between actual and expected scores of the units."""
    expected, alone = _expected(strengths), _logistic(strengths)
    off = sums.squares - 2 * expected * sums.products + expected**2 * sums.weights
    taken = _PRIOR * ((1 - alone) ** 2 + alone**2)
    return np.asarray(np.diag(off.sum(axis=1) + taken) - off)
