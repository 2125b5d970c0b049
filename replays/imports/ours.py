"""Comparison of an imported game with our log of the game that it names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.store.entry import Entry

_SIZE: Final = 32
"""Size of a digest in bytes."""

Log = Callable[[str], Sequence[Entry] | None]
"""Returns our log of a game if the reader may see it, or None."""


@dataclass(frozen=True, slots=True)
class Compared:
    """An imported log compared with ours: equality of the heads, and the first differing ply.

    If one log is the beginning of the other, `differs_at` is one more than the plies of the shorter one.
    """

    game: str
    plies: int
    head: str
    same_head: bool
    differs_at: int | None


def compared(claims: str | None, digests: bytes, log: Log) -> Compared | None:
    """Compare the log with these concatenated digests with ours of the game that it names.

    Return None if there is no such log.
    """
    ours = None if claims is None else log(claims)
    if not ours:
        return None
    plies = len(digests) // _SIZE
    both = zip(ours, range(0, len(digests), _SIZE), strict=False)
    pairs = ((entry.digest, digests[start : start + _SIZE]) for entry, start in both)
    differs = next((ply for ply, (entry, digest) in enumerate(pairs, 1) if entry != digest), None)
    if differs is None and len(ours) != plies:
        differs = min(len(ours), plies) + 1
    return Compared(ours[0].game, len(ours), ours[-1].digest.hex(), differs is None, differs)
