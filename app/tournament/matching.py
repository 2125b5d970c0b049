"""The best way to pair off: networkx's matching of greatest weight, costs counting one after another."""

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import combinations
from typing import Any

Cost = tuple[int, ...]
"""What it costs that two meet: whole numbers from 0, of which the first outweighs all that follow."""


def paired(nodes: Sequence[int], cost: Callable[[int, int], Cost]) -> tuple[tuple[int, int], ...]:
    """The pairs of an even number of `nodes` with the least sum of costs, in the order of `nodes`.

    Of two ways to pair everybody off the one whose first costs sum to less is better; where they are equal
    the second costs decide, and so on. In `cost` and in the pairs the earlier node
    stands first.

    >>> paired([1, 2, 3, 4], lambda a, b: (int((a, b) == (1, 2)), b - a))
    ((1, 3), (2, 4))
    """
    if len(nodes) % 2:
        raise ValueError("an odd number of nodes has no pairing")
    costs = {pair: cost(*pair) for pair in combinations(nodes, 2)}
    weights = _weights(costs, len(nodes) // 2)
    # Read when somebody is paired: each process of a service would read it, for longer than most of the rest.
    nx: Any = import_module("networkx")
    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_weighted_edges_from((one, other, -weights[one, other]) for one, other in costs)
    place = {node: index for index, node in enumerate(nodes)}
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((_sorted(pair, place) for pair in found), key=lambda pair: place[pair[0]]))


def _sorted(pair: tuple[int, int], place: dict[int, int]) -> tuple[int, int]:
    one, other = pair
    return (one, other) if place[one] < place[other] else (other, one)


def _weights(costs: dict[tuple[int, int], Cost], pairs: int) -> dict[tuple[int, int], int]:
    """One number for each cost, such that sums of `pairs` of them are ordered as the sums of the costs are.

    Whole numbers, for which the matching is exact, however large they get.
    """
    parts = len(next(iter(costs.values()), ()))
    scale, weights = 1, dict.fromkeys(costs, 0)
    for part in reversed(range(parts)):
        for pair, cost in costs.items():
            weights[pair] += cost[part] * scale
        scale *= pairs * max(cost[part] for cost in costs.values()) + 1
    return weights
