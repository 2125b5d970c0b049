"""Indexes that a catalogue of an earlier program lacks. Searches are right without them, and slower."""

from typing import Final

from sqlalchemy import Connection, Index, inspect, text

from replays.catalogue.tables import ADDED_INDEXES, games

_MAKER: Final = 0x636F6E69  # number of our advisory lock in PostgreSQL while indexes are made
_INVALID: Final = text(
    "SELECT relname FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid WHERE NOT indisvalid"
)


def missing(connection: Connection) -> list[Index]:
    """Return the indexes that are to be made. One of PostgreSQL is invalid if its making was interrupted."""
    present = {index["name"] for index in inspect(connection).get_indexes(games.name)}
    if connection.dialect.name == "postgresql":
        present -= set(connection.scalars(_INVALID))
    return [index for index in ADDED_INDEXES if index.name not in present]


def make(connection: Connection) -> None:
    """Make the missing indexes in the transaction of `connection`."""
    for index in missing(connection):
        index.create(connection)


def make_concurrently(connection: Connection) -> None:
    """Make the missing indexes while others write, unless another process does so.

    `connection` is one to PostgreSQL outside of a transaction. The caller closes it, which ends the lock of
    the session and its setting without a time limit.
    """
    if not connection.scalar(text("SELECT pg_try_advisory_lock(:maker)"), {"maker": _MAKER}):
        return
    connection.exec_driver_sql("SET statement_timeout = 0")
    for index in missing(connection):
        columns = ", ".join(column.name for column in index.columns)
        connection.exec_driver_sql(f"DROP INDEX CONCURRENTLY IF EXISTS {index.name}")
        connection.exec_driver_sql(f"CREATE INDEX CONCURRENTLY {index.name} ON {games.name} ({columns})")
