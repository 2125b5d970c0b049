"""Waiting for a game to move on: one connection a process follows the outboxes and wakes its own watchers.

A wake-up is only a hint. Whoever waits looks at the log before and after, so a hint that is lost costs at
most one pause and never an entry.
"""

import logging
import threading
import time
from collections import defaultdict
from typing import Final

from app.store.errors import StoreError
from app.store.keys import GameId
from app.store.log import EventStore
from app.store.outbox import Cursors

_log: Final = logging.getLogger(__name__)
_BLOCK_MS: Final = 1_000
_PAUSE_SECONDS: Final = 2.0


class Full(Exception):
    """As many wait already as one process lets wait."""


class Watch:
    """Wakes those who wait for games of one store, `most` at once; its thread starts with the first."""

    def __init__(self, store: EventStore, most: int = 500) -> None:
        self._store = store
        self._most = most
        self._count = 0
        self._lock = threading.Lock()
        self._waiting: dict[str, set[threading.Event]] = defaultdict(set)
        self._thread: threading.Thread | None = None

    def wait(self, game: GameId, after: int, seconds: float) -> None:
        """Returns when `game` may have an entry after ply `after`, or `seconds` have passed; Full raises."""
        ends = time.monotonic() + seconds
        woken = threading.Event()
        self._enter(game, woken)
        try:
            while (left := ends - time.monotonic()) > 0 and not self._beyond(game, after):
                woken.wait(min(left, _PAUSE_SECONDS))
                woken.clear()
        finally:
            self._leave(game, woken)

    def _beyond(self, game: GameId, after: int) -> bool:
        head = self._store.head(game)
        return head is not None and head.ply > after

    def _enter(self, game: str, woken: threading.Event) -> None:
        with self._lock:
            if self._count >= self._most:
                raise Full
            self._count += 1
            self._waiting[game].add(woken)
            if self._thread is None:
                self._thread = threading.Thread(target=self._follow, name="watch", daemon=True)
                self._thread.start()

    def _leave(self, game: str, woken: threading.Event) -> None:
        with self._lock:
            self._count -= 1
            self._waiting[game].discard(woken)
            if not self._waiting[game]:
                del self._waiting[game]

    def _follow(self) -> None:
        cursors: Cursors | None = None
        while True:
            try:
                cursors, notices = self._store.follow(cursors, _BLOCK_MS)
            except StoreError as problem:
                _log.warning("The watch waits: %s.", type(problem).__name__)
                cursors = None
                time.sleep(_PAUSE_SECONDS)
            else:
                self._wake({notice.game for notice in notices})

    def _wake(self, games: set[GameId]) -> None:
        with self._lock:
            for game in games & self._waiting.keys():
                for woken in self._waiting[game]:
                    woken.set()
