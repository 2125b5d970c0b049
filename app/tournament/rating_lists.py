"""The rating list of a variant: all entrants of its tournaments, over time.

Entrants of several tournaments are the same if they have the same engine: the same bot with the same budget,
or the same player, in the same version. Their names do not matter; the list has the last one. Tables of two
are rated by Elo, larger ones by Plackett-Luce, in the order of the tournaments.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.store.canonical import canonical
from app.tournament.manifest import Entrant, Manifest
from app.tournament.ratings import Rating, Ratings, System, rating
from app.tournament.results import CountedGame, whole_units
from app.tournament.schedule import Played


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
