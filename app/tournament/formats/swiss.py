"""Swiss: a fixed number of rounds in which entrants with similar points meet, and no two meet twice.

The pairing of a round is the best one in this order of criteria (networkx finds it):

- the fewest repeated meetings and second byes;
- with an odd number the bye for an entrant with as few points as possible;
- the least sum of squared differences of points;
- first seats as even as possible;
- within a group of equal points the upper half meets the lower half in order; an entrant that leaves a group
  is its last, and meets the first of the next; the last one gets a bye;
- a draw by the pairing seed.

Entrants that have left are not paired. The order is by points, then as the pairing seed drew it (with
`seeding` "listed": as the manifest lists). In the first round all points are equal, so that the halves of the
order and its last place decide alone, without a search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from app.games.shuffle import below
from app.tournament.formats.format import DRAWN, Format, Reason, seeding
from app.tournament.formats.pairing import Cost, History, history, paired
from app.tournament.manifest import Manifest, TieBreak
from app.tournament.schedule import Pairing, Played

_NOBODY: Final = -1
_DRAW: Final = 1 << 20


def rounds(manifest: Manifest) -> int:
    """Return the number of rounds in the manifest."""
    return int(manifest.parameter("rounds"))


def next_round(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
    """Return the best pairing after these rounds; the bye is the last table."""
    number = len(done) + 1
    return None if number > rounds(manifest) else _Round(manifest, done).pairings(number) or None


def explain(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
    """Return the points and meetings of each table, and the rule of its pairing."""
    before = _Round(manifest, done[: number - 1])
    return tuple(map(before.reason, before.pairings(number)))


@dataclass(frozen=True, slots=True)
class _Place:
    """Place of an entrant: in the order, in its group of equal points, and the size of that group."""

    overall: int
    within: int
    size: int


class _Round:
    """A round to be paired."""

    def __init__(self, manifest: Manifest, done: Sequence[Played]) -> None:
        self._is_first = not done
        self._history: History = history(len(manifest.entrants), done)
        drawn = seeding(manifest, DRAWN)
        present = [entrant for entrant in drawn if entrant not in self._history.out]
        self._order = sorted(present, key=lambda entrant: -self._history.points[entrant])
        self._places = _places(self._order, self._history)
        chance = manifest.chance(f"swiss {len(done) + 1}")
        numbers = range(_NOBODY, len(drawn))
        self._draws = {(a, b): below(_DRAW, chance) for a in numbers for b in range(a + 1, len(drawn))}

    def pairings(self, number: int) -> tuple[Pairing, ...]:
        """Return the best pairing, the table of the leader first."""
        nodes = [*self._order, *[_NOBODY] * (len(self._order) % 2)]
        pairs = self._halves() if self._is_first else paired(nodes, self._cost)
        tables = [self._seated(*pair) for pair in pairs]
        tables.sort(key=len, reverse=True)
        return tuple(Pairing(number, table, entrants) for table, entrants in enumerate(tables, 1))

    def _halves(self) -> tuple[tuple[int, int], ...]:
        """Return the best pairing of the first round: no other one has no shift of any place."""
        half = len(self._order) // 2
        bye = [(entrant, _NOBODY) for entrant in self._order[2 * half :]]
        return (*zip(self._order[:half], self._order[half : 2 * half], strict=True), *bye)

    def _seated(self, entrant: int, opponent: int) -> tuple[int, ...]:
        return (entrant,) if opponent == _NOBODY else self._history.seated(entrant, opponent)

    def _cost(self, entrant: int, opponent: int) -> Cost:
        draw, points = self._draws[min(entrant, opponent), max(entrant, opponent)], self._history.points
        if opponent == _NOBODY:
            low, uneven = int(2 * points[entrant]), self._history.first[entrant] ** 2
            return self._history.byes[entrant], low, 0, uneven, self._above(entrant) ** 2, draw
        apart = int(2 * abs(points[entrant] - points[opponent]))
        uneven = self._history.unevenness(entrant, opponent)
        return (
            self._history.times(entrant, opponent),
            0,
            apart**2,
            uneven,
            self._shift(entrant, opponent),
            draw,
        )

    def _above(self, entrant: int) -> int:
        """Return the number of entrants below this one in the order."""
        return len(self._order) - 1 - self._places[entrant].overall

    def _shift(self, upper: int, lower: int) -> int:
        """Return the squared distance of two entrants from the places of the fifth rule."""
        upper_place, lower_place = self._places[upper], self._places[lower]
        if self._history.points[upper] == self._history.points[lower]:
            return abs(lower_place.within - upper_place.within - upper_place.size // 2) ** 2
        return (upper_place.size - 1 - upper_place.within) ** 2 + lower_place.within**2

    def reason(self, pairing: Pairing) -> Reason:
        """Return the reason of a pairing."""
        members: Reason = {"rule": self._rule(pairing.entrants), "table": pairing.table}
        points = [f"{float(self._history.points[entrant]):g}" for entrant in pairing.entrants]
        met = self._history.times(pairing.entrants[0], pairing.entrants[-1])
        byes = self._history.byes[pairing.entrants[0]]
        return {**members, "entrants": list(pairing.entrants), "points": points, "met": met, "byes": byes}

    def _rule(self, entrants: tuple[int, ...]) -> str:
        first, last = entrants[0], entrants[-1]
        if len(entrants) == 1:
            return "swiss_second_bye" if self._history.byes[first] else "swiss_bye"
        if self._history.times(first, last):
            return "swiss_repeat"
        same = self._history.points[first] == self._history.points[last]
        return "swiss_same_points" if same else "swiss_float"


def _places(order: Sequence[int], before: History) -> dict[int, _Place]:
    places, overall = dict[int, _Place](), 0
    for _, group in groupby(order, key=lambda entrant: before.points[entrant]):
        equal = list(group)
        for within, entrant in enumerate(equal):
            places[entrant] = _Place(overall + within, within, len(equal))
        overall += len(equal)
    return places


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
