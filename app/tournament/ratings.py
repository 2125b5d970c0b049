"""Ratings of a tournament, or of all tournaments of a variant: Elo for two seats, else Plackett and Luce.

For more than two seats every game is an order of its seats, rated by openskill's Plackett-Luce model (R.
Weng, C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", 2011) one game after the other, in the
order of the schedule. A rating is the mean of what is believed, its interval 1.96 deviations either side.
Elo is explained in `app.tournament.elo`; there the order of the games does not matter. Forfeits and walkovers
are not rated.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from openskill.models import PlackettLuce

from app.tournament.counting import Game, whole_units
from app.tournament.elo import Z95, Fit, Sums, Unit
from app.tournament.manifest import Manifest
from app.tournament.schedule import Ending, Played, scores

NOT_PLAYED: Final = (Ending.FORFEIT, Ending.WALKOVER)
"""How games ended that give points and say nothing of strength."""

_POINTS: Final = 40
"""The most moments that a rating list over time has."""


class System(StrEnum):
    """How ratings are found."""

    ELO = "elo"
    PLACKETT_LUCE = "plackett_luce"


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating after so many games that counted, and half the width of its interval at 95 %."""

    entrant: int
    rating: float
    plus_minus: float
    games: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all entrants by their numbers, and how they were found."""

    system: System
    rows: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """Ratings as they were after a round."""

    round: int
    ratings: Ratings


def ratings(manifest: Manifest, rounds: Iterable[Played]) -> Ratings:
    """The ratings after those games of `rounds` that have their results."""
    return rated(len(manifest.entrants), manifest.seats, whole_units(rounds))


def unrated(rounds: Iterable[Played]) -> int:
    """How many games of `rounds` ended by a forfeit or a walkover, and so count for no rating."""
    return sum(result.ending in NOT_PLAYED for one in rounds for result in one.results.values())


def fit_of(manifest: Manifest, rounds: Iterable[Played]) -> tuple[Fit, tuple[int, ...]]:
    """The Elo of the entrants of a tournament of tables of two, and how many games of each were rated."""
    found = _Elo(len(manifest.entrants))
    for unit in whole_units(rounds):
        found.add(unit)
    return found.fit, tuple(found.games)


def rating_list(manifest: Manifest, rounds: Sequence[Played]) -> tuple[Moment, ...]:
    """The ratings over time: after each round or, where there are many, after every so many."""
    step, rater, found = -(-len(rounds) // _POINTS) or 1, rating(len(manifest.entrants), manifest.seats), []
    for at, played in enumerate(rounds, 1):
        for unit in whole_units((played,)):
            rater.add(unit)
        if at % step == 0 or at == len(rounds):
            found.append(Moment(played.number, rater.ratings))
    return tuple(found)


def rated(entrants: int, seats: int, units: Iterable[Sequence[Game]]) -> Ratings:
    """The ratings of so many entrants at tables of so many seats."""
    rater = rating(entrants, seats)
    for unit in units:
        rater.add(unit)
    return rater.ratings


def rating(entrants: int, seats: int) -> "Rater":
    """What rates so many entrants at tables of so many seats, unit by unit."""
    return _Elo(entrants) if seats == 2 else _Tables(entrants)


class Rater(ABC):
    """Rates entrants; what it has seen counts from then on."""

    system: System

    def __init__(self, entrants: int) -> None:
        self.games = [0] * entrants

    def add(self, unit: Sequence[Game]) -> None:
        """Take in the games of one deck, without those that nobody decided by playing."""
        unit = [game for game in unit if game.result.ending not in NOT_PLAYED]
        if not unit:
            return
        for game in unit:
            for one in set(game.fixture.seats):
                self.games[one] += 1
        self._rate(unit)

    @property
    def ratings(self) -> Ratings:
        """The ratings now."""
        rows = enumerate(zip(self._rows(), self.games, strict=True))
        return Ratings(self.system, tuple(Rating(one, *row, games) for one, (row, games) in rows))

    @abstractmethod
    def _rate(self, unit: Sequence[Game]) -> None: ...

    @abstractmethod
    def _rows(self) -> Iterable[tuple[float, float]]: ...


class _Elo(Rater):
    system = System.ELO

    def __init__(self, entrants: int) -> None:
        super().__init__(entrants)
        self._sums = Sums(entrants)

    def _rate(self, unit: Sequence[Game]) -> None:
        one, other = sorted(unit[0].fixture.seats)
        self._sums.add(Unit(one, other, sum(_share(game, one) for game in unit), len(unit)))

    @property
    def fit(self) -> Fit:
        """The ratings now with their covariance."""
        return self._sums.fit()

    def _rows(self) -> Iterable[tuple[float, float]]:
        fit = self.fit
        rows = (fit.rating(one) for one in range(len(self.games)))
        return ((round(row.elo, 1), round(row.plus_minus, 1)) for row in rows)


def _share(game: Game, one: int) -> float:
    return scores(game.result)[game.fixture.seats.index(one)]


class _Tables(Rater):
    system = System.PLACKETT_LUCE

    def __init__(self, entrants: int) -> None:
        super().__init__(entrants)
        self._model: Any = PlackettLuce()
        self._believed: list[Any] = [self._model.rating() for _ in range(entrants)]

    def _rate(self, unit: Sequence[Game]) -> None:
        for game in unit:
            self._game(game)

    def _game(self, game: Game) -> None:
        """Brings what is believed of those who sat in `game` up to date.

        Who sits at several seats is rated as several equal players, and keeps the last of these beliefs.
        """
        seats, made = game.fixture.seats, scores(game.result)
        # Whole numbers: openskill takes ranks between two of them for the lower one.
        ranks = [sum(other > share for other in made) for share in made]
        after = self._model.rate([[self._believed[one]] for one in seats], ranks=ranks)
        for one, (believed,) in zip(seats, after, strict=True):
            self._believed[one] = believed

    def _rows(self) -> Iterable[tuple[float, float]]:
        return ((round(each.mu, 2), round(Z95 * each.sigma, 2)) for each in self._believed)
