"""Times of decisions, counted in classes that grow by a factor: the median and 95th percentile of any number.

A class is a number `n` for all times of about 2^(n / 8) microseconds, so that a quantile is exact to 5 %.
Times follow from no seed, so they stand in no log.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log2
from typing import Final

_FINENESS: Final = 8
_MICROSECONDS: Final = 1_000_000

Counts = Mapping[int, int]
"""How many decisions took a time of each class."""


def counts(seconds: Iterable[float]) -> Counter[int]:
    """The counts of these times.

    >>> counts([0.001, 0.001, 2.0])
    Counter({80: 2, 167: 1})
    """
    return Counter(round(_FINENESS * log2(max(1.0, one * _MICROSECONDS))) for one in seconds)


@dataclass(frozen=True, slots=True)
class Durations:
    """How many decisions there were, and their median and 95th percentile in ms; None for none."""

    decisions: int
    median_ms: float | None
    p95_ms: float | None


def durations(times: Counts) -> Durations:
    """What these counts come to.

    >>> durations({80: 18, 167: 2})
    Durations(decisions=20, median_ms=1.02, p95_ms=1920.0)
    """
    return Durations(sum(times.values()), _quantile(times, 50), _quantile(times, 95))


def _quantile(times: Counts, percent: int) -> float | None:
    left = -(-sum(times.values()) * percent // 100)
    for one in sorted(times):
        left -= times[one]
        if left <= 0:
            return float(f"{2 ** (one / _FINENESS) / 1000:.3g}")
    return None
