"""Events of a webhook. Their names in EVENTS are stored. Times are ms since 1970."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
