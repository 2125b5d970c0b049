"""Verification of inclusion proofs: a game's end is a leaf under a signed checkpoint."""

from typing import Any, Final

from replays.receipts import KeyList
from replays.record.format import is_hash
from replays.tree.errors import BadNote
from replays.tree.leaves import Leaf
from replays.tree.notes import opened, read, signatures
from replays.tree.proofs import includes

MEMBERS: Final = {"note", "index", "size", "path"}
"""Members of a proof of inclusion, in a record's last line and in the API."""

_LONGEST_PATH: Final = 64


def problem(document: Any, leaf: Leaf, keys: KeyList | None = None) -> str | None:
    """Return why the proof does not show that `leaf` is in the signed log of a service, or None.

    Without `keys` no signature is checked: then the hashes are compared with the root in the checkpoint,
    which only shows that proof and checkpoint belong together. The note has one signature, that of the
    service.
    """
    if not is_proof(document):
        return "the proof of inclusion has not the form of one"
    try:
        head = opened(document["note"], keys) if keys else read(document["note"])
        alone = signatures(document["note"]) == 1
    except BadNote as fault:
        return str(fault)
    if not alone or head.size != document["size"]:
        return "the checkpoint is not the one that the proof is for"
    path = [bytes.fromhex(text) for text in document["path"]]
    if not includes(leaf.hash, document["index"], head.size, path, head.root):
        return "the hashes do not lead from the end of the game to the root of the checkpoint"
    return None


def is_proof(document: Any) -> bool:
    """Return True if the document has the form of a proof of inclusion."""
    if not isinstance(document, dict) or set(document) != MEMBERS or not isinstance(document["note"], str):
        return False
    path = document["path"]
    hashes = isinstance(path, list) and len(path) <= _LONGEST_PATH and all(map(is_hash, path))
    return hashes and all(type(document[name]) is int for name in ("index", "size"))
