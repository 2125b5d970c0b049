"""Files of checkpoints for witnesses: writing, reading, and comparison with a service.

A file contains signed notes with an empty line after each, so files can be concatenated.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from app.i18n import Message
from replays.record.receipts import KeyList
from replays.transparency.checkpoints import Checkpoint, opened, read
from replays.transparency.errors import BadNote, Unproven
from replays.transparency.proofs import extends

Prove = Callable[[int, int], Sequence[bytes]]
"""Returns the proof that the tree of the second size begins with that of the first."""


def lines(notes: Iterable[str]) -> Iterator[str]:
    """Yield the text of a file with `notes`."""
    return (f"{note}\n" for note in notes)


def split(text: str) -> list[str]:
    """Return the notes in the text of a file. Raises BadNote for any other content."""
    pieces = text.rstrip("\n").split("\n\n")
    if len(pieces) % 2:
        raise BadNote(Message("the file is not a row of signed notes"))
    notes = [f"{body}\n\n{signed}\n" for body, signed in zip(pieces[::2], pieces[1::2], strict=True)]
    for note in notes:
        read(note)
    return notes


def trusted(notes: Iterable[str], keys: KeyList) -> list[Checkpoint]:
    """Return the checkpoints in `notes`, smallest first, each tree once.

    Raises BadNote for one that none of `keys` in force at its time has signed; Unproven for two that cannot
    be of one log: the same size with two roots, or a larger tree with an earlier time.
    """
    heads: dict[int, Checkpoint] = {}
    for head in (opened(note, keys) for note in notes):
        if heads.setdefault(head.size, head).root != head.root:
            raise Unproven(f"two checkpoints of {head.size} leaves have different roots: there are two logs")
    checkpoints = [heads[size] for size in sorted(heads)]
    for old, new in pairwise(checkpoints):
        if new.time_ms < old.time_ms:
            raise Unproven(f"the tree of {new.size} leaves was signed before that of {old.size}")
    return checkpoints


def hold(heads: Sequence[Checkpoint], prove: Prove) -> None:
    """Raise Unproven unless each tree is proved to begin with the one before."""
    for old, new in pairwise(heads):
        if not extends(old.size, new.size, old.root, new.root, prove(old.size, new.size)):
            raise Unproven(
                f"the tree of {new.size} leaves is not proved to begin with that of {old.size}:"
                " what was in the log was changed, or the service has not proved that it was not"
            )
