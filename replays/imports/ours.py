"""Whether a foreign game that says it is one of ours says the same as our log of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.store.entry import Entry

_SIZE: Final = 32
"""How many bytes a digest has."""

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


def compared(claims: str | None, digests: bytes, log: Log) -> Compared | None:
    """The foreign log with these digests, one after the other, beside ours of the game that it claims to be.

    None where there is none.
    """
    ours = None if claims is None else log(claims)
    if not ours:
        return None
    plies = len(digests) // _SIZE
    both = zip(ours, range(0, len(digests), _SIZE), strict=False)
    pairs = ((one.digest, digests[at : at + _SIZE]) for one, at in both)
    differs = next((ply for ply, (one, other) in enumerate(pairs, 1) if one != other), None)
    if differs is None and len(ours) != plies:
        differs = min(len(ours), plies) + 1
    return Compared(ours[0].game, len(ours), ours[-1].digest.hex(), differs is None, differs)
