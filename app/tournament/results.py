"""Shares and outcomes of games, meetings and decks, computed exactly from results.

Void games count nowhere. An entrant that sits at several seats of a table is not compared with itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import TypeVar

from app.tournament.schedule import Ending, Fixture, FixtureResult, Played, scores
from app.tournament.state import Tournament

Share = Fraction
"""Part of the points of a game, from 0 to 1."""

N = TypeVar("N", int, Fraction)


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A fixture with a result that counts."""

    fixture: Fixture
    result: FixtureResult

    @property
    def halves(self) -> Iterator[tuple[tuple[int, int], int]]:
        """Yield the half points of a seat against another seat, for each pair of seats of two entrants.

        An item is the pair of entrants and the half points (0, 1 or 2) of the first.
        """
        seats, by_seat = self.fixture.seats, scores(self.result)
        for entrant, points in zip(seats, by_seat, strict=True):
            for opponent, opponent_points in zip(seats, by_seat, strict=True):
                if entrant != opponent:
                    yield (entrant, opponent), (points >= opponent_points) + (points > opponent_points)

    @property
    def duels(self) -> dict[tuple[int, int], Share]:
        """Share of the second entrant's seats that the first one's seats beat, by pair of entrants."""
        return _shares((self,))

    @property
    def scores(self) -> dict[int, Share]:
        """Share of the other seats that were beaten, by entrant."""
        seats, by_seat = self.fixture.seats, scores(self.result)
        others = 2 * (len(seats) - 1)
        if len(set(seats)) == len(seats):
            return {
                entrant: Fraction(round(others * score), others)
                for entrant, score in zip(seats, by_seat, strict=True)
            }
        duels = self.duels
        return {
            entrant: _mean(share for pair, share in duels.items() if pair[0] == entrant)
            for entrant in set(seats)
        }

    @property
    def walked_out(self) -> set[int]:
        """Entrants that had left before the game and lost it by walkover."""
        if self.result.ending is not Ending.WALKOVER:
            return set()
        return {self.fixture.seats[seat] for seat in self.result.at_fault}

    @property
    def chips(self) -> dict[int, int]:
        """Chips won or paid, by entrant; 0 for all unless the game was finished or adjudicated."""
        chips = dict.fromkeys(self.fixture.seats, 0)
        if self.result.ending in (Ending.FINISHED, Ending.ADJUDICATED):
            for entrant, balance in zip(self.fixture.seats, self.result.balances, strict=True):
                chips[entrant] += balance
        return chips

    @property
    def chips_per_seat(self) -> dict[int, Fraction]:
        """Chips won or paid, by entrant, as the mean of its seats."""
        seats = self.fixture.seats
        return {entrant: Fraction(chips, seats.count(entrant)) for entrant, chips in self.chips.items()}

    @property
    def hands(self) -> int:
        """Number of hands; 0 unless the game was finished."""
        return self.result.hands if self.result.ending is Ending.FINISHED else 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing with its games that count. `open` is the number of its fixtures without a result."""

    round: int
    table: int
    entrants: tuple[int, ...]
    games: tuple[CountedGame, ...]
    open: int

    @property
    def is_bye(self) -> bool:
        """True if the only entrant has no opponent."""
        return len(self.entrants) == 1

    @property
    def points(self) -> dict[int, Fraction]:
        """Sum of the shares of all games, by entrant."""
        return summed(self.entrants, (game.scores for game in self.games), Fraction(0))

    @property
    def chips(self) -> dict[int, int]:
        """Chips won or paid in all games, by entrant."""
        return summed(self.entrants, (game.chips for game in self.games), 0)

    @property
    def score(self) -> dict[int, Share]:
        """Share of the others with fewer points in this meeting, by entrant. Equal points count half.

        Between two entrants it is 1, 1/2 or 0. A bye is a win. It is empty while no game counts.
        """
        if self.is_bye:
            return {self.entrants[0]: Fraction(1)}
        if not self.games:
            return {}
        points = self.points
        return {
            entrant: _mean(
                beaten(points[entrant], theirs) for opponent, theirs in points.items() if opponent != entrant
            )
            for entrant in points
        }

    @property
    def duels(self) -> dict[tuple[int, int], Share]:
        """Share of the first entrant against the second over all games, by pair of entrants."""
        return _shares(self.games)


def summed(entrants: Iterable[int], mappings: Iterable[Mapping[int, N]], zero: N) -> dict[int, N]:
    """Return the sum of the numbers in `each`, by entrant."""
    sums = dict.fromkeys(entrants, zero)
    for numbers in mappings:
        for entrant, number in numbers.items():
            sums[entrant] += number
    return sums


def beaten(mine: Fraction, theirs: Fraction) -> Share:
    """Return 1 if `mine` is greater, 1/2 if equal, 0 if less."""
    return Fraction((mine >= theirs) + (mine > theirs), 2)


def _shares(games: Iterable[CountedGame]) -> dict[tuple[int, int], Share]:
    """Return the share of the first against the second, by pair; all games have the same entrants."""
    won, times = dict[tuple[int, int], int](), dict[tuple[int, int], int]()
    for game in games:
        for pair, halves in game.halves:
            won[pair] = won.get(pair, 0) + halves
            times[pair] = times.get(pair, 0) + 2
    return {pair: Fraction(halves, times[pair]) for pair, halves in won.items()}


def _mean(shares: Iterable[Share]) -> Share:
    values = list(shares)
    return sum(values, Fraction(0)) / len(values)


def counted(fixtures: Iterable[Fixture], results: Mapping[int, FixtureResult]) -> Iterator[CountedGame]:
    """Yield the games that count, in the order of `fixtures`."""
    for fixture in fixtures:
        result = results.get(fixture.number)
        if result is not None and result.ending is not Ending.VOID:
            yield CountedGame(fixture, result)


def meetings(rounds: Iterable[Played]) -> Iterator[Meeting]:
    """Yield a meeting for each pairing of the rounds, in their order."""
    for played in rounds:
        tables: dict[int, list[Fixture]] = {}
        for fixture in played.fixtures:
            tables.setdefault(fixture.table, []).append(fixture)
        for pairing in played.pairings:
            fixtures = tables.get(pairing.table, [])
            games = tuple(counted(fixtures, played.results))
            missing = sum(fixture.number not in played.results for fixture in fixtures)
            yield Meeting(played.number, pairing.table, pairing.entrants, games, missing)


def whole_units(rounds: Iterable[Played]) -> Iterator[tuple[CountedGame, ...]]:
    """Yield the games of each deck of which every game counts, in the order of the schedule."""
    for played in rounds:
        for _, group in groupby(played.fixtures, key=lambda fixture: fixture.deck):
            fixtures = tuple(group)
            games = tuple(counted(fixtures, played.results))
            if len(games) == len(fixtures):
                yield games


def leading(rounds: Iterable[Played]) -> Iterator[Played]:
    """Yield the rounds up to the first fixture without a result; that round ends before its deck.

    A sequential test uses these only: a later result must not count before an earlier one.
    """
    for played in rounds:
        missing = next((fixture for fixture in played.fixtures if fixture.number not in played.results), None)
        if missing is None:
            yield played
            continue
        before: Sequence[Fixture] = [fixture for fixture in played.fixtures if fixture.deck < missing.deck]
        yield Played(played.number, played.pairings, tuple(before), played.results)
        return


class GameOutcome(StrEnum):
    """Outcome of a game for an entrant; a void game has none."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def chosen(
    state: Tournament, entrant: int | None = None, outcome: GameOutcome | None = None
) -> Iterator[Fixture]:
    """Yield the games of `entrant` (default: all) with this outcome, in the order of the schedule.

    Without an entrant the outcome is ignored.
    """
    for fixture in state.fixtures:
        if entrant is None:
            yield fixture
        elif entrant in fixture.seats:
            result = state.results.get(fixture.number)
            if outcome is None or (result is not None and outcome_for(result, fixture, entrant) is outcome):
                yield fixture


def outcome_for(result: FixtureResult, fixture: Fixture, entrant: int) -> GameOutcome | None:
    """Return the outcome of a game for one of its entrants; None for a void game."""
    return None if result.ending is Ending.VOID else outcome_of(fixture.seats, scores(result), entrant)


def outcome_of(seats: Sequence[int], seat_scores: Sequence[float], entrant: int) -> GameOutcome:
    """Return the outcome for an entrant by the score of its best seat: above, equal to or below one half."""
    best = max(score for seated, score in zip(seats, seat_scores, strict=True) if seated == entrant)
    if best == 0.5:
        return GameOutcome.DRAWN
    return GameOutcome.WON if best > 0.5 else GameOutcome.LOST
