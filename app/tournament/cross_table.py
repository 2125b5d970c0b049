"""The cross-table: results of each entrant against each other, with confidence intervals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, permutations

from app.tournament.manifest import Manifest
from app.tournament.ratings import NOT_PLAYED
from app.tournament.ratios import DeckRatio
from app.tournament.results import CountedGame, meetings, summed
from app.tournament.schedule import Played
from app.tournament.standings import ranks_chips


@dataclass(slots=True)
class Cell:
    """Games in which two entrants sat at one table, from the view of one of them.

    `every` counts the decks of these games. `played_out` has the shares and games of the decks of which all
    games were played out; `margin` is computed from them. Where seats have stacks, `per_hand` are the chips
    that one has won more than the other for each hand.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: Fraction = Fraction(0)
    every: int = 0
    played_out: DeckRatio = field(default_factory=DeckRatio)
    per_hand: DeckRatio = field(default_factory=DeckRatio)

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
        if played:
            self.played_out.add(sum(shares, Fraction(0)), len(shares))

    @property
    def score(self) -> Fraction:
        """Mean share of a game."""
        return self.points / self.games if self.games else Fraction(0)

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % interval of `score`, from the variance between decks.

        None with a single deck, or if a game was not decided by playing.
        """
        return self.played_out.margin if self.played_out.decks == self.every else None


def cross_table(manifest: Manifest, rounds: Iterable[Played]) -> tuple[tuple[Cell, ...], ...]:
    """Return a cell for each entrant (row) and opponent (column); empty where two did not meet."""
    cells = dict[tuple[int, int], Cell]()
    for meeting in meetings(rounds):
        for _, group in groupby(meeting.games, key=lambda game: game.fixture.deck):
            games = tuple(group)
            played = not any(game.result.ending in NOT_PLAYED for game in games)
            for pair, shares in _duels(games).items():
                cells.setdefault(pair, Cell()).add_deck(shares, played=played)
            for pair, chips in _chips(games).items() if ranks_chips(manifest) else ():
                cells[pair].per_hand.add(chips, sum(game.hands for game in games))
    every = range(len(manifest.entrants))
    return tuple(tuple(cells.get((entrant, opponent), Cell()) for opponent in every) for entrant in every)


def _duels(games: Iterable[CountedGame]) -> dict[tuple[int, int], list[Fraction]]:
    shares = dict[tuple[int, int], list[Fraction]]()
    for game in games:
        for pair, share in game.duels.items():
            shares.setdefault(pair, []).append(share)
    return shares


def _chips(games: Sequence[CountedGame]) -> dict[tuple[int, int], Fraction]:
    """Return the chips that the first entrant has won more than the second, by pair of entrants."""
    won = summed(games[0].fixture.seats, (game.chips_per_seat for game in games), Fraction(0))
    return {pair: won[pair[0]] - won[pair[1]] for pair in permutations(won, 2)}
