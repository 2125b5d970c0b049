"""Inclusion checked by anybody: that a game's end is a leaf under a signed checkpoint."""

from collections.abc import Sequence
from typing import Any, Final

from app.signing import KeyInfo
from replays.forms import is_hash
from replays.tree.errors import BadNote
from replays.tree.leaves import Leaf
from replays.tree.notes import opened, read
from replays.tree.proofs import includes

MEMBERS: Final = {"note", "index", "size", "path"}
"""What a proof of inclusion consists of, as a record's last line and the API have it."""

_LONGEST_PATH: Final = 64


def problem(said: Any, leaf: Leaf, origin: str | None = None, keys: Sequence[KeyInfo] = ()) -> str | None:
    """Why the proof `said` does not show that `leaf` is in the signed log of `origin`; None if it does.

    Without `origin` there are no keys to trust: then only the hashes are checked against the root that the
    checkpoint names, which shows that proof and checkpoint belong together and nothing more.
    """
    if not is_proof(said):
        return "the proof of inclusion has not the form of one"
    try:
        head = read(said["note"]) if origin is None else opened(said["note"], origin, keys)
    except BadNote as fault:
        return str(fault)
    if head.size != said["size"]:
        return "the proof is for another size of the tree than the checkpoint's"
    path = [bytes.fromhex(text) for text in said["path"]]
    if not includes(leaf.hash, said["index"], head.size, path, head.root):
        return "the hashes do not lead from the end of the game to the root of the checkpoint"
    return None


def is_proof(said: Any) -> bool:
    """Whether `said` has the form of a proof of inclusion; that says nothing about its truth."""
    if not isinstance(said, dict) or set(said) != MEMBERS or not isinstance(said["note"], str):
        return False
    path = said["path"]
    hashes = isinstance(path, list) and len(path) <= _LONGEST_PATH and all(map(is_hash, path))
    return hashes and all(type(said[name]) is int for name in ("index", "size"))
