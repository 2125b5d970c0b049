"""The webhooks of a service: made, looked up, changed, and which of them are about a player or a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from app.games.codec import Json
from app.service.event_log import AggregateState, CommandResult, EventLog, NoSuchLog
from app.store.append_options import IdempotencyKey
from app.store.indexes import WebhookIndex
from app.store.keys import GameId, Kind, kind_of
from app.store.log import EventStore
from app.webhooks import signatures
from app.webhooks.commands import Change, Command, Disable, Register, Remove, Rotate
from app.webhooks.decide import NoSuchWebhook, WebhookError
from app.webhooks.decide import WebhookDecider as Decider
from app.webhooks.state import OVERLAP_MS, Webhook

PLAYER, SYSTEM = "player", "system"


class TooManyWebhooks(WebhookError):
    """The player has as many webhooks as one may have."""


class Webhooks:
    """The webhooks whose logs are in `store`; `token_key` makes their secrets, a player may have `limit`."""

    def __init__(
        self, store: EventStore, hooked: WebhookIndex, token_key: bytes, limit: int, clock: Callable[[], int]
    ) -> None:
        self._journal: EventLog[Webhook] = EventLog(store, Decider(), clock)
        self._hooked = hooked
        self._token_key = token_key
        self._limit = limit
        self._clock = clock

    def find(self, webhook: str) -> Webhook | None:
        """The webhook of this id, None if there is none or it was removed."""
        if kind_of(webhook) is not Kind.WEBHOOK:
            return None
        try:
            found = self._journal.current(GameId(webhook)).state
        except NoSuchLog:
            return None
        return None if found.removed else found

    def own(self, owner: str, webhook: str) -> Webhook:
        """The webhook of this id if it is the owner's; else NoSuchWebhook."""
        found = self.find(webhook)
        if found is None or found.owner != owner:
            raise NoSuchWebhook(webhook)
        return found

    def about(self, names: Iterable[str]) -> tuple[Webhook, ...]:
        """The webhooks of these players, and those that name these games."""
        found = map(self.find, self._hooked.of(map(GameId, names)))
        return tuple(one for one in found if one is not None)

    def of(self, owner: str) -> tuple[Webhook, ...]:
        """The webhooks of a player, the oldest first."""
        mine = (one for one in self.about([owner]) if one.owner == owner)
        return tuple(sorted(mine, key=lambda one: (one.made, one.id)))

    def register(
        self, new: Register, once: IdempotencyKey | None, check: Callable[[], None]
    ) -> CommandResult[Webhook]:
        """A new webhook; TooManyWebhooks where its owner has as many as one may have.

        `check` raises what else is against it, unless an equal request has made it before.
        """

        def command(state: Webhook | None) -> Register:
            if state is None:
                check()
                if len(self.of(new.owner)) >= self._limit:
                    raise TooManyWebhooks(new.owner)
                self._list(GameId(new.webhook), new.owner, new.games or ())
            return new

        return self._journal.act(GameId(new.webhook), PLAYER, command, once)

    def change(
        self,
        owner: str,
        webhook: str,
        fields: Mapping[str, Any],
        once: IdempotencyKey | None,
        check: Callable[[Webhook], None],
    ) -> CommandResult[Webhook]:
        """The webhook with other `fields`; NoSuchWebhook if it is not the owner's.

        `check` raises what is against that, unless an equal request has done it before.
        """
        done = self._act(owner, webhook, Change(fields), once, check)
        now = self.find(webhook)
        if now is not None:  # an equal request may have come before, and more since
            gone = set(self._before(done).games or ()) - set(now.games or ())
            self._hooked.drop(GameId(webhook), map(GameId, gone))
            self._list(GameId(webhook), owner, now.games or ())
        return done

    def rotate(self, owner: str, webhook: str, once: IdempotencyKey | None) -> CommandResult[Webhook]:
        """The webhook with another secret."""
        return self._act(owner, webhook, Rotate(), once)

    def remove(self, owner: str, webhook: str, once: IdempotencyKey | None) -> CommandResult[Webhook]:
        """Ends a webhook for good."""
        done = self._act(owner, webhook, Remove(), once)
        names = (owner, *(done.standing.state.games or ()))
        self._hooked.drop(GameId(webhook), map(GameId, names))
        return done

    def disable(self, webhook: str, reason: str) -> None:
        """Sends nothing more to a webhook; one that is gone stays gone."""
        with suppress(NoSuchWebhook, NoSuchLog):
            self._journal.act(GameId(webhook), SYSTEM, lambda _: Disable(reason))

    def keys(self, webhook: Webhook) -> Sequence[bytes]:
        """The keys that sign now, the newest first."""
        numbers = webhook.signing(self._clock())
        return tuple(signatures.key_of(self._token_key, webhook.id, number) for number in numbers)

    def secret(self, standing: AggregateState[Webhook]) -> str | None:
        """The secret that the entry of `standing` made, as long as a repeated answer may show it."""
        if self._clock() >= standing.time + OVERLAP_MS:
            return None
        state = standing.state
        return signatures.text_of(signatures.key_of(self._token_key, state.id, state.generation))

    def _act(
        self,
        owner: str,
        webhook: str,
        command: Command,
        once: IdempotencyKey | None,
        check: Callable[[Webhook], None] = lambda webhook: None,
    ) -> CommandResult[Webhook]:
        def decided(state: Webhook | None) -> Command:
            if state is None or state.owner != owner or state.removed:
                raise NoSuchWebhook(webhook)
            check(state)
            return command

        try:
            return self._journal.act(GameId(webhook), PLAYER, decided, once)
        except NoSuchLog:
            raise NoSuchWebhook(webhook) from None

    def _before(self, done: CommandResult[Webhook]) -> Webhook:
        """The webhook before the last entry."""
        log = done.standing.log
        return self._journal.folded(self._journal.entries(log)[: done.standing.ply - 1]).state

    def _list(self, webhook: GameId, owner: str, games: Iterable[str]) -> None:
        named = tuple(map(GameId, games))
        self._hooked.add(webhook, GameId(owner), named)
        self._hooked.mark(named)


def shown(webhook: Webhook, now: int) -> Json:
    """A webhook as its owner sees it."""
    retired = [at + OVERLAP_MS for _, at in webhook.retired if now < at + OVERLAP_MS]
    return {
        "webhook": webhook.id,
        "url": webhook.url,
        "events": list(webhook.events),
        "games": None if webhook.games is None else list(webhook.games),
        "description": webhook.description,
        "enabled": webhook.enabled,
        "disabled_for": webhook.disabled_for,
        "made": webhook.made,
        "old_secret_until": max(retired, default=None),
    }
