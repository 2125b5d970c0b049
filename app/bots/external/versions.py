"""Version of a bot that is local code: the hash of its files.

A manifest read from disk contains it, so that another bot under the same name makes another tournament, and a
file that changes during a tournament is detected before it decides.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from app.bots.errors import EntrantRefused

_HASHED: Final = "sha256:"
_DIGITS: Final = 16


def version(entrant: Mapping[str, Any], folder: Path) -> str | None:
    """Return the version of a participant by `python` or `command`; None if no file of it is in `folder`."""
    files = list(_files(entrant, folder))
    combined = sha256()
    for file in files:
        combined.update(sha256(file.read_bytes()).digest())
    return _HASHED + combined.hexdigest()[:_DIGITS] if files else None


def check(entrant: Mapping[str, Any], folder: Path) -> None:
    """Raise EntrantRefused if the participant has a hash and it does not match."""
    declared = str(entrant.get("version", ""))
    if (
        declared.startswith(_HASHED)
        and len(declared) == len(_HASHED) + _DIGITS
        and declared != version(entrant, folder)
    ):
        sentence = "Its files are others than when the tournament began."
        raise EntrantRefused("entrant_changed", "version", sentence)


def _files(entrant: Mapping[str, Any], folder: Path) -> Iterator[Path]:
    """Yield the files that a participant names: that of its object, or every word of its command that is a
    file.
    """
    words = [entrant["python"].rpartition(":")[0]] if "python" in entrant else entrant.get("command", ())
    for word in words:
        path = folder / word
        if word and path.is_file():
            yield path
