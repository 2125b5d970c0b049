"""The tree in the catalogue's database: appended to, signed, proved, by O(log n) rows each.

Whoever appends or signs holds the one right to write (`replays.catalogue.connecting.writing`); the primary
keys make sure that no index and no size is ever given twice. What is signed is never taken back: before
anything new is signed, the tree of the last checkpoint is computed again from what is stored, and so is every
tree that was signed according to the other parts of the installation (`Elsewhere`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from sqlalchemy import Connection, and_, delete, false, func, insert, or_, select

from app.games.codec import Json
from app.signing import KeyRing
from app.store.signed import LogHead
from replays.catalogue import generations
from replays.catalogue.tables import checkpoints, leaves, nodes
from replays.receipts import key_list
from replays.tree import merkle, notes
from replays.tree.errors import BadNote, LeafConflict, NoSuchLeaf, NoSuchTree, NotSigned, TreeForked
from replays.tree.leaves import Leaf
from replays.tree.merkle import Node
from replays.tree.notes import Checkpoint

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


def root_with(connection: Connection, more: Sequence[Leaf]) -> bytes:
    """The root of the tree if the leaves `more` followed those that are stored."""
    first = size(connection)
    hashes = [leaf.hash for leaf in more]
    grown = dict(merkle.grown(first, hashes, lambda wanted: _read(connection, wanted)))

    def found(wanted: Sequence[Node]) -> Mapping[Node, bytes]:
        return {**grown, **_read(connection, [node for node in wanted if node not in grown])}

    return merkle.root(first + len(more), found)


class Elsewhere(Protocol):
    """What the other parts of the installation keep of the log while its catalogue signs.

    An implementation may do its work in the transaction that signs.
    """

    def heads(self) -> Mapping[str, LogHead]:
        """The last head that each part keeps, by the name of the part."""

    def missed(self, after: int) -> Sequence[str]:
        """The signed notes of trees larger than `after` that the catalogue may have lost, smallest first."""

    def keep(self, note: str) -> None:
        """Keep the last signed note and its head, unless they are kept; raise if they cannot be."""


class _Nowhere:
    """Where a catalogue is alone."""

    def heads(self) -> Mapping[str, LogHead]:
        return {}

    def missed(self, after: int) -> Sequence[str]:
        return ()

    def keep(self, note: str) -> None:
        pass


_NOWHERE: Final = _Nowhere()


def checkpoint(
    connection: Connection, ring: KeyRing, now_ms: int, elsewhere: Elsewhere = _NOWHERE
) -> str | None:
    """The signed note for the tree as it is: the last one, or a new one where leaves came since.

    None while the tree is empty. TreeForked if the stored tree does not extend everything that was signed:
    then nothing is signed. The note is kept `elsewhere` before anybody can read it here, which is when the
    transaction is committed. The caller holds the right to write.
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
    generations.keep(connection, ring.keys())
    _insert_note(connection, note)
    return note


def contradiction(connection: Connection, heads: Mapping[str, LogHead]) -> str | None:
    """Why the stored tree does not begin with all trees of `heads`, by part; None if it does."""
    now = size(connection)
    for part, head in sorted(heads.items(), key=lambda one: -one[1].size):
        if head.size > now:
            return (
                f"the catalogue holds {now} leaves of the log of all games, while {part} keeps the head of a"
                f" signed checkpoint of {head.size}"
            )
        if root(connection, head.size) != head.root:
            return (
                f"the first {head.size} leaves in the catalogue are not those of the signed checkpoint whose"
                f" head {part} keeps"
            )
    return None


def enter_note(connection: Connection, ring: KeyRing, note: str) -> None:
    """The note of a tree that the stored one begins with stands among the checkpoints again.

    TreeForked if the stored tree has another root. The caller holds the right to write.
    """
    _confirmed(connection, ring, note, size(connection))
    _insert_note(connection, note)


def _insert_note(connection: Connection, note: str) -> None:
    head = notes.read(note)
    row = {"size": head.size, "root": head.root, "time_ms": head.time_ms, "note": note}
    connection.execute(insert(checkpoints), row)


def _confirmed(connection: Connection, ring: KeyRing, note: str, now: int) -> Checkpoint:
    """The checkpoint in a note of ours, if the stored tree extends it."""
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
    """The last signed note; None before the first."""
    note: str | None = connection.scalar(
        select(checkpoints.c.note).order_by(checkpoints.c.size.desc()).limit(1)
    )
    return note


def cut(connection: Connection, to: int) -> None:
    """The tree has its first `to` leaves only; ValueError if more are under a checkpoint."""
    if to < signed_size(connection):
        raise ValueError("what is signed is never taken back")
    connection.execute(delete(leaves).where(leaves.c.index >= to))
    top = connection.scalar(select(func.max(nodes.c.level))) or 0
    for level in range(top + 1):
        beyond = (nodes.c.level == level) & (nodes.c.position >= to >> level)
        connection.execute(delete(nodes).where(beyond))


def leaves_of(connection: Connection, some: Sequence[str]) -> Mapping[str, Leaf]:
    """The leaves of `some` games, by game, of those that have one."""
    return {game: leaf for game, (_, leaf) in _known(connection, some).items()}


def leaves_from(connection: Connection, begin: int, limit: int) -> list[Leaf]:
    """At most `limit` leaves from number `begin` on."""
    wanted = select(leaves).where(leaves.c.index >= begin).order_by(leaves.c.index).limit(limit)
    return [Leaf(row.game, row.plies, bytes(row.digest)) for row in connection.execute(wanted)]


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
