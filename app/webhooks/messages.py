"""Message bodies: `{type, timestamp, data}`, the same bytes for each delivery.

A game is shown as of the ply of the event, as the webhook's owner may see it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import orjson

from app.games.cards import Seat
from app.games.codec import Json
from app.games.table.state import awaited
from app.games.table.view import view
from app.service.entry_codec import Position
from app.service.event_log import NoSuchLog
from app.service.games import GameService, NoSuchGame
from app.service.pending_decisions import bodies, grouped, kept_seat, seen
from app.store.canonical import parse
from app.store.entry import Entry
from app.store.keys import GameId, LogKind, kind_of
from app.webhooks.delivery_log import Delivery
from app.webhooks.state import TEST, EventType, Webhook
from app.webhooks.visibility import Find, Viewer, viewer_of

DisputeLog = Callable[[GameId], tuple[Entry, ...]]
"""Function that returns every entry of a dispute. Raises NoSuchLog for none."""


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """Body of a message; `seat` is the seat that may answer it with a move, None if none may."""

    body: bytes
    seat: Seat | None = None


class Unsent(Exception):
    """There is nothing to send: `stale` if the question is no longer open, else the owner may not see it."""

    def __init__(self, *, stale: bool) -> None:
        super().__init__("stale" if stale else "unseen")
        self.stale = stale


class MessageWriter:
    """Writes messages about `games` and the disputes in `dispute`; links begin with `url`."""

    def __init__(self, games: GameService, dispute: DisputeLog, find: Find, url: str) -> None:
        self._games = games
        self._dispute = dispute
        self._find = find
        self._url = url

    def write(self, webhook: Webhook, delivery: Delivery) -> WebhookMessage:
        """Return the message of a delivery. Raises Unsent if it is obsolete."""
        if delivery.event == TEST:
            return WebhookMessage(_body(delivery, {"webhook": webhook.id}))
        try:
            now = self._games.current(delivery.about)
            viewer = viewer_of(self._find, webhook, now.table)
            if viewer is None:
                raise Unsent(stale=False)
            if kind_of(delivery.log) is LogKind.DISPUTE:
                return WebhookMessage(_body(delivery, self._of_dispute(delivery)))
            if delivery.event == EventType.YOUR_TURN:
                return self._of_turn(delivery, now, viewer)
            if delivery.event == EventType.SEAT_KEPT:
                return self._of_kept_seat(webhook, delivery, now)
            return WebhookMessage(_body(delivery, self._of_game(delivery, viewer.seat)))
        except (NoSuchGame, NoSuchLog):
            raise Unsent(stale=False) from None

    def _of_turn(self, delivery: Delivery, now: Position, viewer: Viewer) -> WebhookMessage:
        seat = viewer.seat
        if seat is None or not asks(now, seat, delivery.ply):
            raise Unsent(stale=True)
        then = self._games.at(delivery.about, delivery.ply).table
        timed: Json = {"deadline": seen(now, seat)["deadline"]}
        data = self._of_game(delivery, seat) | timed
        data |= {"decision": delivery.ply, "moves": grouped(bodies(then, seat))}
        data["view"] |= timed
        return WebhookMessage(_body(delivery, data), seat if viewer.plays else None)

    def _of_kept_seat(self, webhook: Webhook, delivery: Delivery, now: Position) -> WebhookMessage:
        seat = kept_seat(now.table, webhook.owner)
        if seat is None:
            raise Unsent(stale=True)
        return WebhookMessage(_body(delivery, self._of_game(delivery, None) | {"seat": seat}))

    def _of_game(self, delivery: Delivery, seat: Seat | None) -> Json:
        then = self._games.at(delivery.about, delivery.ply).table
        return {
            "game": delivery.game,
            "ply": delivery.ply,
            "seat": seat,
            "url": f"{self._url}/v1/games/{delivery.game}",
            "view": view(then, seat),
        }

    def _of_dispute(self, delivery: Delivery) -> Json:
        entries = self._dispute(GameId(delivery.log))
        return {
            "dispute": delivery.log,
            "game": delivery.game,
            "ply": delivery.ply,
            "url": f"{self._url}/v1/disputes/{delivery.log}",
            "entry": parse(entries[delivery.ply - 1].public),
        }


def asks(position: Position, seat: Seat, ply: int) -> bool:
    """Return whether the question of `ply` is still open to `seat`."""
    table = position.table
    open_to = not table.is_over and not table.is_frozen and not table.places[seat].left
    return open_to and table.decision == ply and seat in awaited(table)


def _body(delivery: Delivery, data: dict[str, Any]) -> bytes:
    """Return the message; its time is in it both as in Standard Webhooks and as in all answers."""
    data = {**data, "time": delivery.time}
    moment = datetime.fromtimestamp(delivery.time / 1000, UTC).isoformat(timespec="milliseconds")
    return orjson.dumps({"type": delivery.event, "timestamp": moment.replace("+00:00", "Z"), "data": data})
