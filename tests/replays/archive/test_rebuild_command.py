"""`conquian archive rebuild`: a lost catalogue or log is rebuilt from the archive."""

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

import orjson
import pytest
from zstandard import ZstdCompressor

from app.service.secret_keys import keys
from app.settings.environment import load
from app.store.encryption import StorageCipher
from app.tournament.failures import Failure, FailureKind
from replays.catalogue.connecting import reading
from replays.imports.foreign import SMALL, Upload, UploadForm, parse_import
from replays.imports.rows import Pending, Stage
from replays.imports.storage import ImportFile, ImportStorage, path_of
from replays.record.write import write_record
from replays.tournaments.failures import Failures
from replays.tournaments.reports import EXPORT_JSON, ReportFiles
from replays.transparency.store import notes_after

from .helpers import NAMES, Archiving, Command, adopted, finished


def _without_catalogue(environ: dict[str, str]) -> None:
    for path in Path(environ["CONQUIAN_DATA"]).glob("catalogue.sqlite*"):
        path.unlink()
    adopted(environ, "catalogue")


def test_a_lost_catalogue_is_rebuilt_and_the_log_continues(
    mine: Archiving, conquian: Command, environ: dict[str, str]
) -> None:
    finished(mine, NAMES[:2])
    conquian("now")
    before = catalogue_notes(mine)
    _without_catalogue(environ)
    waiting = finished(mine, NAMES[2:])
    output = conquian("now")
    assert output.exit_code == 2
    assert "holds 0 leaves of the log of all games" in output.output
    done = conquian("rebuild")
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        "2 games, 2 leaves and 1 checkpoints entered; 0 games without their record",
        "0 imports entered, 0 of them to be audited again; 0 failures of entrants entered",
        "The catalogue begins with everything that was signed: the log goes on.",
    ]
    assert conquian("now").output.startswith(f"{len(waiting)} archived")
    assert catalogue_notes(mine)[: len(before)] == before


def test_imports_and_failures_of_a_lost_catalogue_are_restored(
    mine: Archiving, conquian: Command, environ: dict[str, str]
) -> None:
    record = b"".join(write_record(next(iter(finished(mine, NAMES[:1]).values()))))
    text = parse_import(record, UploadForm.RECORD).text().encode()
    large = record + b" " * SMALL[UploadForm.RECORD]
    storage = ImportStorage(mine.archive.files, mine.archive.engine, 1 << 30, lambda: 1_790_000_000_000)
    sent = [_arrived(data, form) for data, form in ((record, UploadForm.RECORD), (text, UploadForm.TEXT))]
    kept = [storage.keep(upload) for upload in sent]
    waits, done = (storage.receive(_arrived(data, UploadForm.RECORD)) for data in (large, b" " + large))
    assert isinstance(waits, Pending)
    assert isinstance(done, Pending)
    storage.put_part(done.kept, ImportFile.VIEW, b"{}")
    storage.pending.accept(done.kept)
    mine.archive.files.put(path_of("x-" + "0" * 24), ZstdCompressor().compress(b"another"))
    failures = Failures(mine.archive.engine, StorageCipher(keys(load(environ)).vault))
    failed = Failure(fixture=3, game="g-1", seat=1, entrant=0, kind=FailureKind.CRASHED, ply=7)
    failures.note("t-1", [replace(failed, stderr="Traceback", question={"view": {}})])
    row = {"fixture": 3, "game": "g-1", "seat": 1, "entrant": 0, "name": "uno", "kind": "crashed", "ply": 7}
    ReportFiles(mine.archive.files).put("t-1", EXPORT_JSON, orjson.dumps({"failures": [row]}))
    conquian("now")
    mine.archive.engine.dispose()
    _without_catalogue(environ)
    output = conquian("rebuild")
    assert output.exit_code == 1
    assert f"DAMAGED x-{'0' * 24}: the file is not what was sent; it is left out" in output.output
    assert "4 imports entered, 1 of them to be audited again; 1 failures of entrants entered" in output.output
    known = [*kept, done.kept]
    imports = [storage.find(upload.id) for upload in known]
    assert [upload and replace(upload, imported_ms=0) for upload in imports] == [
        replace(upload, imported_ms=0) for upload in known
    ]
    assert storage.data(kept[1]) == text
    assert storage.find(waits.kept.id) is None
    again = storage.pending.find(waits.kept.id)
    assert again is not None
    assert (again.stage, again.kept.size) == (Stage.WAITING, len(large))
    assert failures.details("t-1", 3) == [failed]
    repeated = conquian("rebuild").output
    assert "0 imports entered, 0 of them to be audited again; 0 failures of entrants entered" in repeated


def _arrived(data: bytes, form: UploadForm) -> Upload:
    return Upload(data, form, sha256(data).digest(), "")


def catalogue_notes(mine: Archiving) -> list[str]:
    mine.archive.engine.dispose()
    with reading(mine.archive.engine) as connection:
        return notes_after(connection, 0, 100)


def test_a_rebuild_without_the_log_names_the_data_that_it_cannot_restore(
    mine: Archiving, conquian: Command, environ: dict[str, str], tmp_path: Path
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
    output = conquian("rebuild")
    assert output.exit_code == 2
    assert "neither the leaves of the log of all games nor its checkpoints" in output.output
    made = conquian("rebuild", "--new-log", CONQUIAN_ORIGIN="games.example/2")
    assert (made.exit_code, made.output.splitlines()[0]) == (
        0,
        "6 games, 6 leaves and 0 checkpoints entered; 0 games without their record",
    )


def test_an_interrupted_rebuild_reports_that_it_resumes(
    mine: Archiving, conquian: Command, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(mine)
    conquian("now")
    _without_catalogue(environ)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("replays.archive.rebuilding.Rebuilding._enter_others", stop)
        output = conquian("rebuild")
    assert (output.exit_code, output.output) == (130, "Interrupted: run again it goes on where it was.\n")
    assert conquian("rebuild").output.startswith("0 games, 0 leaves and 0 checkpoints entered")


def test_a_lost_part_of_the_log_is_found_and_written_again(
    mine: Archiving, conquian: Command, tmp_path: Path
) -> None:
    finished(mine)
    conquian("now")
    (part,) = (tmp_path / "archive" / "log").glob("0*.json")
    for spoil, fault in ((part.unlink, "is missing"), (lambda: part.write_bytes(b"{}"), "is not one that")):
        spoil()
        output = conquian("check")
        assert output.exit_code == 1
        assert re.match(rf"DAMAGED log of all games: the file log/0+\.json {fault}", output.output)
        done = conquian("rewrite")
        assert (done.exit_code, done.output) == (
            0,
            "0 records and 1 parts of the log written again, 0 records could not be\n",
        )
    assert conquian("check").exit_code == 0


def test_lost_records_are_written_again_and_the_missing_ones_listed(
    mine: Archiving, conquian: Command, environ: dict[str, str], tmp_path: Path
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
    adopted(environ)
    done = conquian("rewrite")
    assert done.exit_code == 1
    assert done.output.endswith("0 records and 0 parts of the log written again, 6 records could not be\n")
    for game in logs:
        assert f"LOST {game}: the store does not have the game (records/" in done.output
