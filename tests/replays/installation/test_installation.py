"""A running process uses no part of another installation, reports it once, and recovers."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from redis import Redis
from sqlalchemy import insert

import wsgi
from app.api.parts import ApiParts
from app.parts.outages import OutageCause
from app.service.secret_keys import keys
from app.settings.settings import Settings
from app.store import installation as in_store
from app.store.client import ask
from app.store.errors import InstallationMismatch
from replays.archive.archive import Archive
from replays.archive.files import open_files
from replays.archive.installation import NAME
from replays.catalogue import connecting
from replays.catalogue import installation as in_catalogue
from replays.catalogue.connecting import connect as catalogue_at
from replays.catalogue.connecting import reading, writing
from replays.catalogue.errors import CatalogueUnavailable
from replays.catalogue.tables import meta
from replays.installation import installation as running
from replays.installation.installation import Installation, enter
from replays.installation.parts import Identity, draw
from replays.installation.starting import join
from tests.api.helpers import say_farewell
from tests.closing import at_end

PING = ("PING",)


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks each time, so that no test waits."""
    monkeypatch.setattr(running, "LOOK_SECONDS", 0.0)


@pytest.fixture
def settings(redis_url: str, tmp_path: Path) -> Settings:
    """The settings of a service over empty parts."""
    return Settings(
        data=tmp_path / "data",
        redis_url=redis_url,
        secret=bytes.fromhex("5e" * 32),
        catalogue_url=f"sqlite:///{tmp_path}/catalogue.sqlite",
        archive_url=str(tmp_path / "archive"),
    )


@pytest.fixture
def other(settings: Settings) -> Identity:
    """The identity of another installation with the same secret."""
    return draw(keys(settings).installation)


def _archive(installation: Installation) -> Archive:
    archive = installation.archive()
    at_end(archive.close)
    return archive


def _reconnect(client: Redis) -> None:
    client.connection_pool.disconnect()


def test_a_store_is_compared_on_each_new_connection_before_its_first_use(
    settings: Settings, redis: Redis, other: Identity
) -> None:
    installation = enter(settings)
    store = installation.store()
    assert ask(store, PING) == b"PONG"
    in_store.replace(redis, other.text)
    assert ask(store, PING) == b"PONG"
    _reconnect(store)
    with pytest.raises(InstallationMismatch, match=f"belongs to installation {other.id}"):
        ask(store, PING)


def test_a_store_that_was_emptied_is_not_used(settings: Settings, redis: Redis) -> None:
    store = enter(settings).store()
    ask(store, PING)
    redis.flushall()
    _reconnect(store)
    for _ in range(2):
        with pytest.raises(InstallationMismatch, match="REDIS_URL"):
            ask(store, PING)
    assert redis.dbsize() == 0


def test_a_catalogue_is_compared_on_each_new_connection(settings: Settings, other: Identity) -> None:
    installation = enter(settings)
    archive = _archive(installation)
    assert archive.find("g-x") is None
    plain = catalogue_at(settings.catalogue)
    in_catalogue.replace(plain, other.text)
    plain.dispose()
    assert archive.find("g-x") is None
    archive.engine.dispose()
    with pytest.raises(InstallationMismatch, match="CATALOGUE_URL"):
        archive.find("g-x")
    with pytest.raises(InstallationMismatch):
        ask(installation.store(), PING)


def test_a_catalogue_that_is_replaced_under_its_connections_is_noticed_within_seconds(
    settings: Settings, catalogue_url: str, other: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(settings, catalogue_url=catalogue_url)
    archive = _archive(enter(settings))
    now = [100.0]
    monkeypatch.setattr(connecting, "monotonic", lambda: now[0])
    assert archive.find("g-x") is None
    plain = catalogue_at(settings.catalogue)
    at_end(plain.dispose)
    ours = in_catalogue.read(plain) or ""
    in_catalogue.replace(plain, other.text)  # as by a restore into the same database
    now[0] += connecting.COMPARED_SECONDS - 1
    assert archive.find("g-x") is None
    now[0] += 1
    for _ in range(2):
        with pytest.raises(InstallationMismatch, match="CATALOGUE_URL"):
            archive.find("g-x")
    in_catalogue.replace(plain, ours)
    assert archive.find("g-x") is None  # by itself


def test_a_file_that_is_replaced_is_not_used_any_longer(settings: Settings, tmp_path: Path) -> None:
    archive = _archive(enter(settings))
    assert archive.find("g-x") is None
    archive.engine.dispose()
    file = tmp_path / "catalogue.sqlite"
    file.with_name("copy").write_bytes(file.read_bytes())
    with reading(archive.engine):
        pass
    file.rename(tmp_path / "moved")
    with pytest.raises(CatalogueUnavailable) as away, writing(archive.engine):
        pass
    assert away.value.outage.cause is OutageCause.NO_FILE
    assert not file.exists()  # no empty one was made
    (tmp_path / "copy").rename(file)
    with writing(archive.engine) as connection:
        connection.execute(insert(meta).values(name="test", value="here"))
    with closing(sqlite3.connect(file)) as plain:
        assert plain.execute("SELECT value FROM meta WHERE name = 'test'").fetchall() == [("here",)]


def test_no_table_is_created_in_a_catalogue_of_another_installation(
    settings: Settings, tmp_path: Path
) -> None:
    installation = enter(settings)
    archive = _archive(installation)
    for file in tmp_path.glob("catalogue.sqlite*"):
        file.unlink()
    with pytest.raises(InstallationMismatch, match="CATALOGUE_URL"):
        archive.find("g-x")
    assert not list(tmp_path.glob("catalogue.sqlite*"))


@pytest.mark.parametrize(
    "use",
    [
        lambda files: files.put("records/a", b"x"),
        lambda files: files.put_new("records/a", b"x"),
        lambda files: files.remove("records/a"),
        lambda files: files.check(),
    ],
    ids=["put", "put_new", "remove", "check"],
)
def test_an_archive_is_compared_before_each_write(
    use: Callable[[object], None], settings: Settings, tmp_path: Path
) -> None:
    files = _archive(enter(settings)).files
    files.put("records/b", b"x")
    (tmp_path / "archive").rename(tmp_path / "away")  # as a disk that has come off
    with pytest.raises(InstallationMismatch, match="ARCHIVE_URL"):
        use(files)
    assert not (tmp_path / "archive").exists()


def test_an_archive_is_compared_where_a_file_is_missing(settings: Settings, tmp_path: Path) -> None:
    files = _archive(enter(settings)).files
    files.put("records/b", b"x")
    shutil.move(tmp_path / "archive", tmp_path / "away")
    assert files.size("records/b") is None
    with pytest.raises(Exception, match="missing"):
        files.read("records/b")
    with pytest.raises(InstallationMismatch):
        files.read("records/b")


def test_a_mismatch_is_reported_once_and_the_process_recovers(
    settings: Settings, redis: Redis, other: Identity, caplog: pytest.LogCaptureFixture
) -> None:
    installation = enter(settings)
    store = installation.store()
    ours, _ = in_store.read(redis)
    assert ours is not None
    in_store.replace(redis, other.text)
    for _ in range(5):
        with pytest.raises(InstallationMismatch):
            ask(store, PING)
    assert installation.is_wrong()
    in_store.replace(redis, ours.decode())
    assert not installation.is_wrong()
    assert ask(store, PING) == b"PONG"
    messages = [record.getMessage() for record in caplog.records]
    assert [text.split(":")[0] for text in messages] == [
        "This process reads and writes no games",
        "This process reads and writes games again",
    ]


def test_a_part_that_was_silent_at_the_start_is_compared_before_its_first_use(
    settings: Settings, redis: Redis
) -> None:
    _, identity = join(settings)
    assert identity is not None
    late = Installation(settings, keys(settings), None)
    assert ask(late.store(), PING) == b"PONG"
    stranger = keys(Settings(secret=bytes(32)))
    foreign = Installation(Settings(secret=bytes(32), redis_url=settings.redis_url), stranger, None)
    with pytest.raises(InstallationMismatch, match="another service secret"):
        ask(foreign.store(), PING)


def test_an_archive_that_is_away_is_no_reason_to_stop(settings: Settings, tmp_path: Path) -> None:
    installation = enter(settings)
    archive = _archive(installation)
    archive.files.check()
    kept = (tmp_path / "archive").rename(tmp_path / "kept")
    (tmp_path / "archive").write_text("no directory")
    with pytest.raises(Exception, match="not available"):
        archive.files.put("records/a", b"x")
    assert not installation.is_wrong()
    assert ask(installation.store(), PING) == b"PONG"
    (tmp_path / "archive").unlink()
    kept.rename(tmp_path / "archive")
    archive.files.put("records/a", b"x")


@pytest.fixture
def client(settings: Settings) -> FlaskClient:
    """The API as gunicorn makes it."""
    installation = enter(settings)
    app = wsgi.create_app(ApiParts(settings, installation.secrets, installation.store(), installation))
    at_end(partial(say_farewell, app))
    return app.test_client()


@pytest.mark.parametrize("part", ["store", "catalogue", "archive"])
def test_readiness_and_every_request_report_installation_mismatch(
    part: str, client: FlaskClient, settings: Settings, redis: Redis, other: Identity
) -> None:
    if part != "catalogue":  # which is compared when it is connected to
        ready = client.get("/readyz")
        assert (ready.status_code, ready.get_json()["checks"]["installation"]) == (200, "ok")
    restore = _replace(part, settings, redis, other)
    wrong = client.get("/readyz")
    assert (wrong.status_code, wrong.get_json()["code"]) == (503, "installation_mismatch")
    assert wrong.get_json()["checks"]["installation"] == "fail"
    assert wrong.get_json()["parts"][part]["cause"]["code"] == "installation_mismatch"
    detail = wrong.get_json()["detail"]
    assert other.id in detail
    assert settings.redis_url is not None
    assert settings.redis_url not in detail
    assert str(settings.archive) not in detail
    for refused in (
        client.get("/v1/games"),
        client.post("/v1/games", json={"variant": "mexican-2", "seats": ["me", "open"]}),
    ):
        assert (refused.status_code, refused.get_json()["code"]) == (503, "installation_mismatch")
        assert "Retry-After" in refused.headers
    assert client.get("/livez").status_code == 200
    restore()
    assert client.get("/readyz").status_code == 200
    assert client.get("/v1/games").status_code == 200


def _replace(part: str, settings: Settings, redis: Redis, other: Identity) -> Callable[[], None]:
    """Give a part to another installation; return the function that takes it back."""
    text, _ = in_store.read(redis)
    assert text is not None
    ours = text.decode()
    if part == "store":
        in_store.replace(redis, other.text)
        return lambda: in_store.replace(redis, ours)
    if part == "archive":
        files = open_files(settings.archive)
        files.put(NAME, other.text.encode())
        return lambda: files.put(NAME, ours.encode())
    engine = catalogue_at(settings.catalogue)
    at_end(engine.dispose)
    in_catalogue.replace(engine, other.text)
    return lambda: in_catalogue.replace(engine, ours)
