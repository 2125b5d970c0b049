"""The plan of slots: buckets shared evenly over masters, and the fewest moves that lead there."""

from itertools import accumulate, pairwise
from typing import Any

import pytest

from app.store import keys
from app.store.bucket_plan import SLOT_OF_BUCKET, Master, moves, parse_shards, planned_counts, planned_ranges
from app.store.cluster import SLOTS, Address


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 16, 64])
def test_planned_ranges_share_the_buckets_evenly(count: int) -> None:
    ranges = planned_ranges(count)
    assert [first for first, _ in ranges] == [0, *(last + 1 for _, last in ranges[:-1])]
    assert ranges[-1][1] == SLOTS - 1
    shares = [sum(first <= slot <= last for slot in SLOT_OF_BUCKET) for first, last in ranges]
    assert max(shares) - min(shares) <= 1


def masters(*counts: int) -> list[Master]:
    """Return masters with so many buckets each."""
    ends = list(accumulate(counts, initial=0))
    return [
        Master(f"m{at}", Address("host", at), tuple(range(first, last)))
        for at, (first, last) in enumerate(pairwise(ends))
    ]


@pytest.mark.parametrize("counts", [(22, 23, 19), (21, 21, 22), (16, 16, 16, 16, 0), (64,), (0, 64)])
def test_the_fewest_moves_lead_to_the_planned_counts(counts: tuple[int, ...]) -> None:
    known = masters(*counts)
    planned = planned_counts(known)
    assert max(planned) - min(planned) <= 1
    after = list(counts)
    for move in moves(known):
        after[known.index(move.source)] -= len(move.slots)
        after[known.index(move.target)] += len(move.slots)
    assert after == planned
    moved = sum(len(move.slots) for move in moves(known))
    assert moved == sum(max(0, count - goal) for count, goal in zip(counts, planned, strict=True))


def test_shards_tell_the_masters_with_their_buckets() -> None:
    def node(name: bytes, port: int, role: bytes) -> list[Any]:
        fields = {b"id": name, b"port": port, b"tls-port": port + 1, b"endpoint": b"", b"role": role}
        return [word for pair in {**fields, b"health": b"online"}.items() for word in pair]

    shard = [b"slots", [0, SLOTS - 1], b"nodes", [node(b"a", 1, b"master"), node(b"b", 2, b"replica")]]
    (master,) = parse_shards([shard], "asked", tls=True)
    assert master == Master("a", Address("asked", 2), tuple(range(keys.BUCKETS)))
