"""Distribution of the buckets of games over the masters of a cluster.

Tools of the engines balance 16,384 slots, of which the games use 64. Three masters with a third of the slots
each hold 22, 23 and 19 buckets; the ranges planned here give them 21, 21 and 22.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from redis.crc import key_slot

from app.store.cluster import SLOTS, Address
from app.store.keys import BUCKETS, outbox_key

SLOT_OF_BUCKET: Final = tuple(key_slot(outbox_key(number).encode()) for number in range(BUCKETS))
"""The slot of all keys of each bucket."""

SlotRange = tuple[int, int]
"""First and last slot."""


def planned_ranges(masters: int) -> list[SlotRange]:
    """Return a range of slots for each of so many masters, with equally many buckets, or one more or less.

    Raises ValueError for more masters than buckets.

    >>> planned_ranges(2)
    [(0, 8138), (8139, 16383)]
    """
    if not 1 <= masters <= BUCKETS:
        raise ValueError(f"from 1 to {BUCKETS} masters can share the buckets")
    slots = sorted(SLOT_OF_BUCKET)
    cuts = [BUCKETS * number // masters for number in range(1, masters)]
    firsts = [0, *((slots[cut - 1] + slots[cut] + 1) // 2 for cut in cuts)]
    return [(first, following - 1) for first, following in zip(firsts, [*firsts[1:], SLOTS], strict=True)]


@dataclass(frozen=True, slots=True)
class Master:
    """A master of a cluster: its id and address, and the buckets that it has."""

    id: str
    address: Address
    buckets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """The slots of some buckets that should move from one master to another."""

    source: Master
    target: Master
    slots: tuple[int, ...]


def planned_counts(masters: Sequence[Master]) -> list[int]:
    """Return how many buckets each master should have; those with the most keep one more."""
    least, more = divmod(BUCKETS, len(masters))
    order = sorted(range(len(masters)), key=lambda number: -len(masters[number].buckets))
    favoured = set(order[:more])
    return [least + (number in favoured) for number in range(len(masters))]


def moves(masters: Sequence[Master]) -> list[Move]:
    """Return the fewest moves after which every master has as many buckets as planned."""
    counts = planned_counts(masters)
    surplus = [
        (source, SLOT_OF_BUCKET[number])
        for source, count in enumerate(counts)
        for number in masters[source].buckets[count:]
    ]
    missing = [
        target for target, count in enumerate(counts) for _ in range(count - len(masters[target].buckets))
    ]
    moved = defaultdict[tuple[int, int], list[int]](list)
    for (source, slot), target in zip(surplus, missing, strict=False):
        moved[source, target].append(slot)
    return [
        Move(masters[source], masters[target], tuple(sorted(slots)))
        for (source, target), slots in moved.items()
    ]


def parse_shards(reply: Sequence[Any], asked: str, tls: bool) -> list[Master]:
    """Return the masters in a reply to CLUSTER SHARDS; one that knows no host of its own is at `asked`."""
    masters: list[Master] = []
    for shard in map(_members, reply):
        bounds = shard[b"slots"]
        held = [range(first, last + 1) for first, last in zip(bounds[::2], bounds[1::2], strict=True)]
        for node in map(_members, shard[b"nodes"]):
            if node[b"role"] == b"master" and node[b"health"] == b"online":
                host = node[b"endpoint"] or b""
                address = Address(host.decode() or asked, node[b"tls-port" if tls else b"port"])
                buckets = tuple(
                    number for number, slot in enumerate(SLOT_OF_BUCKET) if any(slot in part for part in held)
                )
                masters.append(Master(node[b"id"].decode(), address, buckets))
    return sorted(masters, key=lambda master: master.address)


def _members(flat: Sequence[Any]) -> dict[bytes, Any]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


def held_buckets(masters: Sequence[Address | None]) -> Mapping[Address, frozenset[int]]:
    """Return the buckets that each master of a slot has, by the master of each slot."""
    by_bucket = [masters[slot] for slot in SLOT_OF_BUCKET]
    return {
        master: frozenset(number for number, holder in enumerate(by_bucket) if holder == master)
        for master in set(masters)
        if master is not None
    }
