"""The Merkle tree of RFC 9162 by recursion over lists of leaf data: slow, but easy to compare."""

from collections.abc import Sequence
from hashlib import sha256


def root(leaves: Sequence[bytes]) -> bytes:
    """MTH (2.1.1)."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    k = largest_power(len(leaves))
    return sha256(b"\x01" + root(leaves[:k]) + root(leaves[k:])).digest()


def inclusion(at: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH (2.1.3.1)."""
    if len(leaves) == 1:
        return []
    k = largest_power(len(leaves))
    if at < k:
        return [*inclusion(at, leaves[:k]), root(leaves[k:])]
    return [*inclusion(at - k, leaves[k:]), root(leaves[:k])]


def consistency(old: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PROOF (2.1.4.1), for an old tree that is not empty."""
    return subproof(old, leaves, True)


def subproof(old: int, leaves: Sequence[bytes], whole: bool) -> list[bytes]:
    if old == len(leaves):
        return [] if whole else [root(leaves)]
    k = largest_power(len(leaves))
    if old <= k:
        return [*subproof(old, leaves[:k], whole), root(leaves[k:])]
    return [*subproof(old - k, leaves[k:], False), root(leaves[:k])]


def largest_power(size: int) -> int:
    power = 1
    while power * 2 < size:
        power *= 2
    return power
