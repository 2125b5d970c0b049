"""Proof lines for games in memory: receipts by keys that were rotated once, a checkpoint of a small tree."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from app.service.signing import KeyRing, command_digest, receipt, receipt_message, refusal
from app.store.canonical import parse
from app.store.entry import Entry
from replays.record.format import Proof
from replays.record.receipts import key_list
from replays.transparency.checkpoints import Checkpoint, signed
from replays.transparency.merkle import Leaf, Node, grown, hashes, inclusion_spans, leaf_hash, root
from tests.replays.memory_log import START_MS
from tests.replays.transparency.rings import KnownStarts

Json = dict[str, Any]

ROTATED_MS = START_MS + 40_000
"""Somewhere in a game of persons, whose entries come about every 1.5 s."""

RING = KeyRing(bytes(range(32)), KnownStarts((0, ROTATED_MS)))
STRANGER = KeyRing(bytes(32), KnownStarts((0,)))
DOCUMENT = RING.document()
KEYS = key_list(DOCUMENT)


def proved(log: tuple[Entry, ...], rng: Random) -> Proof:
    """The proof of a log: receipts of some entries and of the last, a checkpoint of a tree of some size."""
    some = rng.sample(log[:-1], min(len(log) - 1, rng.choice((0, 0, 1, 2))))
    return Proof(tuple(given(entry) for entry in (*some, log[-1])), _checkpoint(log, rng))


def given(entry: Entry) -> Json:
    """The receipt of an entry; of one without a time, of a moment after the rotation."""
    time: int = parse(entry.public)["time"] or ROTATED_MS + 5_000
    return receipt(RING, entry.game, entry.ply, entry.digest, time)


def resigned(statement: Json, ring: KeyRing, at_ms: int) -> Json:
    """A receipt with the key and the signature that `ring` has at another time."""
    made = statement | {"key": ring.in_force(at_ms)}
    return made | {"signature": ring.sign(receipt_message(made), at_ms).signature.hex()}


def covered(entry: Entry, rng: Random) -> Json:
    """A proof of inclusion, with its leaf, that a log ended with this entry."""
    return {"leaf": Leaf(entry.game, entry.ply, entry.digest).document, **_checkpoint((entry,), rng)}


def refused(game: str, ply: int, seat: int | None, command: Json) -> Json:
    """The signed refusal of a command, of a moment after the rotation."""
    statement = {"game": game, "ply": ply, "seat": seat, "command": command_digest(command)}
    return refusal(RING, statement | {"code": "wrong_phase", "rule": "10.1"}, ROTATED_MS + 5_000)


def _checkpoint(log: tuple[Entry, ...], rng: Random) -> Json:
    size = rng.randrange(1, 40)
    index = rng.randrange(size)
    leaves = [leaf_hash(rng.randbytes(8)) for _ in range(size)]
    leaves[index] = Leaf(log[-1].game, log[-1].ply, log[-1].digest).hash
    nodes = dict(grown(0, leaves, lambda wanted: {}))

    def read(wanted: Sequence[Node]) -> Mapping[Node, bytes]:
        return {node: nodes[node] for node in wanted}

    time_ms = ROTATED_MS + rng.randrange(-10_000, 10_000)
    head = Checkpoint(RING.origin, size, root(size, read), time_ms)
    path = [digest.hex() for digest in hashes(inclusion_spans(index, size), read)]
    return {"note": signed(head, RING), "index": index, "size": size, "path": path}
