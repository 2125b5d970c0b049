"""The cross-table: what everybody made against everybody."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from app.tournament.counting import meetings
from app.tournament.manifest import Manifest
from app.tournament.schedule import Played


@dataclass(slots=True)
class Cell:
    """The games in which two sat at one table, in which one of them had more, as much, or less."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: Fraction = Fraction(0)

    def add(self, share: Fraction) -> None:
        """Counts one more game, of which `share` was made."""
        double = 2 * share.numerator - share.denominator
        self.games += 1
        self.wins += double > 0
        self.draws += double == 0
        self.losses += double < 0
        self.points += share


def cross_table(manifest: Manifest, rounds: Iterable[Played]) -> tuple[tuple[Cell, ...], ...]:
    """By entrant and opponent what the entrant made; a cell without games where two did not meet."""
    cells = dict[tuple[int, int], Cell]()
    for meeting in meetings(rounds):
        for game in meeting.games:
            for pair, share in game.duels.items():
                cells.setdefault(pair, Cell()).add(share)
    every = range(len(manifest.entrants))
    return tuple(tuple(cells.get((one, other), Cell()) for other in every) for one in every)
