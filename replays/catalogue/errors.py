"""Errors of the catalogue, and their causes, from errors of the drivers of SQLite and PostgreSQL.

CatalogueError
    CatalogueUnavailable  the database is unreachable, locked for too long or out of space
"""

import sqlite3
from typing import Final

from gevent import Timeout

from app.parts.outages import Outage, OutageCause, Part, chain, of_system


class CatalogueError(Exception):
    """The catalogue cannot be used, by its address or its version; the text is one sentence."""


class CatalogueUnavailable(CatalogueError):
    """The database failed, and nothing was changed; `outage` has the cause."""

    def __init__(self, detail: str, outage: Outage | None = None) -> None:
        super().__init__(detail)
        self.outage = outage or Outage(Part.CATALOGUE, OutageCause.FAILED)


_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: OutageCause.BUSY,
    sqlite3.SQLITE_LOCKED: OutageCause.BUSY,
    sqlite3.SQLITE_FULL: OutageCause.FULL,
    sqlite3.SQLITE_READONLY: OutageCause.READ_ONLY,
    sqlite3.SQLITE_PERM: OutageCause.NO_RIGHTS,
    sqlite3.SQLITE_CANTOPEN: OutageCause.NO_FILE,
    sqlite3.SQLITE_NOTADB: OutageCause.NOT_A_DATABASE,
    sqlite3.SQLITE_CORRUPT: OutageCause.NOT_A_DATABASE,
}
"""Causes by the primary result code of SQLite."""

_STATES: Final = {
    "28": OutageCause.WRONG_PASSWORD,
    "3D000": OutageCause.NO_DATABASE,
    "42501": OutageCause.NO_RIGHTS,
    "25006": OutageCause.READ_ONLY,
    "53100": OutageCause.FULL,
    "53200": OutageCause.FULL,
    "53300": OutageCause.BUSY,
    "55P03": OutageCause.BUSY,
    "57014": OutageCause.TIMED_OUT,
    "57P": OutageCause.STARTING,
    "08": OutageCause.CLOSED,
}
"""Causes by the beginning of the SQLSTATE of PostgreSQL."""

# During connection the driver has no SQLSTATE, only the server's English message.
_MESSAGES: Final = (
    ("password authentication failed", OutageCause.WRONG_PASSWORD),
    ("no password supplied", OutageCause.WRONG_PASSWORD),
    ("no pg_hba.conf entry", OutageCause.WRONG_PASSWORD),
    ('role "', OutageCause.WRONG_PASSWORD),
    ("authentication failed", OutageCause.WRONG_PASSWORD),
    ('database "', OutageCause.NO_DATABASE),
    ("certificate", OutageCause.CERTIFICATE),
    ("server does not support ssl", OutageCause.TLS),
    ("ssl error", OutageCause.TLS),
    ("permission denied", OutageCause.NO_RIGHTS),
    ("starting up", OutageCause.STARTING),
    ("shutting down", OutageCause.STARTING),
    ("too many clients", OutageCause.BUSY),
    ("connection slots", OutageCause.BUSY),
    ("connection refused", OutageCause.REFUSED),
    ("no such file", OutageCause.REFUSED),
    ("resolve host", OutageCause.UNKNOWN_HOST),
    ("translate host name", OutageCause.UNKNOWN_HOST),
    ("name or service not known", OutageCause.UNKNOWN_HOST),
    ("no route to host", OutageCause.UNREACHABLE),
    ("network is unreachable", OutageCause.UNREACHABLE),
    ("timeout", OutageCause.TIMED_OUT),
    ("timed out", OutageCause.TIMED_OUT),
    ("no answer within", OutageCause.TIMED_OUT),
    ("closed the connection", OutageCause.CLOSED),
    ("connection is lost", OutageCause.CLOSED),
    ("connection is closed", OutageCause.CLOSED),
)


def of_database(error: BaseException) -> Outage:
    """Return the outage for an exception of the database's driver.

    Errors of a call that was interrupted by a timeout do not show the cause.
    """
    if any(isinstance(exception, Timeout) for exception in chain(error)):
        return Outage(Part.CATALOGUE, OutageCause.TIMED_OUT)
    cause = of_system(error) or next(filter(None, map(_cause_of, chain(error))), None)
    if cause is not None:
        return Outage(Part.CATALOGUE, cause)
    hint = getattr(error, "sqlstate", None) or type(error).__name__
    return Outage(Part.CATALOGUE, OutageCause.FAILED, hint)


def _cause_of(error: BaseException) -> OutageCause | None:
    if isinstance(error, sqlite3.Error):
        return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(error, "sqlstate", None)
    if state:
        return next((cause for begins, cause in _STATES.items() if state.startswith(begins)), None)
    text = str(error).lower()
    return next((cause for words, cause in _MESSAGES if words in text), None)
