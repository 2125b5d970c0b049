"""The tree in the catalogue's database: appended to, signed, proved, by O(log n) rows each.

Whoever appends or signs holds the one right to write (`replays.catalogue.connecting.writing`); the primary
keys make sure that no index and no size is ever given twice. What is signed is never taken back: before
anything new is signed, the tree of the last checkpoint is computed again from what is stored.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, and_, false, func, insert, or_, select

from app.games.codec import Json
from app.signing import KeyRing
from replays.catalogue import generations
from replays.catalogue.tables import checkpoints, leaves, nodes
from replays.receipts import key_list
from replays.tree import merkle, notes
from replays.tree.errors import BadNote, LeafConflict, NoSuchLeaf, NoSuchTree, NotSigned, TreeForked
from replays.tree.leaves import Leaf
from replays.tree.merkle import Node
from replays.tree.notes import Checkpoint

_log: Final = logging.getLogger(__name__)
_TOGETHER: Final = 400
"""How many games or nodes one query names; SQLite takes some hundreds of parameters everywhere."""


@dataclass(frozen=True, slots=True)
class Inclusion:
    """The proof that `leaf` is number `index` of the first `size` leaves; `path` from the leaf up."""

    leaf: Leaf
    index: int
    size: int
    path: tuple[bytes, ...]


def size(connection: Connection) -> int:
    """How many leaves the tree has now."""
    last = connection.scalar(select(func.max(leaves.c.index)))
    return 0 if last is None else last + 1


def append(connection: Connection, ended: Sequence[Leaf]) -> int:
    """The index of the first of the leaves `ended` that is new; they follow one another in their order.

    A leaf that is there already is passed over, so what was cut off can be done again. LeafConflict, and
    nothing is written, if a game's leaf says something else. The caller holds the right to write.
    """
    first = size(connection)
    new = _new(connection, ended)
    if new:
        grown = merkle.grown(first, [leaf.hash for leaf in new], lambda wanted: _read(connection, wanted))
        connection.execute(insert(leaves), [_row(index, leaf) for index, leaf in enumerate(new, first)])
        connection.execute(
            insert(nodes),
            [{"level": at.level, "position": at.position, "hash": value} for at, value in grown],
        )
    return first


def _row(index: int, leaf: Leaf) -> dict[str, object]:
    return {"index": index, "game": leaf.game, "plies": leaf.plies, "digest": leaf.digest}


def _new(connection: Connection, ended: Sequence[Leaf]) -> list[Leaf]:
    """Of the leaves those that the tree has not, each once."""
    known = {game: leaf for game, (_, leaf) in _known(connection, [leaf.game for leaf in ended]).items()}
    new: dict[str, Leaf] = {}
    for leaf in ended:
        if leaf != (known.get(leaf.game) or new.setdefault(leaf.game, leaf)):
            raise LeafConflict(f"the leaf of {leaf.game} is there already and says something else")
    return list(new.values())


def _known(connection: Connection, games: Sequence[str]) -> Mapping[str, tuple[int, Leaf]]:
    """By game the index and the leaf, for those of `games` that have one."""
    rows: list[Any] = []
    for begin in range(0, len(games), _TOGETHER):
        wanted = select(leaves).where(leaves.c.game.in_(games[begin : begin + _TOGETHER]))
        rows += connection.execute(wanted)
    return {game: (index, Leaf(game, plies, bytes(digest))) for index, game, plies, digest in rows}


def _read(connection: Connection, wanted: Sequence[Node]) -> Mapping[Node, bytes]:
    found: dict[Node, bytes] = {}
    for begin in range(0, len(wanted), _TOGETHER):
        # One condition a node: of a row of values in a list SQLite makes no use of the index.
        places = (
            and_(nodes.c.level == level, nodes.c.position == position)
            for level, position in wanted[begin : begin + _TOGETHER]
        )
        rows = connection.execute(select(nodes).where(or_(false(), *places)))
        found |= {Node(level, position): bytes(value) for level, position, value in rows}
    if missing := set(wanted) - set(found):
        raise TreeForked(f"the tree has lost its node {min(missing)}")
    return found


def root(connection: Connection, of: int) -> bytes:
    """The root of the tree of the first `of` leaves, from what is stored."""
    return merkle.root(of, lambda wanted: _read(connection, wanted))


def checkpoint(connection: Connection, ring: KeyRing, now_ms: int) -> str | None:
    """The signed note for the tree as it is: the last one, or a new one where leaves came since.

    None while the tree is empty. TreeForked, loudly, if the stored tree does not extend what was signed
    last: then nothing is signed. The caller holds the right to write.
    """
    now, last = size(connection), latest(connection)
    if last is not None:
        before = _confirmed(connection, ring, last, now)
        if before.size == now:
            return last
        now_ms = max(now_ms, before.time_ms)
    return _signed(connection, ring, now, now_ms) if now else None


def _signed(connection: Connection, ring: KeyRing, now: int, now_ms: int) -> str:
    head = Checkpoint(ring.origin, now, root(connection, now), now_ms)
    note = notes.signed(head, ring)
    generations.keep(connection, ring.keys())
    connection.execute(insert(checkpoints), {"size": now, "root": head.root, "time_ms": now_ms, "note": note})
    return note


def _confirmed(connection: Connection, ring: KeyRing, note: str, now: int) -> Checkpoint:
    """The checkpoint in our last note, if the stored tree extends it."""
    try:
        signed = notes.opened(note, key_list(ring.document()))
        if signed.size > now:
            raise TreeForked(f"the tree has {now} leaves, a checkpoint of {signed.size} was signed")
        if root(connection, signed.size) != signed.root:
            raise TreeForked(f"the first {signed.size} leaves are not those that were signed")
    except (BadNote, TreeForked) as problem:
        _log.critical("The log of logs contradicts its last checkpoint, nothing is signed: %s.", problem)
        raise TreeForked(str(problem)) from problem
    return signed


def latest(connection: Connection) -> str | None:
    """The last signed note; None before the first."""
    note: str | None = connection.scalar(
        select(checkpoints.c.note).order_by(checkpoints.c.size.desc()).limit(1)
    )
    return note


def signed_size(connection: Connection) -> int:
    """How many leaves are under a checkpoint."""
    return connection.scalar(select(func.max(checkpoints.c.size))) or 0


def notes_after(connection: Connection, after: int, limit: int) -> list[str]:
    """The signed notes of trees larger than `after`, `limit` at most, smallest tree first."""
    later = select(checkpoints.c.note).where(checkpoints.c.size > after)
    return list(connection.scalars(later.order_by(checkpoints.c.size).limit(limit)))


def note_at(connection: Connection, of: int) -> str | None:
    """The signed note of the tree of exactly `of` leaves, if there is one."""
    note: str | None = connection.scalar(select(checkpoints.c.note).where(checkpoints.c.size == of))
    return note


def inclusion(connection: Connection, game: str, of: int | None = None) -> Inclusion:
    """The proof that the end of `game` is a leaf of the tree of `of` leaves.

    Without `of` it is the smallest tree with the game that was signed, so that the proof is always the same.
    NoSuchLeaf if the game is not in that tree, NotSigned where that is none yet, NoSuchTree for one that is
    larger than any signed.
    """
    index, leaf = _known(connection, [game]).get(game, (None, None))
    if index is None or leaf is None:
        raise NoSuchLeaf(f"{game} is no leaf of the tree")
    of = _first_signed(connection, index) if of is None else _within(connection, of)
    if index >= of:
        raise NoSuchLeaf(f"{game} is no leaf of the tree of {of}")
    spans = merkle.inclusion_spans(index, of)
    return Inclusion(leaf, index, of, _hashes(connection, spans))


def proof(connection: Connection, game: str) -> Json | None:
    """The proof as a record's last line holds it, `{index, note, path, size}`; None until there is one.

    It is that of the first checkpoint over the game, so it never changes again.
    """
    try:
        found = inclusion(connection, game)
    except (NoSuchLeaf, NotSigned):
        return None
    path = [one.hex() for one in found.path]
    note = note_at(connection, found.size)
    return {"index": found.index, "note": note, "path": path, "size": found.size}


def _first_signed(connection: Connection, index: int) -> int:
    found = connection.scalar(select(func.min(checkpoints.c.size)).where(checkpoints.c.size > index))
    if found is None:
        raise NotSigned("the leaf is not under a checkpoint yet")
    return int(found)


def _within(connection: Connection, of: int) -> int:
    if of > signed_size(connection):
        raise NoSuchTree(f"no tree of {of} leaves was signed yet")
    return of


def consistency(connection: Connection, old: int, new: int) -> tuple[bytes, ...]:
    """The proof that the tree of `new` leaves begins with that of `old`; NoSuchTree beyond what is signed."""
    if old > new:
        raise NoSuchTree("a tree never shrinks, so `old` is at most `new`")
    return _hashes(connection, merkle.consistency_spans(old, _within(connection, new)))


def _hashes(connection: Connection, spans: Iterable[merkle.Span]) -> tuple[bytes, ...]:
    return tuple(merkle.hashes(list(spans), lambda wanted: _read(connection, wanted)))
