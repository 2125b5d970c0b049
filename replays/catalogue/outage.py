"""Causes of outages of the catalogue, from errors of the drivers of SQLite and PostgreSQL."""

import sqlite3
from typing import Final

from gevent import Timeout

from app.outages.causes import Cause, Outage, Part, chain, of_system

_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: Cause.BUSY,
    sqlite3.SQLITE_LOCKED: Cause.BUSY,
    sqlite3.SQLITE_FULL: Cause.FULL,
    sqlite3.SQLITE_READONLY: Cause.READ_ONLY,
    sqlite3.SQLITE_PERM: Cause.NO_RIGHTS,
    sqlite3.SQLITE_CANTOPEN: Cause.NO_FILE,
    sqlite3.SQLITE_NOTADB: Cause.NOT_A_DATABASE,
    sqlite3.SQLITE_CORRUPT: Cause.NOT_A_DATABASE,
}
"""Causes by the primary result code of SQLite."""

_STATES: Final = {
    "28": Cause.WRONG_PASSWORD,
    "3D000": Cause.NO_DATABASE,
    "42501": Cause.NO_RIGHTS,
    "25006": Cause.READ_ONLY,
    "53100": Cause.FULL,
    "53200": Cause.FULL,
    "53300": Cause.BUSY,
    "55P03": Cause.BUSY,
    "57014": Cause.TIMED_OUT,
    "57P": Cause.STARTING,
    "08": Cause.CLOSED,
}
"""Causes by the beginning of the SQLSTATE of PostgreSQL."""

# During connection the driver has no SQLSTATE, only the server's English message.
_MESSAGES: Final = (
    ("password authentication failed", Cause.WRONG_PASSWORD),
    ("no password supplied", Cause.WRONG_PASSWORD),
    ("no pg_hba.conf entry", Cause.WRONG_PASSWORD),
    ('role "', Cause.WRONG_PASSWORD),
    ("authentication failed", Cause.WRONG_PASSWORD),
    ('database "', Cause.NO_DATABASE),
    ("certificate", Cause.CERTIFICATE),
    ("server does not support ssl", Cause.TLS),
    ("ssl error", Cause.TLS),
    ("permission denied", Cause.NO_RIGHTS),
    ("starting up", Cause.STARTING),
    ("shutting down", Cause.STARTING),
    ("too many clients", Cause.BUSY),
    ("connection slots", Cause.BUSY),
    ("connection refused", Cause.REFUSED),
    ("no such file", Cause.REFUSED),
    ("resolve host", Cause.UNKNOWN_HOST),
    ("translate host name", Cause.UNKNOWN_HOST),
    ("name or service not known", Cause.UNKNOWN_HOST),
    ("no route to host", Cause.UNREACHABLE),
    ("network is unreachable", Cause.UNREACHABLE),
    ("timeout", Cause.TIMED_OUT),
    ("timed out", Cause.TIMED_OUT),
    ("no answer within", Cause.TIMED_OUT),
    ("closed the connection", Cause.CLOSED),
    ("connection is lost", Cause.CLOSED),
    ("connection is closed", Cause.CLOSED),
)


def of_database(error: BaseException) -> Outage:
    """Return the outage for an exception of the database's driver.

    Errors of a call that was interrupted by a timeout do not show the cause.
    """
    if any(isinstance(exception, Timeout) for exception in chain(error)):
        return Outage(Part.CATALOGUE, Cause.TIMED_OUT)
    cause = of_system(error) or next(filter(None, map(_cause_of, chain(error))), None)
    if cause is not None:
        return Outage(Part.CATALOGUE, cause)
    hint = getattr(error, "sqlstate", None) or type(error).__name__
    return Outage(Part.CATALOGUE, Cause.FAILED, hint)


def _cause_of(error: BaseException) -> Cause | None:
    if isinstance(error, sqlite3.Error):
        return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(error, "sqlstate", None)
    if state:
        return next((cause for begins, cause in _STATES.items() if state.startswith(begins)), None)
    text = str(error).lower()
    return next((cause for words, cause in _MESSAGES if words in text), None)
