"""Connections to the catalogue: one writer at a time, whole transactions, forward-only versions."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, insert, select, update

from replays.catalogue import connecting, postgresql
from replays.catalogue.connecting import connect, prepare, reading, writing
from replays.catalogue.errors import CatalogueError, CatalogueUnavailable
from replays.catalogue.tables import blobs, meta
from tests import postgres
from tests.closing import at_end
from tests.unreliable import Mode, relay_to


def blob(name: str) -> dict[str, object]:
    return {"name": name, "size": 1, "records": 1, "written_ms": 0}


def names(engine: Engine) -> list[str]:
    with reading(engine) as connection:
        return list(connection.scalars(select(blobs.c.name).order_by(blobs.c.name)))


def test_preparing_twice_is_preparing_once(catalogue: Engine) -> None:
    with writing(catalogue) as connection:
        connection.execute(insert(blobs), [blob("a")])
    assert names(prepare(catalogue)) == ["a"]


@pytest.mark.parametrize("mode", [Mode.SILENT, Mode.DRIP])
def test_a_silent_database_is_unavailable_and_tried_again_later(
    mode: Mode, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with relay_to(lambda: postgres.dial(postgresql_url)) as relay:
        engine = connect(f"postgresql://games@127.0.0.1:{relay.port}/postgres")
        assert names(engine) == []
        monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.5)
        relay.mode = mode
        with pytest.raises(CatalogueUnavailable):
            names(engine)
        relay.mode = Mode.PASS
        monkeypatch.undo()
        assert names(engine) == []
        engine.dispose()


def test_a_catalogue_of_a_later_version_is_left_alone(catalogue: Engine) -> None:
    with writing(catalogue) as connection:
        connection.execute(update(meta).values(value="99"))
    with pytest.raises(CatalogueError, match="version 99"):
        prepare(catalogue)


def test_a_failed_transaction_leaves_nothing(catalogue: Engine) -> None:
    def fail() -> None:
        with writing(catalogue) as connection:
            connection.execute(insert(blobs), [blob("a")])
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert names(catalogue) == []


def test_writers_are_serial_and_each_sees_the_writes_of_the_one_before(catalogue: Engine) -> None:
    failures: list[BaseException] = []

    def count() -> None:
        try:
            for _ in range(10):
                with writing(catalogue) as connection:
                    number = connection.scalar(select(func.count()).select_from(blobs))
                    connection.execute(insert(blobs), [blob(f"{number:03}")])
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert names(catalogue) == [f"{number:03}" for number in range(40)]


def test_a_reader_sees_one_moment_however_long_it_reads(catalogue: Engine) -> None:
    count = select(func.count()).select_from(blobs)
    with reading(catalogue) as reader:
        before = reader.scalar(count)
        with writing(catalogue) as connection:
            connection.execute(insert(blobs), [blob("a")])
        assert (before, reader.scalar(count)) == (0, 0)
    assert names(catalogue) == ["a"]


@pytest.mark.parametrize("url", ["mysql://host/games", "games.sqlite", ""])
def test_an_invalid_address_of_a_catalogue_is_refused(url: str) -> None:
    with pytest.raises(CatalogueError, match="catalogue"):
        connect(url)


def test_a_catalogue_that_cannot_be_opened_is_not_available(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CatalogueUnavailable):
        prepare(connect(f"sqlite:///{tmp_path}/file/catalogue.sqlite"))


def test_the_first_reader_creates_the_tables_and_their_directory(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path}/no/such/directory/catalogue.sqlite")
    at_end(engine.dispose)
    assert names(engine) == []


@pytest.fixture
def held(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A transaction that writes in a file which is still as SQLite makes it."""
    with closing(sqlite3.connect(tmp_path / "held", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


def test_a_process_waits_for_a_new_file_that_another_one_changes(
    held: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if held.in_transaction:
            held.execute("COMMIT")

    monkeypatch.setattr(connecting, "sleep", sleep)
    engine = connect(f"sqlite:///{tmp_path}/held")
    at_end(engine.dispose)
    assert names(engine) == []
    assert len(slept) == 1


def test_waiting_too_long_for_a_new_file_is_reported(
    held: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "BUSY_MS", 20)
    with pytest.raises(CatalogueUnavailable, match="locked"):
        names(connect(f"sqlite:///{tmp_path}/held"))
