"""`conquian backup` and `restore`: what arrives, what is refused, and runs that were interrupted."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from sqlalchemy import Engine, select

from app.cli import progress
from app.service.secret_keys import keys
from app.service.signing import KeyRing
from app.settings.environment import load
from app.settings.parsers import with_database
from app.store.client import connect
from app.store.installation import last_backup
from app.store.signing_state import StoredGenerations
from replays.archive.opening import open_archive, open_signer
from replays.backup.tables import TABLES, rows
from replays.catalogue.connecting import connect as connect_catalogue
from replays.catalogue.connecting import reading
from replays.catalogue.tables import games, meta
from replays.installation.installation import enter
from tests.cli.old_backup import empty_parts, identity_of, ran, refused, store_of, unpacked
from tests.store.contents import contents

SECRET = "7f" * 32


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with games at every stage, disputes, players, a webhook and a tournament."""
    return unpacked(tmp_path_factory.mktemp("old") / "data")


@pytest.fixture(scope="module")
def backup(old: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of that directory; tests that change it take a copy."""
    folder = tmp_path_factory.mktemp("backup") / "copy"
    done = ran({"CONQUIAN_DATA": str(old)}, "backup", str(folder))
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def environ(redis_url: str, tmp_path: Path) -> dict[str, str]:
    """The settings of empty parts."""
    return empty_parts(redis_url, tmp_path)


def test_a_queue_in_use_is_refused_before_anything_is_written(
    backup: Path, environ: dict[str, str], redis: Redis
) -> None:
    """A rehearsal, for example, would take the jobs of the installation that it is a copy of."""
    with connect(with_database(environ["REDIS_URL"], 1)) as queue:
        queue.sadd("rq:queues", "rq:queue:bots")
        answer = refused({**environ, "CONQUIAN_ORIGIN": "another"}, "restore", "--rehearsal", str(backup))
        assert "has jobs, or had them" in answer
        assert redis.dbsize() == 0
        assert not (Path(environ["CONQUIAN_DATA"]) / "service.key").exists()
        queue.flushdb()


@contextmanager
def catalogue_at(url: str) -> Iterator[Engine]:
    """Context of the catalogue at an address; its connections are closed afterwards."""
    engine = connect_catalogue(url)
    try:
        yield engine
    finally:
        engine.dispose()


def table_rows(url: str) -> dict[str, list[Any]]:
    with catalogue_at(url) as catalogue, closing(catalogue.connect()) as connection:
        return {table.name: list(rows(connection, table)) for table in TABLES}


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def lines_by_file(backup: Path) -> dict[str, int]:
    listed = map(json.loads, (backup / "files.jsonl").read_text().splitlines())
    return {row["name"]: row["lines"] for row in listed}


def id_of(backup: Path) -> str:
    return str(json.loads((backup / "manifest.json").read_text())["installation"])


def altered_copy(backup: Path, folder: Path) -> Path:
    return Path(shutil.copytree(backup, folder / "altered"))


def other_copy(backup: Path, folder: Path) -> Path:
    """Another backup of the same installation: without its keys."""
    copy = altered_copy(backup, folder)
    listed = [
        row
        for row in (copy / "files.jsonl").read_text().splitlines(keepends=True)
        if "service.key" not in row
    ]
    (copy / "files.jsonl").write_text("".join(listed))
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest["files"]["sha256"] = sha256("".join(listed).encode()).hexdigest()
    (copy / "manifest.json").write_text(json.dumps(manifest))
    return copy


def interrupt_at(step: str, patch: pytest.MonkeyPatch) -> None:
    """Let a command be interrupted when it reports this step for the first time."""

    class Bars:
        def add_task(self, name: str) -> None:
            if name == step:
                raise KeyboardInterrupt

        def update(self, _bar: None, **_numbers: int) -> None:
            pass

    patch.setattr(progress, "progress_bars", lambda: nullcontext(Bars()))


def test_every_key_row_and_file_arrives(
    old: Path, backup: Path, environ: dict[str, str], redis: Redis, tmp_path: Path
) -> None:
    done = ran(environ, "restore", str(backup))
    assert done.exit_code == 0, done.output
    assert "23 logs were compared" in done.stdout
    with store_of(old) as before:
        assert contents(redis) == contents(before)
    assert table_rows(environ["CATALOGUE_URL"]) == table_rows(f"sqlite:///{old}/catalogue.sqlite")
    assert files(tmp_path / "archive") == files(old / "archive")
    assert identity_of(environ) == (None, {id_of(backup)})
    kept = tmp_path / "data" / "service.key"
    assert kept.read_bytes() == (old / "service.key").read_bytes()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert ran(environ, "archive", "check").exit_code == 0


def test_the_store_keeps_the_time_of_the_last_complete_backup(old: Path, backup: Path) -> None:
    manifest = json.loads((backup / "manifest.json").read_text())
    with store_of(old) as store:
        ended = last_backup(store)
    assert ended is not None
    assert ended >= manifest["ended_ms"]  # another test may have made one since


def test_only_the_owner_can_read_a_backup(backup: Path) -> None:
    assert backup.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in backup.rglob("*") if path.is_file()} == {0o600}


def test_the_directory_of_a_backup_is_closed_to_others(old: Path, tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o755)
    assert ran({"CONQUIAN_DATA": str(old)}, "backup", str(tmp_path / "open")).exit_code == 0
    assert (tmp_path / "open").stat().st_mode & 0o777 == 0o700


def test_a_restored_data_directory_is_the_whole_service(old: Path, backup: Path, tmp_path: Path) -> None:
    environ = {"CONQUIAN_DATA": str(tmp_path / "new")}
    assert ran(environ, "restore", str(backup)).exit_code == 0
    assert identity_of(environ) == (None, {id_of(backup)})
    assert "belongs to installation" in refused(environ, "restore", str(backup))


def test_a_backup_needs_a_directory_of_its_own(old: Path, backup: Path, tmp_path: Path) -> None:
    environ = {"CONQUIAN_DATA": str(old)}
    (tmp_path / "file").touch()
    assert "is not empty" in refused(environ, "backup", str(tmp_path))
    assert "has a complete backup" in refused(environ, "backup", str(backup))


def test_nothing_is_backed_up_where_nothing_is(tmp_path: Path) -> None:
    environ = {"CONQUIAN_DATA": str(tmp_path / "none")}
    assert "nothing is stored there" in refused(environ, "backup", str(tmp_path / "backup"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["files.jsonl", "service.key", "store/first/00000.jsonl.zst"])
@pytest.mark.parametrize("loss", ["altered", "missing"])
def test_an_altered_backup_is_refused_before_anything_is_written(
    backup: Path, environ: dict[str, str], tmp_path: Path, name: str, loss: str, redis: Redis
) -> None:
    copy = altered_copy(backup, tmp_path)
    if loss == "missing":
        (copy / name).unlink()
    else:
        (copy / name).write_bytes((copy / name).read_bytes()[:-1] + b"\0")
    assert name in refused(environ, "restore", str(copy))
    assert not contents(redis)
    assert not (tmp_path / "archive").exists()


def test_an_incomplete_backup_is_refused(backup: Path, environ: dict[str, str], tmp_path: Path) -> None:
    copy = altered_copy(backup, tmp_path)
    (copy / "manifest.json").unlink()
    assert "has no backup" in refused(environ, "restore", str(copy))
    (copy / "begun.json").write_text("{}")
    assert "is not complete" in refused(environ, "restore", str(copy))


def test_a_check_compares_every_file(backup: Path, tmp_path: Path) -> None:
    assert "are what was written" in ran({}, "restore", "--check", str(backup)).stdout
    copy = altered_copy(backup, tmp_path)
    (copy / "catalogue" / "games" / "00000.jsonl.zst").write_bytes(b"")
    assert "was altered" in refused({}, "restore", "--check", str(copy))


@pytest.mark.parametrize("part", ["store", "catalogue", "archive"])
def test_a_part_that_is_not_empty_is_refused_and_not_changed(
    part: str, backup: Path, environ: dict[str, str], tmp_path: Path, redis: Redis
) -> None:
    if part == "store":
        redis.set("cq:signed", "text")
    elif part == "archive":
        (tmp_path / "archive").mkdir()
        (tmp_path / "archive" / "file").touch()
    else:
        with catalogue_at(environ["CATALOGUE_URL"]) as catalogue:
            with reading(catalogue):
                pass
            with catalogue.begin() as connection:
                connection.execute(meta.insert().values(name="something", value="else"))
    assert "it is not empty" in refused(environ, "restore", str(backup))
    assert len(contents(redis)) == (part == "store")
    assert not (tmp_path / "data").exists()


def test_a_part_of_an_installation_is_refused(backup: Path, environ: dict[str, str]) -> None:
    enter(load(environ | {"CONQUIAN_SECRET": SECRET}))
    assert "belongs to installation i-" in refused(environ, "restore", str(backup))


def test_a_backup_without_keys_needs_the_secret(old: Path, environ: dict[str, str], tmp_path: Path) -> None:
    folder = str(tmp_path / "backup")
    assert ran({"CONQUIAN_DATA": str(old)}, "backup", "--without-keys", folder).exit_code == 0
    assert not (tmp_path / "backup" / "service.key").exists()
    assert "without keys" in refused(environ, "restore", folder)
    assert "another service secret" in refused(environ | {"CONQUIAN_SECRET": SECRET}, "restore", folder)
    given = environ | {"CONQUIAN_SECRET_FILE": str(old / "service.key")}
    assert ran(given, "restore", folder).exit_code == 0
    assert not (tmp_path / "data" / "service.key").exists()


def test_a_restored_installation_keeps_its_origin(backup: Path, environ: dict[str, str]) -> None:
    assert "--rehearsal" in refused(environ | {"CONQUIAN_ORIGIN": "other"}, "restore", str(backup))
    assert "must not sign as conquian/" in refused(environ, "restore", "--rehearsal", str(backup))


def test_a_rehearsal_is_another_installation_without_webhooks(
    backup: Path, environ: dict[str, str], redis: Redis
) -> None:
    environ = environ | {"CONQUIAN_ORIGIN": "rehearsal.example"}
    assert ran(environ, "restore", "--rehearsal", str(backup)).exit_code == 0
    fault, ids = identity_of(environ)
    assert fault is None
    assert len(ids) == 1
    assert id_of(backup) not in ids
    assert not [key for key in contents(redis) if b":w-" in key or key.endswith((b":hooks", b":hooked"))]
    settings = load(environ)
    ring = KeyRing(keys(settings).sign, StoredGenerations(redis), settings.origin)
    with closing(open_archive(settings)) as archive:
        note = open_signer(archive, redis, ring).sign()
    assert note is not None
    assert note.startswith("rehearsal.example\n")


@pytest.mark.parametrize("step", ["store: games", "catalogue", "archive"])
def test_an_interrupted_backup_continues(
    step: str, old: Path, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environ, folder = {"CONQUIAN_DATA": str(old)}, tmp_path / "backup"
    with monkeypatch.context() as patch:
        interrupt_at(step, patch)
        done = ran(environ, "backup", str(folder))
    assert done.exit_code == 130
    assert "is not complete" in refused({}, "restore", str(folder))
    assert "other options" in refused(environ, "backup", "--without-keys", str(folder))
    assert ran(environ, "backup", str(folder)).exit_code == 0
    assert lines_by_file(folder) == lines_by_file(backup)
    assert ran({}, "restore", "--check", str(folder)).exit_code == 0


@pytest.mark.parametrize("step", ["archive", "catalogue", "store", "comparison"])
def test_an_interrupted_restoration_continues(
    step: str,
    old: Path,
    backup: Path,
    environ: dict[str, str],
    redis: Redis,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        interrupt_at(step, patch)
        assert ran(environ, "restore", str(backup)).exit_code == 130
    assert "has not finished" in refused(environ, "keys", "list")
    assert "has not finished" in (identity_of(environ)[0] or "")
    assert "has not finished" in refused(environ, "restore", str(other_copy(backup, tmp_path)))
    assert ran(environ, "restore", str(backup)).exit_code == 0
    with store_of(old) as before:
        assert contents(redis) == contents(before)
    with catalogue_at(environ["CATALOGUE_URL"]) as catalogue, closing(catalogue.connect()) as connection:
        assert len(list(connection.scalars(select(games.c.game)))) == 167
    assert identity_of(environ) == (None, {id_of(backup)})
