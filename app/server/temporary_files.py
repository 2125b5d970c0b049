"""Temporary files: in the directory of the system, or in the data directory if that is not writable."""

import os
import tempfile
from pathlib import Path
from typing import Final

from app.settings.errors import StartError

_CACHES: Final = "MPLCONFIGDIR"
"""Variable with the directory of matplotlib's caches, without which each process makes a new one."""


def provide(run: Path) -> None:
    """Provide a directory for temporary files of this process and its children.

    On a read-only root it is in `run`. Raises StartError if that is not writable either.
    """
    try:
        directory = Path(tempfile.gettempdir())  # the working directory where nothing else can be written
    except FileNotFoundError:
        directory = run.parent
    if directory.absolute() != run.parent:
        return
    fallback = run / "tmp"
    try:
        (fallback / "matplotlib").mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise StartError(f"CONQUIAN_DATA: {fallback} cannot be written ({problem.strerror}).") from None
    tempfile.tempdir = os.environ["TMPDIR"] = str(fallback)
    os.environ.setdefault(_CACHES, str(fallback / "matplotlib"))
