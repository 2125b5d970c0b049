"""What a pairing has to know of the rounds before: points, who met whom, byes, who sat first, who left."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from app.tournament.counting import meetings
from app.tournament.schedule import Played


@dataclass(slots=True)
class History:
    """By entrant its points, byes, and how much more often it sat first than not; how often two met.

    Who lost a game by walkover has left and is `out`.
    """

    points: dict[int, Fraction]
    byes: dict[int, int]
    first: dict[int, int]
    met: dict[tuple[int, int], int] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)

    def times(self, one: int, other: int) -> int:
        """How often two have met."""
        return self.met.get((one, other), 0)

    def seated(self, one: int, other: int) -> tuple[int, int]:
        """The two in the order that leaves first seats most even; if that is equal, as they are named."""
        return (one, other) if self.first[one] <= self.first[other] else (other, one)

    def unevenness(self, one: int, other: int) -> int:
        """The sum of squares of what the two then sat first too often."""
        leads, follows = self.seated(one, other)
        return (self.first[leads] + 1) ** 2 + (self.first[follows] - 1) ** 2


def history(entrants: int, done: Iterable[Played]) -> History:
    """What `done` rounds came to for so many entrants; a meeting won is a point, a bye too."""
    every = range(entrants)
    found = History(dict.fromkeys(every, Fraction(0)), dict.fromkeys(every, 0), dict.fromkeys(every, 0))
    for meeting in meetings(done):
        for one, share in meeting.score.items():
            found.points[one] += share
        for game in meeting.games:
            found.out |= game.walked_out
        if meeting.is_bye:
            found.byes[meeting.entrants[0]] += 1
            continue
        for pair in permutations(dict.fromkeys(meeting.entrants), 2):
            found.met[pair] = found.met.get(pair, 0) + 1
        found.first[meeting.entrants[0]] += 1
        found.first[meeting.entrants[-1]] -= 1
    return found
