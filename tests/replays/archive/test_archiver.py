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

from .helpers import NAMES, House, KilledAtStep, finished, killed_at, over


def test_games_that_are_over_go_into_one_blob_and_out_of_the_store(house: House, tmp_path: Path) -> None:
    logs = finished(house)
    assert house.archiver.round() == ArchiveRound(archived=len(logs), forgotten=len(logs))
    assert house.gone()
    assert len(list((tmp_path / "archive").rglob("*.zst"))) == 1
    for game, entries in logs.items():
        assert house.archive.read(game) == GAMES.record(entries)
        assert house.archive.entries(game) == entries
    assert house.archiver.round() == ArchiveRound()


def test_short_logs_are_cached_in_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = finished(house, NAMES[:3])
    house.archiver.round()
    sizes = [len(entries) for entries in logs.values()]

    def read_again() -> list[bool]:
        """Return whether each log is still there after another process has read all, the latest first."""
        archive = Archive(house.archive.files, house.archive.engine)
        read = {game: archive.entries(game) for game in logs}
        return [archive.entries(game) is entries for game, entries in reversed(read.items())]

    assert read_again() == [True, True, True]
    monkeypatch.setattr("replays.archive.archive._KEPT_ENTRIES", sum(sizes[1:]))
    assert read_again()[:2] == [True, True]
    monkeypatch.setattr("replays.archive.archive._KEPT_ENTRIES", sum(sizes[1:]) - 1)
    assert read_again()[:2] == [True, False]
    monkeypatch.setattr("replays.archive.archive._KEPT_ENTRIES", 1)
    assert read_again()[0], "one log is kept, however long it is"


def test_an_archived_game_is_a_leaf_under_a_checkpoint(house: House) -> None:
    logs = finished(house)
    house.archiver.round()
    with reading(house.archive.engine) as connection:
        assert signed_size(connection) == len(logs)
        assert latest(connection) is not None
        for game, entries in logs.items():
            proof = inclusion(connection, game)
            assert (proof.leaf.plies, proof.leaf.digest) == (entries[-1].ply, entries[-1].digest)


def test_a_catalogue_signed_by_another_installation_is_refused(house: House) -> None:
    finished(house, NAMES[:1])
    house.archiver.round()
    waiting = finished(house, NAMES[1:])
    ring = KeyRing(b"t" * 32, StoredGenerations(house.redis))
    strangers = replace(house.archiver, signer=LogSigner(house.archive, SignedHead(house.redis), ring))
    files = sorted(house.archive.files.names("records"))
    with pytest.raises(ForeignTree, match="belongs to another installation"):
        strangers.round()
    assert sorted(house.archive.files.names("records")) == files
    assert house.after.waiting() == len(waiting)
    assert house.archiver.round().archived == len(waiting)


def test_the_catalogue_describes_the_archived_games(house: House) -> None:
    finished(house)
    house.archiver.round()
    with reading(house.archive.engine) as connection:
        told = {row.game: row for row in connection.execute(select(games).where(games.c.kind == "game"))}
        hand = connection.execute(select(hands).order_by(hands.c.number, hands.c.hand)).all()
        seats = connection.execute(select(players)).all()
    assert {row.status for row in told.values()} == {"finished", "void"}
    for row in told.values():
        own = [each for each in hand if each.number == row.number]
        drawn = sum(each.winner is None for each in own)
        assert (row.hands, row.tablas) == (len(own), drawn)
        assert row.outcome == ("void" if row.status == "void" else "won" if drawn < len(own) else "tablas")
        assert len([seat for seat in seats if seat.number == row.number]) == row.seats
    assert all(each.dealer != each.eldest for each in hand)
    assert sum(seat.won for seat in seats) == sum(each.winner is not None for each in hand)
    assert sum(row.hands for row in told.values()) >= 6


def test_an_altered_game_stays_in_the_store_and_the_others_are_archived(house: House) -> None:
    logs = finished(house)
    bad = next(iter(logs))
    rows: Any = house.redis.xrange(log_key(bad))
    house.redis.delete(log_key(bad))
    for name, fields in rows[:3] + rows[4:]:
        house.redis.xadd(log_key(bad), fields, id=name)
    assert house.archiver.round() == ArchiveRound(len(logs) - 1, 1, len(logs) - 1)
    assert house.archive.find(bad) is None
    assert (house.after.waiting(), house.after.ended(9)) == (1, [])


def test_a_log_that_hangs_together_and_breaks_the_rules_is_not_archived(house: House) -> None:
    # Its last entry is missing, so no key was revealed and nothing can be proved.
    game = over(house, played("mexican-3")[:-1])
    assert house.archiver.round() == ArchiveRound(refused=1)
    assert house.archive.find(game) is None


def test_a_game_stays_in_the_store_until_its_retention_ends(house: House) -> None:
    logs = finished(house)
    assert replace(house.archiver, keep_ms=600_000).round() == ArchiveRound(archived=len(logs))
    assert (house.after.waiting(), house.after.kept()) == (0, len(logs))
    assert house.store.read(next(iter(logs))) == next(iter(logs.values()))


def test_a_game_with_a_damaged_record_is_never_removed_from_the_store(house: House, tmp_path: Path) -> None:
    logs = finished(house, NAMES[:1])
    house.archiver.round()
    assert house.gone()
    game = over(house, played("mexican-2"))
    archiver = replace(house.archiver, keep_ms=600_000)
    archiver.round()
    (file,) = [
        path for path in (tmp_path / "archive").rglob("*.zst") if path.name != Path(_blob(house, logs)).name
    ]
    file.write_bytes(file.read_bytes()[:-1000])
    house.after.keep(game, 0)
    with pytest.raises(Exception, match=r"shorter|compress"):
        house.archiver.round()
    assert house.store.read(game) == played("mexican-2")


def _blob(house: House, logs: Mapping[GameId, object]) -> str:
    found = house.archive.find(next(iter(logs)))
    assert found is not None
    return str(found.blob)


@pytest.mark.parametrize("step", list(ArchivingStep))
def test_an_interruption_after_any_step_shows_no_partial_archive_and_the_next_round_completes_it(
    step: ArchivingStep, house: House, tmp_path: Path
) -> None:
    logs = finished(house, NAMES[:3])

    with pytest.raises(KilledAtStep):
        house.stopping(killed_at(step)).round()
    with reading(house.archive.engine) as connection:
        entered = set(connection.scalars(select(games.c.game)))
        assert set(connection.scalars(select(leaves.c.game))) == entered
    steps = list(ArchivingStep)
    assert entered == (set(logs) if steps.index(step) >= steps.index(ArchivingStep.COMMITTED) else set())
    for game, entries in logs.items():
        assert house.store.head(game) is not None or house.archive.entries(game) == entries
        assert (house.archive.read(game) is not None) == (game in entered)
    while house.archiver.round() != ArchiveRound():
        pass
    assert house.gone()
    assert all(house.archive.entries(game) == entries for game, entries in logs.items())
    with reading(house.archive.engine) as connection:
        assert len(connection.execute(select(games)).all()) == len(logs)
        assert signed_size(connection) == len(logs)
        assert len(connection.execute(select(blobs)).all()) == 1
    drafts = [path for path in (tmp_path / "archive").rglob("*") if path.name.endswith(DRAFT)]
    assert len(drafts) <= 1


def test_an_archive_that_cannot_be_written_leaves_every_game_in_the_store(
    house: House, tmp_path: Path
) -> None:
    logs = finished(house)
    (tmp_path / "archive").write_text("a file is in the way")
    with pytest.raises(ArchiveUnavailable):
        house.archiver.round()
    assert house.after.waiting() == len(logs)
