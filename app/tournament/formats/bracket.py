"""The bracket: where seeds stand so that the best meet as late as can be, and byes go to the best."""

from collections.abc import Sequence


def bracket(seeds: Sequence[int]) -> list[int | None]:
    """The entrants in the order of the bracket, neighbours meeting; None where the highest seeds have byes.

    >>> bracket([10, 11, 12, 13, 14])
    [10, None, 13, 14, 11, None, 12, None]
    """
    size = 1
    while size < len(seeds):
        size *= 2
    return [seeds[place] if place < len(seeds) else None for place in places(size)]


def places(size: int) -> list[int]:
    """The seeds, from 0, down a bracket of `size`, a power of two: in each round the seeds of two who meet
    sum to one less than those who are left, if the higher seed always wins.

    >>> places(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    found = [0]
    while len(found) < size:
        found = [seed for one in found for seed in (one, 2 * len(found) - 1 - one)]
    return found
