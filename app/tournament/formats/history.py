"""Pairing history: points, meetings, byes, first seats and withdrawals of the rounds before."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from app.tournament.counting import meetings
from app.tournament.schedule import Played


@dataclass(slots=True)
class History:
    """Points, byes and excess of first seats by entrant, and the number of meetings by pair.

    `out` are the entrants that lost a game by walkover, that is, have left.
    """

    points: dict[int, Fraction]
    byes: dict[int, int]
    first: dict[int, int]
    met: dict[tuple[int, int], int] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)

    def times(self, one: int, other: int) -> int:
        """Return the number of meetings of two entrants."""
        return self.met.get((one, other), 0)

    def seated(self, one: int, other: int) -> tuple[int, int]:
        """Return the two in the order that balances first seats; if equal, in the given order."""
        return (one, other) if self.first[one] <= self.first[other] else (other, one)

    def unevenness(self, one: int, other: int) -> int:
        """Return the sum of squares of the excesses of first seats after a meeting of the two."""
        leads, follows = self.seated(one, other)
        return (self.first[leads] + 1) ** 2 + (self.first[follows] - 1) ** 2


def history(entrants: int, done: Iterable[Played]) -> History:
    """Return the history of `entrants` entrants after these rounds; a meeting won and a bye are a point."""
    numbers = range(entrants)
    past = History(dict.fromkeys(numbers, Fraction(0)), dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0))
    for meeting in meetings(done):
        for entrant, share in meeting.score.items():
            past.points[entrant] += share
        for game in meeting.games:
            past.out |= game.walked_out
        if meeting.is_bye:
            past.byes[meeting.entrants[0]] += 1
            continue
        for pair in permutations(dict.fromkeys(meeting.entrants), 2):
            past.met[pair] = past.met.get(pair, 0) + 1
        past.first[meeting.entrants[0]] += 1
        past.first[meeting.entrants[-1]] -= 1
    return past
