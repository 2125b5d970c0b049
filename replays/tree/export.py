"""Checkpoints in a file, for whoever wants to be a witness: written, read, and a service held to them.

The file is one signed note after the other, an empty line after each, so files can be appended to each other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from replays.receipts import KeyList
from replays.tree.errors import BadNote, Unproven
from replays.tree.notes import Checkpoint, opened, read
from replays.tree.proofs import extends

Prove = Callable[[int, int], Sequence[bytes]]
"""Gives the proof that the tree of the second size begins with that of the first."""


def lines(notes: Iterable[str]) -> Iterator[str]:
    """The text of a file with `notes`, piece by piece."""
    return (f"{note}\n" for note in notes)


def split(text: str) -> list[str]:
    """The notes in the text of a file; BadNote if it is not notes and nothing else."""
    pieces = text.rstrip("\n").split("\n\n")
    if len(pieces) % 2:
        raise BadNote("the file is not a row of signed notes")
    notes = [f"{said}\n\n{signed}\n" for said, signed in zip(pieces[::2], pieces[1::2], strict=True)]
    for note in notes:
        read(note)
    return notes


def trusted(notes: Iterable[str], keys: KeyList) -> list[Checkpoint]:
    """The checkpoints in `notes`, smallest first, each tree once.

    BadNote for one that none of `keys`, in force at its time, has signed. Unproven for two that cannot both
    be of one log: the same size under two roots, or a larger tree that is older.
    """
    heads: dict[int, Checkpoint] = {}
    for head in (opened(note, keys) for note in notes):
        if heads.setdefault(head.size, head).root != head.root:
            raise Unproven(f"two checkpoints of {head.size} leaves have different roots: there are two logs")
    found = [heads[size] for size in sorted(heads)]
    for old, new in pairwise(found):
        if new.time_ms < old.time_ms:
            raise Unproven(f"the tree of {new.size} leaves was signed before that of {old.size}")
    return found


def hold(heads: Sequence[Checkpoint], prove: Prove) -> None:
    """Nothing, if each tree is proved to begin with the one before; Unproven for the first that is not."""
    for old, new in pairwise(heads):
        if not extends(old.size, new.size, old.root, new.root, prove(old.size, new.size)):
            raise Unproven(
                f"the tree of {new.size} leaves is not proved to begin with that of {old.size}:"
                " what was in the log was changed, or the service has not proved that it was not"
            )
