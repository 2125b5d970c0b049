"""Histograms of decision times, for the median and the 95th percentile of any number of decisions.

A class is an integer `n` for all times of about 2^(n / 8) microseconds; a quantile is exact to 5 %. Times do
not follow from a seed, so no log has them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log2
from typing import Final

_FINENESS: Final = 8
_MICROSECONDS: Final = 1_000_000

Counts = Mapping[int, int]
"""Number of decisions by class of time."""


def counts(seconds: Iterable[float]) -> Counter[int]:
    """Return the histogram of these times.

    >>> counts([0.001, 0.001, 2.0])
    Counter({80: 2, 167: 1})
    """
    return Counter(round(_FINENESS * log2(max(1.0, time * _MICROSECONDS))) for time in seconds)


@dataclass(frozen=True, slots=True)
class Durations:
    """Number of decisions, and their median and 95th percentile in ms; None if there are none."""

    decisions: int
    median_ms: float | None
    p95_ms: float | None


def durations(times: Counts) -> Durations:
    """Return the statistics of a histogram.

    >>> durations({80: 18, 167: 2})
    Durations(decisions=20, median_ms=1.02, p95_ms=1920.0)
    """
    return Durations(sum(times.values()), _quantile(times, 50), _quantile(times, 95))


def _quantile(times: Counts, percent: int) -> float | None:
    remaining = -(-sum(times.values()) * percent // 100)
    for index in sorted(times):
        remaining -= times[index]
        if remaining <= 0:
            return float(f"{2 ** (index / _FINENESS) / 1000:.3g}")
    return None
