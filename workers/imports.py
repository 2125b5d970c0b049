"""Audit job of large imports: one import per job, then another job for the rest.

A job holds its import in the catalogue and reports its progress there. If its worker dies, the hold expires,
the clock enqueues a job, and that job starts again with the same result.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from app.parts.outages import waiting
from replays.archive.errors import ArchiveError
from replays.catalogue.errors import CatalogueError
from replays.imports.foreign import ImportedGame, NotAGame, parse_import
from replays.imports.rows import PendingImports, Stage, StoredImport
from replays.imports.storage import ImportFile, ImportStorage
from replays.record.errors import Untellable

_log: Final = logging.getLogger(__name__)

REST_SECONDS: Final = 1.0
"""Interval at which the clock checks for imports that no job audits."""

REPORT_SECONDS: Final = 1.0
"""Interval at which a job reports its progress and extends its hold."""

KNOWN: Final = (ArchiveError, CatalogueError)
"""Errors outside of this process; the clock enqueues the job again."""


@dataclass(slots=True)
class ImportProgress:
    """Progress of a job: the stage, and the number of bytes read in it."""

    stage: Stage = Stage.READING
    read: int = 0

    def watch(self, read: int) -> None:
        """Record the number of bytes read."""
        self.read = read


def auditing(storage: ImportStorage, enqueue: Callable[[], object]) -> Callable[[str], None]:
    """Return the job that audits the longest waiting import; `enqueue` enqueues a job for the next."""

    def run(_argument: str) -> None:
        try:
            storage.forget()
            taken = storage.pending.take()
            if taken is not None:
                enqueue()  # another worker may take the next one in the meantime
                _audit(storage, taken.kept)
        except KNOWN as problem:
            _log.log(waiting(problem), "An import waits: %s: %s.", type(problem).__name__, problem)

    return run


def keeper(pending: Callable[[], PendingImports], enqueue: Callable[[], object]) -> Callable[[], None]:
    """Return the clock's step for imports: it enqueues a job while one waits that no job holds."""

    def keep() -> None:
        if pending().is_due():
            enqueue()

    return keep


def _audit(storage: ImportStorage, kept: StoredImport) -> None:
    """Store the result or the refusal of the import; if neither can be written, its hold expires."""
    try:
        with _reported(storage.pending, kept.id) as progress:
            _settle(storage, kept, progress)
    except NotAGame as refusal:
        storage.pending.refuse(kept.id, str(refusal), refusal.rule)


def _settle(storage: ImportStorage, kept: StoredImport, progress: ImportProgress) -> None:
    game = parse_import(storage.data(kept), kept.form, progress.watch)
    progress.read, progress.stage = kept.size, Stage.AUDITING
    storage.put_part(kept, ImportFile.DIGESTS, game.digests())
    other = _other(game)
    if other is not None:
        storage.put_part(kept, ImportFile.OTHER, other)
    storage.put_part(kept, ImportFile.VIEW, game.view())
    storage.pending.accept(kept)


def _other(game: ImportedGame) -> bytes | None:
    """Return the game in the other form, None if it has none."""
    try:
        return game.other()
    except Untellable:
        return None


@contextmanager
def _reported(pending: PendingImports, name: str) -> Iterator[ImportProgress]:
    """Report the progress to the catalogue, and hold the import, within the block."""
    progress, finished = ImportProgress(), threading.Event()

    def report() -> None:
        while not finished.is_set():
            with suppress(CatalogueError):
                pending.report(name, progress.stage, progress.read)
            finished.wait(REPORT_SECONDS)

    thread = threading.Thread(target=report, name="import", daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        finished.set()
        thread.join()
