"""The rows of imports made anew from their files in the archive.

A file has the bytes that were sent, and its name their hash. When they came is in the catalogue alone: an
import that is entered again counts as one of now. A worker audits a large one again that has no result.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Engine
from zstandard import ZstdDecompressor, ZstdError

from replays.archive.files import Files
from replays.catalogue.connecting import reading, writing
from replays.imports.foreign import SMALL, Form
from replays.imports.kept import Kept, found_in, kept_in
from replays.imports.pending import PendingImports
from replays.imports.shelf import FOLDER, Part, is_of, path_of
from replays.record.format import SIZE_LIMIT

_NAME: Final = re.compile(rf"{FOLDER}/[0-9a-f]{{2}}/(x-[0-9a-f]{{24}})\.zst")


@dataclass(slots=True)
class Entered:
    """How many imports were entered again, and how many wait for a worker; ids whose file is damaged."""

    kept: int = 0
    waiting: int = 0
    damaged: list[str] = field(default_factory=list)


def enter_imports(files: Files, engine: Engine, clock: Callable[[], int]) -> Entered:
    """Enter each import of the archive that the catalogue behind `engine` does not have.

    Interrupted and done again it goes on. ArchiveUnavailable and CatalogueUnavailable pass through.
    """
    result, pending = Entered(), PendingImports(engine, clock)
    for name in _names(files):
        with reading(engine) as connection:
            known = found_in(connection, name)
        if known is not None or pending.find(name) is not None:
            continue
        kept = _kept(name, files.read(path_of(name)), clock())
        if kept is None:
            result.damaged.append(name)
        elif kept.size <= SMALL[kept.form] or files.size(path_of(name, Part.VIEW)) is not None:
            with writing(engine) as connection:
                kept_in(connection, kept)
            result.kept += 1
        else:
            pending.add(kept)
            result.waiting += 1
    return result


def _names(files: Files) -> Iterator[str]:
    """Yield the ids of the imports that the archive has, in their order."""
    found = (_NAME.fullmatch(name) for name in files.names(FOLDER))
    yield from sorted(one[1] for one in found if one is not None)


def _kept(name: str, packed: bytes, now_ms: int) -> Kept | None:
    """Return the import that a file holds; None where it is not what its name says."""
    try:
        data = ZstdDecompressor().decompress(packed, max_output_size=SIZE_LIMIT)
    except ZstdError:
        return None
    return is_of(name, data, Form.RECORD if data.lstrip().startswith(b"{") else Form.TEXT, now_ms)
