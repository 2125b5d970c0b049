"""Archive job, and the clock's step that signs the log of all games when it has new leaves.

The job runs for at most half a second and enqueues itself for the rest. The clock checks every second whether
a game waits and enqueues the job, so that games which end together share a blob, a sync and a transaction. A
game is archived once, however often and concurrently the job runs.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from app.parts.outages import waiting
from app.service.job_queue import ENDED
from app.store.errors import StoreError
from app.store.retention import Retention
from replays.archive.archiver import Archiver
from replays.archive.errors import ArchiveError
from replays.archive.signing import LogSigner
from replays.catalogue.errors import CatalogueError
from replays.transparency.errors import TreeError, TreeForked

_log: Final = logging.getLogger(__name__)
SLICE_SECONDS: Final = 0.5
"""Time slice of one job; then bots have their turn."""

REST_SECONDS: Final = 1.0
"""Interval at which the clock checks for finished games."""

IDLE_SECONDS: Final = 600.0
"""Interval of jobs when no game waits, for records whose retention has ended."""

KNOWN: Final = (StoreError, ArchiveError, CatalogueError, TreeError)
"""Errors outside of this process; the clock enqueues the job again."""


def archiving(archiver: Archiver, enqueue: Callable[[str], None]) -> Callable[[str], None]:
    """Return the job that archives waiting games;

    `enqueue` enqueues another one when its time slice is used up.
    """

    def run(_argument: str) -> None:
        ends = time.monotonic() + SLICE_SECONDS
        try:
            while archiver.round().more:
                if time.monotonic() > ends:
                    enqueue(ENDED)
                    return
        except TreeForked:
            return  # logged once, by the signer
        except KNOWN as problem:
            _log.log(waiting(problem), "Archiving waits: %s: %s.", type(problem).__name__, problem)

    return run


def keeper(after: Retention, enqueue: Callable[[str], None]) -> Callable[[], None]:
    """Return the clock's step for finished games: it enqueues a job while any waits, and now and then
    without one.
    """
    last = time.monotonic()

    def keep() -> None:
        nonlocal last
        if after.ended(1) or after.expired(1) or time.monotonic() - last > IDLE_SECONDS:
            enqueue(ENDED)
            last = time.monotonic()

    return keep


SIGNING_ERRORS: Final = (ArchiveError, CatalogueError, TreeError)
"""Errors outside of this process; the next step tries again."""


def signing(signer: LogSigner) -> Callable[[], None]:
    """Return the clock's step for the log of all games; errors are those of the signer.

    A log that contradicts the signed one is logged once by the signer, and checked again.
    """

    def sign() -> None:
        with suppress(TreeForked):
            signer.sign()

    return sign
