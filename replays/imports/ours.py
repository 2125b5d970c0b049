"""Whether a foreign game that says it is one of ours says the same as our log of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.store.entry import Entry

Log = Callable[[str], Sequence[Entry] | None]
"""Our log of a game, as far as the reader may know of it; None where that is nothing."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A foreign log beside ours: whether their heads are equal, and the first ply where they differ.

    `differs_at` is one more than the number of plies of the shorter log where nothing else differs.
    """

    game: str
    plies: int
    head: str
    same_head: bool
    differs_at: int | None


def compared(claims: str | None, entries: Sequence[Entry], log: Log) -> Compared | None:
    """The foreign log `entries` beside ours of the game that it claims to be; None where there is none."""
    ours = None if claims is None else log(claims)
    if not ours:
        return None
    both = zip(ours, entries, strict=False)
    differs = next((at for at, (one, other) in enumerate(both, 1) if one.digest != other.digest), None)
    if differs is None and len(ours) != len(entries):
        differs = min(len(ours), len(entries)) + 1
    return Compared(ours[0].game, len(ours), ours[-1].digest.hex(), differs is None, differs)
