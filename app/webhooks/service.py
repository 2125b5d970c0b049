"""Repository of webhooks: creation, changes, and the webhooks of a player or a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from app.service.aggregates import Aggregate, AggregateState
from app.service.event_log import EventLog, NoSuchLog
from app.service.log_decider import Accepted
from app.store.append_options import IdempotencyKey
from app.store.indexes import WebhookIndex
from app.store.keys import GameId, LogKind, kind_of
from app.store.log import EventStore
from app.webhooks import messages
from app.webhooks.decide import NoSuchWebhook, WebhookError
from app.webhooks.decide import WebhookDecider as Decider
from app.webhooks.state import (
    OVERLAP_MS,
    Change,
    Command,
    Disable,
    RegisterWebhook,
    Remove,
    RotateSecret,
    Webhook,
)

PLAYER, SYSTEM = "player", "system"


class TooManyWebhooks(WebhookError):
    """The player has as many webhooks as are allowed."""


class Webhooks:
    """The webhooks whose logs are in `store`; `token_key` makes their secrets, a player may have `limit`."""

    def __init__(
        self,
        store: EventStore,
        webhook_index: WebhookIndex,
        token_key: bytes,
        limit: int,
        clock: Callable[[], int],
    ) -> None:
        self._log: EventLog[AggregateState[Webhook]] = EventLog(store, Aggregate(Decider()), clock)
        self._webhook_index = webhook_index
        self._token_key = token_key
        self._limit = limit
        self._clock = clock

    def find(self, webhook: str) -> Webhook | None:
        """Return the webhook of this id, None if there is none or it was removed."""
        if kind_of(webhook) is not LogKind.WEBHOOK:
            return None
        position = self._log.find(GameId(webhook))
        return None if position is None or position.state.removed else position.state

    def own(self, owner: str, webhook: str) -> Webhook:
        """Return the webhook of this id if it belongs to the owner. Raises NoSuchWebhook otherwise."""
        owned = self.find(webhook)
        if owned is None or owned.owner != owner:
            raise NoSuchWebhook(webhook)
        return owned

    def about(self, names: Iterable[str]) -> tuple[Webhook, ...]:
        """Return the webhooks of these players, and those that name these games."""
        webhooks = map(self.find, self._webhook_index.of(map(GameId, names)))
        return tuple(webhook for webhook in webhooks if webhook is not None)

    def of(self, owner: str) -> tuple[Webhook, ...]:
        """Return the webhooks of a player, the oldest first."""
        owned = (webhook for webhook in self.about([owner]) if webhook.owner == owner)
        return tuple(sorted(owned, key=lambda webhook: (webhook.made, webhook.id)))

    def register(
        self, new: RegisterWebhook, once: IdempotencyKey | None, check: Callable[[], None]
    ) -> Accepted[AggregateState[Webhook]]:
        """Create a webhook. Raises TooManyWebhooks if its owner has as many as are allowed.

        `check` raises further errors; it is not called if a previous request created the webhook.
        """

        def command(before: AggregateState[Webhook] | None) -> RegisterWebhook:
            if before is None:
                check()
                if len(self.of(new.owner)) >= self._limit:
                    raise TooManyWebhooks(new.owner)
                self._list(GameId(new.webhook), new.owner, new.games or ())
            return new

        return self._log.act(GameId(new.webhook), PLAYER, command, once)

    def change(
        self,
        owner: str,
        webhook: str,
        fields: Mapping[str, Any],
        once: IdempotencyKey | None,
        check: Callable[[Webhook], None],
    ) -> Accepted[AggregateState[Webhook]]:
        """Change `fields` of the webhook. Raises NoSuchWebhook if it does not belong to the owner.

        `check` raises further errors; it is not called if a previous request made the change.
        """
        done = self._act(owner, webhook, Change(fields), once, check)
        now = self.find(webhook)
        if now is not None:  # a previous request may have made the change, and others may have followed
            removed = set(self._before(done).games or ()) - set(now.games or ())
            self._webhook_index.drop(GameId(webhook), map(GameId, removed))
            self._list(GameId(webhook), owner, now.games or ())
        return done

    def rotate(
        self, owner: str, webhook: str, once: IdempotencyKey | None
    ) -> Accepted[AggregateState[Webhook]]:
        """Replace the secret of the webhook."""
        return self._act(owner, webhook, RotateSecret(), once)

    def remove(
        self, owner: str, webhook: str, once: IdempotencyKey | None
    ) -> Accepted[AggregateState[Webhook]]:
        """Remove a webhook for good."""
        done = self._act(owner, webhook, Remove(), once)
        names = (owner, *(done.position.state.games or ()))
        self._webhook_index.drop(GameId(webhook), map(GameId, names))
        return done

    def remove_all(self, owner: str) -> None:
        """Remove every webhook of a player for good."""
        for webhook in self.of(owner):
            self.remove(owner, webhook.id, None)

    def disable(self, webhook: str, reason: str) -> None:
        """Disable a webhook; a removed one is not changed."""
        with suppress(NoSuchWebhook, NoSuchLog):
            self._log.act(GameId(webhook), SYSTEM, lambda _: Disable(reason))

    def keys(self, webhook: Webhook) -> Sequence[bytes]:
        """Return the keys that sign now, the newest first."""
        numbers = webhook.signing(self._clock())
        return tuple(messages.key_of(self._token_key, webhook.id, number) for number in numbers)

    def secret(self, position: AggregateState[Webhook]) -> str | None:
        """Return the secret that the entry of `position` created, while a repeated answer may contain it."""
        if self._clock() >= position.time + OVERLAP_MS:
            return None
        state = position.state
        return messages.text_of(messages.key_of(self._token_key, state.id, state.generation))

    def _act(
        self,
        owner: str,
        webhook: str,
        command: Command,
        once: IdempotencyKey | None,
        check: Callable[[Webhook], None] = lambda webhook: None,
    ) -> Accepted[AggregateState[Webhook]]:
        def decided(before: AggregateState[Webhook] | None) -> Command:
            if before is None or before.state.owner != owner or before.state.removed:
                raise NoSuchWebhook(webhook)
            check(before.state)
            return command

        try:
            return self._log.act(GameId(webhook), PLAYER, decided, once)
        except NoSuchLog:
            raise NoSuchWebhook(webhook) from None

    def _before(self, done: Accepted[AggregateState[Webhook]]) -> Webhook:
        """Return the webhook before the last entry."""
        before = self._log.at(done.position.log, done.position.ply - 1)
        if before is None:
            raise NoSuchWebhook(done.position.log)
        return before.state

    def _list(self, webhook: GameId, owner: str, games: Iterable[str]) -> None:
        named = tuple(map(GameId, games))
        self._webhook_index.add(webhook, GameId(owner), named)
        self._webhook_index.mark(named)
