"""Backups beside a service at work: games that end, leave the store or are removed meanwhile."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import Engine

from app.settings.settings import Settings
from app.store import copying
from app.store.client import connect
from app.store.entry import Entry
from app.store.keys import GameId, bucket, due_key, kept_key, live_key
from replays.archive.checking import compared, damages
from replays.archive.segments import Segments
from replays.backup.folder import Backup, NewBackup
from replays.backup.making import Making
from replays.backup.restoring import Restoration
from replays.catalogue.connecting import connect as catalogue_at
from replays.catalogue.connecting import reading
from replays.installation.parts import Identity, Parts
from replays.transparency.store import signed_size
from tests.replays.archive.helpers import (
    HOUR_MS,
    NOW_MS,
    VAULT,
    Archiving,
    archiving,
    finished,
    games_in,
    over,
)
from tests.replays.games import played

IDENTITY = Identity("i-0123456789abcdef", "0" * 64)

Meanwhile = Callable[[str, int, int], object]


@pytest.fixture
def source(redis: Redis, catalogue: Engine, tmp_path: Path) -> Archiving:
    """A service with games that are archived and games that wait."""
    source = archiving(redis, catalogue, tmp_path / "archive", keep_ms=HOUR_MS)
    finished(source, ("north-american", "mexican-2"))
    assert source.archiver.round().archived == 2
    finished(source, ("entropy",))
    return source


def backed_up(source: Archiving, folder: Path, meanwhile: Meanwhile) -> Backup:
    """The backup of a service; `meanwhile` is called at each step."""
    with closing(NewBackup(folder, {"installation": IDENTITY.id}, NOW_MS)) as target:
        making = Making(source.redis, source.archive, target, meanwhile)
        making.run()
        assert making.lost() == []
        target.finish({"catalogue": 1})
    return Backup(folder)


def restored(backup: Backup, redis_url: str, tmp_path: Path) -> Archiving:
    """The service that a backup is restored to."""
    redis = connect(f"{redis_url}?db=3")
    settings = Settings(
        redis_url=f"{redis_url}?db=3",
        catalogue_url=f"sqlite:///{tmp_path}/restored.sqlite",
        archive_url=str(tmp_path / "restored"),
    )
    with closing(Parts(settings)) as parts:
        restoration = Restoration(backup, parts, VAULT, IDENTITY, lambda *_: None)
        restoration.check()
        restoration.run()
        assert restoration.differing == []
    result = archiving(redis, catalogue_at(settings.catalogue), settings.archive, keep_ms=HOUR_MS)
    assert list(damages(result.archive, {}, lambda: None)) == []
    assert compared(result.archive, result.store.head).different == ()
    with reading(result.archive.engine) as connection:
        signed = signed_size(connection)
    assert Segments(result.archive.files).gap(signed) is None
    return result


def after_all(step: str, work: Callable[[], object]) -> Meanwhile:
    """Return a callback that does `work` once, when all of a step is done."""
    todo = [work]

    def meanwhile(name: str, done: int, total: int) -> None:
        if name == step and done == total and todo:
            todo.pop()()

    return meanwhile


def going_on(source: Archiving, entries: tuple[Entry, ...], plies: int) -> GameId:
    """Store the first plies of a game as a live one, and return it."""
    game = entries[0].game
    source.after.restore(entries[:plies], "playing", 0)
    source.redis.zrem(kept_key(bucket(game)), game)
    source.redis.zadd(live_key(bucket(game)), {game: 5})
    source.redis.zadd(due_key(bucket(game)), {game: 7})
    return game


def test_a_game_that_ends_and_is_archived_meanwhile_is_restored_from_the_archive(
    source: Archiving, redis_url: str, tmp_path: Path
) -> None:
    entries = played("deals")
    game = going_on(source, entries, 10)

    def end() -> None:
        source.redis.delete(*source.redis.keys(f"*{game}*"))
        over(source, entries)
        assert source.archiver.round().archived == 2

    backup = backed_up(source, tmp_path / "backup", after_all("store: games", end))
    result = restored(backup, redis_url, tmp_path)
    assert result.store.head(game) is None
    assert result.archive.entries(game) == entries
    assert game not in [log for _, log in result.after.ended(9)]
    assert not result.redis.zscore(due_key(bucket(game)), game)
    # The game that waited was archived with it, at the same ply: it waits again, and is found archived.
    assert result.archiver.round().refused == 0
    assert set(games_in(result)) == set(games_in(source))


def test_a_game_that_goes_on_meanwhile_is_copied_at_one_ply(
    source: Archiving, redis_url: str, tmp_path: Path
) -> None:
    entries = played("deals")
    game = going_on(source, entries, 10)
    backup = backed_up(source, tmp_path / "backup", lambda *_: None)
    result = restored(backup, redis_url, tmp_path)
    assert result.store.read(game) == entries[:10]
    assert result.redis.zscore(live_key(bucket(game)), game) == 5
    assert result.redis.zscore(due_key(bucket(game)), game) == 7


def test_a_game_that_leaves_the_store_while_it_is_copied_is_in_the_archive(
    source: Archiving, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game, *_) = games_in(source)
    source.redis.zadd(kept_key(bucket(game)), {game: 0})
    read_log = copying.read_log

    def late(redis: Redis, log: GameId) -> copying.LogCopy | None:
        if log == game:
            source.archiver.round()
        return read_log(redis, log)

    monkeypatch.setattr(copying, "read_log", late)
    backup = backed_up(source, tmp_path / "backup", lambda *_: None)
    result = restored(backup, redis_url, tmp_path)
    assert source.store.head(game) is None
    assert result.store.head(game) is None
    assert result.archive.entries(game) is not None


def test_a_game_that_begins_after_other_kinds_were_copied_is_in_the_backup(
    source: Archiving, redis_url: str, tmp_path: Path
) -> None:
    entries = played("void")
    begin = after_all("store: disputes", lambda: going_on(source, entries, 3))
    result = restored(backed_up(source, tmp_path / "backup", begin), redis_url, tmp_path)
    assert result.store.read(entries[0].game) == entries[:3]


def test_a_file_that_is_removed_meanwhile_is_not_named_by_the_catalogue(
    source: Archiving, redis_url: str, tmp_path: Path
) -> None:
    def retire() -> None:
        assert source.archive.retire(NOW_MS + 1, NOW_MS) == 2

    backup = backed_up(source, tmp_path / "backup", after_all("catalogue", retire))
    result = restored(backup, redis_url, tmp_path)
    places = [result.archive.find(game) for game in games_in(source)]
    assert [place.blob for place in places if place] == [None, None]


@pytest.mark.parametrize("step", ["store: disputes", "log of all games", "catalogue", "archive"])
def test_the_log_of_all_games_goes_on_after_a_restoration(
    step: str, source: Archiving, redis_url: str, tmp_path: Path
) -> None:
    def archive() -> None:
        assert source.archiver.round().archived == 1

    backup = backed_up(source, tmp_path / "backup", after_all(step, archive))
    result = restored(backup, redis_url, tmp_path)
    assert result.archiver.signer.fault() is None
    finished(result, ("mexican-3",))
    assert result.archiver.round().refused == 0
    assert len(games_in(result)) == 4
    assert result.archiver.signer.fault() is None
