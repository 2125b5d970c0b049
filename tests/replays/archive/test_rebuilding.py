"""A catalogue rebuilt from the archive: the same rows, tree and checkpoints."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from sqlalchemy import Engine, delete, select

from app.cli.archive.kinds import FORMS
from app.store.entry import LogPosition
from app.store.keys import GameId
from replays.archive.blobs import rejoined
from replays.archive.checking import damages
from replays.archive.errors import RecordRemoved
from replays.archive.files import ArchivingStep, Reached, go_on
from replays.archive.rebuilding import Rebuilding, Rebuilt
from replays.archive.recovery import Rewriting, Rewritten
from replays.archive.removing import Remover
from replays.archive.segments import Segments
from replays.catalogue import rows
from replays.catalogue.connecting import reading, writing
from replays.catalogue.tables import blobs, checkpoints, games, metadata, search_keys
from replays.transparency import checkpoints as notes
from replays.transparency import store
from replays.transparency.errors import TreeForked
from replays.transparency.merkle import Leaf

from .helpers import NAMES, NOW_MS, Archiving, KilledAtStep, finished, killed_at
from .test_signing import archived, lost, signed

Table = list[tuple[Any, ...]]


def everything(engine: Engine) -> dict[str, Table]:
    """All rows of the catalogue, in the order of their keys."""
    with reading(engine) as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }


def rebuilt(
    archiving: Archiving,
    head: Callable[[GameId], LogPosition | None] | None = None,
    looked: Callable[[str, int, int], object] = lambda what, done, total: None,
) -> Rebuilt:
    ring, clock = archiving.archiver.signer.ring, archiving.archiver.clock
    return Rebuilding(archiving.archive, ring, FORMS, head or archiving.store.head, clock, looked).run()


def rewritten(archiving: Archiving) -> Rewritten:
    return Rewriting(archiving.archive, archiving.store, FORMS, archiving.archiver.clock, lambda: None).run()


def kept(archiving: Archiving) -> Archiving:
    """The same store and archive, whose archived games stay in the store for a while."""
    return replace(archiving, archiver=replace(archiving.archiver, keep_ms=600_000))


def later(archiving: Archiving, by_ms: int) -> Archiving:
    """The same store and archive later."""
    return replace(archiving, archiver=replace(archiving.archiver, clock=lambda: NOW_MS + by_ms))


def test_a_rebuilt_catalogue_equals_the_lost_one_byte_for_byte(archiving: Archiving) -> None:
    archived(archiving, NAMES[:2])
    archived(later(archiving, 5_000), NAMES[2:5])
    archived(later(archiving, 9_000), NAMES[5:])
    before = everything(archiving.archive.engine)
    archiving.redis.flushall()
    lost(archiving.archive.engine)
    result = rebuilt(later(archiving, 70_000))
    assert (result.games, result.leaves, result.checkpoints) == (6, 6, 3)
    assert (result.missing, result.damaged, result.elsewhere) == ([], [], [])
    after = everything(archiving.archive.engine)
    assert after.keys() == before.keys()
    for table, rows_before in before.items():
        assert after[table] == rows_before, table
    assert rebuilt(archiving) == Rebuilt()


def test_the_log_continues_after_the_catalogue_was_rebuilt(archiving: Archiving) -> None:
    archived(archiving, NAMES[:2], NAMES[2:3])
    old = signed(archiving.archive.engine)
    lost(archiving.archive.engine)
    waiting = finished(archiving, NAMES[3:])
    with pytest.raises(TreeForked):
        archiving.archiver.round()
    rebuilt(archiving)
    assert archiving.archiver.signer.fault() is None
    assert archiving.archiver.round().archived == len(waiting)
    new = signed(archiving.archive.engine)
    assert new[:2] == old
    assert notes.read(new[-1]).size == 6
    with reading(archiving.archive.engine) as connection:
        for note in old:
            head = notes.read(note)
            assert store.root(connection, head.size) == head.root


def test_an_older_copy_of_the_catalogue_is_updated_to_the_signed_state(archiving: Archiving) -> None:
    archived(archiving, NAMES[:2], NAMES[2:4], NAMES[4:])
    before = everything(archiving.archive.engine)
    with writing(archiving.archive.engine) as connection:  # as it was after the first round
        later_games = select(games.c.number).where(games.c.number > 2)
        for table in metadata.sorted_tables:
            if "number" in table.c and table.name not in {"games", "generations"}:
                connection.execute(delete(table).where(table.c.number.in_(later_games)))
        remaining = select(games.c.game).where(games.c.number <= 2)
        connection.execute(delete(search_keys).where(search_keys.c.game.not_in(remaining)))
        connection.execute(delete(games).where(games.c.number > 2))
        used = select(games.c.blob)
        connection.execute(delete(blobs).where(blobs.c.name.not_in(used)))
        connection.execute(delete(checkpoints).where(checkpoints.c.size > 2))
        store.cut(connection, 2)
        # What was archived into the copy meanwhile, under no checkpoint, gives way and comes after.
        store.append(connection, [Leaf("g-another", 1, bytes(32))])
    assert rebuilt(archiving).checkpoints == 2
    after = everything(archiving.archive.engine)
    assert {name: after[name] for name in ("leaves", "nodes", "checkpoints", "blobs")} == {
        name: before[name] for name in ("leaves", "nodes", "checkpoints", "blobs")
    }


def test_a_rebuild_interrupted_anywhere_resumes_and_ends_the_same(
    archiving: Archiving, monkeypatch: pytest.MonkeyPatch
) -> None:
    archived(archiving, NAMES[:3], NAMES[3:])
    before = everything(archiving.archive.engine)
    lost(archiving.archive.engine)
    monkeypatch.setattr("replays.archive.rebuilding.PIECE", 1)
    left = 0

    def stop(what: str, done: int, total: int) -> None:
        nonlocal left
        left = total - done
        raise KilledAtStep

    for _ in range(5):
        with pytest.raises(KilledAtStep):
            # One more piece each time: those that are there are passed over.
            rebuilt(archiving, looked=_after(stop, len(everything(archiving.archive.engine)["leaves"]) + 1))
        assert archiving.archiver.signer.fault() is not None
    rebuilt(archiving)
    after = everything(archiving.archive.engine)
    assert after["leaves"] == before["leaves"]
    assert after["nodes"] == before["nodes"]
    assert after["checkpoints"] == before["checkpoints"]
    assert {row[1] for row in after["games"]} == {row[1] for row in before["games"]}


def _after(stop: Callable[[str, int, int], object], leaves: int) -> Callable[[str, int, int], object]:
    def looked(what: str, done: int, total: int) -> None:
        if done >= leaves:
            stop(what, done, total)

    return looked


def test_games_that_were_under_no_checkpoint_are_entered_behind_it(archiving: Archiving) -> None:
    archived(archiving, NAMES[:2])
    logs = finished(archiving, NAMES[2:4])

    with pytest.raises(KilledAtStep):
        archiving.stopping(killed_at(ArchivingStep.COMMITTED)).round()
    lost(archiving.archive.engine)
    assert rebuilt(archiving).games == 4
    archiving.archiver.round()
    assert [notes.read(note).size for note in signed(archiving.archive.engine)] == [2, 4]
    assert all(archiving.archive.entries(game) == entries for game, entries in logs.items())


def test_a_game_under_no_checkpoint_that_the_store_ended_otherwise_is_left_out(archiving: Archiving) -> None:
    archived(archiving, NAMES[:1])
    (game, entries), *_ = finished(archiving, NAMES[1:2]).items()

    with pytest.raises(KilledAtStep):
        archiving.stopping(killed_at(ArchivingStep.VERIFIED)).round()
    lost(archiving.archive.engine)
    result = rebuilt(archiving, head=lambda asked: entries[-2] if asked == game else None)
    assert (result.games, result.leaves, result.elsewhere) == (1, 1, [game])


def test_a_missing_record_leaves_its_leaf_and_is_reported(archiving: Archiving, tmp_path: Path) -> None:
    archived(archiving, NAMES[:1])
    archived(kept(archiving), NAMES[1:3])
    row = archiving.archive.find(next(iter(_named(archiving, 2))))
    assert row is not None
    archiving.archive.files.remove(str(row.blob))
    before = signed(archiving.archive.engine)
    lost(archiving.archive.engine)
    result = rebuilt(archiving)
    assert (result.games, result.leaves, len(result.missing)) == (1, 3, 2)
    assert signed(archiving.archive.engine) == before
    again = rewritten(archiving)
    assert (again.written, again.lost) == (2, [])
    assert rebuilt(archiving).missing == []
    assert archiving.archiver.signer.fault() is None


def test_files_repacked_since_a_copy_of_the_catalogue_are_found(archiving: Archiving) -> None:
    archived(archiving, NAMES[:3])
    archived(later(archiving, 5_000), NAMES[3:])
    before = everything(archiving.archive.engine)
    logs = {row[1]: archiving.archive.read(row[1]) for row in before["games"]}
    gone = _named(archiving, 1)[0]
    original = archiving.archive.find(gone)
    assert original is not None
    members = archiving.archive.members(
        str(original.blob), archiving.archive.files.size(str(original.blob)) or 0
    )
    others = [member for member in members if member.game != gone]
    new = rejoined(others, lambda at, length: archiving.archive.files.read(str(original.blob), at, length))
    archiving.archive.files.put(new.name, new.data)
    archiving.archive.files.remove(str(original.blob))
    rebuilt(later(archiving, 9_000))  # the catalogue still names the old file
    readable = {game for game in logs if game != gone}
    assert {game: archiving.archive.read(game) for game in readable} == {
        game: logs[game] for game in readable
    }
    lost(archiving.archive.engine)
    result = rebuilt(later(archiving, 9_000))
    assert (result.games, result.missing) == (5, [gone])
    with reading(archiving.archive.engine) as connection:
        times = {
            row.game: row.archived_ms for row in connection.execute(select(games.c.game, games.c.archived_ms))
        }
    assert times == {row[1]: row[17] for row in before["games"] if row[1] != gone}


def _named(archiving: Archiving, number: int) -> list[str]:
    with reading(archiving.archive.engine) as connection:
        return [row.game for row in rows.page(connection, number - 1, 1)]


def test_a_changed_leaf_in_the_archive_stops_a_rebuild_before_any_write(
    archiving: Archiving, tmp_path: Path
) -> None:
    archived(archiving, NAMES[:2])
    (file,) = (tmp_path / "archive" / "log").glob("0*.json")
    text = file.read_bytes()
    (segment,) = Segments(archiving.archive.files).after(0)
    digest = segment.leaves[1].leaf.digest.hex().encode()
    file.write_bytes(text.replace(digest, digest[::-1]))
    lost(archiving.archive.engine)
    with pytest.raises(TreeForked, match="do not give the root that was signed"):
        rebuilt(archiving)
    assert everything(archiving.archive.engine)["leaves"] == []


def test_two_logs_are_never_made_one(archiving: Archiving) -> None:
    archived(archiving, NAMES[:2], NAMES[2:3])
    with writing(archiving.archive.engine) as connection:
        connection.execute(delete(checkpoints))
        store.cut(connection, 0)
        store.append(connection, [Leaf("g-1", 1, bytes(32))])
        store.checkpoint(connection, archiving.archiver.signer.ring, NOW_MS)
    with pytest.raises(TreeForked, match="these are two logs"):
        rebuilt(archiving)


@pytest.mark.parametrize("damage", ["missing", "cut", "dictionary"])
def test_lost_records_are_written_again_from_the_store_byte_for_byte(
    damage: str, archiving: Archiving, tmp_path: Path
) -> None:
    here = kept(archiving)
    logs = finished(here)
    here.archiver.round()
    before, folder = everything(here.archive.engine), tmp_path / "archive"
    records = {game: here.archive.read(game) for game in logs}
    (file,) = folder.rglob("*.zst")
    if damage == "missing":
        rmtree(folder / "records")
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:-5_000])
    else:
        rmtree(folder / "dictionaries")
    again = _house_anew(here)
    result = rewritten(again)
    assert result.written >= 1
    assert result.lost == []
    assert {game: again.archive.read(game) for game in logs} == records
    if damage == "missing":
        assert everything(again.archive.engine) == before
    assert rewritten(again) == Rewritten()
    assert rebuilt(again) == Rebuilt()


def _house_anew(here: Archiving) -> Archiving:
    """The archiver of a process that remembers nothing."""
    return replace(here, archive=here.stopping(lambda step: None).archive)


def test_records_that_the_store_has_not_any_more_are_named(archiving: Archiving, tmp_path: Path) -> None:
    gone = finished(archiving, NAMES[:2])
    archiving.archiver.round()
    here = kept(archiving)
    logs = finished(here, NAMES[2:4])
    here.archiver.round()
    rmtree(tmp_path / "archive" / "records")
    result = rewritten(here)
    assert result.written == 2
    assert {damage.game for damage in result.lost} == set(gone)
    assert all("does not have the game" in damage.detail for damage in result.lost)
    assert all(here.archive.entries(game) == entries for game, entries in logs.items())


def test_lost_parts_of_the_log_are_written_again_from_the_catalogue(
    archiving: Archiving, tmp_path: Path
) -> None:
    archived(archiving, NAMES[:1], NAMES[1:2], NAMES[2:3])
    folder = tmp_path / "archive" / "log"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    (folder / "0000000000000001.json").unlink()
    (folder / "0000000000000002.json").write_bytes(b"{}")
    # The missing part is put back with all that the catalogue has from there on.
    assert archiving.archiver.signer.mend() == 1
    assert archiving.archiver.signer.mend() == 0
    noted = [note for segment in Segments(archiving.archive.files).after(0) for note in segment.notes]
    assert noted == signed(archiving.archive.engine)
    assert (folder / "head.json").read_bytes() == before["head.json"]


def removal(archiving: Archiving, reached: Reached = go_on) -> Remover:
    """Return a remover of games."""
    return Remover(
        archiving.store,
        archiving.after,
        archiving.archive,
        lambda game: False,
        lambda: NOW_MS,
        reached=reached,
    )


def test_a_removed_game_stays_removed_and_is_not_called_lost(archiving: Archiving) -> None:
    archived(archiving, NAMES[:4], NAMES[4:])
    with reading(archiving.archive.engine) as connection:
        _, game, *_ = connection.scalars(select(games.c.game).order_by(games.c.number))
    removal(archiving).remove(GameId(game))
    lost(archiving.archive.engine)
    result = rebuilt(archiving)
    assert (result.games, result.leaves, result.missing, result.damaged) == (5, 6, [], [])
    with pytest.raises(RecordRemoved):
        archiving.archive.head(GameId(game))
    assert [finding.detail for finding in damages(archiving.archive, FORMS, lambda: None)] == []
    assert rewritten(archiving) == Rewritten()
    assert archiving.archiver.signer.fault() is None


def test_a_removal_that_was_cut_off_is_not_undone_by_a_rebuild(archiving: Archiving, tmp_path: Path) -> None:
    archived(archiving, NAMES)
    with reading(archiving.archive.engine) as connection:
        game = GameId(str(connection.scalar(select(games.c.game).where(games.c.number == 2))))

    def stop(step: ArchivingStep) -> None:
        if step is ArchivingStep.READ_BACK:
            raise KilledAtStep

    with pytest.raises(KilledAtStep):
        removal(archiving, stop).remove(game)
    lost(archiving.archive.engine)
    result = rebuilt(archiving)
    assert (result.games, result.leaves, result.missing, result.damaged) == (5, 6, [], [])
    with pytest.raises(RecordRemoved):
        archiving.archive.read(game)
    removal(archiving).remove(game)
    assert [finding.detail for finding in damages(archiving.archive, FORMS, lambda: None)] == []
