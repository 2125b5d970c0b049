"""Minimum-cost pairing by networkx's matching of greatest weight; costs compare lexicographically."""

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import combinations
from typing import Any

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
    graph.add_weighted_edges_from((one, other, -weights[one, other]) for one, other in costs)
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
