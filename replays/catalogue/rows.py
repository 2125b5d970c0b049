"""Rows of finished games: insertion with their blob, lookup, and removal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, exists, func, insert, select, tuple_, update

from app.games.table.state import Visibility
from replays.catalogue import search_keys
from replays.catalogue.connecting import batches
from replays.catalogue.failures import forget_details
from replays.catalogue.summary import DISPUTE, GAME, Summary
from replays.catalogue.tables import REMOVED, blobs, games, hands, meta, players, unrevealed
from replays.catalogue.tables import search_keys as keys_table


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Place of a game's record in `blob` (None once removed), with its proof data."""

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
        """True if the operator removed the game, not only its expired record."""
        return self.visibility == REMOVED


_SHELVED = tuple(games.c[name] for name in RecordPlace.__slots__)


@dataclass(frozen=True, slots=True)
class CatalogueRow:
    """A finished game for the catalogue: its summary, and the place of its record."""

    summary: Summary
    where: dict[str, Any]

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.where["game"])


def fields(value: Any) -> dict[str, Any]:
    """Return the fields of a slotted dataclass by name, without copies as `dataclasses.asdict` makes."""
    return {name: getattr(value, name) for name in value.__slots__}


def enter(connection: Connection, blob: str, size: int, rows: Sequence[CatalogueRow], now_ms: int) -> None:
    """Insert games, none of which exists yet, with the blob that holds them."""
    counted = update(blobs).where(blobs.c.name == blob).values(records=blobs.c.records + len(rows))
    if not connection.execute(counted).rowcount:
        connection.execute(insert(blobs).values(name=blob, size=size, records=len(rows), written_ms=now_ms))
    # One statement per table: for a batch of small games a statement per row would be slow.
    connection.execute(insert(games), [_game(blob, row, now_ms) for row in rows])
    numbers = _numbers(connection, [row.game for row in rows])
    summaries = [(numbers[row.game], row.summary) for row in rows]
    _insert(
        connection,
        players,
        [
            {**fields(item), "number": number}
            for number, game_summary in summaries
            for item in game_summary.players
        ],
    )
    void = [
        {"number": number, "seat": item}
        for number, game_summary in summaries
        for item in game_summary.unrevealed
    ]
    _insert(connection, unrevealed, void)
    _insert(
        connection,
        hands,
        [
            {**fields(item), "number": number}
            for number, game_summary in summaries
            for item in game_summary.hands
        ],
    )

    _insert(
        connection,
        keys_table,
        [
            {"key": key, "ended_ms": row.summary.ended_ms or now_ms, "game": row.game}
            for row in rows
            for key in search_keys.recorded(row.summary)
        ],
    )
    search_keys.follow(connection)


def _insert(connection: Connection, table: Table, several: Sequence[Mapping[str, Any]]) -> None:
    if several:
        connection.execute(insert(table), several)


def _game(blob: str, row: CatalogueRow, now_ms: int) -> dict[str, Any]:
    """Return the row of a game in `blob`."""
    summary = row.summary
    return {
        **row.where,
        "blob": blob,
        "kind": summary.kind,
        "variant": summary.variant,
        "rules_version": summary.rules_version,
        "rules_hash": summary.rules_hash,
        "status": summary.status,
        "outcome": summary.outcome,
        "visibility": summary.visibility,
        "parent": summary.parent,
        "seats": len(summary.players),
        "hands": len(summary.hands),
        "tablas": summary.tablas,
        "started_ms": summary.started_ms,
        "ended_ms": summary.ended_ms or now_ms,
        "archived_ms": now_ms,
    }


def _numbers(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """Return the row numbers of existing games, by id."""
    numbers: dict[str, int] = {}
    for batch in batches(ids):
        wanted = select(games.c.game, games.c.number).where(games.c.game.in_(batch))
        numbers |= {row.game: row.number for row in connection.execute(wanted)}
    return numbers


def move(connection: Connection, blob: str, size: int, where: Sequence[Mapping[str, Any]]) -> None:
    """Set the file of the records of existing games to `blob` of `size` bytes.

    `where` has the fields of `CatalogueRow.where` for each. A file without games is dropped; a new one
    gets the earliest writing time of the files that it replaces.
    """
    names = [str(fields_moved["game"]) for fields_moved in where]
    old = {
        name
        for batch in batches(names)
        for name in connection.scalars(select(games.c.blob).where(games.c.game.in_(batch)).distinct())
    }
    written = connection.scalar(select(func.min(blobs.c.written_ms)).where(blobs.c.name.in_(old)))
    if connection.scalar(select(blobs.c.name).where(blobs.c.name == blob)) is None:
        connection.execute(insert(blobs).values(name=blob, size=size, records=0, written_ms=written))
    for fields_moved in where:
        connection.execute(
            update(games).where(games.c.game == fields_moved["game"]).values(blob=blob, **fields_moved)
        )
    for name in {*old, blob}:
        remaining = connection.scalar(select(func.count()).select_from(games).where(games.c.blob == name))
        of_blob = blobs.c.name == name
        connection.execute(
            update(blobs).where(of_blob).values(records=remaining)
            if remaining
            else blobs.delete().where(of_blob)
        )


def record_place(connection: Connection, game: str) -> RecordPlace | None:
    """Return the place of a game's record; None if it is not in the catalogue."""
    row = connection.execute(select(*_SHELVED).where(games.c.game == game)).first()
    return None if row is None else _place_from(row)


def known(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Return those of the games that are in the catalogue."""
    return {
        game
        for batch in batches(ids)
        for game in connection.scalars(select(games.c.game).where(games.c.game.in_(batch)))
    }


def ends(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[int, bytes] | None]:
    """Return the ply and digest at which each existing game ends, by id; None for a removed record."""
    columns = (games.c.game, games.c.plies, games.c.digest, games.c.blob)
    return {
        row.game: None if row.blob is None else (row.plies, bytes(row.digest))
        for batch in batches(ids)
        for row in connection.execute(select(*columns).where(games.c.game.in_(batch)))
    }


def disputes(connection: Connection, about: Sequence[str]) -> list[tuple[str, str]]:
    """Return the archived disputes about games, as pairs of game and dispute, in the order of archiving."""
    wanted = select(games.c.parent, games.c.game).where(games.c.parent.in_(about), games.c.kind == DISPUTE)
    return [(str(row.parent), str(row.game)) for row in connection.execute(wanted.order_by(games.c.number))]


def ended_disputes(
    connection: Connection,
    limit: int,
    before: tuple[int, str] | None = None,
    player: str | None = None,
    *,
    public: bool = False,
) -> list[tuple[int, str]]:
    """Return at most `limit` archived disputes with their ends in ms, the latest first, after `before`.

    With `player` those to which it is a party; with `public` those about archived public games.
    """
    table = games if player is None else keys_table
    place = (table.c.ended_ms, table.c.game)
    wanted = select(*place)
    if player is None:
        wanted = wanted.where(games.c.kind == DISPUTE)
    else:
        wanted = wanted.where(keys_table.c.key == search_keys.party_key(player))
    if public:
        dispute, about = games.alias(), games.alias()
        wanted = wanted.where(
            exists().where(
                dispute.c.game == table.c.game,
                about.c.game == dispute.c.parent,
                about.c.visibility == str(Visibility.PUBLIC),
            )
        )
    if before is not None:
        wanted = wanted.where(tuple_(*place) < tuple_(*before))
    rows = connection.execute(wanted.order_by(*(column.desc() for column in place)).limit(limit))
    return [(int(row.ended_ms), str(row.game)) for row in rows]


def page(connection: Connection, after: int, limit: int) -> list[RecordPlace]:
    """Return at most `limit` games in the order of archiving, after the number `after`."""
    wanted = select(*_SHELVED).where(games.c.number > after).order_by(games.c.number).limit(limit)
    return list(map(_place_from, connection.execute(wanted)))


def count(connection: Connection) -> tuple[int, int, int, int]:
    """Return the numbers of games, of games without records, and of blobs, and the bytes of the blobs."""
    all_games, with_records = connection.execute(
        select(func.count(), func.count(games.c.blob)).select_from(games)
    ).one()
    files, size = connection.execute(select(func.count(), func.coalesce(func.sum(blobs.c.size), 0))).one()
    return all_games, all_games - with_records, files, size


def first_archived(connection: Connection) -> int | None:
    """Return the archiving time of the first game in ms, or None. Reads all rows."""
    earliest: int | None = connection.scalar(select(func.min(games.c.archived_ms)))
    return earliest


def blob_names(connection: Connection) -> Iterator[str]:
    """Yield the names of all blobs with records."""
    yield from connection.scalars(select(blobs.c.name))


def oldest_blob(connection: Connection, before_ms: int) -> str | None:
    """Return the oldest blob that was written before `before_ms`, or None."""
    old = select(blobs.c.name).where(blobs.c.written_ms < before_ms)
    name: str | None = connection.scalar(old.order_by(blobs.c.written_ms, blobs.c.name).limit(1))
    return name


def remove_blob(connection: Connection, name: str, now_ms: int) -> int:
    """Remove a blob; return the number of games without a record now. Rows and leaves remain."""
    for batch in batches(list(connection.scalars(select(games.c.game).where(games.c.blob == name)))):
        forget_details(connection, batch)
    affected = update(games).where(games.c.blob == name).values(blob=None, removed_ms=now_ms)
    lost = connection.execute(affected).rowcount
    connection.execute(blobs.delete().where(blobs.c.name == name))
    return lost


def sharing(connection: Connection, blob: str) -> tuple[RecordPlace, ...]:
    """Return the games whose records are in `blob`, in their order."""
    wanted = select(*_SHELVED).where(games.c.blob == blob).order_by(games.c.at)
    return tuple(map(_place_from, connection.execute(wanted)))


def discard(connection: Connection, blob: str) -> None:
    """Mark the unused file `blob` for removal; see `discarded`."""
    connection.execute(blobs.delete().where(blobs.c.name == blob))
    connection.execute(insert(meta).values(name=_DISCARDED + blob, value=""))


def bare(connection: Connection, game: str, now_ms: int) -> dict[str, Any]:
    """Return the remaining columns of a game's row after its removal; bytes in hex."""
    row = connection.execute(select(games).where(games.c.game == game)).one()._mapping
    changed = {"visibility": REMOVED, "removed_ms": row["removed_ms"] or now_ms}
    unchanged = {name: value for name, value in row.items() if name not in ("number", "blob")}
    return {str(name): _json_value(value) for name, value in (unchanged | changed).items()}


def _json_value(value: Any) -> Any:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else value


def enter_bare(connection: Connection, rest: Mapping[str, Any]) -> None:
    """Insert the bare row of a removed game, unless it has a row."""
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
    """Remove all of a game but its bare row and its leaf."""
    game = str(rest["game"])
    number = connection.scalar(select(games.c.number).where(games.c.game == game))
    for table in (players, hands, unrevealed):
        connection.execute(table.delete().where(table.c.number == number))
    search_keys.forget(connection, game)
    forget_details(connection, [game])
    cleared = {"blob": None, "visibility": rest["visibility"], "removed_ms": rest["removed_ms"]}
    connection.execute(update(games).where(games.c.game == game).values(cleared))


def forks(connection: Connection, game: str) -> int:
    """Return the number of archived forks of a game."""
    wanted = select(func.count()).select_from(games).where(games.c.parent == game, games.c.kind == GAME)
    return int(connection.scalar(wanted) or 0)


_DISCARDED = "discarded "


def discarded(connection: Connection) -> list[str]:
    """Return the names of unused files that are to be removed."""
    wanted = select(meta.c.name).where(meta.c.name.startswith(_DISCARDED))
    return [name.removeprefix(_DISCARDED) for name in connection.scalars(wanted)]


def forget_discarded(connection: Connection, name: str) -> None:
    """Record that the file `name` is removed."""
    connection.execute(meta.delete().where(meta.c.name == _DISCARDED + name))


def _place_from(row: Any) -> RecordPlace:
    values = dict(row._mapping)
    for name in ("digest", "hash", "dictionary"):
        values[name] = None if values[name] is None else bytes(values[name])
    return RecordPlace(**values)
