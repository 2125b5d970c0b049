"""The transparency log never goes back: after losses and kills no second log is signed."""

from collections.abc import Sequence
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from sqlalchemy import Engine, delete

from app.store.signing_state import LogHead, LogHeadConflict, SignedHead
from replays.archive.files import ArchivingStep
from replays.archive.segments import Segments
from replays.archive.signing import LogSigner
from replays.catalogue.connecting import prepare, reading, writing
from replays.catalogue.tables import checkpoints, leaves, metadata, nodes
from replays.transparency import checkpoints as notes
from replays.transparency import store
from replays.transparency.errors import TreeForked
from replays.transparency.merkle import Leaf

from .helpers import NAMES, House, KilledAtStep, finished, killed_at


def lost(engine: Engine) -> None:
    """The catalogue is a new one."""
    with writing(engine) as connection:
        metadata.drop_all(connection)
    prepare(engine)


def signed(engine: Engine) -> list[str]:
    """All checkpoints of the catalogue."""
    with reading(engine) as connection:
        return store.notes_after(connection, 0, 1_000)


def in_archive(house: House) -> list[str]:
    """All checkpoints in the archive."""
    return [note for segment in Segments(house.archive.files).after(0) for note in segment.notes]


def archived(house: House, *batches: Sequence[str]) -> None:
    """The games of each batch are under a checkpoint of their own."""
    for names in batches:
        finished(house, names)
        assert house.archiver.round().archived == len(names)


def test_every_checkpoint_and_leaf_is_in_the_archive_and_the_head_in_the_store(
    house: House,
) -> None:
    archived(house, NAMES[:2], NAMES[2:3])
    known = signed(house.archive.engine)
    assert [notes.read(note).size for note in known] == [2, 3]
    assert in_archive(house) == known
    head = LogHead(3, notes.read(known[-1]).root)
    assert SignedHead(house.redis).read() == Segments(house.archive.files).head() == head
    with reading(house.archive.engine) as connection:
        kept = [one.leaf for segment in Segments(house.archive.files).after(0) for one in segment.leaves]
        assert kept == store.leaves_from(connection, 0, 9)


@pytest.mark.parametrize("left", ["store", "archive", "both"])
def test_an_empty_catalogue_with_a_full_store_or_archive_signs_and_archives_nothing(
    left: str, house: House, tmp_path: Path
) -> None:
    archived(house, NAMES[:2])
    lost(house.archive.engine)
    if left == "store":
        rmtree(tmp_path / "archive" / "log")
    elif left == "archive":
        house.redis.delete("cq:signed")
    waiting = finished(house, NAMES[2:])
    for _ in range(2):
        with pytest.raises(TreeForked, match="0 leaves of the log of all games"):
            house.archiver.round()
    with pytest.raises(TreeForked):
        house.archiver.signer.sign()
    assert house.after.waiting() == len(waiting)
    assert signed(house.archive.engine) == []
    fault = house.archiver.signer.fault() or ""
    assert "the head of a signed checkpoint of 2" in fault
    assert "conquian archive rebuild" in fault
    with reading(house.archive.engine) as connection:
        assert store.size(connection) == 0


def test_an_older_copy_of_the_catalogue_signs_nothing_until_it_has_caught_up(house: House) -> None:
    archived(house, NAMES[:2], NAMES[2:4])
    engine = house.archive.engine
    with reading(engine) as connection:
        later = store.leaves_from(connection, 2, 2)
    known = signed(engine)
    with writing(engine) as connection:  # as it was after the first checkpoint
        connection.execute(delete(checkpoints).where(checkpoints.c.size > 2))
        store.cut(connection, 2)
    with pytest.raises(TreeForked, match=r"2 leaves of the log of all games, while .* of 4"):
        house.archiver.signer.sign()
    with writing(engine) as connection:  # others in their place, and more of them, are no better
        store.append(connection, [Leaf(f"g-{number}", 1, bytes(32)) for number in range(9)])
    with pytest.raises(TreeForked, match="the first 4 leaves in the catalogue are not those"):
        house.archiver.signer.sign()
    assert signed(engine) == known[:1]
    with writing(engine) as connection:
        store.cut(connection, 2)
        store.append(connection, later)
    house.archiver.signer.sign()
    assert signed(engine) == known
    assert house.archiver.signer.fault() is None


@pytest.mark.parametrize("step", [ArchivingStep.NOTE_KEPT, ArchivingStep.HEAD_KEPT])
def test_a_checkpoint_stored_before_a_kill_is_served_after_it(step: ArchivingStep, house: House) -> None:
    archived(house, NAMES[:1])
    finished(house, NAMES[1:2])

    with pytest.raises(KilledAtStep):
        house.stopping(killed_at(step)).round()
    assert len(signed(house.archive.engine)) == 1
    unseen = in_archive(house)
    assert len(unseen) == 2
    finished(house, NAMES[2:3])
    while house.archiver.round().more:
        pass
    assert signed(house.archive.engine)[:2] == unseen
    assert in_archive(house) == signed(house.archive.engine)
    assert [notes.read(note).size for note in unseen] == [1, 2]


@pytest.mark.parametrize("write", range(1, 3))
@pytest.mark.parametrize(
    "step", [ArchivingStep.DRAFT_WRITTEN, ArchivingStep.RENAMED, ArchivingStep.DIRECTORY_SYNCED]
)
def test_an_interruption_in_any_write_of_the_log_changes_nothing_in_the_end(
    step: ArchivingStep, write: int, house: House
) -> None:
    archived(house, NAMES[:1])
    finished(house, NAMES[1:3])
    with pytest.raises(KilledAtStep):
        house.stopping(killed_at(step, 1 + write)).round()  # the file with the records comes first
    before = signed(house.archive.engine)
    while house.archiver.round().archived:
        pass
    assert signed(house.archive.engine)[: len(before)] == before
    assert [notes.read(note).size for note in signed(house.archive.engine)] == [1, 3]
    assert in_archive(house) == signed(house.archive.engine)
    assert house.archiver.signer.fault() is None


def test_a_log_of_an_earlier_version_is_put_into_the_archive_in_parts(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archived(house, *([name] for name in NAMES))
    before = in_archive(house)
    rmtree(tmp_path / "archive" / "log")
    house.redis.delete("cq:signed")
    monkeypatch.setattr("replays.archive.segments.LEAVES", 4)
    house.archiver.signer.sign()
    assert [segment.size for segment in Segments(house.archive.files).after(0)] == [4, 6]
    assert in_archive(house) == before == signed(house.archive.engine)
    head = SignedHead(house.redis).read()
    assert head is not None
    assert head.size == 6


def test_of_two_signers_with_one_store_one_is_refused(house: House) -> None:
    head, other = LogHead(1, b"a" * 32), LogHead(1, b"b" * 32)
    stored = SignedHead(house.redis)
    stored.move(None, head)
    stored.move(None, head)  # the same again, as after a lost answer
    with pytest.raises(LogHeadConflict):
        stored.move(None, other)
    assert stored.read() == head


def test_a_head_that_cannot_be_read_is_found_again_from_the_segments(house: House, tmp_path: Path) -> None:
    archived(house, NAMES[:1], NAMES[1:2])
    head = Segments(house.archive.files).head()
    for text in (b"", b"{}"):
        (tmp_path / "archive" / "log" / "head.json").write_bytes(text)
        assert Segments(house.archive.files).head() == head


def test_a_catalogue_with_a_changed_leaf_signs_nothing(house: House, tmp_path: Path) -> None:
    archived(house, NAMES[:2])
    copytree(tmp_path / "archive", tmp_path / "copy")
    with writing(house.archive.engine) as connection:
        connection.execute(delete(leaves))
        connection.execute(delete(nodes))
        connection.execute(delete(checkpoints))
        store.append(connection, [Leaf("g-1", 1, bytes(32)), Leaf("g-2", 1, bytes(32))])
    with pytest.raises(TreeForked, match="are not those of the signed checkpoint"):
        LogSigner(house.archive, SignedHead(house.redis), house.archiver.signer.ring).sign()
