"""Ratings of a tournament, and rating lists of a variant: Elo for two seats, else Plackett-Luce.

For more than two seats every game is a ranking of its seats, rated by openskill's Plackett-Luce model (R.
Weng, C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", 2011) one game after the other, in the
order of the schedule. A rating is the mean of the posterior, its interval 1.96 deviations on either side. Elo
is explained in `app.tournament.elo_fit`; there the order of the games does not matter. Forfeits and walkovers
are not rated.

A rating list has all entrants of the tournaments of a variant, over time, in the order of the tournaments.
Entrants of several tournaments are the same if they have the same engine: the same bot with the same budget,
or the same player, in the same version. Their names do not matter; the list has the last one.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import import_module
from typing import Any, Final

from openskill.models import PlackettLuce

from app.store.canonical import canonical
from app.tournament.elo import Z95, Fit, Unit
from app.tournament.manifest import Entrant, Manifest
from app.tournament.results import CountedGame, whole_units
from app.tournament.schedule import Ending, Played, scores

NOT_PLAYED: Final = (Ending.FORFEIT, Ending.WALKOVER)
"""Endings that give points but are not rated."""

_POINTS: Final = 40
"""Maximum of points of a rating history."""


class System(StrEnum):
    """Rating system."""

    ELO = "elo"
    PLACKETT_LUCE = "plackett_luce"


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, the number of rated games, and half the width of its 95 % interval."""

    entrant: int
    rating: float
    plus_minus: float
    games: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of all entrants, by number, and their system."""

    system: System
    rows: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class RoundRatings:
    """Ratings after a round."""

    round: int
    ratings: Ratings


def ratings(manifest: Manifest, rounds: Iterable[Played]) -> Ratings:
    """Return the ratings after those games of `rounds` that have results."""
    return rated(len(manifest.entrants), manifest.seats, whole_units(rounds))


def unrated(rounds: Iterable[Played]) -> int:
    """Return the number of games that ended by a forfeit or a walkover and are not rated."""
    return sum(result.ending in NOT_PLAYED for played in rounds for result in played.results.values())


def fit_of(manifest: Manifest, rounds: Iterable[Played]) -> tuple[Fit, tuple[int, ...]]:
    """Return the Elo fit of a tournament with tables of two, and the number of rated games by entrant."""
    rater = _Elo(len(manifest.entrants))
    for unit in whole_units(rounds):
        rater.add(unit)
    return rater.fit, tuple(rater.games)


def rating_list(manifest: Manifest, rounds: Sequence[Played]) -> tuple[RoundRatings, ...]:
    """Return the ratings after each round, or after every n-th if there are many."""
    step, rater, moments = -(-len(rounds) // _POINTS) or 1, rating(len(manifest.entrants), manifest.seats), []
    for number, played in enumerate(rounds, 1):
        for unit in whole_units((played,)):
            rater.add(unit)
        if number % step == 0 or number == len(rounds):
            moments.append(RoundRatings(played.number, rater.ratings))
    return tuple(moments)


def rated(entrants: int, seats: int, units: Iterable[Sequence[CountedGame]]) -> Ratings:
    """Return the ratings of `entrants` entrants at tables of `seats` seats."""
    rater = rating(entrants, seats)
    for unit in units:
        rater.add(unit)
    return rater.ratings


def rating(entrants: int, seats: int) -> "Rater":
    """Return a rater for `entrants` entrants at tables of `seats` seats."""
    return _Elo(entrants) if seats == 2 else _Tables(entrants)


class Rater(ABC):
    """Rates entrants incrementally, unit by unit."""

    system: System

    def __init__(self, entrants: int) -> None:
        self.games = [0] * entrants

    def add(self, unit: Sequence[CountedGame]) -> None:
        """Add the games of one deck, without those that were not played out."""
        unit = [game for game in unit if game.result.ending not in NOT_PLAYED]
        if not unit:
            return
        for game in unit:
            for entrant in set(game.fixture.seats):
                self.games[entrant] += 1
        self._rate(unit)

    @property
    def ratings(self) -> Ratings:
        """Current ratings."""
        rows = enumerate(zip(self._rows(), self.games, strict=True))
        return Ratings(self.system, tuple(Rating(entrant, *row, games) for entrant, (row, games) in rows))

    @abstractmethod
    def _rate(self, unit: Sequence[CountedGame]) -> None: ...

    @abstractmethod
    def _rows(self) -> Iterable[tuple[float, float]]: ...


class _Elo(Rater):
    system = System.ELO

    def __init__(self, entrants: int) -> None:
        super().__init__(entrants)
        # Imported on first use: loading numpy would slow down the start of every process.
        self._sums: Any = import_module("app.tournament.elo_fit").Sums(entrants)

    def _rate(self, unit: Sequence[CountedGame]) -> None:
        first, second = sorted(unit[0].fixture.seats)
        self._sums.add(Unit(first, second, sum(_share(game, first) for game in unit), len(unit)))

    @property
    def fit(self) -> Fit:
        """Current ratings with their covariance."""
        fit: Fit = self._sums.fit()
        return fit

    def _rows(self) -> Iterable[tuple[float, float]]:
        fit = self.fit
        rows = (fit.rating(entrant) for entrant in range(len(self.games)))
        return ((round(row.elo, 1), round(row.plus_minus, 1)) for row in rows)


def _share(game: CountedGame, entrant: int) -> float:
    return scores(game.result)[game.fixture.seats.index(entrant)]


class _Tables(Rater):
    system = System.PLACKETT_LUCE

    def __init__(self, entrants: int) -> None:
        super().__init__(entrants)
        self._model: Any = PlackettLuce()
        self._believed: list[Any] = [self._model.rating() for _ in range(entrants)]

    def _rate(self, unit: Sequence[CountedGame]) -> None:
        for game in unit:
            self._game(game)

    def _game(self, game: CountedGame) -> None:
        """Update the ratings of the entrants of `game`.

        An entrant at several seats is rated as several equal players, and keeps the last of these ratings.
        """
        seats, shares = game.fixture.seats, scores(game.result)
        # Integers, because openskill rounds ranks down.
        ranks = [sum(other > share for other in shares) for share in shares]
        after = self._model.rate([[self._believed[entrant]] for entrant in seats], ranks=ranks)
        for entrant, (updated,) in zip(seats, after, strict=True):
            self._believed[entrant] = updated

    def _rows(self) -> Iterable[tuple[float, float]]:
        return ((round(belief.mu, 2), round(Z95 * belief.sigma, 2)) for belief in self._believed)


@dataclass(frozen=True, slots=True)
class FinishedTournament:
    """A finished tournament: its id, the time of its end (ms since 1970), and its rounds."""

    tournament: str
    ended: int
    manifest: Manifest
    rounds: Iterable[Played]


@dataclass(frozen=True, slots=True)
class RatingListEntry:
    """Ratings after a tournament, of all entrants that had played in the list."""

    tournament: str
    ended: int
    rows: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class RatingList:
    """Entrants rated by one system, by the number in `rows`, and the ratings after each tournament."""

    system: System
    entrants: tuple[Entrant, ...]
    entries: tuple[RatingListEntry, ...]

    @property
    def rows(self) -> tuple[Rating, ...]:
        """The current list, the best first."""
        last = self.entries[-1].rows if self.entries else ()
        return tuple(sorted(last, key=lambda row: -row.rating))


def rating_lists(finished: Sequence[FinishedTournament]) -> tuple[RatingList, ...]:
    """Return the lists of these tournaments of one variant, given in the order of their ends."""
    small = [tournament for tournament in finished if tournament.manifest.seats == 2]
    large = [tournament for tournament in finished if tournament.manifest.seats > 2]
    return tuple(
        _list(system, played) for system, played in ((System.ELO, small), (System.PLACKETT_LUCE, large))
    )


def _list(system: System, finished: Sequence[FinishedTournament]) -> RatingList:
    known: dict[bytes, Entrant] = {}
    for tournament in finished:
        known.update({identity(entrant): entrant for entrant in tournament.manifest.entrants})
    numbers = {key: number for number, key in enumerate(known)}
    rater, entries = rating(len(known), 2 if system is System.ELO else 3), list[RatingListEntry]()
    for tournament in finished:
        for unit in _renumbered(tournament, numbers):
            rater.add(unit)
        entries.append(RatingListEntry(tournament.tournament, tournament.ended, _played(rater.ratings)))
    return RatingList(system, tuple(known.values()), tuple(entries))


def identity(entrant: Entrant) -> bytes:
    """Return the key by which two entrants are the same."""
    return canonical({name: value for name, value in entrant.plan.items() if name != "name"})


def _renumbered(
    tournament: FinishedTournament, numbers: dict[bytes, int]
) -> Iterator[tuple[CountedGame, ...]]:
    """Yield the units of a tournament, with the numbers of the list instead of the entrants.

    Units in which all seats belong to the same entrant are left out: they cannot be rated.
    """
    number = [numbers[identity(entrant)] for entrant in tournament.manifest.entrants]
    for unit in whole_units(tournament.rounds):
        games = tuple(
            CountedGame(
                replace(game.fixture, seats=tuple(number[seat] for seat in game.fixture.seats)), game.result
            )
            for game in unit
        )
        if len(set(games[0].fixture.seats)) > 1:
            yield games


def _played(ratings: Ratings) -> tuple[Rating, ...]:
    return tuple(row for row in ratings.rows if row.games)
