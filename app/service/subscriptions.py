"""Subscriptions to new entries. One connection per process reads the outboxes and wakes local subscribers.

A notification is only a hint: a subscriber reads the log. A notice is written atomically with its entry, so
none is lost while the connection holds. After every loss of the connection, and if so many notices came that
the outbox may have been trimmed, all subscribers are woken.
"""

import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import count
from typing import Final

from app.parts.outages import waiting
from app.store.errors import StoreError
from app.store.keys import GameId
from app.store.log import EventStore
from app.store.outbox import BESIDE, Cursors, Notice

_log: Final = logging.getLogger("app.watch")
_BLOCK_MS: Final = 1_000
_PAUSE_SECONDS: Final = 2.0
_MANY: Final = 100


class TooManySubscriptions(Exception):
    """The process has its maximum of subscriptions."""


class Subscription:
    """Subscription to a log: `sequence` is the sequence number of the last notification.

    `games` are those with new entries since `take`, None if any may have some. `beside` is the sequence
    number of the last notification of a change beside the log.
    """

    def __init__(self, log: str, sequence: int) -> None:
        self.log = log
        self.sequence = sequence
        self.beside = sequence
        self._woken = threading.Event()
        self._games: set[GameId] | None = None

    def wait(self, seconds: float) -> bool:
        """Return True as soon as there was a notification since the last call, False after `seconds`
        without one.
        """
        woken = self._woken.wait(seconds)
        self._woken.clear()
        return woken

    def take(self) -> set[GameId] | None:
        """Return the games with new entries since the last call, None if any may have some, as at the
        first call.
        """
        games, self._games = self._games, set()
        return games

    def wake(self, sequence: int, games: Iterable[GameId] | None) -> None:
        """Notify the subscriber that `games` have new entries, or that any may have."""
        if games is None:
            self._games = None
            self.beside = sequence
        elif self._games is not None:
            self._games = self._games | set(games)
        self.sequence = sequence
        self._woken.set()

    def wake_beside(self, sequence: int) -> None:
        """Notify the subscriber of a change beside the log, which has no new entry."""
        self.beside = sequence
        self._woken.set()


class Subscriptions:
    """Subscriptions to the logs of one store, at most `most`; the reader thread starts with the first.

    `on_change` is called with the change of their number.
    """

    def __init__(
        self, store: EventStore, most: int = 500, on_change: Callable[[int], object] = lambda change: None
    ) -> None:
        self._store = store
        self._on_change = on_change
        self._most = most
        self._count = 0
        self._sequence = count(1)
        self._lock = threading.Lock()
        self._waiting: dict[str, set[Subscription]] = defaultdict(set)
        self._thread: threading.Thread | None = None
        self.closed = False

    def wait(self, game: GameId, after: int, seconds: float) -> None:
        """Return when `game` may have an entry after ply `after`, or after `seconds`.

        Raises TooManySubscriptions.
        """
        deadline = time.monotonic() + seconds
        subscription = self.subscribe(game)
        try:
            while (remaining := deadline - time.monotonic()) > 0 and not (
                self.closed or self._beyond(game, after)
            ):
                subscription.wait(remaining)
        finally:
            self.unsubscribe(subscription)

    def subscribe(self, log: str) -> Subscription:
        """Subscribe to a log, a game's or a player's, until `unsubscribe`. Raises TooManySubscriptions."""
        with self._lock:
            if self._count >= self._most:
                raise TooManySubscriptions
            self._count += 1
            self._on_change(1)
            subscription = Subscription(log, next(self._sequence))
            self._waiting[log].add(subscription)
            if self._thread is None:
                self._thread = threading.Thread(target=self._follow, name="watch", daemon=True)
                self._thread.start()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Unsubscribe; repeating this has no effect."""
        with self._lock:
            subscribers = self._waiting.get(subscription.log, set())
            if subscription in subscribers:
                self._count -= 1
                self._on_change(-1)
                subscribers.remove(subscription)
                if not subscribers:
                    del self._waiting[subscription.log]

    def close(self) -> None:
        """Wake all subscribers and stop reading, because this process ends."""
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
                # After `close` the connection may be closed while it waits for an answer.
                if self.closed:
                    return
                if isinstance(problem, StoreError):
                    _log.log(waiting(problem), "The watch waits: %s.", type(problem).__name__)
                else:
                    # Without this thread all streams of the process would stand still.
                    _log.exception("The watch failed, and begins again.")
                cursors = None
                time.sleep(_PAUSE_SECONDS)

    def _followed(self, cursors: Cursors | None) -> Cursors:
        """Return the cursors after the next notices; without cursors begin at the newest notice."""
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
                if notice.hint == BESIDE:
                    for subscription in self._waiting.get(notice.game, ()):
                        subscription.wake_beside(next(self._sequence))
                    continue
                for log in (notice.game, *notice.asked):
                    for subscription in self._waiting.get(log, ()):
                        subscription.wake(next(self._sequence), (notice.game,))

    def _wake_all(self) -> None:
        with self._lock:
            sequence = next(self._sequence)
            for watchers in self._waiting.values():
                for subscription in watchers:
                    subscription.wake(sequence, None)
