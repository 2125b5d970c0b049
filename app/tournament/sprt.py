"""The sequential probability ratio test between two entrants, on units of duplicate games.

The statistic is the generalised likelihood ratio of M. Van den Bergh, "The generalized maximum likelihood
ratio for the expectation value of a distribution" (2020): of all distributions of a unit's score with the
expectation that a hypothesis names, the likeliest one is set against the likeliest one of the other. Wald's
bounds (1945) end the test. A unit is a pair of games with seats exchanged (five scores: pentanomial), a
single game (three: trinomial) or a rotation of k games (2k + 1 scores); nothing but their number differs.

Elo is logistic, 1 / (1 + 10^(-elo / 400)) per game, or normalised (Van den Bergh, "Normalized Elo"): the
expectation's distance from one half in standard deviations of one game, times 800 / ln 10. A logistic test
asks for a share of the points, whatever the draws; a normalised one takes about as long in any variant.

A tournament tests its first two entrants, on the units in the order of the schedule. At tables of more than
two seats, the two alternate round the table, or the other entrants fill it. The score of a game is the share
of the first one's seats that beat the second one's seats.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import copysign, exp, log, log1p, sqrt
from typing import Final

from app.tournament.elo import Z95, Rated, difference, expectation
from app.tournament.manifest import Manifest
from app.tournament.results import CountedGame, leading, whole_units
from app.tournament.schedule import Played, orders

_UNSEEN: Final = 1e-3
"""Count that stands for a score that was never observed, so that every distribution has a likelihood."""
_PRIOR: Final = 0.5
"""Prior number of units that were won, and lost, completely.

A few units may be too much alike; without the prior a short test would exceed its error rates.
"""
_NORMALISED: Final = 800 / log(10)
_CLOSE: Final = 1e-10
_ROUNDS: Final = 100


class Model(StrEnum):
    """Unit of `elo0` and `elo1` of a test."""

    LOGISTIC = "logistic"
    NORMALISED = "normalised"


class Decision(StrEnum):
    """Result of a test: the difference is elo0 or less (H0), or elo1 or more (H1)."""

    H0 = "H0"
    H1 = "H1"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The two hypotheses, their accepted error rates, and the model of Elo."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = Model.LOGISTIC

    def __post_init__(self) -> None:
        if not (self.elo0 < self.elo1 and 0 < self.alpha < 1 and 0 < self.beta < 1):
            raise ValueError("a test needs elo0 < elo1, and alpha and beta between 0 and 1")

    @property
    def lower(self) -> float:
        """Bound at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Bound at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def decision(self, llr: float) -> Decision | None:
        """Return the decision at a log-likelihood ratio, or None."""
        if llr >= self.upper:
            return Decision.H1
        return Decision.H0 if llr <= self.lower else None


@dataclass(frozen=True, slots=True)
class Running:
    """State of a test: the ratio after each unit up to the deciding one, and the units by score.

    `counts[i]` is the number of units that scored i steps.
    """

    test: Hypotheses
    counts: tuple[int, ...]
    path: tuple[float, ...]
    decision: Decision | None

    @property
    def llr(self) -> float:
        """Current log-likelihood ratio."""
        return self.path[-1] if self.path else 0.0


def run(test: Hypotheses, scores: Iterable[int], games: int, most: int | None = None) -> Running:
    """Run the test over units of `games` games each; `scores` has the first entrant's steps of each unit.

    A unit has `most` steps (default: two per game). Units after the deciding one are ignored: the schedule
    may have more games than the test.
    """
    counts, path = [0] * ((2 * games if most is None else most) + 1), list[float]()
    for scored in scores:
        counts[scored] += 1
        path.append(_remembered(test, tuple(counts), games))
        decided = test.decision(path[-1])
        if decided is not None:
            return Running(test, tuple(counts), tuple(path), decided)
    return Running(test, tuple(counts), tuple(path), None)


@lru_cache(maxsize=1 << 16)
def _remembered(test: Hypotheses, counts: tuple[int, ...], games: int) -> float:
    """Return `ratio`, cached for tests that are evaluated again after each round."""
    return ratio(test, counts, games)


def difference_so_far(counts: Sequence[float]) -> Rated:
    """Return the estimated Elo difference after units with these scores, with its interval."""
    seen = list(counts)
    seen[0] += _PRIOR
    seen[-1] += _PRIOR
    total, top = sum(seen), len(seen) - 1
    mean = sum(count * score / top for score, count in enumerate(seen)) / total
    variance = sum(count * (score / top - mean) ** 2 for score, count in enumerate(seen)) / total
    slope = 400 / log(10) / (mean * (1 - mean))
    return Rated(difference(mean), Z95 * slope * sqrt(variance / total))


def ratio(test: Hypotheses, counts: Sequence[float], games: int) -> float:
    """Return the log-likelihood ratio of H1 to H0 after `counts[i]` units of `games` games that scored i
    steps.

    >>> round(ratio(Hypotheses(0, 20), [5, 20, 50, 30, 15], 2), 2)
    2.45
    """
    seen = [count or _UNSEEN for count in counts]
    seen[0] += _PRIOR
    seen[-1] += _PRIOR
    total = sum(seen)
    shares = [count / total for count in seen]
    first, second = (_logs(test, elo, shares, games) for elo in (test.elo0, test.elo1))
    return total * sum(share * (b - a) for share, a, b in zip(shares, first, second, strict=True))


def _logs(test: Hypotheses, elo: float, shares: Sequence[float], games: int) -> list[float]:
    """Return the log of the likeliest distribution under a hypothesis, relative to `shares`, by score."""
    values = [step / (len(shares) - 1) for step in range(len(shares))]
    if test.model is Model.LOGISTIC:
        return _tilted([value - expectation(elo) for value in values], shares)
    return _normalised(elo / _NORMALISED * sqrt(games), values, shares)


def _tilted(values: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Return the logarithms of p / share for the likeliest distribution p with expectation zero of `values`.

    It is share / (1 + x value), with the x at which the expectation is zero. This falls as x grows, so
    Newton's method finds it, bounded by the values at which a probability would be infinite.
    """
    low, high = -1 / max(values), -1 / min(values)
    x = 0.0
    for _ in range(_ROUNDS):
        terms = [value / (1 + x * value) for value in values]
        excess = sum(share * term for share, term in zip(shares, terms, strict=True))
        low, high = (x, high) if excess > 0 else (low, x)
        step = excess / sum(share * term * term for share, term in zip(shares, terms, strict=True))
        if abs(step) < _CLOSE:
            break
        x = x + step if low < x + step < high else (low + high) / 2
    return [-log1p(x * value) for value in values]


def _normalised(target: float, values: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Return the same for the distribution whose mean lies `target` standard deviations above one half.

    That constraint is not linear; at each step, from a distribution that goes beyond it on, it is replaced by
    its tangent at the last one. Deviations are concave, so that every step ends beyond it, too, or at it; a
    tangent from within might hold of no distribution at all.
    """
    now, logs = _beyond(target, values), [0.0] * len(values)
    for _ in range(_ROUNDS):
        mean, deviation = _moments(now, values)
        bend = target / (2 * deviation)
        tangent = [value - 0.5 - bend * (deviation**2 + (value - mean) ** 2) for value in values]
        logs = _tilted(tangent, shares)
        last, now = now, _weighted(shares, logs)
        if max(abs(a - b) for a, b in zip(last, now, strict=True)) < _CLOSE:
            break
    return logs


def _beyond(target: float, values: Sequence[float]) -> list[float]:
    """Return a distribution whose mean is `target` standard deviations from one half, or further; even for
    none.
    """
    slope = 0.0
    while True:
        weights = [exp(slope * (value - 1) if target > 0 else slope * value) for value in values]
        now = [weight / sum(weights) for weight in weights]
        mean, deviation = _moments(now, values)
        if abs(mean - 0.5) >= abs(target) * deviation:
            return now
        slope = 2 * slope or copysign(1.0, target)


def _moments(shares: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the standard deviation."""
    mean = sum(p * value for p, value in zip(shares, values, strict=True))
    return mean, sqrt(sum(p * (value - mean) ** 2 for p, value in zip(shares, values, strict=True)))


def _weighted(shares: Sequence[float], logs: Sequence[float]) -> list[float]:
    return [share * exp(log_ratio) for share, log_ratio in zip(shares, logs, strict=True)]


_ERROR: Final = 0.05
TESTED: Final = (0, 1)
"""The entrants whose difference is tested; the first is expected to be the better one."""


def hypotheses(manifest: Manifest) -> Hypotheses:
    """Return the hypotheses of the manifest. Raises ValueError if they are invalid."""
    return Hypotheses(
        elo0=manifest.number("elo0", 0),
        elo1=manifest.number("elo1", 10),
        alpha=manifest.number("alpha", _ERROR),
        beta=manifest.number("beta", _ERROR),
        model=Model(manifest.parameter("model", Model.LOGISTIC)),
    )


def seated(manifest: Manifest) -> tuple[int, ...]:
    """Return the entrants at a table of the test, by seat."""
    field = len(manifest.entrants)
    return tuple(seat % field for seat in range(manifest.seats))


def games_per_unit(manifest: Manifest) -> int:
    """Return the number of games on a deck."""
    return len(orders(manifest.seats, manifest.seat_orders)) if manifest.duplicates else 1


def sprt(manifest: Manifest, rounds: Iterable[Played]) -> Running:
    """Return the test up to the first game without a result, or to the deciding unit."""
    seats, games = seated(manifest), games_per_unit(manifest)
    first, second = (seats.count(tested) for tested in TESTED)
    most = 2 * first * second * games
    scores = (_score(unit, 2 * first * second) for unit in whole_units(leading(rounds)))
    return run(hypotheses(manifest), scores, games, most)


def _score(unit: Sequence[CountedGame], steps: int) -> int:
    return int(sum(game.duels[TESTED] * steps for game in unit))
