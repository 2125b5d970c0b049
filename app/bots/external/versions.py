"""The version of a bot that is code of this machine: the hash of its files.

A manifest that was read from a disk has it, so that another bot under the same name makes another tournament,
and a file that changes on the way is found out before it decides anything.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from app.bots.errors import EntrantRefused

_HASHED: Final = "sha256:"
_DIGITS: Final = 16


def version(entrant: Mapping[str, Any], folder: Path) -> str | None:
    """The version of an entrant by `python` or `command`; None if no file of it lies in `folder`."""
    files = list(_files(entrant, folder))
    whole = sha256()
    for file in files:
        whole.update(sha256(file.read_bytes()).digest())
    return _HASHED + whole.hexdigest()[:_DIGITS] if files else None


def check(entrant: Mapping[str, Any], folder: Path) -> None:
    """EntrantRefused if the entrant says of what hash it is, and is not."""
    said = str(entrant.get("version", ""))
    if said.startswith(_HASHED) and len(said) == len(_HASHED) + _DIGITS and said != version(entrant, folder):
        sentence = "Its files are others than when the tournament began."
        raise EntrantRefused("entrant_changed", "version", sentence)


def _files(entrant: Mapping[str, Any], folder: Path) -> Iterator[Path]:
    """The files that an entrant names: that of its object, or every word of its command that is one."""
    words = [entrant["python"].rpartition(":")[0]] if "python" in entrant else entrant.get("command", ())
    for word in words:
        path = folder / word
        if word and path.is_file():
            yield path
