"""The Merkle tree of RFC 9162, 2.1: hashes, roots, and the parts of inclusion and consistency proofs.

A leaf is the end of a finished game, or of a dispute. Every hash of the tree of the first n leaves is that of
a range of leaves, `begin` to `end` exclusive. A complete subtree, of 2^level leaves at a multiple of that,
never changes once its leaves exist; it is a `Node`, and only nodes are stored. A range that ends within a
subtree is folded from a few of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from hashlib import sha256
from typing import Annotated, Any, Final, NamedTuple, TypedDict

from app.store.canonical import canonical

EMPTY_ROOT = sha256().digest()
"""Root of the tree without leaves."""


class Node(NamedTuple):
    """The complete subtree of the 2^`level` leaves from `position` * 2^`level`."""

    level: int
    position: int


class Span(NamedTuple):
    """The leaves from `begin` to `end`, exclusive; a subtree of the tree of some size."""

    begin: int
    end: int


Read = Callable[[Sequence[Node]], Mapping[Node, bytes]]
"""Returns the hashes of nodes, all at once."""


def leaf_hash(data: bytes) -> bytes:
    """Return SHA-256(0x00 || data), the hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return SHA-256(0x01 || left || right), the hash of two subtrees."""
    return sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    """Return the size of the left subtree of `size` (at least two) leaves: the largest power of two below it.

    >>> [split(size) for size in (2, 3, 4, 5, 8, 9)]
    [1, 2, 2, 4, 4, 8]
    """
    return 1 << (size - 1).bit_length() - 1


def inclusion_spans(index: int, size: int) -> list[Span]:
    """Return the spans of the proof of leaf `index` in the tree of `size` (RFC 9162, 2.1.3.1).

    >>> inclusion_spans(4, 7)
    [Span(begin=5, end=6), Span(begin=6, end=7), Span(begin=0, end=4)]
    """
    if not 0 <= index < size:
        raise ValueError("a proof is of a leaf of the tree")
    spans: list[Span] = []
    begin, end = 0, size
    while end - begin > 1:
        middle = begin + split(end - begin)
        if index < middle:
            spans.append(Span(middle, end))
            end = middle
        else:
            spans.append(Span(begin, middle))
            begin = middle
    return spans[::-1]


def consistency_spans(old: int, new: int) -> list[Span]:
    """Return the spans whose hashes prove that the tree of `new` leaves begins with that of `old` (2.1.4.1).

    There are none where the two are one, and where the old tree is empty, which every tree begins with.

    >>> consistency_spans(3, 7)
    [Span(begin=2, end=3), Span(begin=3, end=4), Span(begin=0, end=2), Span(begin=4, end=7)]
    """
    if not 0 <= old <= new:
        raise ValueError("an old tree is not larger than the new one")
    if old in (0, new):
        return []
    spans: list[Span] = []
    begin, end = 0, new
    while end != old:
        middle = begin + split(end - begin)
        if old <= middle:
            spans.append(Span(middle, end))
            end = middle
        else:
            spans.append(Span(begin, middle))
            begin = middle
    # The last subtree of the old tree; if that is all of it, its root is known.
    return ([Span(begin, end)] if begin else []) + spans[::-1]


def nodes_of(span: Span) -> list[Node]:
    """Return the nodes that a span is folded from, from left to right.

    >>> nodes_of(Span(4, 7))
    [Node(level=1, position=2), Node(level=0, position=6)]
    """
    nodes, begin = [], span.begin
    while begin < span.end:
        level = (span.end - begin).bit_length() - 1
        nodes.append(Node(level, begin >> level))
        begin += 1 << level
    return nodes


def hashes(spans: Sequence[Span], read: Read) -> list[bytes]:
    """Return the hash of every span, in order, with one read of their nodes."""
    wanted = [nodes_of(span) for span in spans]
    known = read([node for nodes in wanted for node in nodes])
    return [_folded([known[node] for node in nodes]) for nodes in wanted]


def root(size: int, read: Read) -> bytes:
    """Return the root of the tree of the first `size` leaves."""
    return hashes([Span(0, size)], read)[0]


def _folded(subtrees: Sequence[bytes]) -> bytes:
    if not subtrees:
        return EMPTY_ROOT
    return reduce(lambda right, left: node_hash(left, right), reversed(subtrees))


def grown(size: int, leaves: Sequence[bytes], read: Read) -> Iterator[tuple[Node, bytes]]:
    """Yield every node that a tree of `size` leaves gains by `leaves`, the hashes of the new ones."""
    edge = [node for node in nodes_of(Span(0, size)) if size]
    known = dict(read(edge))
    for index, leaf in enumerate(leaves, start=size):
        node, value = Node(0, index), leaf
        known[node] = value
        yield node, value
        while node.position % 2:
            value = node_hash(known[Node(node.level, node.position - 1)], value)
            node = Node(node.level + 1, node.position >> 1)
            known[node] = value
            yield node, value


VERSION: Final = 1


class LeafView(TypedDict):
    """A leaf; the hash of the tree is over SHA-256(0x00 || its canonical JSON)."""

    v: int
    game: str
    plies: int
    digest: Annotated[str, "Of the last entry, in hex"]


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
        return canonical(self.document)

    @property
    def document(self) -> LeafView:
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
        return leaf if leaf.document == document and type(leaf.plies) is int else None
    except (KeyError, TypeError, ValueError):
        return None
