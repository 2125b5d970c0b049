"""Waiting for logs to move on: one connection a process follows the outboxes and wakes its own watchers.

A wake-up is only a hint: whoever is woken looks at the log. A notice is written in one step with its entry,
so none is lost while the connection holds; after every loss of it, and where notices came so thick that the
outbox may have been cut, everybody is woken.
"""

import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import count
from typing import Final

from app.outages.log import waiting
from app.store.errors import StoreError
from app.store.keys import GameId
from app.store.log import EventStore
from app.store.outbox import Cursors, Notice

_log: Final = logging.getLogger("app.watch")
_BLOCK_MS: Final = 1_000
_PAUSE_SECONDS: Final = 2.0
_MANY: Final = 100


class TooManySubscriptions(Exception):
    """As many wait already as one process lets wait."""


class Subscription:
    """Somebody who waits for a log: `ring` is the number of the last wake-up, greater with each.

    `games` are those that moved on since `take`, None where any may have.
    """

    def __init__(self, log: str, ring: int) -> None:
        self.log = log
        self.ring = ring
        self._woken = threading.Event()
        self._games: set[GameId] | None = None

    def wait(self, seconds: float) -> bool:
        """True as soon as there was a wake-up since the last call, False after `seconds` without."""
        woken = self._woken.wait(seconds)
        self._woken.clear()
        return woken

    def take(self) -> set[GameId] | None:
        """The games that moved on since the last call, None where any may have, as at the first call."""
        games, self._games = self._games, set()
        return games

    def wake(self, ring: int, games: Iterable[GameId] | None) -> None:
        """Lets the watcher know that `games` have moved on, or that any may have."""
        if games is None:
            self._games = None
        elif self._games is not None:
            self._games = self._games | set(games)
        self.ring = ring
        self._woken.set()


class Subscriptions:
    """Wakes those who wait for logs of one store, `most` at once; its thread starts with the first.

    `told` hears by how many there are more, or less, of them.
    """

    def __init__(
        self, store: EventStore, most: int = 500, told: Callable[[int], object] = lambda change: None
    ) -> None:
        self._store = store
        self._told = told
        self._most = most
        self._count = 0
        self._rings = count(1)
        self._lock = threading.Lock()
        self._waiting: dict[str, set[Subscription]] = defaultdict(set)
        self._thread: threading.Thread | None = None
        self.closed = False

    def wait(self, game: GameId, after: int, seconds: float) -> None:
        """Returns when `game` may have an entry after ply `after`, or `seconds` have passed; Full raises."""
        ends = time.monotonic() + seconds
        watcher = self.enter(game)
        try:
            while (left := ends - time.monotonic()) > 0 and not (self.closed or self._beyond(game, after)):
                watcher.wait(left)
        finally:
            self.leave(watcher)

    def enter(self, log: str) -> Subscription:
        """Somebody who waits for a log, a game's or a player's, until `leave`; Full raises."""
        with self._lock:
            if self._count >= self._most:
                raise TooManySubscriptions
            self._count += 1
            self._told(1)
            watcher = Subscription(log, next(self._rings))
            self._waiting[log].add(watcher)
            if self._thread is None:
                self._thread = threading.Thread(target=self._follow, name="watch", daemon=True)
                self._thread.start()
        return watcher

    def leave(self, watcher: Subscription) -> None:
        """From now on nobody waits there; leaving twice is leaving once."""
        with self._lock:
            there = self._waiting.get(watcher.log, set())
            if watcher in there:
                self._count -= 1
                self._told(-1)
                there.remove(watcher)
                if not there:
                    del self._waiting[watcher.log]

    def close(self) -> None:
        """Wakes everybody for the last time, and follows no more: this process ends."""
        self.closed = True
        self._wake_all()

    def _beyond(self, game: GameId, after: int) -> bool:
        head = self._store.head(game)
        return head is not None and head.ply > after

    def _follow(self) -> None:
        cursors: Cursors | None = None
        while not self.closed:
            try:
                cursors = self._followed(cursors)
            except Exception as problem:
                # Once it is closed, its connection may be taken away while it waits for an answer.
                if self.closed:
                    return
                if not isinstance(problem, StoreError):
                    raise
                _log.log(waiting(problem), "The watch waits: %s.", type(problem).__name__)
                cursors = None
                time.sleep(_PAUSE_SECONDS)

    def _followed(self, cursors: Cursors | None) -> Cursors:
        """The cursors after the next notices; those that were not followed yet begin now."""
        if cursors is None:
            cursors, _ = self._store.follow(None, 0)
            self._wake_all()
            return cursors
        cursors, notices = self._store.follow(cursors, _BLOCK_MS)
        if max(Counter(notice.bucket for notice in notices).values(), default=0) >= _MANY:
            self._wake_all()
        else:
            self._wake(notices)
        return cursors

    def _wake(self, notices: list[Notice]) -> None:
        with self._lock:
            for notice in notices:
                for log in (notice.game, *notice.asked):
                    for watcher in self._waiting.get(log, ()):
                        watcher.wake(next(self._rings), (notice.game,))

    def _wake_all(self) -> None:
        with self._lock:
            ring = next(self._rings)
            for watchers in self._waiting.values():
                for watcher in watchers:
                    watcher.wake(ring, None)
