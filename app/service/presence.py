"""Presence of one event stream: it keeps its seat connected, and learns of changes at the table."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_hex

from app.games.cards import Seat
from app.service.shared_reader import SharedValues
from app.service.subscriptions import Subscription
from app.store.errors import StoreError
from app.store.keys import GameId
from app.store.presence import Presence

Connected = tuple[int, ...]
"""The connected seats of a game, in order."""


class SharedPresence:
    """The presence at tables, written by each stream of a seat and read once for all streams of a process."""

    def __init__(self, presence: Presence) -> None:
        self.presence = presence
        self._shared: SharedValues[Connected] = SharedValues(presence.of, presence.refresh_seconds)

    @property
    def refresh_seconds(self) -> float:
        """Longest time after which an open stream should be kept again."""
        return self.presence.refresh_seconds

    def now(self, game: GameId, sequence: int) -> Connected:
        """Return the connected seats as of the notification `sequence` or later. Raises StoreUnavailable."""
        return self._shared.of(game, sequence)


@dataclass(slots=True)
class StreamPresence:
    """Presence of one stream of `game`. Without the store it waits: the entries of the log go on."""

    shared: SharedPresence
    game: GameId
    watcher: Subscription
    clock: Callable[[], float] = time.monotonic
    _stream: str = field(default_factory=lambda: token_hex(8))
    _seat: Seat | None = None
    _kept_at: float | None = None
    _sent: Connected | None = None

    def keep(self, seat: Seat | None) -> None:
        """Keep the stream of `seat`, None for a spectator, if it was not kept for a while."""
        now = self.clock()
        if seat != self._seat:
            self.close()
        is_due = self._kept_at is None or now - self._kept_at >= self.shared.refresh_seconds
        if seat is not None and is_due:
            self._seat, self._kept_at = seat, now
            with suppress(StoreError):
                self.shared.presence.keep(self.game, seat, self._stream)

    def change(self) -> Connected | None:
        """Return the connected seats if they are others than at the last call, or at the first."""
        with suppress(StoreError):
            connected = self.shared.now(self.game, self.watcher.beside)
            if connected != self._sent:
                self._sent = connected
                return connected
        return None

    def close(self) -> None:
        """Record that the stream is closed, if it was kept."""
        if self._seat is not None:
            with suppress(StoreError):
                self.shared.presence.close(self.game, self._seat, self._stream)
        self._seat, self._kept_at = None, None
