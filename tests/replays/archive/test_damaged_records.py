"""`conquian archive` with damaged records: each is listed, the others are restored and exported."""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import orjson
import pytest
from sqlalchemy import select, update

from app.store.keys import GameId, log_key, state_key
from replays.archive.blobs import dictionary_name
from replays.catalogue.tables import games

from .helpers import NAMES, Archiving, Command, adopted, finished, games_in


def _file_of(mine: Archiving, name: str) -> Path:
    """The file of the archive that holds the record, or the dictionary, of a game."""
    row = mine.archive.find(name)
    assert row is not None
    assert row.blob is not None
    return Path(mine.archive.files._root) / row.blob  # type: ignore[attr-defined]


def _bad_frame(mine: Archiving, game: GameId) -> Path:
    row = mine.archive.find(game)
    assert row is not None
    file = _file_of(mine, game)
    data = bytearray(file.read_bytes())
    data[row.at + row.length // 2] ^= 1
    file.write_bytes(data)
    return file


def _missing_blob(mine: Archiving, game: GameId) -> Path:
    file = _file_of(mine, game)
    file.unlink()
    return file


def _unreadable_blob(mine: Archiving, game: GameId) -> Path:
    file = _missing_blob(mine, game)
    file.mkdir()
    return file


def _dictionary(mine: Archiving, game: GameId) -> Path:
    row = mine.archive.find(game)
    assert row is not None
    assert row.dictionary is not None
    return Path(mine.archive.files._root) / dictionary_name(row.dictionary)  # type: ignore[attr-defined]


def _missing_dictionary(mine: Archiving, game: GameId) -> Path:
    file = _dictionary(mine, game)
    file.unlink()
    return file


def _other_dictionary(mine: Archiving, game: GameId) -> Path:
    file = _dictionary(mine, game)
    file.write_bytes(file.read_bytes()[::-1])
    return file


def _other_record(mine: Archiving, game: GameId) -> Path:
    """The row of a game says where the record of another one is."""
    columns = {name: games.c[name] for name in ("blob", "at", "length", "size", "hash", "dictionary")}
    with mine.archive.engine.begin() as connection:
        other = connection.execute(select(*columns.values()).where(games.c.game != game)).first()
        assert other is not None
        connection.execute(update(games).where(games.c.game == game).values(**other._mapping))
    return _file_of(mine, game)


@pytest.mark.parametrize(
    "damaged",
    [
        _bad_frame,
        _missing_blob,
        _unreadable_blob,
        _missing_dictionary,
        _other_dictionary,
        _other_record,
    ],
)
def test_a_damaged_record_is_listed_and_the_others_are_restored(
    damaged: Callable[[Archiving, GameId], Path],
    mine: Archiving,
    conquian: Command,
    environ: dict[str, str],
    tmp_path: Path,
) -> None:
    for name in NAMES:  # a file for each game
        finished(mine, [name])
        conquian("now")
    every = games_in(mine)
    kept = tmp_path / "kept"
    copytree(tmp_path / "archive", kept)
    damaged(mine, every[2])
    mine.redis.flushall()
    adopted(environ)
    first, again = conquian("restore"), conquian("restore")
    assert (first.exit_code, again.output) == (1, first.output)
    *listed, end = first.output.splitlines()
    lost = [line.removeprefix("DAMAGED ").partition(":")[0] for line in listed]
    assert every[2] in lost
    assert end.startswith(f"{6 - len(lost)} games with the same head, 0 with another")
    assert end.endswith(f"{len(lost)} with a damaged one")
    for line, game in zip(listed, lost, strict=True):
        assert mine.store.head(GameId(game)) is None
        assert "(records/" in line
    checked = conquian("check")
    assert [line for line in checked.output.splitlines() if line.startswith("DAMAGED")] == listed
    assert all(mine.store.head(GameId(game)) for game in every if game not in lost)
    if damaged is not _other_record:
        rmtree(tmp_path / "archive")
        copytree(kept, tmp_path / "archive")
        assert conquian("restore").output.startswith("6 games with the same head, 0 with another")
        assert mine.store.head(GameId(every[2])) is not None


def test_a_check_names_each_damaged_record_and_counts_unreferenced_files(
    mine: Archiving, conquian: Command, tmp_path: Path
) -> None:
    logs = finished(mine)
    mine.archiver.round()
    assert conquian("check", "--audit").output == (
        "0 of the archived logs are in the store, 0 differ there\n"
        "Not looked at: hidden parts of logs in the store, games that are not archived yet, receipts and"
        " checkpoints that others keep.\n"
        "0 damaged records; 0 files that no game needs, left alone\n"
    )
    (file,) = (tmp_path / "archive").rglob("*.zst")
    (file.parent / "left.draft").write_bytes(b"half")
    data = bytearray(file.read_bytes())
    data[2_000] ^= 1
    file.write_bytes(data)
    output = conquian("check")
    assert output.exit_code == 1
    (line, store, unlooked, end) = output.output.splitlines()
    assert store.endswith("in the store, 0 differ there")
    assert unlooked.startswith("Not looked at: whether the moves are legal (--audit), hidden")
    assert re.fullmatch(rf"DAMAGED ({'|'.join(logs)}): a record \D+ \(records/.+\.zst\)", line)
    assert end == "1 damaged records; 1 files that no game needs, left alone"
    assert conquian("check", "--remove-strays").output.endswith("1 files that no game needs, removed\n")
    assert conquian("check").output.endswith("0 files that no game needs, left alone\n")


def test_a_check_compares_the_logs_in_the_store_with_the_archive(mine: Archiving, conquian: Command) -> None:
    finished(mine)
    conquian("now")
    changed, cut, *_ = games_in(mine)
    mine.redis.hset(state_key(changed), "d", bytes(32))
    rows: Any = mine.redis.xrevrange(log_key(cut), count=1)
    last = rows[0][0]
    mine.redis.xdel(log_key(cut), last)
    output = conquian("check")
    lines = [line for line in output.output.splitlines() if line.startswith("DIFFERENT")]
    assert output.exit_code == 1
    assert [line.split()[1] for line in lines] == [f"{changed}:", f"{cut}:"]
    assert all("its log in the store is damaged at ply" in line for line in lines)
    assert output.output.splitlines()[2].endswith("2 differ there")


def test_an_export_of_plies_lists_damaged_records_and_has_all_others(
    mine: Archiving, conquian: Command, tmp_path: Path
) -> None:
    for name in NAMES:  # a file for each game
        finished(mine, [name])
        conquian("now")
    lost = games_in(mine)[2]
    blob = _missing_blob(mine, lost)
    words = ("export", "--what", "plies", "--out", str(tmp_path / "plies.jsonl"))
    for _ in range(2):
        done = conquian(*words)
        assert done.exit_code == 1
        listed, end = done.output.splitlines()
        assert re.fullmatch(rf"DAMAGED {lost}: the file .+ is missing \(records/.+\.zst\)", listed)
        assert end == f"1 games are not in {tmp_path}/plies.jsonl: their records are damaged"
        lines = (tmp_path / "plies.jsonl").read_bytes().splitlines()
        assert {orjson.loads(line)["game"] for line in lines} == {*games_in(mine)} - {lost}
    assert not blob.exists()
    assert conquian("export", "--out", str(tmp_path / "games.jsonl")).exit_code == 0
