"""Exports: their content, the same bytes after interruptions, in bounded memory."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pyarrow.parquet as pq
import pytest
from sqlalchemy import select

from replays.catalogue.connecting import reading
from replays.catalogue.search import Filter
from replays.catalogue.tables import games as rows
from replays.catalogue.tables import hands
from replays.export import resumable
from replays.export.resumable import Export, ExportError, ExportFormat, export
from replays.export.rows import What, columns
from replays.report.steps import Recorded
from tests.replays.archive.conftest import archiving as archiving
from tests.replays.archive.helpers import NAMES, Archiving, finished
from tests.replays.games import played

EVERY = [(what, form) for what in What for form in ExportFormat]


@pytest.fixture
def filled(archiving: Archiving, monkeypatch: pytest.MonkeyPatch) -> Archiving:
    """A store with an archive of games of all kinds, exported in parts of two."""
    finished(archiving)
    archiving.archiver.round()
    monkeypatch.setattr(resumable, "PART_GAMES", dict.fromkeys(What, 2))
    return archiving


def rows_of(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        listed: list[dict[str, Any]] = pq.read_table(path).to_pylist()
        return listed
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]


def exported(archiving: Archiving, folder: Path, what: What, form: ExportFormat, **wanted: Any) -> Path:
    file = folder / f"{what}.{form}"
    export(archiving.archive, Export(file, what, form, Filter(**wanted)))
    return file


@pytest.mark.parametrize("form", ExportFormat)
def test_a_row_of_games_is_a_row_of_the_catalogue(
    form: ExportFormat, filled: Archiving, tmp_path: Path
) -> None:
    read = rows_of(exported(filled, tmp_path, What.GAMES, form))
    with reading(filled.archive.engine) as connection:
        stored = connection.execute(select(rows).order_by(rows.c.number)).all()
    assert [row["game"] for row in read] == [row.game for row in stored]
    for row, expected in zip(read, stored, strict=True):
        assert list(row) == list(columns(What.GAMES))
        assert (row["variant"], row["outcome"], row["plies"]) == (
            expected.variant,
            expected.outcome,
            expected.plies,
        )
        assert len(row["bots"]) == len(row["won"]) == row["seats"]
        assert sum(row["won"]) == row["hands"] - row["tablas"]


def test_a_row_of_hands_shows_whether_eldest_hand_has_won(filled: Archiving, tmp_path: Path) -> None:
    rows = rows_of(exported(filled, tmp_path, What.HANDS, ExportFormat.JSONL))
    with reading(filled.archive.engine) as connection:
        assert len(rows) == len(connection.execute(select(hands)).all()) > 4
    assert {row["eldest_won"] for row in rows} == {True, False}
    assert all(row["eldest_won"] == (row["winner"] == row["eldest"]) for row in rows)
    assert all((row["winner"] is None) == (row["termination"] == "tablas") for row in rows)


def test_the_rows_of_plies_are_the_log_with_every_card_open(filled: Archiving, tmp_path: Path) -> None:
    rows = rows_of(exported(filled, tmp_path, What.PLIES, ExportFormat.JSONL))
    by_game: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_game.setdefault(row["game"], []).append(row)
    assert len(by_game) == 6
    for plies in by_game.values():
        assert [row["ply"] for row in plies] == list(range(1, len(plies) + 1))
        assert all(after["took"] is None or after["took"] >= 0 for _, after in pairwise(plies))
        assert plies[0]["command"] == "create"
    melds = [row for row in rows if "melded" in row["events"]]
    assert melds
    logs = {entries[0].game: Recorded(entries) for entries in map(played, NAMES)}
    for row in melds:
        assert row["used"] is not None
        turned = [row["turned"], logs[row["game"]].step(row["ply"]).centre]
        assert row["melded"] in turned


def test_both_formats_have_the_same_values(filled: Archiving, tmp_path: Path) -> None:
    for what in What:
        texts, columns = (rows_of(exported(filled, tmp_path, what, form)) for form in ExportFormat)
        assert len(texts) == len(columns)
        for text, row in zip(texts, columns, strict=True):
            times = {name: row[name] for name in ("started", "ended", "time") if row.get(name) is not None}
            expected = row | {name: round(moment.timestamp() * 1000) for name, moment in times.items()}
            assert expected == text


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        ({"variant": "mexican-3"}, lambda row: row["variant"] == "mexican-3"),
        ({"outcome": "void"}, lambda row: row["outcome"] == "void"),
        ({"length_max": 40}, lambda row: row["plies"] <= 40),
        ({"bot": "random"}, lambda row: "random" in row["bots"]),
        ({"fork_of": "g-00"}, lambda row: False),
    ],
)
def test_an_export_has_the_requested_games(
    wanted: dict[str, Any], fits: Callable[[dict[str, Any]], bool], filled: Archiving, tmp_path: Path
) -> None:
    whole = rows_of(exported(filled, tmp_path, What.GAMES, ExportFormat.JSONL))
    assert rows_of(exported(filled, tmp_path, What.GAMES, ExportFormat.JSONL, **wanted)) == list(
        filter(fits, whole)
    )


class Killed(BaseException):
    """Raised by a test where a process would have been killed."""


@pytest.mark.parametrize(("what", "form"), EVERY)
def test_cut_off_at_any_part_and_run_again_an_export_has_the_same_bytes(
    what: What, form: ExportFormat, filled: Archiving, tmp_path: Path
) -> None:
    (tmp_path / "once").mkdir()
    once = exported(filled, tmp_path / "once", what, form).read_bytes()
    asked = Export(tmp_path / f"again.{form}", what, form, Filter())

    def stop(at: int) -> Callable[[int, int], None]:
        def stops(_every: int, done: int) -> None:
            if done == at:
                raise Killed

        return stops

    for at in range(4):
        with pytest.raises(Killed):
            export(filled.archive, asked, stop(at))
        assert not asked.file.exists()
        # What is archived meanwhile belongs to the next export.
        finished(filled, ["keep_centre"])
        filled.archiver.round()
    export(filled.archive, asked)
    assert asked.file.read_bytes() == once
    assert not asked.parts.exists()


def test_cut_off_after_a_damaged_record_and_run_again_an_export_still_names_it(
    filled: Archiving, tmp_path: Path
) -> None:
    with reading(filled.archive.engine) as connection:
        (blob,) = set(connection.scalars(select(rows.c.blob)))
    filled.archive.files.remove(blob)
    asked = Export(tmp_path / "plies.jsonl", What.PLIES, ExportFormat.JSONL, Filter())

    def stop(_every: int, done: int) -> None:
        if done == 2:
            raise Killed

    with pytest.raises(Killed):
        export(filled.archive, asked, stop)
    assert [damage.file for damage in export(filled.archive, asked)] == [blob] * len(NAMES)
    assert (asked.file.read_bytes(), asked.parts.exists()) == (b"", False)


def test_an_export_into_a_file_that_another_one_has_begun_is_refused(
    filled: Archiving, tmp_path: Path
) -> None:
    asked = Export(tmp_path / "games.jsonl", What.GAMES, ExportFormat.JSONL, Filter())

    def stop(_every: int, _done: int) -> None:
        raise Killed

    with pytest.raises(Killed):
        export(filled.archive, asked, stop)
    with pytest.raises(ExportError, match="another export"):
        export(filled.archive, replace(asked, wanted=Filter(variant="paco")))


def test_an_export_that_cannot_be_written_is_reported(filled: Archiving, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="cannot be written"):
        export(filled.archive, Export(tmp_path / "no" / "x", What.GAMES, ExportFormat.JSONL, Filter()))


def test_a_game_with_a_removed_record_is_exported_without_its_plies(
    filled: Archiving, tmp_path: Path
) -> None:
    later = filled.archiver.clock() + 1
    assert filled.archive.retire(later, later) == 6
    assert len(rows_of(exported(filled, tmp_path, What.GAMES, ExportFormat.JSONL))) == 6
    assert rows_of(exported(filled, tmp_path, What.PLIES, ExportFormat.PARQUET)) == []
