"""The cross-table: what everybody made against everybody, and how sure that is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import sqrt

from app.tournament.counting import Game, meetings
from app.tournament.elo import Z95
from app.tournament.manifest import Manifest
from app.tournament.ratings import NOT_PLAYED
from app.tournament.schedule import Played


@dataclass(slots=True)
class Cell:
    """The games in which two sat at one table, in which one of them had more, as much, or less.

    `every` counts the decks of these games; the last four are sums over those that were decided by playing
    alone, from which `margin` follows.
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
        """Counts one more game, of which `share` was made."""
        double = 2 * share.numerator - share.denominator
        self.games += 1
        self.wins += double > 0
        self.draws += double == 0
        self.losses += double < 0
        self.points += share

    def add_deck(self, shares: Sequence[Fraction], *, played: bool = True) -> None:
        """Counts the games of one more deck, and what was made of each; `played` if all by playing."""
        for share in shares:
            self.add(share)
        self.every += 1
        if not played:
            return
        made, games = float(sum(shares)), len(shares)
        self.decks += 1
        self.squares += made * made
        self.products += made * games
        self.weights += games * games

    @property
    def score(self) -> Fraction:
        """What was made of a game."""
        return self.points / self.games if self.games else Fraction(0)

    @property
    def margin(self) -> float | None:
        """Half the width of the interval of `score` at 95 %, by how the decks scatter; None with one deck.

        None, too, where a game was not decided by playing.
        """
        if self.decks < 2 or self.decks != self.every:
            return None
        mean = float(self.score)
        scatter = self.squares - 2 * mean * self.products + mean * mean * self.weights
        spread = max(0.0, scatter) * self.decks / (self.decks - 1)
        return round(Z95 * sqrt(spread) / self.games, 4)


def cross_table(manifest: Manifest, rounds: Iterable[Played]) -> tuple[tuple[Cell, ...], ...]:
    """By entrant and opponent what the entrant made; a cell without games where two did not meet."""
    cells = dict[tuple[int, int], Cell]()
    for meeting in meetings(rounds):
        for _, group in groupby(meeting.games, key=lambda game: game.fixture.deck):
            games = tuple(group)
            played = not any(game.result.ending in NOT_PLAYED for game in games)
            for pair, shares in _duels(games).items():
                cells.setdefault(pair, Cell()).add_deck(shares, played=played)
    every = range(len(manifest.entrants))
    return tuple(tuple(cells.get((one, other), Cell()) for other in every) for one in every)


def _duels(games: Iterable[Game]) -> dict[tuple[int, int], list[Fraction]]:
    found = dict[tuple[int, int], list[Fraction]]()
    for game in games:
        for pair, share in game.duels.items():
            found.setdefault(pair, []).append(share)
    return found
