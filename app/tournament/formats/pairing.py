"""Minimum-cost pairing by networkx's matching of greatest weight, and the history that costs depend on.

Costs compare lexicographically. The history has points, meetings, byes, first seats and withdrawals.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from itertools import combinations, permutations
from typing import Any

from app.tournament.results import meetings
from app.tournament.schedule import Played

Cost = tuple[int, ...]
"""Cost of a pair: integers from 0; the first outweighs all that follow."""


def paired(nodes: Sequence[int], cost: Callable[[int, int], Cost]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of an even number of `nodes` with the least sum of costs, in the order of `nodes`.

    Sums compare lexicographically: the first costs decide, where they are equal the second, and so on. In
    `cost` and in the pairs the earlier node comes first.

    >>> paired([1, 2, 3, 4], lambda a, b: (int((a, b) == (1, 2)), b - a))
    ((1, 3), (2, 4))
    """
    if len(nodes) % 2:
        raise ValueError("an odd number of nodes has no pairing")
    costs = {pair: cost(*pair) for pair in combinations(nodes, 2)}
    weights = _weights(costs, len(nodes) // 2)
    # Imported on first use: loading networkx would slow down the start of every process.
    nx: Any = import_module("networkx")
    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_weighted_edges_from((entrant, other, -weights[entrant, other]) for entrant, other in costs)
    place = {node: index for index, node in enumerate(nodes)}
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((_sorted(pair, place) for pair in matching), key=lambda pair: place[pair[0]]))


def _sorted(pair: tuple[int, int], place: dict[int, int]) -> tuple[int, int]:
    a, b = pair
    return (a, b) if place[a] < place[b] else (b, a)


def _weights(costs: dict[tuple[int, int], Cost], pairs: int) -> dict[tuple[int, int], int]:
    """Return an integer for each cost, such that sums of `pairs` of them order like sums of the costs.

    The matching is exact for integers, however large.
    """
    parts = len(next(iter(costs.values()), ()))
    scale, weights = 1, dict.fromkeys(costs, 0)
    for part in reversed(range(parts)):
        for pair, cost in costs.items():
            weights[pair] += cost[part] * scale
        scale *= pairs * max(cost[part] for cost in costs.values()) + 1
    return weights


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

    def times(self, entrant: int, other: int) -> int:
        """Return the number of meetings of two entrants."""
        return self.met.get((entrant, other), 0)

    def seated(self, entrant: int, other: int) -> tuple[int, int]:
        """Return the two in the order that balances first seats; if equal, in the given order."""
        return (entrant, other) if self.first[entrant] <= self.first[other] else (other, entrant)

    def unevenness(self, entrant: int, other: int) -> int:
        """Return the sum of squares of the excesses of first seats after a meeting of the two."""
        leads, follows = self.seated(entrant, other)
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
