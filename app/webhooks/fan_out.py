"""From logs to the post: every webhook that a new entry concerns gets a delivery, once.

The message's id names what it tells, so doing this again adds nothing. How far a log was told of is written
after the deliveries are, so whoever is killed in between is followed by somebody who begins there again.
"""

from collections.abc import Iterable
from typing import Final

from app.service.entry_codec import Position, advance
from app.service.event_log import NoSuchLog
from app.service.games import GameService, NoSuchGame
from app.service.pending_decisions import kept_seat
from app.store.canonical import parse
from app.store.delivery_queue import DeliveryQueue
from app.store.indexes import WebhookIndex
from app.store.keys import GameId, Kind, kind_of
from app.webhooks.delivery_log import Delivery, WebhookEvent, of_dispute, of_game
from app.webhooks.messages import DisputeLog, asks
from app.webhooks.service import Webhooks
from app.webhooks.state import EventType, Webhook
from app.webhooks.visibility import Find, viewer_of

FIRST: Final = 1
"""The ply of the entry that makes a game and keeps its seats."""


class Projector:
    """Tells the `webhooks` of what happened in `games` and in the disputes that `dispute` reads."""

    def __init__(
        self,
        games: GameService,
        dispute: DisputeLog,
        find: Find,
        webhooks: Webhooks,
        hooked: WebhookIndex,
        postbox: DeliveryQueue,
    ) -> None:
        self._games = games
        self._dispute = dispute
        self._find = find
        self._webhooks = webhooks
        self._hooked = hooked
        self._postbox = postbox

    def project(self, log: GameId) -> tuple[GameId, ...]:
        """The webhooks that have something new to deliver about `log`, a game's or a dispute's."""
        told = self._hooked.told(log) or 0
        try:
            if kind_of(log) is Kind.DISPUTE:
                return self._of_dispute(log, told)
            return self._of_game(log, told) if kind_of(log) is Kind.GAME else ()
        except (NoSuchGame, NoSuchLog):
            self._hooked.forget(log)
            return ()

    def _of_game(self, game: GameId, told: int) -> tuple[GameId, ...]:
        position = self._games.current(game)
        concerned = self._concerned(game, position)
        if not concerned:
            return ()
        added = [
            self._post(webhook, one)
            for one in self._since(game, told, position)
            for webhook in concerned
            if one.event in webhook.events and one.time >= webhook.since
        ]
        added += [self._post(webhook, one) for webhook, one in self._turns(concerned, position)]
        added += [self._post(webhook, one) for webhook, one in self._kept(concerned, position)]
        self._hooked.tell(game, position.ply)
        return _names(added)

    def _of_dispute(self, dispute: GameId, told: int) -> tuple[GameId, ...]:
        publics = [parse(entry.public) for entry in self._dispute(dispute)]
        happened = of_dispute(dispute, publics)
        position = self._games.current(happened[0].game)
        concerned = self._concerned(dispute, position)
        added = [
            self._post(webhook, one)
            for one in happened
            if one.ply > told
            for webhook in concerned
            if one.event in webhook.events and one.time >= webhook.since
        ]
        if concerned:
            self._hooked.tell(dispute, len(publics))
        return _names(added)

    def _concerned(self, log: GameId, position: Position) -> tuple[Webhook, ...]:
        """The webhooks that may be told of a game; where there are none, nobody watches over `log`."""
        found = self._about(position)
        if not found:
            self._hooked.forget(log)
            # One that was made meanwhile has marked the log before we forgot it, or is found now.
            if found := self._about(position):
                self._hooked.mark([log])
        return found

    def _about(self, position: Position) -> tuple[Webhook, ...]:
        table = position.table
        players = {table.host, *(place.player for place in table.places)}
        found = self._webhooks.about([position.game, *sorted(one for one in players if one)])
        return tuple(one for one in found if one.enabled and viewer_of(self._find, one, table))

    def _since(self, game: GameId, told: int, position: Position) -> Iterable[WebhookEvent]:
        """What happened after ply `told`."""
        if told >= position.ply:
            return
        before = self._games.at(game, told) if told else None
        for entry in self._games.entries(game, told, position.ply):
            after = advance(before, (entry,))
            if after is None:
                return
            yield from of_game(before, after)
            before = after

    def _turns(
        self, concerned: Iterable[Webhook], position: Position
    ) -> Iterable[tuple[Webhook, WebhookEvent]]:
        """The open question, for those whose seat it is put to."""
        game, ply = position.game, position.table.decision
        for webhook in concerned:
            if EventType.YOUR_TURN not in webhook.events:
                continue
            seen = viewer_of(self._find, webhook, position.table)
            if seen is not None and seen.seat is not None and asks(position, seen.seat, ply):
                asked = position if position.ply == ply else self._games.at(game, ply)
                yield webhook, WebhookEvent(EventType.YOUR_TURN, game, game, ply, asked.time)

    def _kept(
        self, concerned: Iterable[Webhook], position: Position
    ) -> Iterable[tuple[Webhook, WebhookEvent]]:
        """The seats that are kept since the game was made, for those who have not taken them."""
        game = position.game
        for webhook in concerned:
            if EventType.SEAT_KEPT in webhook.events and kept_seat(position.table, webhook.owner) is not None:
                yield webhook, WebhookEvent(EventType.SEAT_KEPT, game, game, FIRST, position.began)

    def _post(self, webhook: Webhook, told: WebhookEvent) -> GameId | None:
        delivery = Delivery.of(webhook.id, told)
        name = GameId(webhook.id)
        return name if self._postbox.add(name, delivery.id, delivery.written()) else None


def _names(added: Iterable[GameId | None]) -> tuple[GameId, ...]:
    return tuple(sorted({name for name in added if name is not None}))
