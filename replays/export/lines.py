"""Export as JSON lines."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from replays.export.columns import Columns

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
