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

from .helpers import NAMES, Archiving, KilledAtStep, finished, killed_at


def lost(engine: Engine) -> None:
    """The catalogue is a new one."""
    with writing(engine) as connection:
        metadata.drop_all(connection)
    prepare(engine)


def signed(engine: Engine) -> list[str]:
    """All checkpoints of the catalogue."""
    with reading(engine) as connection:
        return store.notes_after(connection, 0, 1_000)


def in_archive(archiving: Archiving) -> list[str]:
    """All checkpoints in the archive."""
    return [note for segment in Segments(archiving.archive.files).after(0) for note in segment.notes]


def archived(archiving: Archiving, *batches: Sequence[str]) -> None:
    """The games of each batch are under a checkpoint of their own."""
    for names in batches:
        finished(archiving, names)
        assert archiving.archiver.round().archived == len(names)


def test_every_checkpoint_and_leaf_is_in_the_archive_and_the_head_in_the_store(
    archiving: Archiving,
) -> None:
    archived(archiving, NAMES[:2], NAMES[2:3])
    known = signed(archiving.archive.engine)
    assert [notes.read(note).size for note in known] == [2, 3]
    assert in_archive(archiving) == known
    head = LogHead(3, notes.read(known[-1]).root)
    assert SignedHead(archiving.redis).read() == Segments(archiving.archive.files).head() == head
    with reading(archiving.archive.engine) as connection:
        kept = [
            leaf.leaf for segment in Segments(archiving.archive.files).after(0) for leaf in segment.leaves
        ]
        assert kept == store.leaves_from(connection, 0, 9)


@pytest.mark.parametrize("left", ["store", "archive", "both"])
def test_an_empty_catalogue_with_a_full_store_or_archive_signs_and_archives_nothing(
    left: str, archiving: Archiving, tmp_path: Path
) -> None:
    archived(archiving, NAMES[:2])
    lost(archiving.archive.engine)
    if left == "store":
        rmtree(tmp_path / "archive" / "log")
    elif left == "archive":
        archiving.redis.delete("cq:signed")
    waiting = finished(archiving, NAMES[2:])
    for _ in range(2):
        with pytest.raises(TreeForked, match="0 leaves of the log of all games"):
            archiving.archiver.round()
    with pytest.raises(TreeForked):
        archiving.archiver.signer.sign()
    assert archiving.after.waiting() == len(waiting)
    assert signed(archiving.archive.engine) == []
    fault = str(archiving.archiver.signer.fault())
    assert "the head of a signed checkpoint of 2" in fault
    assert "conquian archive rebuild" in fault
    with reading(archiving.archive.engine) as connection:
        assert store.size(connection) == 0


def test_an_older_copy_of_the_catalogue_signs_nothing_until_it_has_caught_up(archiving: Archiving) -> None:
    archived(archiving, NAMES[:2], NAMES[2:4])
    engine = archiving.archive.engine
    with reading(engine) as connection:
        later = store.leaves_from(connection, 2, 2)
    known = signed(engine)
    with writing(engine) as connection:  # as it was after the first checkpoint
        connection.execute(delete(checkpoints).where(checkpoints.c.size > 2))
        store.cut(connection, 2)
    with pytest.raises(TreeForked, match=r"2 leaves of the log of all games, while .* of 4"):
        archiving.archiver.signer.sign()
    with writing(engine) as connection:  # others in their place, and more of them, are no better
        store.append(connection, [Leaf(f"g-{number}", 1, bytes(32)) for number in range(9)])
    with pytest.raises(TreeForked, match="the first 4 leaves in the catalogue are not those"):
        archiving.archiver.signer.sign()
    assert signed(engine) == known[:1]
    with writing(engine) as connection:
        store.cut(connection, 2)
        store.append(connection, later)
    archiving.archiver.signer.sign()
    assert signed(engine) == known
    assert archiving.archiver.signer.fault() is None


@pytest.mark.parametrize("step", [ArchivingStep.NOTE_KEPT, ArchivingStep.HEAD_KEPT])
def test_a_checkpoint_stored_before_a_kill_is_served_after_it(
    step: ArchivingStep, archiving: Archiving
) -> None:
    archived(archiving, NAMES[:1])
    finished(archiving, NAMES[1:2])

    with pytest.raises(KilledAtStep):
        archiving.stopping(killed_at(step)).round()
    assert len(signed(archiving.archive.engine)) == 1
    unseen = in_archive(archiving)
    assert len(unseen) == 2
    finished(archiving, NAMES[2:3])
    while archiving.archiver.round().more:
        pass
    assert signed(archiving.archive.engine)[:2] == unseen
    assert in_archive(archiving) == signed(archiving.archive.engine)
    assert [notes.read(note).size for note in unseen] == [1, 2]


@pytest.mark.parametrize("write", range(1, 3))
@pytest.mark.parametrize(
    "step", [ArchivingStep.DRAFT_WRITTEN, ArchivingStep.RENAMED, ArchivingStep.DIRECTORY_SYNCED]
)
def test_an_interruption_in_any_write_of_the_log_changes_nothing_in_the_end(
    step: ArchivingStep, write: int, archiving: Archiving
) -> None:
    archived(archiving, NAMES[:1])
    finished(archiving, NAMES[1:3])
    with pytest.raises(KilledAtStep):
        archiving.stopping(killed_at(step, 1 + write)).round()  # the file with the records comes first
    before = signed(archiving.archive.engine)
    while archiving.archiver.round().archived:
        pass
    assert signed(archiving.archive.engine)[: len(before)] == before
    assert [notes.read(note).size for note in signed(archiving.archive.engine)] == [1, 3]
    assert in_archive(archiving) == signed(archiving.archive.engine)
    assert archiving.archiver.signer.fault() is None


def test_a_log_of_an_earlier_version_is_put_into_the_archive_in_parts(
    archiving: Archiving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archived(archiving, *([name] for name in NAMES))
    before = in_archive(archiving)
    rmtree(tmp_path / "archive" / "log")
    archiving.redis.delete("cq:signed")
    monkeypatch.setattr("replays.archive.segments.LEAVES", 4)
    archiving.archiver.signer.sign()
    assert [segment.size for segment in Segments(archiving.archive.files).after(0)] == [4, 6]
    assert in_archive(archiving) == before == signed(archiving.archive.engine)
    head = SignedHead(archiving.redis).read()
    assert head is not None
    assert head.size == 6


def test_of_two_signers_with_one_store_one_is_refused(archiving: Archiving) -> None:
    head, other = LogHead(1, b"a" * 32), LogHead(1, b"b" * 32)
    stored = SignedHead(archiving.redis)
    stored.move(None, head)
    stored.move(None, head)  # the same again, as after a lost answer
    with pytest.raises(LogHeadConflict):
        stored.move(None, other)
    assert stored.read() == head


def test_a_head_that_cannot_be_read_is_found_again_from_the_segments(
    archiving: Archiving, tmp_path: Path
) -> None:
    archived(archiving, NAMES[:1], NAMES[1:2])
    head = Segments(archiving.archive.files).head()
    for text in (b"", b"{}"):
        (tmp_path / "archive" / "log" / "head.json").write_bytes(text)
        assert Segments(archiving.archive.files).head() == head


def test_a_catalogue_with_a_changed_leaf_signs_nothing(archiving: Archiving, tmp_path: Path) -> None:
    archived(archiving, NAMES[:2])
    copytree(tmp_path / "archive", tmp_path / "copy")
    with writing(archiving.archive.engine) as connection:
        connection.execute(delete(leaves))
        connection.execute(delete(nodes))
        connection.execute(delete(checkpoints))
        store.append(connection, [Leaf("g-1", 1, bytes(32)), Leaf("g-2", 1, bytes(32))])
    with pytest.raises(TreeForked, match="are not those of the signed checkpoint"):
        LogSigner(archiving.archive, SignedHead(archiving.redis), archiving.archiver.signer.ring).sign()
