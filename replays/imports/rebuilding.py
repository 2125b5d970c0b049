"""Recovery of the rows of imports from their files in the archive.

A file has the uploaded bytes, and its name their hash. The time of the upload is in the catalogue only: a
recovered import gets the current time. A large one without a result is audited again by a worker.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Engine
from zstandard import ZstdDecompressor, ZstdError

from replays.archive.files import Files
from replays.catalogue.connecting import reading, writing
from replays.imports.foreign import SMALL, UploadForm
from replays.imports.rows import PendingImports, StoredImport, found_in, kept_in
from replays.imports.storage import FOLDER, ImportFile, is_of, path_of
from replays.record.format import SIZE_LIMIT

_NAME: Final = re.compile(rf"{FOLDER}/[0-9a-f]{{2}}/(x-[0-9a-f]{{24}})\.zst")


@dataclass(slots=True)
class Entered:
    """Numbers of recovered imports and of those that wait for a worker; ids with damaged files."""

    kept: int = 0
    waiting: int = 0
    damaged: list[str] = field(default_factory=list)


def enter_imports(files: Files, engine: Engine, clock: Callable[[], int]) -> Entered:
    """Add each import of the archive that is not in the catalogue behind `engine`.

    An interrupted run can be repeated. ArchiveUnavailable and CatalogueUnavailable are passed on.
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
        elif kept.size <= SMALL[kept.form] or files.size(path_of(name, ImportFile.VIEW)) is not None:
            with writing(engine) as connection:
                kept_in(connection, kept)
            result.kept += 1
        else:
            pending.add(kept)
            result.waiting += 1
    return result


def _names(files: Files) -> Iterator[str]:
    """Yield the ids of the imports in the archive, in order."""
    matches = (_NAME.fullmatch(name) for name in files.names(FOLDER))
    yield from sorted(match[1] for match in matches if match is not None)


def _kept(name: str, packed: bytes, now_ms: int) -> StoredImport | None:
    """Return the import in a file; None if its hash does not match the name."""
    try:
        data = ZstdDecompressor().decompress(packed, max_output_size=SIZE_LIMIT)
    except ZstdError:
        return None
    return is_of(name, data, UploadForm.RECORD if data.lstrip().startswith(b"{") else UploadForm.TEXT, now_ms)
