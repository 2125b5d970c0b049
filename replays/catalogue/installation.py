"""Identity of the installation in the catalogue, a row of `meta`, and other signs of its owner."""

from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Engine, inspect, select, update

from replays.catalogue.connecting import bare, writing
from replays.catalogue.tables import blobs, checkpoints, games, leaves, meta

_NAME = "installation"


def read(engine: Engine) -> str | None:
    """Return the text of the identity, or None; nothing is created. Raises CatalogueUnavailable."""
    with bare(engine) as connection:
        return None if connection is None else read_in(connection)


def read_in(connection: Connection) -> str | None:
    """Return the text of the identity in a catalogue that may have no tables yet."""
    if not inspect(connection).has_table(meta.name):
        return None
    text: str | None = connection.scalar(select(meta.c.value).where(meta.c.name == _NAME))
    return text


def write(engine: Engine, text: str) -> None:
    """Write the identity unless there is one."""
    with writing(engine) as connection:
        # The dialect in use is loaded; another one would take time from the start of every process.
        dialect: Any = import_module(f"sqlalchemy.dialects.{engine.dialect.name}")
        row = dialect.insert(meta).values(name=_NAME, value=text)
        connection.execute(row.on_conflict_do_nothing())


def replace(engine: Engine, text: str) -> None:
    """Overwrite the identity."""
    write(engine, text)
    with writing(engine) as connection:
        connection.execute(update(meta).where(meta.c.name == _NAME).values(value=text))


def is_empty(connection: Connection | None) -> bool:
    """Return True if a catalogue, possibly without tables, has no game and no checkpoint."""
    if connection is None:
        return True
    present = set(inspect(connection).get_table_names())
    wanted = [table for table in (games, leaves, checkpoints) if table.name in present]
    return all(connection.execute(select(table).limit(1)).first() is None for table in wanted)


def newest_blob(connection: Connection | None) -> str | None:
    """Return the file of the archive that was entered last, or None."""
    if connection is None or not inspect(connection).has_table(blobs.name):
        return None
    name: str | None = connection.scalar(
        select(blobs.c.name).order_by(blobs.c.written_ms.desc(), blobs.c.name).limit(1)
    )
    return name
