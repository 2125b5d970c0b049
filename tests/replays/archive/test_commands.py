"""`conquian archive`: what it counts, finds, checks and restores, and the sentences where it cannot."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result
from redis import Redis
from sqlalchemy import select, update
from sqlalchemy.pool import QueuePool
from zstandard import ZstdCompressor

from app.cli import main
from app.cli.archive import parts
from app.service.secret_keys import keys
from app.settings.settings import Settings, load
from app.store.encryption import StorageCipher
from app.store.keys import GameId, log_key, state_key
from app.tournament.failures import Failure, FailureKind
from replays.archive.archive import Archive
from replays.archive.blobs import dictionary_name
from replays.archive.opening import open_archive
from replays.catalogue.connecting import connect as catalogue_at
from replays.catalogue.connecting import reading
from replays.catalogue.tables import games
from replays.imports.foreign import SMALL, Upload, UploadForm, parse_import
from replays.imports.rows import Pending, Stage
from replays.imports.storage import ImportFile, ImportStorage, path_of
from replays.record.write import write_record
from replays.tournaments.failures import Failures
from replays.tournaments.reports import EXPORT_JSON, ReportFiles
from replays.transparency.store import notes_after

from .helpers import NAMES, House, finished
from .helpers import house as house_in

Command = Callable[..., Result]


@pytest.fixture
def environ(redis_url: str, tmp_path: Path) -> dict[str, str]:
    """The settings of a service that has a store."""
    return {"CONQUIAN_DATA": str(tmp_path), "REDIS_URL": redis_url, "CONQUIAN_SECRET": "5e" * 32}


@pytest.fixture
def mine(redis: Redis, environ: dict[str, str]) -> Iterator[House]:
    """A house with the settings of the commands."""
    settings = load(environ)
    cipher = StorageCipher(keys(settings).vault)
    made = house_in(redis, catalogue_at(settings.catalogue), settings.archive, cipher=cipher)
    yield made
    made.archive.close()


@pytest.fixture
def conquian(environ: dict[str, str]) -> Command:
    """The program, run with these settings."""

    def run(*words: str, **more: str) -> Result:
        return CliRunner().invoke(main, ["archive", *words], env=environ | more)

    return run


def test_what_waits_is_archived_now_and_counted(mine: House, conquian: Command) -> None:
    logs = finished(mine)
    assert "6 games wait in the store" in conquian("status").output
    done = conquian("now")
    assert (done.exit_code, done.output) == (0, "6 archived, 0 gone from the store, 0 refused\n")
    told = conquian("status").output
    assert "6 games in the catalogue, 0 of them without their record" in told
    assert "0 games wait in the store, 6 archived ones are kept there" in told
    assert all(mine.archive.entries(game) == entries for game, entries in logs.items())


@pytest.mark.parametrize(
    "words", ["status", "now", "find", "check", "restore", "export --out {}/games.jsonl"]
)
def test_a_command_closes_its_connections_to_the_catalogue(
    words: str, mine: House, conquian: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(mine)
    assert conquian("now").exit_code == 0
    opened: list[Archive] = []

    def noted(settings: Settings) -> Archive:
        opened.append(open_archive(settings))
        return opened[-1]

    monkeypatch.setattr(parts, "open_archive", noted)
    assert conquian(*words.format(tmp_path).split()).exit_code == 0
    pools = [one.engine.pool for one in opened]
    assert [pool.checkedin() for pool in pools if isinstance(pool, QueuePool)] == [0]


def test_games_are_found_by_their_filters(mine: House, conquian: Command) -> None:
    finished(mine)
    mine.archiver.round()
    lines = [orjson.loads(line) for line in conquian("find", "--json").output.splitlines()]
    assert len(lines) == 6
    found = conquian("find", "--json", "--variant", "mexican-3", "--outcome", "won").output.splitlines()
    fitting = [line for line in lines if (line["variant"], line["outcome"]) == ("mexican-3", "won")]
    assert [orjson.loads(line) for line in found] == fitting
    assert conquian("find", "--json", "--since", "2999-01-01").output == ""
    assert (
        len(conquian("find", "--json", "--until", "2998-01-01T10:00", "--limit", "2").output.splitlines())
        == 2
    )
    assert conquian("find", "--since", "soon").exit_code == 2
    assert re.search(r"mexican-2 +│ +\w+ +│ +\d+ │ 20", conquian("find").output)


def _adopted(environ: dict[str, str], part: str = "store") -> str:
    """What the program says when an empty part joins the installation of the others."""
    done = CliRunner().invoke(main, ["installation", "adopt", part, "--yes"], env=environ)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_store_that_was_lost_gets_every_game_back_with_the_same_head(
    mine: House, conquian: Command, environ: dict[str, str]
) -> None:
    logs = finished(mine)
    conquian("now")
    heads = {game: mine.store.head(game) for game in logs}
    mine.redis.flushall()
    assert "join the games' store by" in conquian("restore").output
    assert _adopted(environ).startswith(f"The games' store {environ['REDIS_URL']} is empty; it joins")
    done = conquian("restore")
    assert (done.exit_code, done.output.strip()) == (
        0,
        "6 games with the same head, 0 with another, 0 without their record, 0 with a damaged one",
    )
    for game, entries in logs.items():
        restored, before = mine.store.head(game), heads[game]
        assert restored is not None
        assert before is not None
        assert (restored.ply, restored.digest) == (before.ply, before.digest)
        assert mine.store.read(game) == entries
    assert conquian("restore").output == done.output


def test_a_game_that_goes_on_otherwise_in_the_store_is_told_and_left(mine: House, conquian: Command) -> None:
    (game, _), *_ = finished(mine).items()
    conquian("now")
    mine.redis.hset(f"cq:{{b{game[2:4]}}}:g:{game}:st", "d", b"d" * 32)
    done = conquian("restore")
    assert done.exit_code == 1
    assert f"DIFFERENT {game}" in done.output


def _file_of(mine: House, name: str) -> Path:
    """The file of the archive that holds the record, or the dictionary, of a game."""
    found = mine.archive.find(name)
    assert found is not None
    assert found.blob is not None
    return Path(mine.archive.files._root) / found.blob  # type: ignore[attr-defined]


def _bad_frame(mine: House, game: GameId) -> Path:
    found = mine.archive.find(game)
    assert found is not None
    file = _file_of(mine, game)
    data = bytearray(file.read_bytes())
    data[found.at + found.length // 2] ^= 1
    file.write_bytes(data)
    return file


def _missing_blob(mine: House, game: GameId) -> Path:
    file = _file_of(mine, game)
    file.unlink()
    return file


def _unreadable_blob(mine: House, game: GameId) -> Path:
    file = _missing_blob(mine, game)
    file.mkdir()
    return file


def _dictionary(mine: House, game: GameId) -> Path:
    found = mine.archive.find(game)
    assert found is not None
    assert found.dictionary is not None
    return Path(mine.archive.files._root) / dictionary_name(found.dictionary)  # type: ignore[attr-defined]


def _missing_dictionary(mine: House, game: GameId) -> Path:
    file = _dictionary(mine, game)
    file.unlink()
    return file


def _other_dictionary(mine: House, game: GameId) -> Path:
    file = _dictionary(mine, game)
    file.write_bytes(file.read_bytes()[::-1])
    return file


def _other_record(mine: House, game: GameId) -> Path:
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
    damaged: Callable[[House, GameId], Path],
    mine: House,
    conquian: Command,
    environ: dict[str, str],
    tmp_path: Path,
) -> None:
    for name in NAMES:  # a file for each game
        finished(mine, [name])
        conquian("now")
    every = _games(mine)
    kept = tmp_path / "kept"
    copytree(tmp_path / "archive", kept)
    damaged(mine, every[2])
    mine.redis.flushall()
    _adopted(environ)
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


def _games(mine: House) -> list[GameId]:
    with mine.archive.engine.connect() as connection:
        return list(map(GameId, connection.scalars(select(games.c.game).order_by(games.c.number))))


def test_a_check_names_each_damaged_record_and_counts_what_nobody_needs(
    mine: House, conquian: Command, tmp_path: Path
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
    found = conquian("check")
    assert found.exit_code == 1
    (line, store, unlooked, end) = found.output.splitlines()
    assert store.endswith("in the store, 0 differ there")
    assert unlooked.startswith("Not looked at: whether the moves are legal (--audit), hidden")
    assert re.fullmatch(rf"DAMAGED ({'|'.join(logs)}): a record \D+ \(records/.+\.zst\)", line)
    assert end == "1 damaged records; 1 files that no game needs, left alone"
    assert conquian("check", "--remove-strays").output.endswith("1 files that no game needs, removed\n")
    assert conquian("check").output.endswith("0 files that no game needs, left alone\n")


def test_a_check_compares_the_logs_in_the_store_with_the_archive(mine: House, conquian: Command) -> None:
    finished(mine)
    conquian("now")
    changed, cut, *_ = _games(mine)
    mine.redis.hset(state_key(changed), "d", bytes(32))
    rows: Any = mine.redis.xrevrange(log_key(cut), count=1)
    last = rows[0][0]
    mine.redis.xdel(log_key(cut), last)
    found = conquian("check")
    lines = [line for line in found.output.splitlines() if line.startswith("DIFFERENT")]
    assert found.exit_code == 1
    assert [line.split()[1] for line in lines] == [f"{changed}:", f"{cut}:"]
    assert all("its log in the store is damaged at ply" in line for line in lines)
    assert found.output.splitlines()[2].endswith("2 differ there")


def test_an_export_of_plies_lists_damaged_records_and_has_all_others(
    mine: House, conquian: Command, tmp_path: Path
) -> None:
    for name in NAMES:  # a file for each game
        finished(mine, [name])
        conquian("now")
    lost = _games(mine)[2]
    blob = _missing_blob(mine, lost)
    words = ("export", "--what", "plies", "--out", str(tmp_path / "plies.jsonl"))
    for _ in range(2):
        done = conquian(*words)
        assert done.exit_code == 1
        listed, end = done.output.splitlines()
        assert re.fullmatch(rf"DAMAGED {lost}: the file .+ is missing \(records/.+\.zst\)", listed)
        assert end == f"1 games are not in {tmp_path}/plies.jsonl: their records are damaged"
        lines = (tmp_path / "plies.jsonl").read_bytes().splitlines()
        assert {orjson.loads(line)["game"] for line in lines} == {*_games(mine)} - {lost}
    assert not blob.exists()
    assert conquian("export", "--out", str(tmp_path / "games.jsonl")).exit_code == 0


def test_an_export_is_written_by_the_command(mine: House, conquian: Command, tmp_path: Path) -> None:
    finished(mine)
    mine.archiver.round()
    file = tmp_path / "hands.jsonl"
    assert conquian("export", "--what", "hands", "--out", str(file)).exit_code == 0
    assert len(file.read_text().splitlines()) >= 6


@pytest.mark.parametrize("words", [("now",), ("restore",)])
def test_what_needs_a_store_says_so(words: tuple[str, ...], conquian: Command) -> None:
    done = conquian(*words, REDIS_URL="")
    assert done.exit_code == 1
    assert "REDIS_URL names no store" in done.output


def test_a_catalogue_that_is_away_is_one_sentence(conquian: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = conquian("status", CATALOGUE_URL=f"sqlite:///{tmp_path}/file/x")
    assert done.exit_code == 2
    assert done.output == "Error: The catalogue has no such file or directory; correct CATALOGUE_URL.\n"


def _without_catalogue(environ: dict[str, str]) -> None:
    for path in Path(environ["CONQUIAN_DATA"]).glob("catalogue.sqlite*"):
        path.unlink()
    _adopted(environ, "catalogue")


def test_a_catalogue_that_was_lost_is_made_anew_and_the_log_goes_on(
    mine: House, conquian: Command, environ: dict[str, str]
) -> None:
    finished(mine, NAMES[:2])
    conquian("now")
    before = catalogue_notes(mine)
    _without_catalogue(environ)
    waiting = finished(mine, NAMES[2:])
    told = conquian("now")
    assert told.exit_code == 2
    assert "holds 0 leaves of the log of all games" in told.output
    done = conquian("rebuild")
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        "2 games, 2 leaves and 1 checkpoints entered; 0 games without their record",
        "0 imports entered, 0 of them to be audited again; 0 failures of entrants entered",
        "The catalogue begins with everything that was signed: the log goes on.",
    ]
    assert conquian("now").output.startswith(f"{len(waiting)} archived")
    assert catalogue_notes(mine)[: len(before)] == before


def test_imports_and_failures_of_a_catalogue_that_was_lost_come_back(
    mine: House, conquian: Command, environ: dict[str, str]
) -> None:
    record = b"".join(write_record(next(iter(finished(mine, NAMES[:1]).values()))))
    text = parse_import(record, UploadForm.RECORD).text().encode()
    large = record + b" " * SMALL[UploadForm.RECORD]
    shelf = ImportStorage(mine.archive.files, mine.archive.engine, 1 << 30, lambda: 1_790_000_000_000)
    sent = [_arrived(data, form) for data, form in ((record, UploadForm.RECORD), (text, UploadForm.TEXT))]
    kept = [shelf.keep(one) for one in sent]
    waits, done = (shelf.receive(_arrived(data, UploadForm.RECORD)) for data in (large, b" " + large))
    assert isinstance(waits, Pending)
    assert isinstance(done, Pending)
    shelf.put_part(done.kept, ImportFile.VIEW, b"{}")
    shelf.pending.accept(done.kept)
    mine.archive.files.put(path_of("x-" + "0" * 24), ZstdCompressor().compress(b"another"))
    failures = Failures(mine.archive.engine, StorageCipher(keys(load(environ)).vault))
    failed = Failure(fixture=3, game="g-1", seat=1, entrant=0, kind=FailureKind.CRASHED, ply=7)
    failures.note("t-1", [replace(failed, said="Traceback", question={"view": {}})])
    row = {"fixture": 3, "game": "g-1", "seat": 1, "entrant": 0, "name": "uno", "kind": "crashed", "ply": 7}
    ReportFiles(mine.archive.files).put("t-1", EXPORT_JSON, orjson.dumps({"failures": [row]}))
    conquian("now")
    mine.archive.engine.dispose()
    _without_catalogue(environ)
    told = conquian("rebuild")
    assert told.exit_code == 1
    assert f"DAMAGED x-{'0' * 24}: the file is not what was sent; it is left out" in told.output
    assert "4 imports entered, 1 of them to be audited again; 1 failures of entrants entered" in told.output
    known = [*kept, done.kept]
    found = [shelf.find(one.id) for one in known]
    assert [one and replace(one, imported_ms=0) for one in found] == [
        replace(one, imported_ms=0) for one in known
    ]
    assert shelf.data(kept[1]) == text
    assert shelf.find(waits.kept.id) is None
    again = shelf.pending.find(waits.kept.id)
    assert again is not None
    assert (again.stage, again.kept.size) == (Stage.WAITING, len(large))
    assert failures.details("t-1", 3) == [failed]
    repeated = conquian("rebuild").output
    assert "0 imports entered, 0 of them to be audited again; 0 failures of entrants entered" in repeated


def _arrived(data: bytes, form: UploadForm) -> Upload:
    return Upload(data, form, sha256(data).digest(), "")


def catalogue_notes(mine: House) -> list[str]:
    mine.archive.engine.dispose()
    with reading(mine.archive.engine) as connection:
        return notes_after(connection, 0, 100)


def test_an_archive_without_the_log_says_what_cannot_be_made_again(
    mine: House, conquian: Command, environ: dict[str, str], tmp_path: Path
) -> None:
    finished(mine)
    conquian("now")
    rmtree(tmp_path / "archive" / "log")
    done = conquian("rebuild")  # the catalogue has it, and puts it back
    assert (done.exit_code, done.output.splitlines()[0]) == (
        0,
        "0 games, 0 leaves and 0 checkpoints entered; 0 games without their record",
    )
    (file, head) = sorted((tmp_path / "archive" / "log").iterdir())
    assert (file.name, head.name) == ("0000000000000000.json", "head.json")
    rmtree(tmp_path / "archive" / "log")
    _without_catalogue(environ)
    told = conquian("rebuild")
    assert told.exit_code == 2
    assert "neither the leaves of the log of all games nor its checkpoints" in told.output
    made = conquian("rebuild", "--new-log", CONQUIAN_ORIGIN="games.example/2")
    assert (made.exit_code, made.output.splitlines()[0]) == (
        0,
        "6 games, 6 leaves and 0 checkpoints entered; 0 games without their record",
    )


def test_a_rebuild_that_is_interrupted_says_that_it_goes_on(
    mine: House, conquian: Command, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(mine)
    conquian("now")
    _without_catalogue(environ)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("replays.archive.rebuilding.Rebuilding._enter_others", stop)
        told = conquian("rebuild")
    assert (told.exit_code, told.output) == (130, "Interrupted: run again it goes on where it was.\n")
    assert conquian("rebuild").output.startswith("0 games, 0 leaves and 0 checkpoints entered")


def test_a_lost_part_of_the_log_is_found_and_written_again(
    mine: House, conquian: Command, tmp_path: Path
) -> None:
    finished(mine)
    conquian("now")
    (part,) = (tmp_path / "archive" / "log").glob("0*.json")
    for spoil, fault in ((part.unlink, "is missing"), (lambda: part.write_bytes(b"{}"), "is not one that")):
        spoil()
        told = conquian("check")
        assert told.exit_code == 1
        assert re.match(rf"DAMAGED log of all games: the file log/0+\.json {fault}", told.output)
        done = conquian("rewrite")
        assert (done.exit_code, done.output) == (
            0,
            "0 records and 1 parts of the log written again, 0 records could not be\n",
        )
    assert conquian("check").exit_code == 0


def test_lost_records_are_written_again_and_those_that_could_not_be_are_listed(
    mine: House, conquian: Command, environ: dict[str, str], tmp_path: Path
) -> None:
    logs = finished(mine)
    conquian("now")
    rmtree(tmp_path / "archive" / "records")
    done = conquian("rewrite")
    assert (done.exit_code, done.output) == (
        0,
        "6 records and 0 parts of the log written again, 0 records could not be\n",
    )
    assert conquian("check", "--audit").exit_code == 0
    rmtree(tmp_path / "archive" / "records")
    mine.redis.flushall()
    _adopted(environ)
    done = conquian("rewrite")
    assert done.exit_code == 1
    assert done.output.endswith("0 records and 0 parts of the log written again, 6 records could not be\n")
    for game in logs:
        assert f"LOST {game}: the store does not have the game (records/" in done.output
