"""Changes of single bytes of records; the audit must find each of them."""

from collections.abc import Callable
from random import Random

from replays.audit.audit import audit

from .games import recorded

FRAME = 4
"""The lines of a record that are no entries: header and rulebook before them, keys and proof after them."""

GAMES = ("north-american", "entropy", "void in play")


class Unnoticed(AssertionError):
    """The audit did not find a changed byte, or not at its ply."""


def run(count: int, seed: int, progress: Callable[[int], None] = lambda done: None) -> int:
    """Make `count` changes drawn from `seed` and return their number; `progress` is called after each.

    Raises Unnoticed for the first undetected one.
    """
    random = Random(seed)
    for done in range(count):
        data = recorded(random.choice(GAMES))
        at = random.randrange(len(data))
        check(data, at, random.choice([value for value in range(256) if value != data[at]]))
        progress(done + 1)
    return count


def check(data: bytes, at: int, value: int) -> None:
    """Raise Unnoticed unless the audit finds that the byte at `at` became `value`, and names its ply."""
    report = audit(data[:at] + bytes([value]) + data[at + 1 :])
    plies = data.count(b"\n") - FRAME
    ply = min(max(data.count(b"\n", 0, at) - 1, 0), plies)
    named = {finding.ply for finding in report.findings}
    if ply not in named:
        raise Unnoticed(f"byte {at} (ply {ply}): {data[at]} became {value}, found at {sorted(named)[:5]}")
