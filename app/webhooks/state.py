"""A webhook: where its player is told what; what can be said to it and what happened to it.

Times are ms since 1970. Secrets are derived, so the log holds only their generations, from 1.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

OVERLAP_MS: Final = 86_400_000
"""How long after a rotation the old secret still signs, and a repeated answer still shows the new one."""


class EventType(StrEnum):
    """What a webhook may be told."""

    YOUR_TURN = "your_turn"
    SEAT_KEPT = "seat_kept"
    GAME_STARTED = "game_started"
    HAND_OVER = "hand_over"
    GAME_OVER = "game_over"
    DISPUTE_OPENED = "dispute_opened"
    DISPUTE_RULED = "dispute_ruled"


TEST: Final = "test"
"""The type of a delivery that was only asked for as a test."""

GONE, FAILING = "gone", "failing"
"""Why the service disables a webhook: its receiver answered 410, or has failed for days."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook as it stands.

    `scopes` are those of the key that made it. `games` None means every game of the owner. `since` is when it
    was last enabled: what happened before is not told. `generation` is that of its secret, `retired` are
    those before it with the time at which each was replaced.
    """

    id: str
    owner: str
    url: str
    events: tuple[str, ...]
    games: tuple[str, ...] | None
    description: str
    scopes: tuple[str, ...]
    made: int
    since: int
    enabled: bool = True
    disabled_for: str | None = None
    generation: int = 1
    retired: tuple[tuple[int, int], ...] = ()
    removed: bool = False
    changes: int = 0

    def signing(self, now: int) -> tuple[int, ...]:
        """The generations of the secrets that sign now, the newest first."""
        old = (number for number, at in reversed(self.retired) if now < at + OVERLAP_MS)
        return (self.generation, *old)
