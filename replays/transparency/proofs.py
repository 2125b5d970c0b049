"""Verification of consistency and inclusion proofs from hashes alone (RFC 9162, 2.1.3.2 and 2.1.4.2).

An inclusion proof shows that a game's end is a leaf under a signed checkpoint.
"""

from collections.abc import Sequence
from typing import Any, Final

from app.i18n import Message
from replays.record.format import is_hash
from replays.record.receipts import KeyList
from replays.transparency.checkpoints import opened, read, signatures
from replays.transparency.errors import BadNote
from replays.transparency.merkle import EMPTY_ROOT, Leaf, node_hash


def includes(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Return True if `path` proves that leaf `index` of the tree of `size` leaves has the hash `leaf`."""
    if not 0 <= index < size:
        return False
    at, last, computed = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if at % 2 or at == last:
            computed = node_hash(sibling, computed)
            at, last = _up_right_edge(at, last)
        else:
            computed = node_hash(computed, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and computed == root


def extends(old: int, new: int, old_root: bytes, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Return True if `path` proves that the tree of `new` leaves begins with that of `old` leaves."""
    if not 0 <= old <= new:
        return False
    if old in (0, new):
        start = EMPTY_ROOT if old == 0 else new_root
        return not path and old_root == start
    # A complete old tree is a node of the new one; the proof omits it.
    known = [old_root, *path] if old & (old - 1) == 0 else list(path)
    return bool(known) and _extends(old, new, old_root, new_root, known)


def _extends(old: int, new: int, old_root: bytes, new_root: bytes, known: Sequence[bytes]) -> bool:
    at, last = old - 1, new - 1
    while at % 2:
        at, last = at >> 1, last >> 1
    before = after = known[0]
    for sibling in known[1:]:
        if last == 0:
            return False
        if at % 2 or at == last:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
            at, last = _up_right_edge(at, last)
        else:
            after = node_hash(after, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and before == old_root and after == new_root


def _up_right_edge(at: int, last: int) -> tuple[int, int]:
    """Skip the levels at which a subtree on the right edge has no sibling."""
    while at and at % 2 == 0:
        at, last = at >> 1, last >> 1
    return at, last


MEMBERS: Final = {"note", "index", "size", "path"}
"""Members of a proof of inclusion, in a record's last line and in the API."""

_LONGEST_PATH: Final = 64


def problem(document: Any, leaf: Leaf, keys: KeyList | None = None) -> Message | None:
    """Return why the proof does not show that `leaf` is in the signed log of a service, or None.

    Without `keys` no signature is checked: then the hashes are compared with the root in the checkpoint,
    which only shows that proof and checkpoint belong together. The note has one signature, that of the
    service.
    """
    if not is_proof(document):
        return Message("the proof of inclusion has not the form of one")
    try:
        head = opened(document["note"], keys) if keys else read(document["note"])
        alone = signatures(document["note"]) == 1
    except BadNote as fault:
        return fault.message
    if not alone or head.size != document["size"]:
        return Message("the checkpoint is not the one that the proof is for")
    path = [bytes.fromhex(text) for text in document["path"]]
    if not includes(leaf.hash, document["index"], head.size, path, head.root):
        return Message("the hashes do not lead from the end of the game to the root of the checkpoint")
    return None


def is_proof(document: Any) -> bool:
    """Return True if the document has the form of a proof of inclusion."""
    if not isinstance(document, dict) or set(document) != MEMBERS or not isinstance(document["note"], str):
        return False
    path = document["path"]
    hashes = isinstance(path, list) and len(path) <= _LONGEST_PATH and all(map(is_hash, path))
    return hashes and all(type(document[name]) is int for name in ("index", "size"))
