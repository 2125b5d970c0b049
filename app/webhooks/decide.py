"""`decide` and `evolve` for a webhook.

WebhookError
    NoSuchWebhook    there is none, or it was removed
    TooManyChanges   it was changed as often as one may be
    TooManyWebhooks  (app.webhooks.service) the player has as many as one may have
    BadTarget        (app.webhooks.target_address) its url may not be called
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, assert_never

from app.games.codec import Codec
from app.service.event_log import NoSuchLog
from app.service.log_decider import AppendOptions
from app.webhooks.state import (
    COMMANDS,
    EVENTS,
    OVERLAP_MS,
    Change,
    Changed,
    Command,
    Disable,
    Disabled,
    Event,
    RegisterWebhook,
    Remove,
    Removed,
    RotateSecret,
    SecretRotated,
    Webhook,
    WebhookRegistered,
)

CHANGES_MAX: Final = 1_000
"""Largest number of entries in the log of a webhook: every log is bounded."""

RETIRED_MAX: Final = 4
"""Largest number of old secrets that sign beside the new one."""


class WebhookError(Exception):
    """Base of the errors of webhooks."""


class NoSuchWebhook(WebhookError):
    """There is no such webhook, or it was removed."""


class TooManyChanges(WebhookError):
    """The webhook was changed as often as is allowed."""


class WebhookDecider:
    """Decider of the logs of webhooks; the actor of an entry is `player` or `system`."""

    refusals: tuple[type[Exception], ...] = (WebhookError,)
    commands: Codec[Command] = Codec(COMMANDS, {"fields": dict}, {"fields": dict})
    events: Codec[Event] = Codec(EVENTS, {"fields": dict}, {"fields": dict})

    def decide(self, state: Webhook | None, actor: str, command: Command, now: int) -> tuple[Event, ...]:
        """Return the events of `command`. Raises a WebhookError;

        NoSuchLog for a webhook that does not exist.
        """
        if isinstance(command, RegisterWebhook):
            if state is not None:
                raise ValueError("a webhook is registered once")
            return (_register(command, now),)
        if state is None:
            raise NoSuchLog
        if state.removed:
            raise NoSuchWebhook
        if state.changes >= CHANGES_MAX and not isinstance(command, Disable | Remove):
            raise TooManyChanges
        return _DECIDE[type(command)](state, command, now)

    def evolve(self, state: Webhook | None, event: Event) -> Webhook:
        """Return the webhook after `event`."""
        if isinstance(event, WebhookRegistered):
            return _registered(event)
        if state is None:
            raise ValueError("the first event of a webhook registers it")
        state = replace(state, changes=state.changes + 1)
        match event:
            case Changed(fields, at):
                return _changed(state, dict(fields), at)
            case SecretRotated(generation, at):
                retired = (*state.retired, (state.generation, at))[-RETIRED_MAX:]
                return replace(state, generation=generation, retired=retired)
            case Disabled(reason):
                return replace(state, enabled=False, disabled_for=reason)
            case Removed():
                return replace(state, enabled=False, removed=True)
        assert_never(event)

    def terms(self, state: Webhook, now: int) -> AppendOptions:
        """Return the status only; due deliveries have marks of their own."""
        return AppendOptions("webhook")


def _register(command: RegisterWebhook, now: int) -> WebhookRegistered:
    return WebhookRegistered(
        command.webhook,
        command.owner,
        command.url,
        command.events,
        command.games,
        command.description,
        command.scopes,
        now,
    )


def _registered(event: WebhookRegistered) -> Webhook:
    return Webhook(
        id=event.webhook,
        owner=event.owner,
        url=event.url,
        events=event.events,
        games=event.games,
        description=event.description,
        scopes=event.scopes,
        made=event.at,
        since=event.at,
    )


def _changed(state: Webhook, fields: dict[str, Any], at: int) -> Webhook:
    if "games" in fields:
        fields["games"] = None if fields["games"] is None else tuple(fields["games"])
    if "events" in fields:
        fields["events"] = tuple(fields["events"])
    woken = fields.get("enabled") is True and not state.enabled
    again: dict[str, Any] = {"since": at, "disabled_for": None} if woken else {}
    return replace(state, **fields, **again)


def _change(state: Webhook, command: Change, now: int) -> tuple[Event, ...]:
    return (Changed(command.fields, now),)


def _rotate(state: Webhook, command: RotateSecret, now: int) -> tuple[Event, ...]:
    signing = [at for _, at in state.retired if now < at + OVERLAP_MS]
    if len(signing) >= RETIRED_MAX:
        raise TooManyChanges
    return (SecretRotated(state.generation + 1, now),)


def _disable(state: Webhook, command: Disable, now: int) -> tuple[Event, ...]:
    return (Disabled(command.reason, now),)


def _remove(state: Webhook, command: Remove, now: int) -> tuple[Event, ...]:
    return (Removed(now),)


_DECIDE: dict[type[Any], Callable[[Webhook, Any, int], tuple[Event, ...]]] = {
    Change: _change,
    RotateSecret: _rotate,
    Disable: _disable,
    Remove: _remove,
}
