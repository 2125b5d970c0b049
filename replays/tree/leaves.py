"""What a leaf of the tree says: how a finished game, or a dispute, ended."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from app.store.canonical import canonical
from replays.tree.merkle import leaf_hash

VERSION: Final = 1


@dataclass(frozen=True)
class Leaf:
    """The end of the log of `game` (a dispute's id stands there too): its plies and its last digest."""

    game: str
    plies: int
    digest: bytes

    @property
    def data(self) -> bytes:
        """The canonical JSON that is hashed.

        >>> Leaf("g-1", 2, bytes(2)).data
        b'{"digest":"0000","game":"g-1","plies":2,"v":1}'
        """
        return canonical({"v": VERSION, "game": self.game, "plies": self.plies, "digest": self.digest.hex()})

    @cached_property
    def hash(self) -> bytes:
        """The hash of the leaf, 32 bytes."""
        return leaf_hash(self.data)
