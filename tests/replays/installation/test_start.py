"""The identity at a start: created on empty parts, and parts of another one are refused."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis

from app.parts.outages import OUTAGES, Part
from app.service.secret_keys import Keys, keys
from app.service.signing import KeyRing
from app.settings.settings import Settings
from app.store import installation as in_store
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.keys import INSTALLATION, kept_key
from app.store.signing_state import StoredGenerations
from replays.catalogue import installation as in_catalogue
from replays.catalogue.connecting import connect as catalogue_at
from replays.catalogue.connecting import writing
from replays.installation import founding
from replays.installation.parts import CARRIERS, Identity, InstallationFault, Parts, PartState, draw
from replays.installation.starting import check_records, join, join_store
from replays.transparency import store as tree
from replays.transparency.merkle import Leaf
from tests.replays.archive.helpers import archiving as archiving_in
from tests.replays.archive.helpers import finished
from tests.service.helpers import GAME

OURS, THEIRS = bytes.fromhex("5e" * 32), bytes.fromhex("7f" * 32)


@pytest.fixture
def settings(redis_url: str, catalogue_url: str, tmp_path: Path) -> Settings:
    """The settings of a service over empty parts."""
    return Settings(
        data=tmp_path / "data",
        redis_url=redis_url,
        secret=OURS,
        catalogue_url=catalogue_url,
        archive_url=str(tmp_path / "archive"),
    )


@pytest.fixture
def sqlite(settings: Settings, tmp_path: Path) -> Settings:
    """The same with a catalogue of SQLite, where the kind of database does not matter."""
    return replace(settings, catalogue_url=f"sqlite:///{tmp_path}/one.sqlite")


def _seen(settings: Settings) -> list[Identity | None]:
    with closing(Parts(settings)) as parts:
        return [part.identity for part in parts.all()]


def _elsewhere(settings: Settings, part: Part, tmp_path: Path) -> Settings:
    """The settings with another, empty, part."""
    if part is Part.STORE:
        return replace(settings, redis_url=f"{settings.redis_url}?db=3")
    if part is Part.CATALOGUE:
        return replace(settings, catalogue_url=f"sqlite:///{tmp_path}/other.sqlite")
    return replace(settings, archive_url=str(tmp_path / "other"))


def _refused(settings: Settings) -> str:
    before = _seen(settings)
    with pytest.raises(InstallationFault) as refused:
        join(settings)
    assert _seen(settings) == before
    message = str(refused.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message


def _sign(settings: Settings, secrets: Keys) -> None:
    """The catalogue has a leaf under a checkpoint."""
    engine = catalogue_at(settings.catalogue)
    ring = KeyRing(secrets.sign, StoredGenerations(connect(settings.redis_url or "")), settings.origin)
    with writing(engine) as connection:
        tree.append(connection, [Leaf(GAME, 3, b"d" * 32)])
        assert tree.checkpoint(connection, ring, 1_790_000_000_000)
    engine.dispose()


def test_the_first_start_writes_one_identity_into_every_part_and_later_starts_read_it(
    settings: Settings,
) -> None:
    secrets, identity = join(settings)
    assert secrets == keys(settings)
    assert identity is not None
    assert identity.fits(secrets.installation)
    assert _seen(settings) == [identity] * 3
    assert join(settings) == (secrets, identity)
    assert join_store(settings) == secrets
    check_records(settings)
    check_records(replace(settings, redis_url=None))


def test_another_secret_is_refused_and_store_and_setting_are_named(sqlite: Settings) -> None:
    _, identity = join(sqlite)
    assert identity is not None
    message = _refused(replace(sqlite, secret=THEIRS))
    assert identity.id in message
    assert f"games' store {sqlite.redis_url}" in message
    assert "look at CONQUIAN_SECRET" in message
    with pytest.raises(InstallationFault, match="another service secret"):
        join_store(replace(sqlite, secret=THEIRS))


def test_no_secret_is_created_if_the_store_belongs_to_an_installation(sqlite: Settings) -> None:
    _, identity = join(sqlite)
    assert identity is not None
    message = _refused(replace(sqlite, secret=None))
    assert "secret is missing" in message
    assert identity.id in message
    assert "CONQUIAN_SECRET_FILE" in message
    assert not (sqlite.data / "service.key").exists()


def test_no_secret_is_created_if_the_store_does_not_answer(sqlite: Settings) -> None:
    away = replace(sqlite, secret=None, redis_url="redis://127.0.0.1:1/0")
    with pytest.raises(InstallationFault, match="does not answer"):
        join(away)
    assert not (sqlite.data / "service.key").exists()


def test_a_secret_is_created_if_all_parts_are_empty(sqlite: Settings) -> None:
    secrets, identity = join(replace(sqlite, secret=None))
    assert identity is not None
    assert identity.fits(secrets.installation)
    assert (sqlite.data / "service.key").exists()


@pytest.mark.parametrize("part", list(CARRIERS))
def test_an_empty_part_is_refused_if_others_have_an_identity(
    part: Part, settings: Settings, tmp_path: Path
) -> None:
    _, identity = join(settings)
    assert identity is not None
    message = _refused(_elsewhere(settings, part, tmp_path))
    assert "is empty" in message
    assert identity.id in message
    assert {"store": "REDIS_URL", "catalogue": "CATALOGUE_URL", "archive": "ARCHIVE_URL"}[part] in message
    assert f"conquian installation adopt {part}" in message


@pytest.mark.parametrize("part", list(CARRIERS))
def test_a_part_of_another_installation_is_refused_and_both_are_named(
    part: Part, sqlite: Settings, tmp_path: Path
) -> None:
    _, identity = join(sqlite)
    assert identity is not None
    mixed = _elsewhere(sqlite, part, tmp_path)
    other = draw(keys(sqlite).installation)
    with closing(Parts(mixed)) as parts:
        parts.write(part, other)
    message = _refused(mixed)
    assert identity.id in message
    assert other.id in message


def test_processes_that_start_together_make_one_identity(settings: Settings) -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(join, [settings] * 4))
    assert len(set(results)) == 1
    assert _seen(settings) == [results[0][1]] * 3


def test_a_process_that_reads_the_parts_while_another_founds_them_joins(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    find, others = Parts.find, [sqlite]

    def find_slowly(parts: Parts, part: Part) -> PartState:
        state = find(parts, part)
        while others:
            join(others.pop())
        return state

    monkeypatch.setattr(Parts, "find", find_slowly)
    identity = join(sqlite)[1]
    monkeypatch.undo()
    assert _seen(sqlite) == [identity] * 3


def test_of_two_simultaneous_starts_with_two_secrets_one_is_refused(sqlite: Settings) -> None:
    def begin(secret: bytes) -> str:
        try:
            join(replace(sqlite, secret=secret))
        except InstallationFault as refused:
            return str(refused)
        return "joined"

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(begin, [OURS, THEIRS] * 2))
    assert results.count("joined") == 2
    assert sum("another service secret" in result for result in results) == 2
    assert len(set(_seen(sqlite))) == 1


def test_an_identity_that_was_begun_is_completed(
    redis: Redis, sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = draw(keys(sqlite).installation)
    in_store.write(redis, begun.text)
    monkeypatch.setattr(founding, "PATIENCE_SECONDS", 0.0)
    assert join(sqlite)[1] == begun
    assert _seen(sqlite) == [begun] * 3


def test_a_start_waits_for_an_identity_that_another_one_is_writing(redis: Redis, sqlite: Settings) -> None:
    begun = draw(keys(sqlite).installation)
    in_store.write(redis, begun.text)
    with ThreadPoolExecutor(1) as pool, closing(Parts(sqlite)) as parts:
        waiting = pool.submit(join, sqlite)
        parts.write(Part.CATALOGUE, begun)
        parts.write(Part.ARCHIVE, begun)
        in_store.complete(redis)
        assert waiting.result()[1] == begun


def test_a_first_start_needs_every_part(sqlite: Settings, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("no directory")
    message = _refused(replace(sqlite, archive_url=str(blocked)))
    assert "does not answer" in message
    assert "ARCHIVE_URL" in message


def test_a_part_that_is_away_later_is_no_reason_not_to_start(
    sqlite: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _, identity = join(sqlite)
    blocked = tmp_path / "blocked"
    blocked.write_text("no directory")
    OUTAGES.begin({})
    try:
        assert join(replace(sqlite, archive_url=str(blocked)))[1] == identity
        assert join(replace(sqlite, redis_url="redis://127.0.0.1:1/0"))[1] == identity
    finally:
        OUTAGES.begin(None)
    # One line a part, which says the cause in our words, and none of what starts.
    assert [(line.name, line.getMessage().partition(":")[0]) for line in caplog.records] == [
        ("app.outage_log", "The archive has no such file or directory; correct ARCHIVE_URL."),
        ("app.outage_log", "The store of the games refuses the connection"),
    ]


def test_a_refused_start_reports_the_cause(sqlite: Settings) -> None:
    message = _refused(replace(sqlite, catalogue_url="postgresql://games:hunter2@127.0.0.1:1/games"))
    assert "does not answer (The catalogue refuses the connection: nothing listens at the address" in message
    assert "psycopg" not in message
    assert "hunter2" not in message


def test_data_of_an_earlier_version_takes_an_identity_if_the_secret_fits(
    redis: Redis, sqlite: Settings
) -> None:
    finished(
        archiving_in(
            redis, catalogue_at(sqlite.catalogue), sqlite.archive, cipher=StorageCipher(keys(sqlite).vault)
        )
    )
    message = _refused(replace(sqlite, secret=THEIRS))
    assert "games of another service secret" in message
    assert "CONQUIAN_SECRET" in message
    assert not redis.exists(INSTALLATION)
    _, identity = join(sqlite)
    assert identity is not None
    assert _seen(sqlite) == [identity] * 3


def test_a_catalogue_of_an_earlier_version_takes_an_identity_if_our_keys_signed_it(
    redis: Redis, settings: Settings
) -> None:
    _sign(settings, keys(settings))
    redis.set("cq:{b01}:something", "else")
    message = _refused(replace(settings, secret=THEIRS))
    assert "belongs to another installation" in message
    assert join(settings)[1] is not None


def test_an_empty_store_with_a_catalogue_of_an_earlier_version_is_refused(settings: Settings) -> None:
    _sign(settings, keys(settings))
    message = _refused(settings)
    assert "store" in message
    assert "is empty, but the catalogue" in message
    assert "REDIS_URL" in message


def test_an_empty_catalogue_with_a_store_that_has_archived_games_is_refused(
    redis: Redis, settings: Settings
) -> None:
    redis.zadd(kept_key(0), {GAME: 1})
    message = _refused(settings)
    assert "catalogue" in message
    assert "1 games that were archived" in message
    assert "CATALOGUE_URL" in message


def test_another_origin_is_refused_as_it_was_before(sqlite: Settings) -> None:
    join(sqlite)
    _sign(sqlite, keys(sqlite))
    with pytest.raises(InstallationFault, match=r"elsewhere\.example"):
        join(replace(sqlite, origin="elsewhere.example"))


def test_an_invalid_identity_in_a_part_is_refused(redis: Redis, sqlite: Settings) -> None:
    join(sqlite)
    redis.hset(INSTALLATION, "identity", "nonsense")
    assert "cannot be read" in _refused(sqlite)


def test_addresses_are_shown_without_user_password_and_options(sqlite: Settings) -> None:
    join(sqlite)
    secret = f"{sqlite.redis_url}?password="  # an option that the client accepts and that must not be shown
    with closing(Parts(replace(sqlite, redis_url=secret))) as parts:
        assert parts.find(Part.STORE).where == sqlite.redis_url


def test_a_refused_start_creates_nothing(sqlite: Settings, tmp_path: Path) -> None:
    join(sqlite)
    _refused(_elsewhere(sqlite, Part.CATALOGUE, tmp_path))
    assert not (tmp_path / "other.sqlite").exists()
    _refused(_elsewhere(sqlite, Part.ARCHIVE, tmp_path))
    assert not (tmp_path / "other").exists()


def test_the_sample_of_the_store_follows_the_majority_of_logs(redis: Redis, sqlite: Settings) -> None:
    cipher = StorageCipher(keys(sqlite).vault)
    assert in_store.opens(redis, cipher) is None
    other = archiving_in(redis, catalogue_at(sqlite.catalogue), sqlite.archive, cipher=StorageCipher(THEIRS))
    finished(other, ("north-american",))
    assert in_store.opens(redis, cipher) is False
    archiving = archiving_in(redis, catalogue_at(sqlite.catalogue), sqlite.archive, cipher=cipher)
    assert len(finished(archiving)) > 2
    assert in_store.opens(redis, cipher) is True
    assert in_store.opens(redis, StorageCipher(THEIRS)) is False


def test_a_catalogue_is_read_without_making_its_tables(settings: Settings) -> None:
    engine = catalogue_at(settings.catalogue)
    assert in_catalogue.read(engine) is None
    with engine.connect() as connection:
        assert in_catalogue.read_in(connection) is None
    engine.dispose()
