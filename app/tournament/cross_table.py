"""The cross-table: results of each entrant against each other, with confidence intervals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import sqrt

from app.tournament.elo import Z95
from app.tournament.manifest import Manifest
from app.tournament.ratings import NOT_PLAYED
from app.tournament.results import CountedGame, meetings
from app.tournament.schedule import Played


@dataclass(slots=True)
class Cell:
    """Games in which two entrants sat at one table, from the view of one of them.

    `every` counts the decks of these games. The last four fields are sums over the decks of which all games
    were played out; `margin` is computed from them.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: Fraction = Fraction(0)
    every: int = 0
    decks: int = 0
    squares: float = 0.0
    products: float = 0.0
    weights: int = 0

    def add(self, share: Fraction) -> None:
        """Count one game with this share."""
        double = 2 * share.numerator - share.denominator
        self.games += 1
        self.wins += double > 0
        self.draws += double == 0
        self.losses += double < 0
        self.points += share

    def add_deck(self, shares: Sequence[Fraction], *, played: bool = True) -> None:
        """Count the games of one deck. `played` is True if all of them were played out."""
        for share in shares:
            self.add(share)
        self.every += 1
        if not played:
            return
        points, games = float(sum(shares)), len(shares)
        self.decks += 1
        self.squares += points * points
        self.products += points * games
        self.weights += games * games

    @property
    def score(self) -> Fraction:
        """Mean share of a game."""
        return self.points / self.games if self.games else Fraction(0)

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % interval of `score`, from the variance between decks.

        None with a single deck, or if a game was not decided by playing.
        """
        if self.decks < 2 or self.decks != self.every:
            return None
        mean = float(self.score)
        scatter = self.squares - 2 * mean * self.products + mean * mean * self.weights
        spread = max(0.0, scatter) * self.decks / (self.decks - 1)
        return round(Z95 * sqrt(spread) / self.games, 4)


def cross_table(manifest: Manifest, rounds: Iterable[Played]) -> tuple[tuple[Cell, ...], ...]:
    """Return a cell for each entrant (row) and opponent (column); empty where two did not meet."""
    cells = dict[tuple[int, int], Cell]()
    for meeting in meetings(rounds):
        for _, group in groupby(meeting.games, key=lambda game: game.fixture.deck):
            games = tuple(group)
            played = not any(game.result.ending in NOT_PLAYED for game in games)
            for pair, shares in _duels(games).items():
                cells.setdefault(pair, Cell()).add_deck(shares, played=played)
    every = range(len(manifest.entrants))
    return tuple(tuple(cells.get((entrant, opponent), Cell()) for opponent in every) for entrant in every)


def _duels(games: Iterable[CountedGame]) -> dict[tuple[int, int], list[Fraction]]:
    shares = dict[tuple[int, int], list[Fraction]]()
    for game in games:
        for pair, share in game.duels.items():
            shares.setdefault(pair, []).append(share)
    return shares
