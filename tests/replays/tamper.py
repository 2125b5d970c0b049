"""Changes single bytes of records and asks the audit; a change that goes unnoticed is a failure."""

from collections.abc import Callable
from random import Random

from replays.audit.audit import audit

from .games import recorded

FRAME = 4
"""The lines of a record that are no entries: header and rulebook before them, keys and proof after them."""

GAMES = ("north-american", "entropy", "void in play")


class Unnoticed(AssertionError):
    """A change of one byte that the audit did not find, or not at its ply."""


def run(count: int, seed: int, progress: Callable[[int], None] = lambda done: None) -> int:
    """Makes `count` changes drawn from `seed` and returns their number; `progress` hears how many are done.

    Unnoticed names the first that slips through.
    """
    random = Random(seed)
    for done in range(count):
        data = recorded(random.choice(GAMES))
        at = random.randrange(len(data))
        check(data, at, random.choice([value for value in range(256) if value != data[at]]))
        progress(done + 1)
    return count


def check(data: bytes, at: int, value: int) -> None:
    """Unnoticed unless the audit finds that the byte at `at` became `value`, and names its ply."""
    report = audit(data[:at] + bytes([value]) + data[at + 1 :])
    plies = data.count(b"\n") - FRAME
    ply = min(max(data.count(b"\n", 0, at) - 1, 0), plies)
    named = {finding.ply for finding in report.findings}
    if ply not in named:
        raise Unnoticed(f"byte {at} (ply {ply}): {data[at]} became {value}, found at {sorted(named)[:5]}")
