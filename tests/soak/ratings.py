"""Ratings of simulated entrants: how often their intervals have the truth in them.

Elo is held against units of two games that share the luck of their deck, Plackett-Luce against tables of
several seats. Intervals are to have 95 %: Elo's within four standard deviations, those of larger tables,
which are cautious, no fewer. The soak tells both shares at its end.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Final

from openskill.models import PlackettLuce

from app.tournament.elo_fit import fitted
from app.tournament.ratings import rated
from app.tournament.results import CountedGame
from app.tournament.schedule import Fixture, FixtureResult
from tests.bench.duels import wilson
from tests.tournament.test_elo import covered, units

SIMULATIONS: Final = 20
SIGMAS: Final = 4
_PROMISED: Final = 0.95
_ELO_FIELD: Final = 5
_FIELD: Final = 6
_SEATS: Final = 4
_GAMES: Final = 300
_BEYOND: Final = 0.02
"""How much less than what is promised may be put down to the model: strengths are never quite its own."""


@dataclass
class Covered:
    """Of how many intervals how many had the truth in them."""

    hits: int = 0
    of: int = 0

    def add(self, hits: list[bool]) -> None:
        """The intervals of one simulation; AssertionError when too many missed."""
        self.hits += sum(hits)
        self.of += len(hits)
        spread = sqrt(self.of * _PROMISED * (1 - _PROMISED))
        assert self.hits >= self.of * (_PROMISED - _BEYOND) - SIGMAS * spread - 1, self.told

    @property
    def told(self) -> str:
        """The share in a phrase."""
        low, high = wilson(self.hits, self.of)
        return f"{self.hits} of {self.of}, {self.hits / max(1, self.of):.1%} ({low:.1%} to {high:.1%})"


@dataclass
class Tally:
    """The intervals of both systems over a whole run."""

    elo: Covered = field(default_factory=Covered)
    tables: Covered = field(default_factory=Covered)


@contextmanager
def tallies() -> Iterator[Tally]:
    """The tally of a whole run, printed at its end."""
    tally = Tally()
    yield tally
    print(f"Intervals with the truth in them: Elo {tally.elo.told}; larger tables {tally.tables.told}.")


def intervals(rng: Random, tally: Tally) -> int:
    """Simulated tournaments of both kinds; it counts the ratings."""
    for _ in range(SIMULATIONS):
        truth = [rng.gauss(0, 120) for _ in range(_ELO_FIELD)]
        tally.elo.add(covered(truth, fitted(_ELO_FIELD, units(truth, 40, rng))))
    tally.tables.add(_tables(rng))
    return SIMULATIONS * _ELO_FIELD + _FIELD


def _tables(rng: Random) -> list[bool]:
    """Return for each entrant at larger tables whether its interval holds its relative strength."""
    believed = PlackettLuce()
    truth = [rng.gauss(0, believed.sigma / 2) for _ in range(_FIELD)]
    scale = sqrt(_SEATS) * believed.beta
    games = [_game(number, truth, scale, rng) for number in range(1, _GAMES + 1)]
    rows = rated(_FIELD, _SEATS, [(game,) for game in games]).rows
    middle = sum(row.rating for row in rows) / _FIELD - sum(truth) / _FIELD
    return [abs(row.rating - middle - truth[row.entrant]) <= row.plus_minus for row in rows]


def _game(number: int, truth: list[float], scale: float, rng: Random) -> CountedGame:
    """A table by chance whose order the model draws: the highest of strengths with Gumbel noise is first."""
    seats = tuple(rng.sample(range(_FIELD), _SEATS))
    strengths = [truth[seat] / scale - log(-log(rng.random())) for seat in seats]
    balances = tuple(sum(strengths[at] > other for other in strengths) for at in range(_SEATS))
    return CountedGame(Fixture(number, 1, 1, number, seats), FixtureResult(number, balances))
