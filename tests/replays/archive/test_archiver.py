"""Archiving: finished games are proved, entered, and leave the store; interruptions lose nothing."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from app.service.signing import KeyRing
from app.store.keys import GameId, log_key
from app.store.signing_state import SignedHead, StoredGenerations
from replays.archive.archive import Archive
from replays.archive.archiver import ArchiveRound
from replays.archive.errors import ArchiveUnavailable
from replays.archive.files import DRAFT, ArchivingStep
from replays.archive.kinds import GAMES
from replays.archive.signing import LogSigner
from replays.catalogue.connecting import reading
from replays.catalogue.tables import blobs, games, hands, leaves, players
from replays.transparency.errors import ForeignTree
from replays.transparency.store import inclusion, latest, signed_size
from tests.replays.games import played

from .helpers import NAMES, Archiving, KilledAtStep, finished, killed_at, over


def test_games_that_are_over_go_into_one_blob_and_out_of_the_store(
    archiving: Archiving, tmp_path: Path
) -> None:
    logs = finished(archiving)
    assert archiving.archiver.round() == ArchiveRound(archived=len(logs), forgotten=len(logs))
    assert archiving.gone()
    assert len(list((tmp_path / "archive").rglob("*.zst"))) == 1
    for game, entries in logs.items():
        assert archiving.archive.read(game) == GAMES.record(entries)
        assert archiving.archive.entries(game) == entries
    assert archiving.archiver.round() == ArchiveRound()


def test_short_logs_are_cached_in_memory(archiving: Archiving, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = finished(archiving, NAMES[:3])
    archiving.archiver.round()
    sizes = [len(entries) for entries in logs.values()]

    def read_again() -> list[bool]:
        """Return whether each log is still there after another process has read all, the latest first."""
        archive = Archive(archiving.archive.files, archiving.archive.engine)
        read = {game: archive.entries(game) for game in logs}
        return [archive.entries(game) is entries for game, entries in reversed(read.items())]

    assert read_again() == [True, True, True]
    monkeypatch.setattr("replays.archive.archive._KEPT_ENTRIES", sum(sizes[1:]))
    assert read_again()[:2] == [True, True]
    monkeypatch.setattr("replays.archive.archive._KEPT_ENTRIES", sum(sizes[1:]) - 1)
    assert read_again()[:2] == [True, False]
    monkeypatch.setattr("replays.archive.archive._KEPT_ENTRIES", 1)
    assert read_again()[0], "one log is kept, however long it is"


def test_an_archived_game_is_a_leaf_under_a_checkpoint(archiving: Archiving) -> None:
    logs = finished(archiving)
    archiving.archiver.round()
    with reading(archiving.archive.engine) as connection:
        assert signed_size(connection) == len(logs)
        assert latest(connection) is not None
        for game, entries in logs.items():
            proof = inclusion(connection, game)
            assert (proof.leaf.plies, proof.leaf.digest) == (entries[-1].ply, entries[-1].digest)


def test_a_catalogue_signed_by_another_installation_is_refused(archiving: Archiving) -> None:
    finished(archiving, NAMES[:1])
    archiving.archiver.round()
    waiting = finished(archiving, NAMES[1:])
    ring = KeyRing(b"t" * 32, StoredGenerations(archiving.redis))
    strangers = replace(
        archiving.archiver, signer=LogSigner(archiving.archive, SignedHead(archiving.redis), ring)
    )
    files = sorted(archiving.archive.files.names("records"))
    with pytest.raises(ForeignTree, match="belongs to another installation"):
        strangers.round()
    assert sorted(archiving.archive.files.names("records")) == files
    assert archiving.after.waiting() == len(waiting)
    assert archiving.archiver.round().archived == len(waiting)


def test_the_catalogue_describes_the_archived_games(archiving: Archiving) -> None:
    finished(archiving)
    archiving.archiver.round()
    with reading(archiving.archive.engine) as connection:
        rows = {row.game: row for row in connection.execute(select(games).where(games.c.kind == "game"))}
        hand = connection.execute(select(hands).order_by(hands.c.number, hands.c.hand)).all()
        seats = connection.execute(select(players)).all()
    assert {row.status for row in rows.values()} == {"finished", "void"}
    for row in rows.values():
        own = [each for each in hand if each.number == row.number]
        drawn = sum(each.winner is None for each in own)
        assert (row.hands, row.tablas) == (len(own), drawn)
        assert row.outcome == ("void" if row.status == "void" else "won" if drawn < len(own) else "tablas")
        assert len([seat for seat in seats if seat.number == row.number]) == row.seats
    assert all(each.dealer != each.eldest for each in hand)
    assert sum(seat.won for seat in seats) == sum(each.winner is not None for each in hand)
    assert sum(row.hands for row in rows.values()) >= 6


def test_an_altered_game_stays_in_the_store_and_the_others_are_archived(archiving: Archiving) -> None:
    logs = finished(archiving)
    bad = next(iter(logs))
    rows: Any = archiving.redis.xrange(log_key(bad))
    archiving.redis.delete(log_key(bad))
    for name, fields in rows[:3] + rows[4:]:
        archiving.redis.xadd(log_key(bad), fields, id=name)
    assert archiving.archiver.round() == ArchiveRound(len(logs) - 1, 1, len(logs) - 1)
    assert archiving.archive.find(bad) is None
    assert (archiving.after.waiting(), archiving.after.ended(9)) == (1, [])


def test_a_log_that_hangs_together_and_breaks_the_rules_is_not_archived(archiving: Archiving) -> None:
    # Its last entry is missing, so no key was revealed and nothing can be proved.
    game = over(archiving, played("mexican-3")[:-1])
    assert archiving.archiver.round() == ArchiveRound(refused=1)
    assert archiving.archive.find(game) is None


def test_a_game_stays_in_the_store_until_its_retention_ends(archiving: Archiving) -> None:
    logs = finished(archiving)
    assert replace(archiving.archiver, keep_ms=600_000).round() == ArchiveRound(archived=len(logs))
    assert (archiving.after.waiting(), archiving.after.kept()) == (0, len(logs))
    assert archiving.store.read(next(iter(logs))) == next(iter(logs.values()))


def test_a_game_with_a_damaged_record_is_never_removed_from_the_store(
    archiving: Archiving, tmp_path: Path
) -> None:
    logs = finished(archiving, NAMES[:1])
    archiving.archiver.round()
    assert archiving.gone()
    game = over(archiving, played("mexican-2"))
    archiver = replace(archiving.archiver, keep_ms=600_000)
    archiver.round()
    (file,) = [
        path
        for path in (tmp_path / "archive").rglob("*.zst")
        if path.name != Path(_blob(archiving, logs)).name
    ]
    file.write_bytes(file.read_bytes()[:-1000])
    archiving.after.keep(game, 0)
    with pytest.raises(Exception, match=r"shorter|compress"):
        archiving.archiver.round()
    assert archiving.store.read(game) == played("mexican-2")


def _blob(archiving: Archiving, logs: Mapping[GameId, object]) -> str:
    row = archiving.archive.find(next(iter(logs)))
    assert row is not None
    return str(row.blob)


@pytest.mark.parametrize("step", list(ArchivingStep))
def test_an_interruption_after_any_step_shows_no_partial_archive_and_the_next_round_completes_it(
    step: ArchivingStep, archiving: Archiving, tmp_path: Path
) -> None:
    logs = finished(archiving, NAMES[:3])

    with pytest.raises(KilledAtStep):
        archiving.stopping(killed_at(step)).round()
    with reading(archiving.archive.engine) as connection:
        entered = set(connection.scalars(select(games.c.game)))
        assert set(connection.scalars(select(leaves.c.game))) == entered
    steps = list(ArchivingStep)
    assert entered == (set(logs) if steps.index(step) >= steps.index(ArchivingStep.COMMITTED) else set())
    for game, entries in logs.items():
        assert archiving.store.head(game) is not None or archiving.archive.entries(game) == entries
        assert (archiving.archive.read(game) is not None) == (game in entered)
    while archiving.archiver.round() != ArchiveRound():
        pass
    assert archiving.gone()
    assert all(archiving.archive.entries(game) == entries for game, entries in logs.items())
    with reading(archiving.archive.engine) as connection:
        assert len(connection.execute(select(games)).all()) == len(logs)
        assert signed_size(connection) == len(logs)
        assert len(connection.execute(select(blobs)).all()) == 1
    drafts = [path for path in (tmp_path / "archive").rglob("*") if path.name.endswith(DRAFT)]
    assert len(drafts) <= 1


def test_an_archive_that_cannot_be_written_leaves_every_game_in_the_store(
    archiving: Archiving, tmp_path: Path
) -> None:
    logs = finished(archiving)
    (tmp_path / "archive").write_text("a file is in the way")
    with pytest.raises(ArchiveUnavailable):
        archiving.archiver.round()
    assert archiving.after.waiting() == len(logs)
