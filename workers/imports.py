"""The audit of large imports as a job: one import each time, then another job for the rest.

A job holds its import in the catalogue and shows there how far it is. If its worker dies, the hold ends by
itself, the clock rings, and another job does all of it again, which comes to the same.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from app.outages.log import waiting
from replays.archive.errors import ArchiveError
from replays.catalogue.errors import CatalogueError
from replays.imports.errors import NotAGame
from replays.imports.foreign import ImportedGame, parse_import
from replays.imports.rows import PendingImports, Stage, StoredImport
from replays.imports.storage import ImportStorage, Part
from replays.record.errors import Untellable

_log: Final = logging.getLogger(__name__)

REST_SECONDS: Final = 1.0
"""How often the clock looks for imports that nobody audits."""

REPORT_SECONDS: Final = 1.0
"""How often a job shows how far it is, and holds its import for longer."""

KNOWN: Final = (ArchiveError, CatalogueError)
"""What may go wrong outside of this process; the clock rings again."""


@dataclass(slots=True)
class Progress:
    """How far a job is: bytes that were read, of an import in a stage."""

    stage: Stage = Stage.READING
    read: int = 0

    def watch(self, read: int) -> None:
        """So many bytes were read."""
        self.read = read


def auditing(shelf: ImportStorage, ring: Callable[[], object]) -> Callable[[str], None]:
    """The job that audits the import that has waited longest; `ring` asks for a job for the next."""

    def run(_ring: str) -> None:
        try:
            shelf.forget()
            found = shelf.pending.take()
            if found is not None:
                ring()  # another worker may take the next one meanwhile
                _audit(shelf, found.kept)
        except KNOWN as problem:
            _log.log(waiting(problem), "An import waits: %s: %s.", type(problem).__name__, problem)

    return run


def keeper(pending: Callable[[], PendingImports], ring: Callable[[], object]) -> Callable[[], None]:
    """What the clock does for imports: ring while one waits that nobody holds."""

    def keep() -> None:
        if pending().is_due():
            ring()

    return keep


def _audit(shelf: ImportStorage, kept: StoredImport) -> None:
    """The import has its result, or was refused; where neither could be written its hold ends by itself."""
    try:
        with _reported(shelf.pending, kept.id) as progress:
            _settle(shelf, kept, progress)
    except NotAGame as refusal:
        shelf.pending.refuse(kept.id, str(refusal), refusal.rule)


def _settle(shelf: ImportStorage, kept: StoredImport, progress: Progress) -> None:
    game = parse_import(shelf.data(kept), kept.form, progress.watch)
    progress.read, progress.stage = kept.size, Stage.AUDITING
    shelf.put_part(kept, Part.DIGESTS, game.digests())
    other = _other(game)
    if other is not None:
        shelf.put_part(kept, Part.OTHER, other)
    shelf.put_part(kept, Part.VIEW, game.view())
    shelf.pending.accept(kept)


def _other(game: ImportedGame) -> bytes | None:
    """The game in the form in which it was not sent, None where it has none."""
    try:
        return game.other()
    except Untellable:
        return None


@contextmanager
def _reported(pending: PendingImports, name: str) -> Iterator[Progress]:
    """Meanwhile the catalogue shows how far the job is, and the import is held."""
    progress, over = Progress(), threading.Event()

    def report() -> None:
        while not over.is_set():
            with suppress(CatalogueError):
                pending.report(name, progress.stage, progress.read)
            over.wait(REPORT_SECONDS)

    thread = threading.Thread(target=report, name="import", daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        over.set()
        thread.join()
