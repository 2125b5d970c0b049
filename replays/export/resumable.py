"""An export that may be cut off anywhere: what was begun is gone on with, and ends in the same bytes.

The games are fixed when it begins: all that were archived by then. They are written in parts, each whole or
not there, in a directory beside the file; at last the parts become the file and go. Beside a part in which
records were damaged stands the list of them.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, BinaryIO, Final, Protocol

from app.extras import NotInstalled, require
from app.store.canonical import canonical, parse
from replays.archive.archive import Archive
from replays.archive.checking import Damage
from replays.catalogue.finding import Filter
from replays.export.columns import COLUMNS, Columns, What
from replays.export.errors import AnotherExport, FormatMissing, Unwritable
from replays.export.rows import last, rows

PART_GAMES: Final[dict[What, int]] = {What.GAMES: 1_000, What.HANDS: 1_000, What.PLIES: 200}
"""How many numbers of games one part spans."""

Told = Callable[[int, int], object]
"""Is told how many parts there will be, and how many there are."""


class Format(StrEnum):
    """The form of the file."""

    JSONL = "jsonl"
    PARQUET = "parquet"


class Writer(Protocol):
    """What turns rows into bytes of one format."""

    def write(self, rows: Any, file: BinaryIO) -> None: ...
    def join(self, parts: Iterator[Path], file: BinaryIO) -> None: ...


# By name, because Arrow is large and only needed for one of them.
_WRITERS: Final = {
    Format.JSONL: "replays.export.lines:Lines",
    Format.PARQUET: "replays.export.parquet:Parquet",
}


@dataclass(frozen=True, slots=True)
class Export:
    """What is exported into which file."""

    file: Path
    what: What
    format: Format
    wanted: Filter

    @property
    def parts(self) -> Path:
        """The directory of what is done as long as not all is."""
        return self.file.with_name(f"{self.file.name}.parts")

    def as_json(self, upto: int) -> dict[str, Any]:
        """The plan of the export, up to the game of that number."""
        return {
            "v": 1,
            "what": str(self.what),
            "format": str(self.format),
            "wanted": asdict(self.wanted),
            "upto": upto,
        }


def export(archive: Archive, asked: Export, told: Told = lambda _every, _done: None) -> list[Damage]:
    """The file holds all rows of the export; what an earlier run has done is not done again.

    What is returned are the games whose record is damaged: their plies are not in the file.

    Raises AnotherExport if that was another one, FormatMissing if the package of the format is not installed,
    Unwritable if there is no room or no right.
    """
    with _translated():
        writer = _writer(asked.format, COLUMNS[asked.what])
        upto = _begun(archive, asked)
        span = PART_GAMES[asked.what]
        starts = range(0, upto, span)
        for done, after in enumerate(starts):
            told(len(starts), done)
            part = asked.parts / f"{after:012}"
            if not part.exists():
                _write_part(archive, asked, writer, part, (after, min(after + span, upto)))
        told(len(starts), len(starts))
        names = [asked.parts / f"{after:012}" for after in starts]
        _write(asked.file, lambda file: writer.join(iter(names), file))
        damages = [damage for part in names for damage in _damages(part)]
        shutil.rmtree(asked.parts)
    return damages


def _write_part(archive: Archive, asked: Export, writer: Writer, part: Path, span: tuple[int, int]) -> None:
    """Write the rows of the games numbered from beyond the first of `span` to the second."""
    damages: list[Damage] = []
    found = rows(archive, asked.what, asked.wanted, *span, damages.append)

    def fill(file: BinaryIO) -> None:
        writer.write(found, file)
        if damages:  # listed before the part is there, so that no part lacks its list
            _write(_list_of(part), lambda listed: listed.write(canonical([asdict(one) for one in damages])))

    _write(part, fill)


def _list_of(part: Path) -> Path:
    return part.with_suffix(".damaged")


def _damages(part: Path) -> list[Damage]:
    listed = _list_of(part)
    return [Damage(**one) for one in parse(listed.read_bytes())] if listed.exists() else []


def _begun(archive: Archive, asked: Export) -> int:
    """The number of the last game of the export, as it was when the export began."""
    plan = asked.parts / "plan.json"
    if not plan.exists():
        asked.parts.mkdir(exist_ok=True)
        upto = last(archive)
        _write(plan, lambda file: file.write(canonical(asked.as_json(upto))))
        return upto
    begun = parse(plan.read_bytes())
    if begun != asked.as_json(begun.get("upto")):
        raise AnotherExport(f"{asked.parts} holds another export that never ended; remove it to begin anew")
    return int(begun["upto"])


def _writer(form: Format, columns: Columns) -> Writer:
    if form is Format.PARQUET:
        try:
            require("parquet")
        except NotInstalled as problem:
            raise FormatMissing(f"the format {form} {problem}") from None
    made: Writer = resolve_name(_WRITERS[form])(columns)
    return made


def _write(path: Path, fill: Callable[[BinaryIO], object]) -> None:
    """The file holds what `fill` writes, whole or not at all."""
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
        raise Unwritable(f"the export cannot be written: {problem}") from None
