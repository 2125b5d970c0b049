"""Retries of games that could not be read, by the clock with growing pauses.

A worker that cannot read a game counts it and skips it. The clock reads its log again after 5 s, then after
10 s and so on, up to 10 minutes, and has it played when it can be read.
"""

import logging
from collections.abc import Callable
from typing import Final

from app.service.entry_codec import advance
from app.store.errors import ILLEGIBLE
from app.store.keys import GameId
from app.store.log import EventStore

_log: Final = logging.getLogger(__name__)

REST_SECONDS: Final = 1.0
"""Interval at which the clock checks for games to be retried."""

TOGETHER: Final = 50
"""Number of games that are retried in one pass."""


def mark(store: EventStore, game: GameId, problem: Exception) -> None:
    """Count that `game` could not be read; the first of consecutive failures is logged."""
    if store.unreadable.mark(game) <= 1:
        _log.error("The log of %s cannot be read: %s: %s.", game, type(problem).__name__, problem)


def retrying(store: EventStore) -> Callable[[], None]:
    """Return the clock's step for unreadable games: it reads those again that are due."""

    def retry() -> None:
        for game in store.unreadable.due(TOGETHER):
            try:
                advance(None, store.read(game))
            except ILLEGIBLE as problem:
                mark(store, game, problem)
            else:
                store.unreadable.wake(game)
                _log.warning("The log of %s can be read again.", game)

    return retry
