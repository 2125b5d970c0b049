"""Export as Parquet: rows become columns by Arrow, and parts are joined into larger row groups."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.parquet as pq

from replays.export.rows import Columns, Type

GROUP_ROWS: Final = 10_000
"""Number of rows in a row group, which determines the memory needed for writing."""

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
    """Writer of Parquet, compressed with zstd."""

    def __init__(self, columns: Columns) -> None:
        self._schema = pa.schema([pa.field(name, _TYPES[kind]) for name, kind in columns.items()])

    def write(self, rows: Iterable[Mapping[str, Any]], file: BinaryIO) -> None:
        """Write the rows as one part."""
        with self._writer(file) as writer:
            remaining = iter(rows)
            while batch := list(islice(remaining, _BATCH_ROWS)):
                writer.write_batch(pa.RecordBatch.from_pylist(batch, schema=self._schema))

    def join(self, parts: Iterator[Path], file: BinaryIO) -> None:
        """Join the parts to one file."""
        with self._writer(file) as writer:
            group: list[Any] = []
            for part in parts:
                for batch in _batches(part):
                    group.append(batch)
                    if sum(batch_of_group.num_rows for batch_of_group in group) >= GROUP_ROWS:
                        writer.write_table(pa.Table.from_batches(group, self._schema), GROUP_ROWS * 2)
                        group = []
            if group:
                writer.write_table(pa.Table.from_batches(group, self._schema), GROUP_ROWS * 2)

    def _writer(self, file: BinaryIO) -> Any:
        return pq.ParquetWriter(file, self._schema, compression="zstd")


def _batches(part: Path) -> Iterator[Any]:
    with pq.ParquetFile(part) as source:
        yield from source.iter_batches(_BATCH_ROWS)
