"""Archiving as a job: it goes on for half a second at most and then rings for the rest.

The job is rung for by the clock, which looks every second whether any game waits, so that games which end
together share a blob, a sync and a transaction. However often and at once it runs, a game is archived once.
"""

import logging
import time
from collections.abc import Callable
from typing import Final, Protocol

from app.outages.log import waiting
from app.service.job_queue import ENDED
from app.store.errors import StoreError
from app.store.retention import Retention
from replays.archive.archiver import ArchiveRound
from replays.archive.errors import ArchiveError
from replays.catalogue.errors import CatalogueError
from replays.transparency.errors import TreeError, TreeForked

_log: Final = logging.getLogger(__name__)
SLICE_SECONDS: Final = 0.5
"""How long one job works before bots have their turn."""

REST_SECONDS: Final = 1.0
"""How often the clock looks for games that are over."""

IDLE_SECONDS: Final = 600.0
"""How often there is a job although no game waits, for records whose time is over."""

KNOWN: Final = (StoreError, ArchiveError, CatalogueError, TreeError)
"""What may go wrong outside of this process; the clock rings again."""


class Rounds(Protocol):
    """What archives; see replays.archive.archiver."""

    def round(self) -> ArchiveRound: ...


def archiving(archiver: Rounds, ring: Callable[[str], None]) -> Callable[[str], None]:
    """The job that archives what waits; `ring` asks for another one when its time is used up."""

    def run(_ring: str) -> None:
        ends = time.monotonic() + SLICE_SECONDS
        try:
            while archiver.round().more:
                if time.monotonic() > ends:
                    ring(ENDED)
                    return
        except TreeForked:
            return  # told once, by what signs
        except KNOWN as problem:
            _log.log(waiting(problem), "Archiving waits: %s: %s.", type(problem).__name__, problem)

    return run


def keeper(
    after: Retention, ring: Callable[[str], None], clock: Callable[[], float] = time.monotonic
) -> Callable[[], None]:
    """What the clock does for games that are over: rings while any waits, and now and then without one."""
    last = clock()

    def keep() -> None:
        nonlocal last
        if after.ended(1) or after.expired(1) or clock() - last > IDLE_SECONDS:
            ring(ENDED)
            last = clock()

    return keep
