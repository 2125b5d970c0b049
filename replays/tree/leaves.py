"""Leaves of the transparency log: the end of a finished game, or of a dispute."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from app.games.codec import Json
from app.store.canonical import canonical
from replays.tree.merkle import leaf_hash

VERSION: Final = 1


@dataclass(frozen=True)
class Leaf:
    """The end of the log of `game` (or of a dispute): its plies and its last digest."""

    game: str
    plies: int
    digest: bytes

    @property
    def data(self) -> bytes:
        """The canonical JSON that is hashed.

        >>> Leaf("g-1", 2, bytes(2)).data
        b'{"digest":"0000","game":"g-1","plies":2,"v":1}'
        """
        return canonical(self.said)

    @property
    def said(self) -> Json:
        """The leaf as a JSON object."""
        return {"v": VERSION, "game": self.game, "plies": self.plies, "digest": self.digest.hex()}

    @cached_property
    def hash(self) -> bytes:
        """The hash of the leaf, 32 bytes."""
        return leaf_hash(self.data)


def leaf_from(document: Any) -> Leaf | None:
    """Return the leaf in a JSON object; None if it is malformed."""
    try:
        leaf = Leaf(document["game"], document["plies"], bytes.fromhex(document["digest"]))
        return leaf if leaf.said == document and type(leaf.plies) is int else None
    except (KeyError, TypeError, ValueError):
        return None
