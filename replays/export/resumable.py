"""Resumable export: an interrupted one is continued and gives the same bytes.

Its games are fixed at the start: all that are archived by then. They are written in parts, each complete or
missing, in a directory beside the file; finally the parts are joined and removed. A part with damaged records
has a list of them beside it.
"""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, BinaryIO, Final, Protocol

import orjson

from app.settings.parsers import NotInstalled, require
from app.store.canonical import canonical, parse
from replays.archive.archive import Archive
from replays.archive.checking import DamagedRecord
from replays.catalogue.search import Filter
from replays.export.rows import Columns, What, columns, last, rows


class ExportError(Exception):
    """An export is not possible; the text is one sentence without a full stop."""


_PIECE = 1 << 20


class JsonLinesWriter:
    """Writer of JSON lines: one object per row, its members in the order of the columns."""

    def __init__(self, columns: Columns) -> None:
        self._columns = tuple(columns)

    def write(self, rows: Iterable[Mapping[str, Any]], file: BinaryIO) -> None:
        """Write the rows as one part."""
        for row in rows:
            line = {name: row[name] for name in self._columns}
            file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))

    def join(self, parts: Iterator[Path], file: BinaryIO) -> None:
        """Join the parts to one file."""
        for part in parts:
            with part.open("rb") as source:
                while piece := source.read(_PIECE):
                    file.write(piece)


PART_GAMES: Final[dict[What, int]] = {What.GAMES: 1_000, What.HANDS: 1_000, What.PLIES: 200}
"""Number of games per part."""

OnProgress = Callable[[int, int], object]
"""Called with the number of parts, and the number of parts done."""


class ExportFormat(StrEnum):
    """Format of the file."""

    JSONL = "jsonl"
    PARQUET = "parquet"


class Writer(Protocol):
    """Converts rows to the bytes of one format."""

    def write(self, rows: Any, file: BinaryIO) -> None: ...
    def join(self, parts: Iterator[Path], file: BinaryIO) -> None: ...


# Imported by name: Arrow is large and needed for one format only.
_WRITERS: Final = {
    ExportFormat.JSONL: "replays.export.resumable:JsonLinesWriter",
    ExportFormat.PARQUET: "replays.export.parquet:Parquet",
}


@dataclass(frozen=True, slots=True)
class Export:
    """Parameters of an export."""

    file: Path
    what: What
    format: ExportFormat
    wanted: Filter

    @property
    def parts(self) -> Path:
        """Directory of an unfinished export."""
        return self.file.with_name(f"{self.file.name}.parts")

    def as_json(self, upto: int) -> dict[str, Any]:
        """Return the plan of the export, up to the game number `upto`."""
        return {
            "v": 2,
            "what": str(self.what),
            "format": str(self.format),
            "wanted": asdict(self.wanted),
            "upto": upto,
        }


def export(
    archive: Archive, parameters: Export, on_progress: OnProgress = lambda _every, _done: None
) -> list[DamagedRecord]:
    """Write all rows of the export; parts of an earlier run are reused.

    Return the games with damaged records, whose plies are not in the file. Raises ExportError if the earlier
    run had other parameters, if the package of the format is not installed, and without space or permission.
    """
    with _translated():
        writer = _writer(parameters.format, columns(parameters.what))
        upto = _begun(archive, parameters)
        span = PART_GAMES[parameters.what]
        starts = range(0, upto, span)
        for done, after in enumerate(starts):
            on_progress(len(starts), done)
            part = parameters.parts / f"{after:012}"
            if not part.exists():
                _write_part(archive, parameters, writer, part, (after, min(after + span, upto)))
        on_progress(len(starts), len(starts))
        names = [parameters.parts / f"{after:012}" for after in starts]
        _write(parameters.file, lambda file: writer.join(iter(names), file))
        damages = [damage for part in names for damage in _damages(part)]
        shutil.rmtree(parameters.parts)
    return damages


def _write_part(
    archive: Archive, parameters: Export, writer: Writer, part: Path, span: tuple[int, int]
) -> None:
    """Write the rows of the games numbered above the first of `span` to the second."""
    damages: list[DamagedRecord] = []
    part_rows = rows(archive, parameters.what, parameters.wanted, *span, damages.append)

    def fill(file: BinaryIO) -> None:
        writer.write(part_rows, file)
        if damages:  # written before the part, so that no part lacks its list
            _write(
                _list_of(part),
                lambda list_file: list_file.write(canonical([asdict(damage) for damage in damages])),
            )

    _write(part, fill)


def _list_of(part: Path) -> Path:
    return part.with_suffix(".damaged")


def _damages(part: Path) -> list[DamagedRecord]:
    listed = _list_of(part)
    return [DamagedRecord(**damage) for damage in parse(listed.read_bytes())] if listed.exists() else []


def _begun(archive: Archive, parameters: Export) -> int:
    """Return the number of the last game of the export, fixed at its start."""
    plan = parameters.parts / "plan.json"
    if not plan.exists():
        parameters.parts.mkdir(exist_ok=True)
        upto = last(archive)
        _write(plan, lambda file: file.write(canonical(parameters.as_json(upto))))
        return upto
    begun = parse(plan.read_bytes())
    if begun != parameters.as_json(begun.get("upto")):
        raise ExportError(
            f"{parameters.parts} holds another export that never ended; remove it to begin anew"
        )
    return int(begun["upto"])


def _writer(file_format: ExportFormat, columns: Columns) -> Writer:
    if file_format is ExportFormat.PARQUET:
        try:
            require("parquet")
        except NotInstalled as problem:
            raise ExportError(f"the format {file_format} {problem}") from None
    writer: Writer = resolve_name(_WRITERS[file_format])(columns)
    return writer


def _write(path: Path, fill: Callable[[BinaryIO], object]) -> None:
    """Write the file by `fill`, completely or not at all."""
    draft = path.with_name(f"{path.name}.draft")
    with draft.open("wb") as file:
        fill(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise ExportError(f"the export cannot be written: {problem}") from None
