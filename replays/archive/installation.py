"""Identity of the installation in the archive, in a small file."""

from typing import Final

from replays.archive.errors import ArchiveUnavailable, DamagedBlob
from replays.archive.files import Files

NAME: Final = "installation.json"
_RECORDS: Final = "records"


def read(files: Files) -> bytes | None:
    """Return the text of the identity, or None. Raises ArchiveUnavailable."""
    try:
        return files.read(NAME)
    except DamagedBlob as problem:
        if files.size(NAME) is None:
            return None
        raise ArchiveUnavailable(str(problem)) from problem


def write(files: Files, text: str) -> None:
    """Write the identity unless there is one."""
    files.put_new(NAME, text.encode())


def replace(files: Files, text: str) -> None:
    """Overwrite the identity."""
    files.put(NAME, text.encode())


def is_empty(files: Files) -> bool:
    """Return True if the archive has no file with records."""
    return next(files.names(_RECORDS), None) is None
