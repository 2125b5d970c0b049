"""State of a webhook, and the commands and events of its log.

The names in COMMANDS and EVENTS are stored. Times are ms since 1970. Secrets are derived, so the log contains
only their generations, from 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class RegisterWebhook:
    """Begin a webhook."""

    webhook: str
    owner: str
    url: str
    events: tuple[str, ...]
    games: tuple[str, ...] | None
    description: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """Change those of url, events, games, description and enabled that stand in `fields`."""

    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RotateSecret:
    """Replace the secret."""


@dataclass(frozen=True, slots=True)
class Disable:
    """Send nothing more until the owner enables it again (service)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Remove:
    """End the webhook for good."""


Command = RegisterWebhook | Change | RotateSecret | Disable | Remove

COMMANDS: dict[str, type[Command]] = {
    "register": RegisterWebhook,
    "change": Change,
    "rotate": RotateSecret,
    "disable": Disable,
    "remove": Remove,
}
"""The commands by their names in the log."""


@dataclass(frozen=True, slots=True)
class WebhookRegistered:
    """The webhook exists."""

    webhook: str
    owner: str
    url: str
    events: tuple[str, ...]
    games: tuple[str, ...] | None
    description: str
    scopes: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Changed:
    """Members of the webhook changed."""

    fields: Mapping[str, Any]
    at: int


@dataclass(frozen=True, slots=True)
class SecretRotated:
    """Its secret is that of `generation` from now on."""

    generation: int
    at: int


@dataclass(frozen=True, slots=True)
class Disabled:
    """Nothing is sent any more."""

    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class Removed:
    """It is gone."""

    at: int


Event = WebhookRegistered | Changed | SecretRotated | Disabled | Removed

EVENTS: dict[str, type[Event]] = {
    "webhook-registered": WebhookRegistered,
    "webhook-changed": Changed,
    "webhook-rotated": SecretRotated,
    "webhook-disabled": Disabled,
    "webhook-removed": Removed,
}
"""The events by their stored names, which never change."""

OVERLAP_MS: Final = 86_400_000
"""Time after a rotation in which the old secret still signs, and a repeated answer still contains the new
one.
"""


class EventType(StrEnum):
    """Types of events that a webhook may receive."""

    YOUR_TURN = "your_turn"
    SEAT_KEPT = "seat_kept"
    GAME_STARTED = "game_started"
    HAND_OVER = "hand_over"
    GAME_OVER = "game_over"
    DISPUTE_OPENED = "dispute_opened"
    DISPUTE_RULED = "dispute_ruled"


TEST: Final = "test"
"""Type of a delivery that was requested as a test."""

GONE, FAILING = "gone", "failing"
"""Reasons why the service disables a webhook: its receiver answered 410, or has failed for days."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """State of a webhook.

    `scopes` are those of the key that created it. `games` None means every game of the owner. `since` is the
    time it was last enabled: earlier events are not sent. `generation` is that of its secret, `retired` are
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
        """Return the generations of the secrets that sign now, the newest first."""
        old = (number for number, at in reversed(self.retired) if now < at + OVERLAP_MS)
        return (self.generation, *old)
