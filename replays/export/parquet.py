"""Parquet: rows as columns by Arrow, and parts put together into row groups of a good size."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.parquet as pq

from replays.export.columns import Columns, Type

GROUP_ROWS: Final = 10_000
"""How many rows a row group has: the memory that writing takes hangs on it."""

_TYPES: Final = {
    Type.TEXT: pa.string(),
    Type.NUMBER: pa.int64(),
    Type.BOOL: pa.bool_(),
    Type.TIME: pa.timestamp("ms", tz="UTC"),
    Type.TEXTS: pa.list_(pa.string()),
    Type.NUMBERS: pa.list_(pa.int64()),
}
_BATCH_ROWS: Final = 5_000


class Parquet:
    """An export as Parquet, compressed with zstd."""

    def __init__(self, columns: Columns) -> None:
        self._schema = pa.schema([pa.field(name, _TYPES[kind]) for name, kind in columns.items()])

    def write(self, rows: Iterable[Mapping[str, Any]], file: BinaryIO) -> None:
        """The rows as one part."""
        with self._writer(file) as writer:
            each = iter(rows)
            while batch := list(islice(each, _BATCH_ROWS)):
                writer.write_batch(pa.RecordBatch.from_pylist(batch, schema=self._schema))

    def join(self, parts: Iterator[Path], file: BinaryIO) -> None:
        """The parts as one file."""
        with self._writer(file) as writer:
            group: list[Any] = []
            for part in parts:
                for batch in _batches(part):
                    group.append(batch)
                    if sum(each.num_rows for each in group) >= GROUP_ROWS:
                        writer.write_table(pa.Table.from_batches(group, self._schema), GROUP_ROWS * 2)
                        group = []
            if group:
                writer.write_table(pa.Table.from_batches(group, self._schema), GROUP_ROWS * 2)

    def _writer(self, file: BinaryIO) -> Any:
        return pq.ParquetWriter(file, self._schema, compression="zstd")


def _batches(part: Path) -> Iterator[Any]:
    with pq.ParquetFile(part) as source:
        yield from source.iter_batches(_BATCH_ROWS)
