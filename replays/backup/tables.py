"""Rows of the catalogue as JSON lines, the same for SQLite and PostgreSQL."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, LargeBinary, Table, func, insert, inspect, select, text

from replays.catalogue.tables import games, meta, metadata

_PAGE: Final = 1000

_OWN: Final = ("version", "installation")
"""Rows of `meta` that belong to a database, not to its content."""

TABLES: Final[Sequence[Table]] = tuple(metadata.sorted_tables)
"""All tables, each after those that it refers to."""


def rows(connection: Connection, table: Table) -> Iterator[list[Any]]:
    """Yield the rows of a table in the order of its key, as lists in the order of its columns."""
    query = select(table).order_by(*table.primary_key)
    if table is meta:
        query = query.where(meta.c.name.not_in(_OWN))
    binary = _binary(table)
    for row in connection.execute(query.execution_options(yield_per=_PAGE)):
        yield [
            b64encode(value).decode() if at in binary and value is not None else value
            for at, value in enumerate(row)
        ]


def enter(connection: Connection, table: Table, lines: Iterable[list[Any]]) -> int:
    """Insert rows into a table, and return their number."""
    binary, count = _binary(table), 0
    names = [column.name for column in table.columns]
    rest = iter(lines)
    while page := list(islice(rest, _PAGE)):
        values = [
            {
                name: b64decode(value) if at in binary and value is not None else value
                for at, (name, value) in enumerate(zip(names, line, strict=True))
            }
            for line in page
        ]
        connection.execute(insert(table), values)
        count += len(values)
    return count


def continue_numbers(connection: Connection) -> None:
    """Let the next game get the number after the last one; SQLite does so by itself."""
    last = connection.scalar(select(func.max(games.c.number)))
    if connection.dialect.name == "postgresql" and last is not None:
        connection.execute(
            text("SELECT setval(pg_get_serial_sequence('games', 'number'), :last)"), {"last": last}
        )


def count(connection: Connection, table: Table) -> int:
    """Return the number of rows of a table, as `rows` yields them."""
    query = select(func.count()).select_from(table)
    if table is meta:
        query = query.where(meta.c.name.not_in(_OWN))
    return connection.scalar(query) or 0


def are_empty(connection: Connection) -> bool:
    """Return whether no table that exists has a row that `rows` yields."""
    present = set(inspect(connection).get_table_names())
    return not any(count(connection, table) for table in TABLES if table.name in present)


def _binary(table: Table) -> set[int]:
    return {at for at, column in enumerate(table.columns) if isinstance(column.type, LargeBinary)}
