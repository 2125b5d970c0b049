"""Recognition of tournaments on the command line, without imports that only tournaments need."""

from pathlib import Path
from typing import Final

from app.store.keys import Kind, kind_of

_HEADER: Final = b'"record":"conquian-tournament"'


def is_tournament(name: str) -> bool:
    """Return True if `name` is the id of a tournament, or a file with the record of one."""
    path = Path(name)
    try:
        if not path.is_file():
            return kind_of(name) is Kind.TOURNAMENT
        with path.open("rb") as file:
            return _HEADER in file.readline(400)
    except OSError:
        return False
