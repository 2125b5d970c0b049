"""The tree and its proofs, against the recursive definition of RFC 9162, and against forgers."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

import pytest

from replays.transparency.merkle import (
    EMPTY_ROOT,
    Node,
    consistency_spans,
    grown,
    hashes,
    inclusion_spans,
    leaf_hash,
    root,
)
from replays.transparency.proofs import extends, includes

from . import recursive_tree

SIZES = 100
LEAVES = [b"leaf %d" % number for number in range(SIZES)]
HASHES = [leaf_hash(data) for data in LEAVES]
SOME = (1, 2, 3, 4, 7, 8, 9, 31, 63, 64, 65, 99, 100)


@cache
def stored() -> Mapping[Node, bytes]:
    """Every node of the tree of all the leaves, grown in batches of uneven sizes."""
    nodes: dict[Node, bytes] = {}
    size = 0
    for batch in (0, 1, 1, 5, 16, 0, 30, 47):
        new = list(grown(size, HASHES[size : size + batch], lambda wanted: {at: nodes[at] for at in wanted}))
        nodes.update(new)
        assert len(new) <= 2 * batch + SIZES.bit_length()
        size += batch
    assert size == SIZES
    return nodes


def read(wanted: Sequence[Node]) -> Mapping[Node, bytes]:
    """Return what a store would answer; it is asked for few nodes only."""
    assert len(wanted) <= 2 * SIZES.bit_length()
    return {node: stored()[node] for node in wanted}


def inclusion(index: int, size: int) -> list[bytes]:
    return hashes(inclusion_spans(index, size), read)


def consistency(old: int, new: int) -> list[bytes]:
    return hashes(consistency_spans(old, new), read)


@cache
def true_root(size: int) -> bytes:
    return recursive_tree.root(LEAVES[:size])


def test_the_root_is_that_of_the_recursive_definition_at_every_size() -> None:
    assert root(0, read) == EMPTY_ROOT == recursive_tree.root([])
    for size in range(SIZES + 1):
        assert root(size, read) == true_root(size)


def test_every_inclusion_proof_of_some_sizes_equals_the_definition() -> None:
    for size in SOME:
        for index in range(size):
            assert inclusion(index, size) == recursive_tree.inclusion(index, LEAVES[:size])


def test_every_consistency_proof_of_some_sizes_equals_the_definition() -> None:
    for new in SOME:
        for old in range(1, new + 1):
            assert consistency(old, new) == recursive_tree.consistency(old, LEAVES[:new])


def test_every_inclusion_proof_of_every_size_is_accepted() -> None:
    for size in range(SIZES + 1):
        for index in range(size):
            assert includes(HASHES[index], index, size, inclusion(index, size), true_root(size))


def test_every_consistency_proof_of_every_pair_of_sizes_is_accepted() -> None:
    for new in range(SIZES + 1):
        for old in range(new + 1):
            assert extends(old, new, true_root(old), true_root(new), consistency(old, new))


def test_an_inclusion_proof_fails_for_other_values() -> None:
    for size in SOME:
        for index in range(size):
            path, head = inclusion(index, size), true_root(size)
            assert not any(includes(HASHES[index], at, size, path, head) for at in range(size) if at != index)
            assert not includes(HASHES[(index + 1) % SIZES], index, size, path, head)
            assert not includes(HASHES[index], index, size, path, true_root(size - 1))
            for changed in forgeries(path, Random(size * SIZES + index)):
                assert not includes(HASHES[index], index, size, changed, head)


def test_a_consistency_proof_fails_for_other_values() -> None:
    for new in SOME:
        for old in range(1, new):
            path, before, after = consistency(old, new), true_root(old), true_root(new)
            assert not extends(old, new, after, after, path)
            assert not extends(old, new, before, before, path)
            assert not extends(old, new, true_root(old - 1), after, path)
            for changed in forgeries(path, Random(new * SIZES + old)):
                assert not extends(old, new, before, after, changed)


def forgeries(path: list[bytes], random: Random) -> list[list[bytes]]:
    """Proofs that differ from a true one: cut, longer, a bit turned, two hashes changed about."""
    paths = [[*path, bytes(32)], [bytes(32), *path]]
    if path:
        at = random.randrange(len(path))
        paths += [path[:-1], path[1:], path[:at] + path[at + 1 :]]
        turned = bytearray(path[at])
        turned[random.randrange(32)] ^= 1 << random.randrange(8)
        paths.append([*path[:at], bytes(turned), *path[at + 1 :]])
    if len(path) > 1 and path[0] != path[-1]:
        paths.append([path[-1], *path[1:-1], path[0]])
    return paths


def test_a_tree_that_was_rewritten_is_not_an_extension() -> None:
    for new in SOME:
        for old in range(1, new):
            other = [*LEAVES[: old - 1], b"another game", *LEAVES[old:new]]
            path = recursive_tree.consistency(old, other)
            assert extends(old, new, recursive_tree.root(other[:old]), recursive_tree.root(other), path)
            assert not extends(old, new, true_root(old), recursive_tree.root(other), path)


def test_every_tree_extends_the_empty_one_and_none_shrinks() -> None:
    assert extends(0, 5, EMPTY_ROOT, true_root(5), [])
    assert not extends(0, 5, true_root(1), true_root(5), [])
    assert not extends(0, 5, EMPTY_ROOT, true_root(5), [true_root(5)])
    assert not extends(5, 4, true_root(5), true_root(4), consistency(4, 5))
    assert not extends(5, 5, true_root(4), true_root(5), [])


@pytest.mark.parametrize(("index", "size"), [(0, 0), (5, 5), (-1, 5)])
def test_no_proof_is_made_of_a_leaf_outside_the_tree(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="a proof is of a leaf"):
        inclusion_spans(index, size)
    assert not includes(HASHES[0], index, size, [], true_root(1))


def test_no_proof_is_made_that_a_tree_shrank() -> None:
    with pytest.raises(ValueError, match="not larger"):
        consistency_spans(6, 5)
