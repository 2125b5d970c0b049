"""Optimal pairings against all pairings."""

from collections.abc import Iterator
from random import Random

import pytest

from app.tournament.formats.pairing import paired


def every(nodes: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to pair `nodes` off."""
    if not nodes:
        yield ()
        return
    first, *rest = nodes
    for other in rest:
        for more in every(tuple(node for node in rest if node != other)):
            yield ((first, other), *more)


@pytest.mark.parametrize("size", [2, 4, 6, 8])
def test_no_other_pairing_costs_less(size: int) -> None:
    rng = Random(size)
    for _ in range(20):
        nodes = rng.sample(range(20), size)
        costs = {
            (a, b): (rng.randrange(2), rng.randrange(4) ** 2, rng.randrange(99)) for a in nodes for b in nodes
        }
        chosen = paired(nodes, lambda a, b, costs=costs: costs[a, b])  # type: ignore[misc]
        total = {
            pairs: tuple(map(sum, zip(*(costs[pair] for pair in pairs), strict=True)))
            for pairs in every(tuple(nodes))
        }
        assert total[chosen] == min(total.values())


def test_a_pairing_of_no_entrants_is_empty() -> None:
    assert paired([], lambda a, b: (0,)) == ()


def test_an_odd_number_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="odd"):
        paired([1, 2, 3], lambda a, b: (0,))
