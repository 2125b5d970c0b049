"""Check of a SQLite file: a connection is used only while its file is still at its path.

SQLite keeps writing to a file that was moved, removed or replaced, which loses data.
"""

import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

_FILE: Final = "conquian_file"


def watch_file(engine: Engine) -> None:
    """Check on each checkout of a connection of `engine` that its file is at the path.

    If the path has another file the connection is reopened; if it has none, an error is raised.
    """
    if not engine.url.database:
        return
    path = Path(engine.url.database)

    def remember(_connection: Any, record: Any) -> None:
        record.info[_FILE] = _at(path)

    def check(_connection: Any, record: Any, _proxy: Any) -> None:
        present = _at(path)
        if present is None:
            missing = sqlite3.OperationalError("the file is not there any more")
            missing.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise missing
        if present != record.info.get(_FILE):
            raise DisconnectionError("another file is at the path")

    event.listen(engine, "connect", remember)
    event.listen(engine, "checkout", check)


def _at(path: Path) -> tuple[int, int] | None:
    """Return the identity of the file at `path`, or None."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
