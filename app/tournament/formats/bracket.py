"""The bracket: seeds are placed so that the best meet as late as possible; the best get the byes."""

from collections.abc import Sequence


def bracket(seeds: Sequence[int]) -> list[int | None]:
    """Return the entrants in bracket order; neighbours meet, and the highest seeds meet None (a bye).

    >>> bracket([10, 11, 12, 13, 14])
    [10, None, 13, 14, 11, None, 12, None]
    """
    size = 1
    while size < len(seeds):
        size *= 2
    return [seeds[place] if place < len(seeds) else None for place in places(size)]


def places(size: int) -> list[int]:
    """Return the seeds, from 0, down a bracket of `size`, a power of two.

    In each round the seeds of two opponents sum to one less than the number of entrants left, if the higher
    seed always wins.

    >>> places(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return order
