"""Removal of games by the operator: they are unreadable, all others and the log stay complete."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from app.cli.archive.kinds import FORMS
from app.cli.game_removal import removing
from app.service.game_decider import NoSuchGame
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.encryption import StorageCipher
from app.store.errors import GameRemoved
from app.store.keys import GameId, game_id_from, log_key, state_key
from app.store.log import EventStore
from replays.archive.archive import Archive
from replays.archive.checking import damages, strays
from replays.archive.errors import RecordRemoved
from replays.archive.files import ArchivingStep, Reached, go_on, open_files
from replays.archive.kinds import GAMES
from replays.archive.recovery import restore
from replays.archive.removing import RemovalRefused, Remover, removed
from replays.catalogue.connecting import reading, writing
from replays.catalogue.rows import enter_bare
from replays.catalogue.search import Filter, found
from replays.catalogue.tables import games, hands, leaves, players
from replays.transparency.store import inclusion

from .helpers import NAMES, NOW_MS, VAULT, House, KilledAtStep, finished, killed_at


def remover(
    house: House,
    reached: Reached = go_on,
    disputed: Callable[[GameId], bool] = lambda game: False,
    cipher: StorageCipher = VAULT,
) -> Remover:
    """Return a remover of games in a process of its own."""
    files = open_files(str(house.archive.files._root), reached)  # type: ignore[attr-defined]
    archive = Archive(files, house.archive.engine)
    store = EventStore(house.redis, cipher)
    return Remover(store, house.after, archive, disputed, lambda: NOW_MS, reached)


def files(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "archive").rglob("*.zst"))


def archived(house: House, kept: bool = False) -> GameId:
    """The second of several games in one blob, all archived; `kept` are still in the store."""
    logs = finished(house)
    replace(house.archiver, keep_ms=600_000 if kept else 0).round()
    return list(logs)[1]


def test_a_removed_game_keeps_its_leaf_and_changes_no_other_game(house: House, tmp_path: Path) -> None:
    logs = finished(house)
    house.archiver.round()
    (before,) = files(tmp_path)
    for count, game in enumerate(list(logs)[:-1], 1):
        remover(house).remove(game)
        (after,) = files(tmp_path)
        assert not before.exists()
        before = after
        gone, left = list(logs)[:count], list(logs)[count:]
        for one in gone:
            with pytest.raises(RecordRemoved):
                house.archive.read(one)
            with pytest.raises(RecordRemoved):
                house.archive.head(one)
        reader = Archive(house.archive.files, house.archive.engine)
        assert [reader.read(one) for one in left] == [GAMES.record(logs[one]) for one in left]
        assert [reader.entries(one) for one in left] == [logs[one] for one in left]
    remover(house).remove(list(logs)[-1])
    assert files(tmp_path) == []
    assert [one.detail for one in damages(house.archive, FORMS, lambda: None)] == []
    assert strays(house.archive) == []
    with reading(house.archive.engine) as connection:
        assert found(connection, Filter(hidden=True), 99) == ()
        for table in (players, hands):
            assert connection.execute(select(table)).all() == []
        for game, entries in logs.items():
            proof = inclusion(connection, game)
            assert (proof.leaf.plies, proof.leaf.digest) == (entries[-1].ply, entries[-1].digest)


def test_a_removed_game_leaves_no_data_in_the_store(house: House) -> None:
    game = archived(house, kept=True)
    remover(house).remove(game)
    assert [key for key in house.redis.scan_iter("*") if game.encode() in key] == []
    assert all(
        game.encode() not in house.redis.zrange(key, 0, -1)
        for key in house.redis.scan_iter("*")
        if house.redis.type(key) == b"zset"
    )
    lasting = ArchiveFallbackStore(house.redis, VAULT, house.archive)
    for read in (lasting.head, lasting.read, lasting.look, lambda one: lasting.place(one, 1)):
        with pytest.raises(RecordRemoved):
            read(game)


def test_a_restored_store_has_every_game_but_the_removed_one(house: House) -> None:
    game = archived(house)
    remover(house).remove(game)
    house.redis.flushall()
    result = restore(house.archive, house.after, 0, lambda: None)
    assert (result.same, result.removed, result.different, result.damaged) == (len(NAMES) - 1, 1, [], [])
    assert not house.redis.exists(state_key(game))


_STEPS = (
    ArchivingStep.DRAFT_WRITTEN,
    ArchivingStep.DRAFT_SYNCED,
    ArchivingStep.RENAMED,
    ArchivingStep.DIRECTORY_SYNCED,
    ArchivingStep.READ_BACK,
    ArchivingStep.ENTERED,
    ArchivingStep.FORGOTTEN,
)


@pytest.mark.parametrize("step", _STEPS)
def test_a_removal_that_was_cut_off_is_finished_by_the_next_one(
    house: House, tmp_path: Path, step: ArchivingStep
) -> None:
    game = archived(house, kept=True)

    with pytest.raises(KilledAtStep):
        remover(house, killed_at(step)).remove(game)
    assert [one.detail for one in damages(house.archive, FORMS, lambda: None)] == []
    remover(house).remove(game)
    remover(house).remove(game)
    assert len(files(tmp_path)) == 1
    assert strays(house.archive) == [] or step in _STEPS[:2]
    assert [one.detail for one in damages(house.archive, FORMS, lambda: None)] == []
    assert not house.redis.exists(state_key(game))
    with pytest.raises(RecordRemoved):
        house.archive.read(game)


def test_the_next_removal_deletes_the_files_of_an_interrupted_one(house: House, tmp_path: Path) -> None:
    logs = finished(house)
    house.archiver.round()
    first, second, *_ = logs

    with pytest.raises(KilledAtStep):
        remover(house, killed_at(ArchivingStep.ENTERED)).remove(first)
    assert len(files(tmp_path)) == 2
    remover(house).remove(second)
    assert len(files(tmp_path)) == 1


def test_a_reader_that_knew_the_old_file_finds_the_new_one(house: House) -> None:
    game = archived(house)
    other = next(one for one in _games(house) if one != game)
    known = house.archive.find(other)
    assert known is not None
    remover(house).remove(game)
    assert house.archive.record(known) == house.archive.read(other)


def _games(house: House) -> list[str]:
    with reading(house.archive.engine) as connection:
        return list(connection.scalars(select(games.c.game)))


def test_a_game_that_is_not_archived_or_disputed_stays(house: House) -> None:
    waiting = next(iter(finished(house, NAMES[:1])))
    with pytest.raises(RemovalRefused, match="not_archived"):
        remover(house).remove(waiting)
    house.redis.hset(state_key(waiting), "s", "playing")
    with pytest.raises(RemovalRefused, match="not_over"):
        remover(house).remove(waiting)
    house.redis.hset(state_key(waiting), "s", "finished")
    house.archiver.round()
    with pytest.raises(RemovalRefused, match="disputed"):
        remover(house, disputed=lambda game: True).remove(waiting)
    assert house.archive.read(waiting) is not None
    with pytest.raises(NoSuchGame):
        remover(house).remove(game_id_from(b"n" * 32))


def test_an_unreadable_game_is_removed_from_the_store_and_leaves_a_mark(house: House) -> None:
    game = next(iter(finished(house, NAMES[:1])))
    stranger = remover(house, cipher=StorageCipher(b"w" * 32))
    holding = stranger.look(game)
    assert (holding.plies, holding.logged) == (0, False)
    stranger.remove(game)
    assert not house.redis.exists(log_key(game), state_key(game))
    lasting = ArchiveFallbackStore(house.redis, VAULT, house.archive)
    for read in (lasting.read, lasting.look, lambda one: lasting.place(one, 1)):
        with pytest.raises(GameRemoved):
            read(game)
    assert house.after.waiting() == 0
    with reading(house.archive.engine) as connection:
        assert connection.execute(select(leaves)).all() == []


def remove(house: House, game: str, answer: str | None = None, cipher: StorageCipher = VAULT) -> Result:
    """Return what the operator's command says; without an `answer` it does not ask."""
    words = [game] if answer else [game, "--yes"]
    command = removing(lambda: nullcontext(remover(house, cipher=cipher)))
    return CliRunner().invoke(command, words, input=answer)


def test_the_command_lists_the_effects_of_a_removal_before_it_asks(house: House) -> None:
    waiting = next(iter(finished(house, NAMES[:1])))
    assert "not archived yet" in remove(house, waiting).output
    house.archiver.round()
    said = remove(house, waiting, "n\n")
    assert (said.exit_code, house.archive.read(waiting) is not None) == (1, True)
    assert all(text in said.output for text in ("Goes, for every seat", "Stays: its leaf", "Copies stay"))
    said = remove(house, waiting)
    assert (said.exit_code, said.output.splitlines()[-1]) == (0, f"{waiting}: removed.")
    assert "removed before" in remove(house, waiting).output
    assert remove(house, "x").output == "Error: That is not the id of a game.\n"
    assert remove(house, game_id_from(b"n" * 32)).output == "Error: There is no such game.\n"


def test_the_command_reports_that_an_unreadable_game_is_in_no_log(house: House) -> None:
    game = next(iter(finished(house, NAMES[:1])))
    said = remove(house, game, cipher=StorageCipher(b"w" * 32))
    assert (said.exit_code, "so it is\nnot in the log of all games" in said.output) == (0, True), said.output


def test_a_game_with_a_lost_file_is_removed_and_the_others_may_be_written_again(
    house: House, tmp_path: Path
) -> None:
    game = archived(house)
    (file,) = files(tmp_path)
    file.unlink()
    remover(house).remove(game)
    with pytest.raises(RecordRemoved):
        house.archive.read(game)
    assert {one.detail.split()[-1] for one in damages(house.archive, FORMS, lambda: None)} == {"missing"}


def test_the_archive_keeps_a_mark_of_a_removed_game_with_its_remaining_data(house: House) -> None:
    game = archived(house)
    remover(house).remove(game)
    marks = removed(house.archive.files)
    with writing(house.archive.engine) as connection:
        row = connection.execute(select(games).where(games.c.game == game)).one()
        connection.execute(games.delete().where(games.c.game == game))
        for _ in range(2):
            enter_bare(connection, marks[game])
        again = connection.execute(select(games).where(games.c.game == game)).one()
    assert list(marks) == [game]
    assert again[1:] == row[1:]
    with pytest.raises(RecordRemoved):
        house.archive.head(game)
