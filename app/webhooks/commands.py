"""Commands to a webhook. Their names in COMMANDS are stored. Times are ms since 1970."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
