"""The rating list of a variant: everybody who played it in tournaments, over time.

Entrants of several tournaments are the same if the same decides for them: the same bot with the same budget,
or the same player, in the same version; what they are called does not matter, the last name stands in the
list. Tables of two are rated by Elo, larger ones by Plackett and Luce, in the order of the tournaments.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.store.canonical import canonical
from app.tournament.counting import Game, whole_units
from app.tournament.manifest import Entrant, Manifest
from app.tournament.ratings import Rating, Ratings, System, rating
from app.tournament.schedule import Played


@dataclass(frozen=True, slots=True)
class Held:
    """A tournament that is over: its id, when it ended (ms since 1970), what was played."""

    tournament: str
    ended: int
    manifest: Manifest
    rounds: Iterable[Played]


@dataclass(frozen=True, slots=True)
class Entry:
    """The ratings after a tournament of those who had played in such a list."""

    tournament: str
    ended: int
    rows: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class RatingList:
    """Everybody rated by one system, by the number that rows name, and the ratings after each tournament."""

    system: System
    entrants: tuple[Entrant, ...]
    entries: tuple[Entry, ...]

    @property
    def rows(self) -> tuple[Rating, ...]:
        """The list as it is now, the best first."""
        last = self.entries[-1].rows if self.entries else ()
        return tuple(sorted(last, key=lambda row: -row.rating))


def rating_lists(held: Sequence[Held]) -> tuple[RatingList, ...]:
    """The lists of these tournaments, of one variant and in the order in which they ended."""
    small = [one for one in held if one.manifest.seats == 2]
    large = [one for one in held if one.manifest.seats > 2]
    return tuple(
        _list(system, played) for system, played in ((System.ELO, small), (System.PLACKETT_LUCE, large))
    )


def _list(system: System, held: Sequence[Held]) -> RatingList:
    known: dict[bytes, Entrant] = {}
    for one in held:
        known.update({identity(entrant): entrant for entrant in one.manifest.entrants})
    numbers = {each: number for number, each in enumerate(known)}
    rater, entries = rating(len(known), 2 if system is System.ELO else 3), list[Entry]()
    for one in held:
        for unit in _renumbered(one, numbers):
            rater.add(unit)
        entries.append(Entry(one.tournament, one.ended, _played(rater.ratings)))
    return RatingList(system, tuple(known.values()), tuple(entries))


def identity(entrant: Entrant) -> bytes:
    """What makes two entrants the same."""
    return canonical({name: value for name, value in entrant.plan.items() if name != "name"})


def _renumbered(one: Held, numbers: dict[bytes, int]) -> Iterator[tuple[Game, ...]]:
    """The units of a tournament, their seats naming entrants by their numbers in the list.

    Between two entrants who are the same nothing can be rated.
    """
    number = [numbers[identity(entrant)] for entrant in one.manifest.entrants]
    for unit in whole_units(one.rounds):
        games = tuple(
            Game(replace(game.fixture, seats=tuple(number[seat] for seat in game.fixture.seats)), game.result)
            for game in unit
        )
        if len(set(games[0].fixture.seats)) > 1:
            yield games


def _played(found: Ratings) -> tuple[Rating, ...]:
    return tuple(row for row in found.rows if row.games)
