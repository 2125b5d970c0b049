"""The file of a catalogue of SQLite: a connection is used only while the file that it opened is at its path.

SQLite goes on with a file that was moved, removed or replaced, so that what is written there is lost.
"""

import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

_FILE: Final = "conquian_file"


def watch_file(engine: Engine) -> None:
    """From now on each connection of `engine` that is taken up is one to the file at its path.

    Where another file stands there it is opened anew, where there is none it is refused as a file that cannot
    be opened.
    """
    if not engine.url.database:
        return
    path = Path(engine.url.database)

    def opened(_connection: Any, record: Any) -> None:
        record.info[_FILE] = _at(path)

    def taken(_connection: Any, record: Any, _proxy: Any) -> None:
        there = _at(path)
        if there is None:
            missing = sqlite3.OperationalError("the file is not there any more")
            missing.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise missing
        if there != record.info.get(_FILE):
            raise DisconnectionError("another file is at the path")

    event.listen(engine, "connect", opened)
    event.listen(engine, "checkout", taken)


def _at(path: Path) -> tuple[int, int] | None:
    """Return which file is at `path`; None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
