"""The transparency log in the catalogue's database: appending, signing and proofs by O(log n) rows each.

Appending and signing need the write lock (`replays.catalogue.connecting.writing`); the primary keys make sure
that no index and no size is used twice. Signed leaves are never removed: before a new checkpoint is signed,
the tree of the last one is computed again from the stored nodes, and so is every tree that was signed
according to the other parts of the installation (`Elsewhere`).

A catalogue belongs to this service if its last checkpoint has this service's origin and a signature by one of
its keys. Games are never archived into a catalogue that another service has signed: its log would continue
with our leaves, and could not be signed any more. The keys are derived from the service key alone, so data
lost by the store never makes a catalogue foreign.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from sqlalchemy import Connection, and_, delete, false, func, insert, or_, select

from app.games.codec import Json
from app.i18n import Message
from app.service.signing import AHEAD, KeyRing
from app.store.signing_state import LogHead
from replays.catalogue import key_epochs
from replays.catalogue.connecting import batches
from replays.catalogue.tables import checkpoints, leaves, nodes
from replays.record.receipts import key_list
from replays.transparency import checkpoints as notes
from replays.transparency import merkle
from replays.transparency.checkpoints import Checkpoint
from replays.transparency.errors import (
    BadNote,
    ForeignTree,
    LeafConflict,
    NoSuchLeaf,
    NoSuchTree,
    TreeForked,
)
from replays.transparency.merkle import Leaf, Node


@dataclass(frozen=True, slots=True)
class Inclusion:
    """Proof that `leaf` is number `index` of the first `size` leaves; `path` from the leaf up."""

    leaf: Leaf
    index: int
    size: int
    path: tuple[bytes, ...]


def size(connection: Connection) -> int:
    """Return the current number of leaves."""
    last = connection.scalar(select(func.max(leaves.c.index)))
    return 0 if last is None else last + 1


def append(connection: Connection, ended: Sequence[Leaf]) -> int:
    """Append the leaves `ended` in order; return the index of the first new one.

    Leaves that exist are ignored, so an interrupted call can be repeated. Raises LeafConflict, before
    anything is written, if a game has a different leaf. The caller holds the write lock.
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
    """Return the leaves that the tree does not have, each once."""
    known = {game: leaf for game, (_, leaf) in _known(connection, [leaf.game for leaf in ended]).items()}
    new: dict[str, Leaf] = {}
    for leaf in ended:
        if leaf != (known.get(leaf.game) or new.setdefault(leaf.game, leaf)):
            raise LeafConflict(f"the leaf of {leaf.game} is there already and says something else")
    return list(new.values())


def _known(connection: Connection, games: Sequence[str]) -> Mapping[str, tuple[int, Leaf]]:
    """Return index and leaf, by game, for those of `games` that have one."""
    rows: list[Any] = []
    for batch in batches(games):
        rows += connection.execute(select(leaves).where(leaves.c.game.in_(batch)))
    return {game: (index, Leaf(game, plies, bytes(digest))) for index, game, plies, digest in rows}


def _read(connection: Connection, wanted: Sequence[Node]) -> Mapping[Node, bytes]:
    hashes: dict[Node, bytes] = {}
    for batch in batches(wanted):
        # One condition per node: SQLite does not use the index for row values in a list.
        places = (and_(nodes.c.level == level, nodes.c.position == position) for level, position in batch)
        rows = connection.execute(select(nodes).where(or_(false(), *places)))
        hashes |= {Node(level, position): bytes(value) for level, position, value in rows}
    if missing := set(wanted) - set(hashes):
        raise TreeForked(f"the tree has lost its node {min(missing)}")
    return hashes


def root(connection: Connection, of: int) -> bytes:
    """Return the root of the tree of the first `of` leaves, from stored nodes."""
    return merkle.root(of, lambda wanted: _read(connection, wanted))


def root_with(connection: Connection, more: Sequence[Leaf]) -> bytes:
    """Return the root of the tree if the leaves `more` followed the stored ones."""
    first = size(connection)
    hashes = [leaf.hash for leaf in more]
    grown = dict(merkle.grown(first, hashes, lambda wanted: _read(connection, wanted)))

    def known(wanted: Sequence[Node]) -> Mapping[Node, bytes]:
        return {**grown, **_read(connection, [node for node in wanted if node not in grown])}

    return merkle.root(first + len(more), known)


class Elsewhere(Protocol):
    """The log in the other parts of the installation, during signing.

    An implementation may work in the signing transaction.
    """

    def heads(self) -> Mapping[Message, LogHead]:
        """Return the last head in each part, by the name of the part."""

    def missed(self, after: int) -> Sequence[str]:
        """Return signed notes of trees larger than `after` that the catalogue may have lost."""

    def keep(self, note: str) -> None:
        """Store the last signed note and its head, unless they are stored. Raises if that fails."""


class _Nowhere:
    """No other parts."""

    def heads(self) -> Mapping[Message, LogHead]:
        return {}

    def missed(self, after: int) -> Sequence[str]:
        return ()

    def keep(self, note: str) -> None:
        pass


_NOWHERE: Final = _Nowhere()


def checkpoint(
    connection: Connection, ring: KeyRing, now_ms: int, elsewhere: Elsewhere = _NOWHERE
) -> str | None:
    """Return the signed note of the current tree: the last one, or a new one after new leaves.

    Return None while the tree is empty. Raises TreeForked, before anything is signed, if the stored tree does
    not extend all signed ones. The note is stored `elsewhere` before it becomes public here, when the
    transaction is committed. The caller holds the write lock.
    """
    if fault := contradiction(connection, elsewhere.heads()):
        raise TreeForked(fault)
    for missed in elsewhere.missed(signed_size(connection)):
        enter_note(connection, ring, missed)
    now, last = size(connection), latest(connection)
    if not now:
        return None
    if last is not None:
        before = _confirmed(connection, ring, last, now)
        now_ms = max(now_ms, before.time_ms)
        if before.size == now:
            elsewhere.keep(last)
            return last
    note = notes.signed(Checkpoint(ring.origin, now, root(connection, now), now_ms), ring)
    elsewhere.keep(note)
    key_epochs.keep(connection, ring.keys())
    _insert_note(connection, note)
    return note


def contradiction(connection: Connection, heads: Mapping[Message, LogHead]) -> Message | None:
    """Return why the stored tree does not begin with the trees of `heads`, by part, or None."""
    now = size(connection)
    for part, head in sorted(heads.items(), key=lambda item: -item[1].size):
        if head.size > now:
            return Message(
                "the catalogue holds {now} leaves of the log of all games, while {part} keeps the head of a"
                " signed checkpoint of {size}"
            ).filled(now=now, part=part, size=head.size)
        if root(connection, head.size) != head.root:
            return Message(
                "the first {size} leaves in the catalogue are not those of the signed checkpoint whose head"
                " {part} keeps"
            ).filled(size=head.size, part=part)
    return None


def enter_note(connection: Connection, ring: KeyRing, note: str) -> None:
    """Add the note of a tree that the stored one begins with to the checkpoints.

    Raises TreeForked if the stored tree has another root. The caller holds the write lock.
    """
    _confirmed(connection, ring, note, size(connection))
    _insert_note(connection, note)


def _insert_note(connection: Connection, note: str) -> None:
    head = notes.read(note)
    row = {"size": head.size, "root": head.root, "time_ms": head.time_ms, "note": note}
    connection.execute(insert(checkpoints), row)


def _confirmed(connection: Connection, ring: KeyRing, note: str, now: int) -> Checkpoint:
    """Return the checkpoint in a note of this service, if the stored tree extends it."""
    try:
        signed = notes.opened(note, key_list(ring.document()))
    except BadNote as problem:
        raise TreeForked(f"a signed checkpoint cannot be read: {problem}") from problem
    if signed.size > now:
        raise TreeForked(f"the tree has {now} leaves, a checkpoint of {signed.size} was signed")
    if root(connection, signed.size) != signed.root:
        raise TreeForked(f"the first {signed.size} leaves are not those that were signed")
    return signed


def latest(connection: Connection) -> str | None:
    """Return the last signed note, or None."""
    note: str | None = connection.scalar(
        select(checkpoints.c.note).order_by(checkpoints.c.size.desc()).limit(1)
    )
    return note


def cut(connection: Connection, to: int) -> None:
    """Remove all leaves from number `to` on. Raises ValueError if one is under a checkpoint."""
    if to < signed_size(connection):
        raise ValueError("what is signed is never taken back")
    connection.execute(delete(leaves).where(leaves.c.index >= to))
    top = connection.scalar(select(func.max(nodes.c.level))) or 0
    for level in range(top + 1):
        beyond = (nodes.c.level == level) & (nodes.c.position >= to >> level)
        connection.execute(delete(nodes).where(beyond))


def leaves_of(connection: Connection, ids: Sequence[str]) -> Mapping[str, Leaf]:
    """Return the leaves of these games, by game."""
    return {game: leaf for game, (_, leaf) in _known(connection, ids).items()}


def leaves_from(connection: Connection, begin: int, limit: int) -> list[Leaf]:
    """Return at most `limit` leaves from number `begin` on."""
    wanted = select(leaves).where(leaves.c.index >= begin).order_by(leaves.c.index).limit(limit)
    return [Leaf(row.game, row.plies, bytes(row.digest)) for row in connection.execute(wanted)]


def signed_size(connection: Connection) -> int:
    """Return the number of leaves under a checkpoint."""
    return connection.scalar(select(func.max(checkpoints.c.size))) or 0


def notes_after(connection: Connection, after: int, limit: int) -> list[str]:
    """Return at most `limit` signed notes of trees larger than `after`, smallest tree first."""
    later = select(checkpoints.c.note).where(checkpoints.c.size > after)
    return list(connection.scalars(later.order_by(checkpoints.c.size).limit(limit)))


def note_at(connection: Connection, of: int) -> str | None:
    """Return the signed note of the tree of exactly `of` leaves, or None."""
    note: str | None = connection.scalar(select(checkpoints.c.note).where(checkpoints.c.size == of))
    return note


def inclusion(connection: Connection, game: str, of: int | None = None) -> Inclusion:
    """Return the proof that the end of `game` is a leaf of the tree of `of` leaves.

    Without `of` it is the smallest signed tree with the game, so that the proof is always the same. Raises
    NoSuchLeaf if the game is not in that tree, or in none that is signed, NoSuchTree for one that is larger
    than any signed one.
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
    """Return the proof in the last line of a record, `{index, note, path, size}`, or None.

    It is that of the first checkpoint with the game, so it never changes again.
    """
    try:
        included = inclusion(connection, game)
    except NoSuchLeaf:
        return None
    path = [hash_bytes.hex() for hash_bytes in included.path]
    note = note_at(connection, included.size)
    return {"index": included.index, "note": note, "path": path, "size": included.size}


def _first_signed(connection: Connection, index: int) -> int:
    size_found = connection.scalar(select(func.min(checkpoints.c.size)).where(checkpoints.c.size > index))
    if size_found is None:
        raise NoSuchLeaf("the leaf is not under a checkpoint yet")
    return int(size_found)


def _within(connection: Connection, of: int) -> int:
    if of > signed_size(connection):
        raise NoSuchTree(f"no tree of {of} leaves was signed yet")
    return of


def consistency(connection: Connection, old: int, new: int) -> tuple[bytes, ...]:
    """Return the proof that the tree of `new` leaves begins with that of `old`. Raises NoSuchTree."""
    if old > new:
        raise NoSuchTree("a tree never shrinks, so `old` is at most `new`")
    return _hashes(connection, merkle.consistency_spans(old, _within(connection, new)))


def _hashes(connection: Connection, spans: Iterable[merkle.Span]) -> tuple[bytes, ...]:
    return tuple(merkle.hashes(list(spans), lambda wanted: _read(connection, wanted)))


def check_foreign(connection: Connection, ring: KeyRing) -> None:
    """Raise ForeignTree if the catalogue was signed with another service key."""
    difference = foreign(connection, ring)
    if difference is not None:
        raise ForeignTree(str(difference).rstrip("."))


def foreign(connection: Connection, ring: KeyRing) -> Message | None:
    """Return a message with the signer of a foreign catalogue and our keys; None if it is ours.

    An unreadable note is damage, which the next signer finds.
    """
    note = latest(connection)
    if note is None:
        return None
    try:
        signed, hashes = notes.read(note), set(notes.key_hashes(note))
    except BadNote:
        return None
    ours = ring.first(len(key_epochs.kept(connection)) + AHEAD)
    if signed.origin == ring.origin and hashes & {notes.key_hash(ring.origin, key) for key in ours}:
        return None
    return Message(
        "The catalogue belongs to another installation: its last checkpoint is of {origin}, key {keys}; this"
        " service key gives {own_origin}, key {own_key}. Put back the service key that it was signed with, or"
        " set CATALOGUE_URL and ARCHIVE_URL to places of this installation."
    ).filled(
        origin=signed.origin,
        keys=sorted(each.hex() for each in hashes),
        own_origin=ring.origin,
        own_key=notes.key_hash(ring.origin, ours[-1 - AHEAD]).hex(),
    )
