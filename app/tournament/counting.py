"""What results come to: who beat whom in which game, in each meeting and on each deck. All is exact.

A game in which nobody won because it is void is counted nowhere. Who sits at several seats of a table is
not compared with itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TypeVar

from app.tournament.schedule import Ending, Fixture, Played, Result, scores

Share = Fraction
"""A part of what could be won, from 0 to 1."""

N = TypeVar("N", int, Fraction)


@dataclass(frozen=True, slots=True)
class Game:
    """A fixture with a result that counts."""

    fixture: Fixture
    result: Result

    @property
    def halves(self) -> Iterator[tuple[tuple[int, int], int]]:
        """For each two seats of two entrants who these are, and what the first made, in halves."""
        seats, made = self.fixture.seats, scores(self.result)
        for one, mine in zip(seats, made, strict=True):
            for other, theirs in zip(seats, made, strict=True):
                if one != other:
                    yield (one, other), (mine >= theirs) + (mine > theirs)

    @property
    def duels(self) -> dict[tuple[int, int], Share]:
        """For each two entrants the share of the seats of the second that the seats of the first beat."""
        return _shares((self,))

    @property
    def scores(self) -> dict[int, Share]:
        """By entrant the share of the others that it beat."""
        seats, made = self.fixture.seats, scores(self.result)
        others = 2 * (len(seats) - 1)
        if len(set(seats)) == len(seats):
            return {one: Fraction(round(others * won), others) for one, won in zip(seats, made, strict=True)}
        duels = self.duels
        return {one: _mean(share for pair, share in duels.items() if pair[0] == one) for one in set(seats)}

    @property
    def walked_out(self) -> set[int]:
        """Those who had left before the game and lost it so."""
        if self.result.ending is not Ending.WALKOVER:
            return set()
        return {self.fixture.seats[seat] for seat in self.result.at_fault}

    @property
    def chips(self) -> dict[int, int]:
        """By entrant what its seats won or paid; nothing where the game was not played to its end."""
        found = dict.fromkeys(self.fixture.seats, 0)
        if self.result.ending in (Ending.FINISHED, Ending.ADJUDICATED):
            for one, won in zip(self.fixture.seats, self.result.balances, strict=True):
                found[one] += won
        return found


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing and the games of it that count; `open` of its fixtures have no result yet."""

    round: int
    table: int
    entrants: tuple[int, ...]
    games: tuple[Game, ...]
    open: int

    @property
    def is_bye(self) -> bool:
        """Whether the only entrant met nobody."""
        return len(self.entrants) == 1

    @property
    def points(self) -> dict[int, Fraction]:
        """By entrant the sum of its shares, game by game."""
        return summed(self.entrants, (game.scores for game in self.games), Fraction(0))

    @property
    def chips(self) -> dict[int, int]:
        """By entrant what it won or paid."""
        return summed(self.entrants, (game.chips for game in self.games), 0)

    @property
    def score(self) -> dict[int, Share]:
        """By entrant the share of the others with fewer points in this meeting, equal points counting half.

        Between two that is 1, 1/2 or 0. A bye is a win; a meeting of which no game counts yet gives nothing.
        """
        if self.is_bye:
            return {self.entrants[0]: Fraction(1)}
        if not self.games:
            return {}
        points = self.points
        return {
            one: _mean(beaten(points[one], theirs) for at, theirs in points.items() if at != one)
            for one in points
        }

    @property
    def duels(self) -> dict[tuple[int, int], Share]:
        """For each two entrants the first one's share against the second, over the games."""
        return _shares(self.games)


def summed(entrants: Iterable[int], each: Iterable[Mapping[int, N]], nothing: N) -> dict[int, N]:
    """The sums by entrant."""
    found = dict.fromkeys(entrants, nothing)
    for one in each:
        for entrant, number in one.items():
            found[entrant] += number
    return found


def beaten(mine: Fraction, theirs: Fraction) -> Share:
    """1 for more, 1/2 for as much, 0 for less."""
    return Fraction((mine >= theirs) + (mine > theirs), 2)


def _shares(games: Iterable[Game]) -> dict[tuple[int, int], Share]:
    """For each two entrants what the first made against the second, over games of the same entrants."""
    made, times = dict[tuple[int, int], int](), dict[tuple[int, int], int]()
    for game in games:
        for pair, halves in game.halves:
            made[pair] = made.get(pair, 0) + halves
            times[pair] = times.get(pair, 0) + 2
    return {pair: Fraction(halves, times[pair]) for pair, halves in made.items()}


def _mean(shares: Iterable[Share]) -> Share:
    found = list(shares)
    return sum(found, Fraction(0)) / len(found)


def counted(fixtures: Iterable[Fixture], results: Mapping[int, Result]) -> Iterator[Game]:
    """The games that count, in the order of `fixtures`."""
    for fixture in fixtures:
        result = results.get(fixture.number)
        if result is not None and result.ending is not Ending.VOID:
            yield Game(fixture, result)


def meetings(rounds: Iterable[Played]) -> Iterator[Meeting]:
    """Every pairing of the rounds with its games, in their order."""
    for played in rounds:
        tables: dict[int, list[Fixture]] = {}
        for fixture in played.fixtures:
            tables.setdefault(fixture.table, []).append(fixture)
        for pairing in played.pairings:
            fixtures = tables.get(pairing.table, [])
            games = tuple(counted(fixtures, played.results))
            missing = sum(fixture.number not in played.results for fixture in fixtures)
            yield Meeting(played.number, pairing.table, pairing.entrants, games, missing)


def whole_units(rounds: Iterable[Played]) -> Iterator[tuple[Game, ...]]:
    """The games of each deck, in the order of the schedule, of those decks whose every game counts."""
    for played in rounds:
        for _, group in groupby(played.fixtures, key=lambda fixture: fixture.deck):
            fixtures = tuple(group)
            games = tuple(counted(fixtures, played.results))
            if len(games) == len(fixtures):
                yield games


def leading(rounds: Iterable[Played]) -> Iterator[Played]:
    """The rounds up to the first fixture without a result, and of its round what lies before its deck.

    What a sequential test may look at: later results must not count before earlier ones.
    """
    for played in rounds:
        missing = next((one for one in played.fixtures if one.number not in played.results), None)
        if missing is None:
            yield played
            continue
        before: Sequence[Fixture] = [one for one in played.fixtures if one.deck < missing.deck]
        yield Played(played.number, played.pairings, tuple(before), played.results)
        return
