"""Verification of the two proofs from hashes alone (RFC 9162, 2.1.3.2 and 2.1.4.2)."""

from collections.abc import Sequence

from replays.tree.merkle import EMPTY_ROOT, node_hash


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
