"""Fan-out: a delivery for each webhook that a new entry concerns.

The message's id is derived from the event, so repeating this adds nothing. The progress in a log is stored
after its deliveries, so after a crash another process starts again from the last progress.
"""

from collections.abc import Iterable
from typing import Final

from app.service.entry_codec import Position, advance
from app.service.event_log import NoSuchLog
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.service.pending_decisions import kept_seat
from app.store.canonical import parse
from app.store.delivery_queue import DeliveryQueue
from app.store.indexes import WebhookIndex
from app.store.keys import GameId, LogKind, kind_of
from app.webhooks.delivery_log import Delivery, WebhookEvent, of_dispute, of_game
from app.webhooks.messages import DisputeLog, Find, asks, viewer_of
from app.webhooks.service import Webhooks
from app.webhooks.state import EventType, Webhook

FIRST: Final = 1
"""Ply of the entry that creates a game and reserves its seats."""


class DeliveryProjector:
    """Creates deliveries to `webhooks` for events of `games` and of the disputes that `dispute` reads."""

    def __init__(
        self,
        games: GameService,
        dispute: DisputeLog,
        find: Find,
        webhooks: Webhooks,
        webhook_index: WebhookIndex,
        delivery_queue: DeliveryQueue,
    ) -> None:
        self._games = games
        self._dispute = dispute
        self._find = find
        self._webhooks = webhooks
        self._webhook_index = webhook_index
        self._delivery_queue = delivery_queue

    def project(self, log: GameId) -> tuple[GameId, ...]:
        """Create the deliveries for `log`, a game's or a dispute's; return the webhooks with new ones."""
        progress = self._webhook_index.notified_ply(log) or 0
        try:
            if kind_of(log) is LogKind.DISPUTE:
                return self._of_dispute(log, progress)
            return self._of_game(log, progress) if kind_of(log) is LogKind.GAME else ()
        except (NoSuchGame, NoSuchLog):
            self._webhook_index.forget(log)
            return ()

    def _of_game(self, game: GameId, progress: int) -> tuple[GameId, ...]:
        position = self._games.current(game)
        concerned = self._concerned(game, position)
        if not concerned:
            return ()
        added = [
            self._post(webhook, event)
            for event in self._since(game, progress, position)
            for webhook in concerned
            if event.event in webhook.events and event.time >= webhook.since
        ]
        added += [self._post(webhook, event) for webhook, event in self._turns(concerned, position)]
        added += [self._post(webhook, event) for webhook, event in self._kept(concerned, position)]
        self._webhook_index.set_notified(game, position.ply)
        return _names(added)

    def _of_dispute(self, dispute: GameId, progress: int) -> tuple[GameId, ...]:
        publics = [parse(entry.public) for entry in self._dispute(dispute)]
        happened = of_dispute(dispute, publics)
        position = self._games.current(happened[0].game)
        concerned = self._concerned(dispute, position)
        added = [
            self._post(webhook, event)
            for event in happened
            if event.ply > progress
            for webhook in concerned
            if event.event in webhook.events and event.time >= webhook.since
        ]
        if concerned:
            self._webhook_index.set_notified(dispute, len(publics))
        return _names(added)

    def _concerned(self, log: GameId, position: Position) -> tuple[Webhook, ...]:
        """Return the webhooks that may receive events of a game; without any, stop watching `log`."""
        webhooks = self._about(position)
        if not webhooks:
            self._webhook_index.forget(log)
            # A webhook that was created in between has marked the log before `forget`, or is found now.
            if webhooks := self._about(position):
                self._webhook_index.mark([log])
        return webhooks

    def _about(self, position: Position) -> tuple[Webhook, ...]:
        table = position.table
        players = {table.host, *(place.player for place in table.places)}
        webhooks = self._webhooks.about([position.game, *sorted(webhook for webhook in players if webhook)])
        return tuple(
            webhook for webhook in webhooks if webhook.enabled and viewer_of(self._find, webhook, table)
        )

    def _since(self, game: GameId, progress: int, position: Position) -> Iterable[WebhookEvent]:
        """Yield the events after ply `progress`."""
        if progress >= position.ply:
            return
        before = self._games.at(game, progress) if progress else None
        for entry in self._games.entries(game, progress, position.ply):
            after = advance(before, (entry,))
            if after is None:
                return
            yield from of_game(before, after)
            before = after

    def _turns(
        self, concerned: Iterable[Webhook], position: Position
    ) -> Iterable[tuple[Webhook, WebhookEvent]]:
        """Yield the open question, for the webhooks of the seats that it is put to."""
        game, ply = position.game, position.table.decision
        for webhook in concerned:
            if EventType.YOUR_TURN not in webhook.events:
                continue
            viewer = viewer_of(self._find, webhook, position.table)
            if viewer is not None and viewer.seat is not None and asks(position, viewer.seat, ply):
                then = position if position.ply == ply else self._games.at(game, ply)
                yield webhook, WebhookEvent(EventType.YOUR_TURN, game, game, ply, then.time)

    def _kept(
        self, concerned: Iterable[Webhook], position: Position
    ) -> Iterable[tuple[Webhook, WebhookEvent]]:
        """Yield the seats that are reserved since the game was created, for players who have not taken
        them.
        """
        game = position.game
        for webhook in concerned:
            if EventType.SEAT_KEPT in webhook.events and kept_seat(position.table, webhook.owner) is not None:
                yield webhook, WebhookEvent(EventType.SEAT_KEPT, game, game, FIRST, position.began)

    def _post(self, webhook: Webhook, event: WebhookEvent) -> GameId | None:
        delivery = Delivery.of(webhook.id, event)
        name = GameId(webhook.id)
        return name if self._delivery_queue.add(name, delivery.id, delivery.written()) else None


def _names(added: Iterable[GameId | None]) -> tuple[GameId, ...]:
    return tuple(sorted({name for name in added if name is not None}))
