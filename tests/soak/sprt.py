"""Sequential tests of simulated entrants: rate of wrong results, against the promised one.

Units are pairs of games with five scores, or single games with three. Between equal entrants a test may pass
with the chance alpha; between entrants that are as far apart as it asks for it may fail with the chance beta.
Over all runs so far neither happens so often that it would with the chance `RARE` alone; the soak tells
both shares with their intervals at its end.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import exp, fsum, lgamma, log, log1p
from random import Random
from typing import Final

from app.tournament.elo import expectation
from app.tournament.sprt import Decision, Hypotheses, Model, run
from tests.bench.duels import wilson

TEST: Final = Hypotheses(0, 30)
NORMALISED: Final = Hypotheses(0, 60, model=Model.NORMALISED)
RARE: Final = 1e-5
_LONGEST: Final = 20_000
_PAIRS: Final = ((0.05, 0.2, 0.5, 0.2, 0.05), (0.16, 0.0, 0.68, 0.0, 0.16), (0.25, 0.05, 0.4, 0.05, 0.25))
_SINGLES: Final = ((0.5, 0.0, 0.5), (0.45, 0.1, 0.45))


@dataclass
class Errors:
    """Number of wrong tests among those that may be wrong with the chance `allowed`."""

    allowed: float
    wrong: int = 0
    runs: int = 0

    def add(self, wrong: bool) -> None:
        """One more run; AssertionError when it is too many to be within what is allowed."""
        self.wrong += wrong
        self.runs += 1
        assert self.chance > RARE, self.told

    @property
    def chance(self) -> float:
        """Return how likely so many errors or more are if each run errs with the chance that is allowed."""
        # By logarithms: in a long soak there are more ways to err so often than a float can tell.
        wrong, right, ways = log(self.allowed), log1p(-self.allowed), lgamma(self.runs + 1)
        shares = ((count, self.runs - count) for count in range(self.wrong))
        return 1 - fsum(
            exp(ways - lgamma(bad + 1) - lgamma(good + 1) + bad * wrong + good * right)
            for bad, good in shares
        )

    @property
    def told(self) -> str:
        """The share in a phrase."""
        low, high = wilson(self.wrong, self.runs)
        share = self.wrong / max(1, self.runs)
        return (
            f"{self.wrong} of {self.runs}, {share:.1%} ({low:.1%} to {high:.1%}), {self.allowed:.0%} allowed"
        )


@dataclass
class Tally:
    """The errors of both kinds over a whole run of the soak."""

    passed: Errors = field(default_factory=lambda: Errors(TEST.alpha))
    failed: Errors = field(default_factory=lambda: Errors(TEST.beta))


@contextmanager
def tallies() -> Iterator[Tally]:
    """The tally of a whole run, printed at its end."""
    tally = Tally()
    yield tally
    print(f"Tests between equals passed: {tally.passed.told}. Of a better one failed: {tally.failed.told}.")


def tests(rng: Random, tally: Tally) -> int:
    """Tests of pairs and of single games, of equals and of a better entrant; it counts those of equals."""
    for shapes, games in ((_PAIRS, 2), (_SINGLES, 1)):
        shape = rng.choice(shapes)
        better = tilted(shape, expectation(TEST.elo1))
        tally.passed.add(_decision(TEST, shape, games, rng) is not Decision.H0)
        tally.failed.add(_decision(TEST, better, games, rng) is not Decision.H1)
    tally.passed.add(_decision(NORMALISED, rng.choice(_PAIRS), 2, rng) is not Decision.H0)
    return 3


def _decision(test: Hypotheses, shape: Sequence[float], games: int, rng: Random) -> Decision | None:
    return run(test, iter(rng.choices(range(len(shape)), shape, k=_LONGEST)), games).decision


def tilted(shape: Sequence[float], mean: float) -> list[float]:
    """The weights with every score made more likely by as much as its height, so that the mean is `mean`."""
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        weights = [share * exp(middle * score) for score, share in enumerate(shape)]
        total = sum(weights)
        middle_mean = sum(score * weight for score, weight in enumerate(weights)) / total / (len(shape) - 1)
        low, high = (middle, high) if middle_mean < mean else (low, middle)
    return [weight / total for weight in weights]
