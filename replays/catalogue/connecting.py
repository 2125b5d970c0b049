"""Connections to the catalogue: SQLite beside the archive, or PostgreSQL for several machines.

Every change is one transaction that first takes the write lock, so that concurrent writers never have to
restart a transaction.

SQLite keeps writing to a file that was moved, removed or replaced, which loses data. So a connection is used
only while its file is still at its path.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from sqlite3 import SQLITE_BUSY, Cursor, OperationalError
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from app.http.blocking_calls import AT_ONCE, NoAnswer, TimeLimits
from app.parts.outages import OUTAGES, Outage, OutageCause, Part
from replays.catalogue import indexes, search_keys
from replays.catalogue.errors import CatalogueError, CatalogueUnavailable, of_database
from replays.catalogue.tables import VERSION, meta, metadata

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


T = TypeVar("T")

BUSY_MS: Final = 10_000
"""Time limit of waiting for another connection's transaction."""

STATEMENT_MS: Final = 15_000
"""Time limit of PostgreSQL for one statement, including waits for locks."""

COMPARED_SECONDS: Final = 10.0
"""Time for which a connection is used before the catalogue's owner is compared again."""

CONNECT_SECONDS: Final = 3
_AGAIN_SECONDS: Final = 0.01

_DRIVERS: Final = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
_POSTGRESQL: Final = "replays.catalogue.postgresql"
"""Module that needs psycopg, imported only for such a database."""

_WRITING: Final = "conquian_writing"
_PREPARED: Final = "conquian_prepared"
_BOUNDED: Final = "conquian_bounded"
_ADMIT: Final = "conquian_admit"
_OUTSIDE: Final = "conquian_outside"  # of transactions
_WRITER: Final = 0x636F6E71  # number of our advisory lock in PostgreSQL

_TOGETHER: Final = 400
"""Maximum of values in one query; SQLite's limit of parameters is some hundreds."""

Admit = Callable[[Connection | None, bool], None]
"""Called with a connection (None for a missing file) and whether to compare; raises to refuse."""

Upgrade = Callable[[Connection], None]
_UPGRADES: Final[Mapping[int, Upgrade]] = {}
"""Upgrades of tables to a version from the one before, besides new tables. Never edited later."""


def connect(url: str) -> Engine:
    """Return the engine of the catalogue at `url` without opening it. Raises CatalogueError."""
    try:
        address = make_url(url)
        driver = _DRIVERS[address.drivername.partition("+")[0]]
    except (ArgumentError, KeyError):
        raise CatalogueError("The catalogue is a sqlite:///path or a postgresql://host/database.") from None
    try:
        engine = create_engine(address.set(drivername=driver), **_options(driver))
    except (SQLAlchemyError, NoSuchModuleError, ImportError) as problem:
        raise CatalogueError(f"The catalogue cannot be used: {problem}.") from None
    if driver == "sqlite":
        event.listen(engine, "connect", _settle_sqlite)
        watch_file(engine)
    else:
        event.listen(engine, "do_connect", _connect_postgresql)
    event.listen(engine, "begin", _begin_sqlite if driver == "sqlite" else _begin_postgresql)
    return engine


def prepare(engine: Engine) -> Engine:
    """Create or upgrade the tables and return `engine`. Raises CatalogueError for a later version.

    Readers and writers need not call it: the first of them does.
    """
    _make_file(engine)
    with _translated(), engine.begin() as connection:
        is_current = _is_current(connection)
    if not is_current:
        with _writing(engine) as connection:
            metadata.create_all(connection)
            version_found = _version(connection)
            if version_found is None:
                connection.execute(insert(meta).values(name="version", value=str(VERSION)))
            else:
                _upgrade(connection, version_found)
        _make_search_keys(engine)
        _make_indexes(engine)
    engine.update_execution_options(**{_PREPARED: True})
    return engine


def _is_current(connection: Connection) -> bool:
    """Return True if the tables need no change, so that no write lock is needed."""
    present = set(inspect(connection).get_table_names())
    has_tables = present >= set(metadata.tables) and _version(connection) == VERSION
    return has_tables and search_keys.are_complete(connection) and not indexes.missing(connection)


def _make_search_keys(engine: Engine) -> None:
    """Make the missing search keys in transactions of a limited length."""
    is_complete = False
    while not is_complete:
        with _writing(engine) as connection:
            is_complete = search_keys.follow(connection, search_keys.TOGETHER)


def _make_indexes(engine: Engine) -> None:
    """Make the missing indexes. In PostgreSQL others can write meanwhile."""
    if engine.dialect.name == "sqlite":
        with _writing(engine) as connection:
            indexes.make(connection)
        return
    options = {"isolation_level": "AUTOCOMMIT", _OUTSIDE: True}
    with _translated(), engine.execution_options(**options).connect() as connection:
        try:
            indexes.make_concurrently(connection)
        finally:
            # The settings and the lock are those of the session, which ends here.
            connection.invalidate()


def _version(connection: Connection) -> int | None:
    value = connection.scalar(select(meta.c.value).where(meta.c.name == "version"))
    return None if value is None else int(value)


def _make_file(engine: Engine) -> None:
    """Create the file of a SQLite database, if possible, readable for the owner only."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        path = Path(engine.url.database)
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600, exist_ok=False)


def _upgrade(connection: Connection, version_found: int) -> None:
    if version_found > VERSION:
        raise CatalogueError(f"The catalogue has version {version_found}; this program knows {VERSION}.")
    for version in range(version_found + 1, VERSION + 1):
        _UPGRADES[version](connection)
    connection.execute(update(meta).where(meta.c.name == "version").values(value=str(VERSION)))


def check(engine: Engine) -> None:
    """Raise CatalogueUnavailable unless the database answers; nothing is created.

    A file is not checked: it is created on first use.
    """
    if engine.dialect.name != "sqlite":
        with _translated(), engine.connect():
            pass


def within(engine: Engine, bounded: TimeLimits) -> Engine:
    """Return the catalogue with the limits of `bounded` for `read` and `write`."""
    return engine.execution_options(**{_BOUNDED: bounded})


def compared(engine: Engine, admit: Admit) -> Engine:
    """Return the catalogue, whose owner `admit` compares before the first use of each new connection.

    It is compared again after `COMPARED_SECONDS`, because the database may be another one by then.
    """
    return engine.execution_options(**{_ADMIT: admit})


def read(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Return what `work` reads in one consistent view. Raises CatalogueUnavailable.

    The API uses `read` and `write`, so that a database that does not answer blocks no other request.
    """
    return _bounded(engine, reading, work)


def write(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Return the result of `work` in one write transaction. Raises CatalogueUnavailable.

    After a timeout the transaction may still be committed.
    """
    return _bounded(engine, writing, work)


def _bounded(
    engine: Engine,
    begin: Callable[[Engine], AbstractContextManager[Connection]],
    work: Callable[[Connection], T],
) -> T:
    def done() -> T:
        with begin(engine) as connection:
            return work(connection)

    bounded: TimeLimits | None = engine.get_execution_options().get(_BOUNDED)
    if bounded is None:
        return done()
    try:
        # psycopg waits on sockets, where greenlets can switch; SQLite waits in the kernel.
        return bounded.blocking(done) if engine.dialect.name == "sqlite" else bounded.waiting(done)
    except NoAnswer as late:
        raise _away(str(late), Outage(Part.CATALOGUE, OutageCause.TIMED_OUT)) from None


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Context of a connection with one consistent view. Raises CatalogueUnavailable."""
    with _translated(), _prepared(engine).begin() as connection:
        _compare(connection)
        yield connection


@contextmanager
def bare(engine: Engine) -> Iterator[Connection | None]:
    """Context of a connection whose tables are neither created nor changed; None for a missing SQLite file.

    Raises CatalogueUnavailable.
    """
    path = engine.url.database if engine.dialect.name == "sqlite" else None
    if path and not Path(path).exists():
        yield None
        return
    with _translated(), engine.begin() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Context of a write transaction. Raises CatalogueUnavailable."""
    with _writing(_prepared(engine)) as connection:
        yield connection


@contextmanager
def _writing(engine: Engine) -> Iterator[Connection]:
    with _translated(), engine.execution_options(**{_WRITING: True}).begin() as connection:
        _compare(connection)
        yield connection


def _prepared(engine: Engine) -> Engine:
    options = engine.get_execution_options()
    if options.get(_PREPARED):
        return engine
    if (admit := options.get(_ADMIT)) is not None:
        with bare(engine) as connection:
            admit(connection, True)
    return prepare(engine)


def _compare(connection: Connection) -> None:
    """Compare the owner of the catalogue, unless this connection did so a short time ago."""
    admit: Admit | None = connection.get_execution_options().get(_ADMIT)
    if admit is None:
        return
    now = monotonic()
    is_due = now >= connection.info.get(_ADMIT, 0.0)
    admit(connection, is_due)
    if is_due:
        connection.info[_ADMIT] = now + COMPARED_SECONDS


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except DBAPIError as problem:
        raise _away(str(problem.orig), of_database(problem.orig or problem)) from problem
    except PoolTimeout as problem:
        raise _away("all connections are in use", Outage(Part.CATALOGUE, OutageCause.BUSY)) from problem
    else:
        OUTAGES.works(Part.CATALOGUE)


def _away(reason: str, outage: Outage) -> CatalogueUnavailable:
    OUTAGES.failed(outage)
    return CatalogueUnavailable(f"The catalogue is not available: {reason}.", outage)


def _options(driver: str) -> dict[str, Any]:
    if driver == "sqlite":
        # Transactions begin explicitly, not implicitly by the driver.
        return {"connect_args": {"timeout": BUSY_MS / 1000, "isolation_level": None}}
    limits = {
        "connect_timeout": CONNECT_SECONDS,
        "options": f"-c lock_timeout={BUSY_MS} -c statement_timeout={STATEMENT_MS}",
        "keepalives_idle": 5,
        "keepalives_interval": 5,
        "keepalives_count": 2,
        "tcp_user_timeout": STATEMENT_MS,
    }
    return {
        "pool_pre_ping": True,
        "pool_size": AT_ONCE,
        "pool_timeout": CONNECT_SECONDS,
        "connect_args": limits,
    }


def _connect_postgresql(_dialect: Any, _record: Any, words: Any, options: Any) -> Any:
    return import_module(_POSTGRESQL).connect(*words, **options)


def _settle_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    _write_ahead(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _write_ahead(cursor: Cursor) -> None:
    """Set the file to WAL mode, in which readers and the writer do not block each other.

    SQLite does not wait here: of two concurrent changes of a new file, one is refused at once.
    """
    patience = monotonic() + BUSY_MS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except OperationalError as error:
            if error.sqlite_errorcode != SQLITE_BUSY or monotonic() > patience:
                raise
            sleep(_AGAIN_SECONDS)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_postgresql(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get(_OUTSIDE):
        return
    if options.get(_WRITING):
        # Read committed: after waiting for this lock the changes of the previous writer are visible.
        connection.execute(text("SELECT pg_advisory_xact_lock(:writer)"), {"writer": _WRITER})
    else:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")


def batches(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield `values` in parts that fit in one query."""
    return (values[begin : begin + _TOGETHER] for begin in range(0, len(values), _TOGETHER))
