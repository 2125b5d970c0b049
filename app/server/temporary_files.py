"""Temporary files: where the system wants them, and in the data directory where it lets nobody write."""

import os
import tempfile
from pathlib import Path
from typing import Final

from app.settings.settings import StartError

_CACHES: Final = "MPLCONFIGDIR"
"""Names the directory of matplotlib's caches, which otherwise makes a new one for each process."""


def provide(run: Path) -> None:
    """From now on this process, and those that it starts, find a directory for temporary files.

    On a read-only root it is in `run`. Raises StartError where that cannot be written either.
    """
    try:
        found = Path(tempfile.gettempdir())  # the working directory where nothing else can be written
    except FileNotFoundError:
        found = run.parent
    if found.absolute() != run.parent:
        return
    place = run / "tmp"
    try:
        (place / "matplotlib").mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise StartError(f"CONQUIAN_DATA: {place} cannot be written ({problem.strerror}).") from None
    tempfile.tempdir = os.environ["TMPDIR"] = str(place)
    os.environ.setdefault(_CACHES, str(place / "matplotlib"))
