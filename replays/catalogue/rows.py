"""The rows of finished games: entered with their blob, looked up, and what remains of those removed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, update

from replays.catalogue.failing import forget_details
from replays.catalogue.summary import DISPUTE, GAME, Summary
from replays.catalogue.tables import blobs, games, hands, meta, players, unrevealed


@dataclass(frozen=True, slots=True)
class Shelved:
    """Where the record of a game is: in `blob`, None once it was removed, and all that proves it."""

    number: int
    game: str
    status: str
    plies: int
    digest: bytes
    blob: str | None
    at: int
    length: int
    size: int
    hash: bytes
    dictionary: bytes | None
    archived_ms: int
    removed_ms: int | None
    visibility: str

    @property
    def is_removed(self) -> bool:
        """Whether the operator removed the game, not only its record when its time was over."""
        return self.visibility == REMOVED


REMOVED = "removed"
"""The visibility of a game that the operator removed: no list and no search has it."""

_TOGETHER = 400
"""How many games one query names; SQLite takes some hundreds of parameters everywhere."""

_SHELVED = tuple(games.c[name] for name in Shelved.__slots__)


@dataclass(frozen=True, slots=True)
class Row:
    """A finished game for the catalogue: what it was, and where its record is."""

    summary: Summary
    where: dict[str, Any]

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.where["game"])


def fields(value: Any) -> dict[str, Any]:
    """The fields of a slotted dataclass by name; `dataclasses.asdict` copies each of their values besides."""
    return {name: getattr(value, name) for name in value.__slots__}


def enter(connection: Connection, blob: str, size: int, rows: Sequence[Row], now_ms: int) -> None:
    """The games of `rows`, none of which is there yet, are entered with the blob that holds them."""
    more = update(blobs).where(blobs.c.name == blob).values(records=blobs.c.records + len(rows))
    if not connection.execute(more).rowcount:
        connection.execute(insert(blobs).values(name=blob, size=size, records=len(rows), written_ms=now_ms))
    # One statement a table: for a batch of small games to ask for each row is most of what entering costs.
    connection.execute(insert(games), [_game(blob, row, now_ms) for row in rows])
    numbers = _numbers(connection, [row.game for row in rows])
    told = [(numbers[row.game], row.summary) for row in rows]
    _insert(connection, players, [{**fields(one), "number": at} for at, each in told for one in each.players])
    void = [{"number": at, "seat": one} for at, each in told for one in each.unrevealed]
    _insert(connection, unrevealed, void)
    _insert(connection, hands, [{**fields(one), "number": at} for at, each in told for one in each.hands])


def _insert(connection: Connection, table: Table, several: Sequence[Mapping[str, Any]]) -> None:
    if several:
        connection.execute(insert(table), several)


def _game(blob: str, row: Row, now_ms: int) -> dict[str, Any]:
    """The row of a game that stands in `blob`."""
    told = row.summary
    return {
        **row.where,
        "blob": blob,
        "kind": told.kind,
        "variant": told.variant,
        "rules_version": told.rules_version,
        "rules_hash": told.rules_hash,
        "status": told.status,
        "outcome": told.outcome,
        "visibility": told.visibility,
        "parent": told.parent,
        "seats": len(told.players),
        "hands": len(told.hands),
        "tablas": told.tablas,
        "started_ms": told.started_ms,
        "ended_ms": told.ended_ms or now_ms,
        "archived_ms": now_ms,
    }


def _numbers(connection: Connection, some: Sequence[str]) -> dict[str, int]:
    """The numbers of games that are there, by their ids."""
    found: dict[str, int] = {}
    for begin in range(0, len(some), _TOGETHER):
        wanted = select(games.c.game, games.c.number).where(games.c.game.in_(some[begin : begin + _TOGETHER]))
        found |= {row.game: row.number for row in connection.execute(wanted)}
    return found


def move(connection: Connection, blob: str, size: int, where: Sequence[Mapping[str, Any]]) -> None:
    """Games that are there have their records in the file `blob` of `size` bytes from now on.

    `where` has for each what `Row.where` has. A file that no game names any more is forgotten; a new one
    counts as written when the oldest of those was that it takes the place of.
    """
    names = [str(one["game"]) for one in where]
    old = {
        name
        for some in _batches(names)
        for name in connection.scalars(select(games.c.blob).where(games.c.game.in_(some)).distinct())
    }
    written = connection.scalar(select(func.min(blobs.c.written_ms)).where(blobs.c.name.in_(old)))
    if connection.scalar(select(blobs.c.name).where(blobs.c.name == blob)) is None:
        connection.execute(insert(blobs).values(name=blob, size=size, records=0, written_ms=written))
    for one in where:
        connection.execute(update(games).where(games.c.game == one["game"]).values(blob=blob, **one))
    for name in {*old, blob}:
        left = connection.scalar(select(func.count()).select_from(games).where(games.c.blob == name))
        at = blobs.c.name == name
        connection.execute(update(blobs).where(at).values(records=left) if left else blobs.delete().where(at))


def shelved(connection: Connection, game: str) -> Shelved | None:
    """Where the record of `game` is; None if it is not in the catalogue."""
    row = connection.execute(select(*_SHELVED).where(games.c.game == game)).first()
    return None if row is None else _shelved(row)


def known(connection: Connection, some: Sequence[str]) -> set[str]:
    """Those of `some` games, a few hundred at most, that are in the catalogue."""
    return set(connection.scalars(select(games.c.game).where(games.c.game.in_(some))))


def disputes(connection: Connection, about: Sequence[str]) -> list[tuple[str, str]]:
    """The archived disputes about the games `about`, each behind its game, as they were archived."""
    wanted = select(games.c.parent, games.c.game).where(games.c.parent.in_(about), games.c.kind == DISPUTE)
    return [(str(row.parent), str(row.game)) for row in connection.execute(wanted.order_by(games.c.number))]


def page(connection: Connection, after: int, limit: int) -> list[Shelved]:
    """At most `limit` games in the order in which they were archived, after the one numbered `after`."""
    wanted = select(*_SHELVED).where(games.c.number > after).order_by(games.c.number).limit(limit)
    return list(map(_shelved, connection.execute(wanted)))


def count(connection: Connection) -> tuple[int, int, int, int]:
    """How many games there are, how many of them without their records, how many blobs, and their bytes."""
    every, whole = connection.execute(select(func.count(), func.count(games.c.blob)).select_from(games)).one()
    files, size = connection.execute(select(func.count(), func.coalesce(func.sum(blobs.c.size), 0))).one()
    return every, every - whole, files, size


def first_archived(connection: Connection) -> int | None:
    """When the first game was archived, in ms; None before it. Every row is looked at."""
    found: int | None = connection.scalar(select(func.min(games.c.archived_ms)))
    return found


def blob_names(connection: Connection) -> Iterator[str]:
    """The names of all blobs that hold a record."""
    yield from connection.scalars(select(blobs.c.name))


def oldest_blob(connection: Connection, before_ms: int) -> str | None:
    """A blob that was written before `before_ms`, the oldest; None if there is none."""
    old = select(blobs.c.name).where(blobs.c.written_ms < before_ms)
    name: str | None = connection.scalar(old.order_by(blobs.c.written_ms, blobs.c.name).limit(1))
    return name


def remove_blob(connection: Connection, name: str, now_ms: int) -> int:
    """How many games have lost their record with the blob `name`; their rows and leaves stay."""
    for some in _batches(list(connection.scalars(select(games.c.game).where(games.c.blob == name)))):
        forget_details(connection, some)
    held = update(games).where(games.c.blob == name).values(blob=None, removed_ms=now_ms)
    lost = connection.execute(held).rowcount
    connection.execute(blobs.delete().where(blobs.c.name == name))
    return lost


def sharing(connection: Connection, blob: str) -> tuple[Shelved, ...]:
    """The games whose records are in `blob`, in their order there."""
    wanted = select(*_SHELVED).where(games.c.blob == blob).order_by(games.c.at)
    return tuple(map(_shelved, connection.execute(wanted)))


def discard(connection: Connection, blob: str) -> None:
    """The file `blob`, which no game names any more, is to be removed; see `discarded`."""
    connection.execute(blobs.delete().where(blobs.c.name == blob))
    connection.execute(insert(meta).values(name=_DISCARDED + blob, value=""))


def bare(connection: Connection, game: str, now_ms: int) -> dict[str, Any]:
    """What remains of the row of `game` after it is removed, by column; bytes in hex."""
    row = connection.execute(select(games).where(games.c.game == game)).one()._mapping
    gone = {"visibility": REMOVED, "removed_ms": row["removed_ms"] or now_ms}
    kept = {name: value for name, value in row.items() if name not in ("number", "blob")}
    return {str(name): _told(value) for name, value in (kept | gone).items()}


def _told(value: Any) -> Any:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else value


def enter_bare(connection: Connection, rest: Mapping[str, Any]) -> None:
    """Enter a removed game by what `bare` gave, unless there is a row of it."""
    if known(connection, [str(rest["game"])]):
        return
    raw = {"rules_hash", "digest", "hash", "dictionary"}
    columns = {
        name: bytes.fromhex(value) if name in raw and value is not None else value
        for name, value in rest.items()
        if name in games.c
    }
    connection.execute(insert(games).values(columns))


def remove(connection: Connection, rest: Mapping[str, Any]) -> None:
    """Of the game that `rest` is the bare row of remain that row and its leaf."""
    game = str(rest["game"])
    number = connection.scalar(select(games.c.number).where(games.c.game == game))
    for table in (players, hands, unrevealed):
        connection.execute(table.delete().where(table.c.number == number))
    forget_details(connection, [game])
    gone = {"blob": None, "visibility": rest["visibility"], "removed_ms": rest["removed_ms"]}
    connection.execute(update(games).where(games.c.game == game).values(gone))


def forks(connection: Connection, game: str) -> int:
    """How many archived games are forks of `game`."""
    wanted = select(func.count()).select_from(games).where(games.c.parent == game, games.c.kind == GAME)
    return int(connection.scalar(wanted) or 0)


_DISCARDED = "discarded "


def discarded(connection: Connection) -> list[str]:
    """The names of files that no record is in any more and that are to be removed."""
    wanted = select(meta.c.name).where(meta.c.name.startswith(_DISCARDED))
    return [name.removeprefix(_DISCARDED) for name in connection.scalars(wanted)]


def forget_discarded(connection: Connection, name: str) -> None:
    """The file `name` is removed."""
    connection.execute(meta.delete().where(meta.c.name == _DISCARDED + name))


def _batches(names: Sequence[str]) -> Iterator[Sequence[str]]:
    return (names[begin : begin + _TOGETHER] for begin in range(0, len(names), _TOGETHER))


def _shelved(row: Any) -> Shelved:
    values = dict(row._mapping)
    for name in ("digest", "hash", "dictionary"):
        values[name] = None if values[name] is None else bytes(values[name])
    return Shelved(**values)
