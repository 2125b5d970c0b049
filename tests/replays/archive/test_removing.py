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

from .helpers import NAMES, NOW_MS, VAULT, Archiving, KilledAtStep, finished, killed_at


def remover(
    archiving: Archiving,
    reached: Reached = go_on,
    disputed: Callable[[GameId], bool] = lambda game: False,
    cipher: StorageCipher = VAULT,
) -> Remover:
    """Return a remover of games in a process of its own."""
    files = open_files(str(archiving.archive.files._root), reached)  # type: ignore[attr-defined]
    archive = Archive(files, archiving.archive.engine)
    store = EventStore(archiving.redis, cipher)
    return Remover(store, archiving.after, archive, disputed, lambda: NOW_MS, reached)


def files(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "archive").rglob("*.zst"))


def archived(archiving: Archiving, kept: bool = False) -> GameId:
    """The second of several games in one blob, all archived; `kept` are still in the store."""
    logs = finished(archiving)
    replace(archiving.archiver, keep_ms=600_000 if kept else 0).round()
    return list(logs)[1]


def test_a_removed_game_keeps_its_leaf_and_changes_no_other_game(
    archiving: Archiving, tmp_path: Path
) -> None:
    logs = finished(archiving)
    archiving.archiver.round()
    (before,) = files(tmp_path)
    for count, game in enumerate(list(logs)[:-1], 1):
        remover(archiving).remove(game)
        (after,) = files(tmp_path)
        assert not before.exists()
        before = after
        gone, left = list(logs)[:count], list(logs)[count:]
        for one in gone:
            with pytest.raises(RecordRemoved):
                archiving.archive.read(one)
            with pytest.raises(RecordRemoved):
                archiving.archive.head(one)
        reader = Archive(archiving.archive.files, archiving.archive.engine)
        assert [reader.read(one) for one in left] == [GAMES.record(logs[one]) for one in left]
        assert [reader.entries(one) for one in left] == [logs[one] for one in left]
    remover(archiving).remove(list(logs)[-1])
    assert files(tmp_path) == []
    assert [finding.detail for finding in damages(archiving.archive, FORMS, lambda: None)] == []
    assert strays(archiving.archive) == []
    with reading(archiving.archive.engine) as connection:
        assert found(connection, Filter(hidden=True), 99).games == ()
        for table in (players, hands):
            assert connection.execute(select(table)).all() == []
        for game, entries in logs.items():
            proof = inclusion(connection, game)
            assert (proof.leaf.plies, proof.leaf.digest) == (entries[-1].ply, entries[-1].digest)


def test_a_removed_game_leaves_no_data_in_the_store(archiving: Archiving) -> None:
    game = archived(archiving, kept=True)
    remover(archiving).remove(game)
    assert [key for key in archiving.redis.scan_iter("*") if game.encode() in key] == []
    assert all(
        game.encode() not in archiving.redis.zrange(key, 0, -1)
        for key in archiving.redis.scan_iter("*")
        if archiving.redis.type(key) == b"zset"
    )
    lasting = ArchiveFallbackStore(archiving.redis, VAULT, archiving.archive)
    for read in (lasting.head, lasting.read, lasting.look, lambda name: lasting.place(name, 1)):
        with pytest.raises(RecordRemoved):
            read(game)


def test_a_restored_store_has_every_game_but_the_removed_one(archiving: Archiving) -> None:
    game = archived(archiving)
    remover(archiving).remove(game)
    archiving.redis.flushall()
    result = restore(archiving.archive, archiving.after, 0, lambda: None)
    assert (result.same, result.removed, result.different, result.damaged) == (len(NAMES) - 1, 1, [], [])
    assert not archiving.redis.exists(state_key(game))


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
    archiving: Archiving, tmp_path: Path, step: ArchivingStep
) -> None:
    game = archived(archiving, kept=True)

    with pytest.raises(KilledAtStep):
        remover(archiving, killed_at(step)).remove(game)
    assert [finding.detail for finding in damages(archiving.archive, FORMS, lambda: None)] == []
    remover(archiving).remove(game)
    remover(archiving).remove(game)
    assert len(files(tmp_path)) == 1
    assert strays(archiving.archive) == [] or step in _STEPS[:2]
    assert [finding.detail for finding in damages(archiving.archive, FORMS, lambda: None)] == []
    assert not archiving.redis.exists(state_key(game))
    with pytest.raises(RecordRemoved):
        archiving.archive.read(game)


def test_the_next_removal_deletes_the_files_of_an_interrupted_one(
    archiving: Archiving, tmp_path: Path
) -> None:
    logs = finished(archiving)
    archiving.archiver.round()
    first, second, *_ = logs

    with pytest.raises(KilledAtStep):
        remover(archiving, killed_at(ArchivingStep.ENTERED)).remove(first)
    assert len(files(tmp_path)) == 2
    remover(archiving).remove(second)
    assert len(files(tmp_path)) == 1


def test_a_reader_that_knew_the_old_file_finds_the_new_one(archiving: Archiving) -> None:
    game = archived(archiving)
    other = next(one for one in _games(archiving) if one != game)
    known = archiving.archive.find(other)
    assert known is not None
    remover(archiving).remove(game)
    assert archiving.archive.record(known) == archiving.archive.read(other)


def _games(archiving: Archiving) -> list[str]:
    with reading(archiving.archive.engine) as connection:
        return list(connection.scalars(select(games.c.game)))


def test_a_game_that_is_not_archived_or_disputed_stays(archiving: Archiving) -> None:
    waiting = next(iter(finished(archiving, NAMES[:1])))
    with pytest.raises(RemovalRefused, match="not_archived"):
        remover(archiving).remove(waiting)
    archiving.redis.hset(state_key(waiting), "s", "playing")
    with pytest.raises(RemovalRefused, match="not_over"):
        remover(archiving).remove(waiting)
    archiving.redis.hset(state_key(waiting), "s", "finished")
    archiving.archiver.round()
    with pytest.raises(RemovalRefused, match="disputed"):
        remover(archiving, disputed=lambda game: True).remove(waiting)
    assert archiving.archive.read(waiting) is not None
    with pytest.raises(NoSuchGame):
        remover(archiving).remove(game_id_from(b"n" * 32))


def test_an_unreadable_game_is_removed_from_the_store_and_leaves_a_mark(archiving: Archiving) -> None:
    game = next(iter(finished(archiving, NAMES[:1])))
    stranger = remover(archiving, cipher=StorageCipher(b"w" * 32))
    holding = stranger.look(game)
    assert (holding.plies, holding.logged) == (0, False)
    stranger.remove(game)
    assert not archiving.redis.exists(log_key(game), state_key(game))
    lasting = ArchiveFallbackStore(archiving.redis, VAULT, archiving.archive)
    for read in (lasting.read, lasting.look, lambda name: lasting.place(name, 1)):
        with pytest.raises(GameRemoved):
            read(game)
    assert archiving.after.waiting() == 0
    with reading(archiving.archive.engine) as connection:
        assert connection.execute(select(leaves)).all() == []


def remove(
    archiving: Archiving, game: str, answer: str | None = None, cipher: StorageCipher = VAULT
) -> Result:
    """Return what the operator's command says; without an `answer` it does not ask."""
    words = [game] if answer else [game, "--yes"]
    command = removing(lambda: nullcontext(remover(archiving, cipher=cipher)))
    return CliRunner().invoke(command, words, input=answer)


def test_the_command_lists_the_effects_of_a_removal_before_it_asks(archiving: Archiving) -> None:
    waiting = next(iter(finished(archiving, NAMES[:1])))
    assert "not archived yet" in remove(archiving, waiting).output
    archiving.archiver.round()
    answer = remove(archiving, waiting, "n\n")
    assert (answer.exit_code, archiving.archive.read(waiting) is not None) == (1, True)
    assert all(text in answer.output for text in ("Goes, for every seat", "Stays: its leaf", "Copies stay"))
    answer = remove(archiving, waiting)
    assert (answer.exit_code, answer.output.splitlines()[-1]) == (0, f"{waiting}: removed.")
    assert "removed before" in remove(archiving, waiting).output
    assert remove(archiving, "x").output == "Error: That is not the id of a game.\n"
    assert remove(archiving, game_id_from(b"n" * 32)).output == "Error: There is no such game.\n"


def test_the_command_reports_that_an_unreadable_game_is_in_no_log(archiving: Archiving) -> None:
    game = next(iter(finished(archiving, NAMES[:1])))
    answer = remove(archiving, game, cipher=StorageCipher(b"w" * 32))
    assert (answer.exit_code, "so it is\nnot in the log of all games" in answer.output) == (0, True), (
        answer.output
    )


def test_a_game_with_a_lost_file_is_removed_and_the_others_may_be_written_again(
    archiving: Archiving, tmp_path: Path
) -> None:
    game = archived(archiving)
    (file,) = files(tmp_path)
    file.unlink()
    remover(archiving).remove(game)
    with pytest.raises(RecordRemoved):
        archiving.archive.read(game)
    assert {finding.detail.split()[-1] for finding in damages(archiving.archive, FORMS, lambda: None)} == {
        "missing"
    }


def test_the_archive_keeps_a_mark_of_a_removed_game_with_its_remaining_data(archiving: Archiving) -> None:
    game = archived(archiving)
    remover(archiving).remove(game)
    marks = removed(archiving.archive.files)
    with writing(archiving.archive.engine) as connection:
        row = connection.execute(select(games).where(games.c.game == game)).one()
        connection.execute(games.delete().where(games.c.game == game))
        for _ in range(2):
            enter_bare(connection, marks[game])
        again = connection.execute(select(games).where(games.c.game == game)).one()
    assert list(marks) == [game]
    assert again[1:] == row[1:]
    with pytest.raises(RecordRemoved):
        archiving.archive.head(game)
