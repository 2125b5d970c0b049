"""Swiss: a fixed number of rounds in which those with about as many points meet, and nobody meets twice.

Of all pairings of a round the one is taken that is best in this order (networkx finds it):
1. the fewest repeated meetings and second byes;
2. with an odd number the bye for as few points as can be;
3. the least sum of squared differences of points;
4. first seats as even as can be;
5. within a group of equal points the upper half meets the lower half in order, and whoever leaves a group
   is its last, to meet the first of the next; a bye is for the last;
6. a draw by the pairing seed.
Who has left is not paired. The order is by points, then as the pairing seed drew it (with `seeding` "listed":
as the manifest lists).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from app.games.shuffle import below
from app.tournament.formats.format import Format, Reason
from app.tournament.formats.history import History, history
from app.tournament.formats.seeding import DRAWN, seeding
from app.tournament.manifest import Manifest, TieBreak
from app.tournament.matching import Cost, paired
from app.tournament.schedule import Pairing, Played

_NOBODY: Final = -1
_DRAW: Final = 1 << 20


def rounds(manifest: Manifest) -> int:
    """As many as the manifest says."""
    return int(manifest.parameter("rounds"))


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """The best pairing after what was `done`; a bye at the last table."""
    number = len(done) + 1
    return None if number > rounds(manifest) else _Round(manifest, done).pairings(number) or None


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """For each table what its entrants have, and whether a rule had to give way."""
    before = _Round(manifest, done[: number - 1])
    return tuple(map(before.reason, before.pairings(number)))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an entrant stands: in the order, in its group of equal points, and how large that group is."""

    overall: int
    within: int
    size: int


class _Round:
    """One round to be paired."""

    def __init__(self, manifest: Manifest, done: Sequence[Played]) -> None:
        self._history: History = history(len(manifest.entrants), done)
        drawn = seeding(manifest, DRAWN)
        here = [one for one in drawn if one not in self._history.out]
        self._order = sorted(here, key=lambda one: -self._history.points[one])
        self._places = _places(self._order, self._history)
        chance = manifest.chance(f"swiss {len(done) + 1}")
        every = range(_NOBODY, len(drawn))
        self._draws = {(a, b): below(_DRAW, chance) for a in every for b in range(a + 1, len(drawn))}

    def pairings(self, number: int) -> tuple[Pairing, ...]:
        """The best pairing there is, the table of the leader first."""
        nodes = [*self._order, *[_NOBODY] * (len(self._order) % 2)]
        found = [self._seated(*pair) for pair in paired(nodes, self._cost)]
        found.sort(key=len, reverse=True)
        return tuple(Pairing(number, table, entrants) for table, entrants in enumerate(found, 1))

    def _seated(self, one: int, other: int) -> tuple[int, ...]:
        return (one,) if other == _NOBODY else self._history.seated(one, other)

    def _cost(self, one: int, other: int) -> Cost:
        draw, points = self._draws[min(one, other), max(one, other)], self._history.points
        if other == _NOBODY:
            low, uneven = int(2 * points[one]), self._history.first[one] ** 2
            return self._history.byes[one], low, 0, uneven, self._above(one) ** 2, draw
        apart = int(2 * abs(points[one] - points[other]))
        uneven = self._history.unevenness(one, other)
        return self._history.times(one, other), 0, apart**2, uneven, self._shift(one, other), draw

    def _above(self, one: int) -> int:
        """How many stand below `one` in the order."""
        return len(self._order) - 1 - self._places[one].overall

    def _shift(self, upper: int, lower: int) -> int:
        """How far two are from where the fifth rule has them."""
        one, other = self._places[upper], self._places[lower]
        if self._history.points[upper] == self._history.points[lower]:
            return abs(other.within - one.within - one.size // 2) ** 2
        return (one.size - 1 - one.within) ** 2 + other.within**2

    def reason(self, pairing: Pairing) -> Reason:
        """Why these meet."""
        found: Reason = {"rule": self._rule(pairing.entrants), "table": pairing.table}
        points = [f"{float(self._history.points[one]):g}" for one in pairing.entrants]
        met = self._history.times(pairing.entrants[0], pairing.entrants[-1])
        byes = self._history.byes[pairing.entrants[0]]
        return {**found, "entrants": list(pairing.entrants), "points": points, "met": met, "byes": byes}

    def _rule(self, entrants: tuple[int, ...]) -> str:
        one, other = entrants[0], entrants[-1]
        if len(entrants) == 1:
            return "swiss_second_bye" if self._history.byes[one] else "swiss_bye"
        if self._history.times(one, other):
            return "swiss_repeat"
        same = self._history.points[one] == self._history.points[other]
        return "swiss_same_points" if same else "swiss_float"


def _places(order: Sequence[int], before: History) -> dict[int, _Place]:
    found, overall = dict[int, _Place](), 0
    for _, group in groupby(order, key=lambda one: before.points[one]):
        equal = list(group)
        for within, one in enumerate(equal):
            found[one] = _Place(overall + within, within, len(equal))
        overall += len(equal)
    return found


FORMAT: Final = Format(
    rounds,
    next_round,
    explain,
    by_meeting=True,
    tie_breaks=(
        TieBreak.BUCHHOLZ_CUT,
        TieBreak.BUCHHOLZ,
        TieBreak.SONNEBORN_BERGER,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.CHIPS,
    ),
)
"""Swiss."""
