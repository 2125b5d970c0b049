"""An empty catalogue in SQLite, whose tables are made once in a process."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from replays.catalogue.connecting import connect, prepare


def put_empty(file: Path) -> None:
    """Write the catalogue to `file`; to make its tables there would take longer than most tests."""
    file.write_bytes(_empty())


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "catalogue.sqlite"
        prepare(connect(f"sqlite:///{file}")).dispose()
        return file.read_bytes()
