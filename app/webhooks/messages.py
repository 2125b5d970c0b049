"""Messages of webhooks: who may see what, the body, and the signature."""

import hmac
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import orjson

from app.games.cards import Seat
from app.games.codec import Json
from app.games.table.seats import seat_of
from app.games.table.state import Table, Visibility, awaited
from app.games.table.view import view
from app.players.state import KeyScope, Player
from app.service.entry_codec import Position
from app.service.event_log import NoSuchLog
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.service.pending_decisions import bodies, kept_seat, seen
from app.store.canonical import parse
from app.store.entry import Entry
from app.store.keys import GameId, LogKind, kind_of
from app.webhooks.delivery_log import Delivery
from app.webhooks.state import TEST, EventType, Webhook

Find = Callable[[str], Player | None]


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewing seat, None for a spectator, and whether a message may be answered with a move."""

    seat: Seat | None
    plays: bool


def viewer_of(find: Find, webhook: Webhook, table: Table) -> Viewer | None:
    """Return the access of `webhook` to a game, None if it has none, or is not about it.

    A seat receives its game if the webhook's key can view, and so does, as a spectator, a player with a
    reserved seat. Others need the scope `organise`: they receive the games that they host, and those that the
    webhook names, a private one only with the scope `audit`.
    """
    if webhook.games is not None and table.game not in webhook.games:
        return None
    owner = find(webhook.owner)
    scopes = set(webhook.scopes) & set(owner.scopes if owner else ())
    seat = seat_of(table, webhook.owner)
    if seat is not None:
        return Viewer(seat, KeyScope.PLAY in scopes) if KeyScope.VIEW in scopes else None
    if kept_seat(table, webhook.owner) is not None:
        return Viewer(None, plays=False) if KeyScope.VIEW in scopes else None
    if KeyScope.ORGANISE not in scopes:
        return None
    is_visible = table.visibility is not Visibility.PRIVATE or KeyScope.AUDIT in scopes
    hosts = table.host == webhook.owner
    return Viewer(None, plays=False) if hosts or (is_visible and webhook.games is not None) else None


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
        data |= {"decision": delivery.ply, "moves": then.play.grouped(bodies(then, seat))}
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


PREFIX: Final = "whsec_"
_LABEL: Final = b"conquian/webhook/1"


def key_of(token_key: bytes, webhook: str, generation: int) -> bytes:
    """Return the 32-byte key of the secret of that generation; `token_key` is the service's."""
    name = webhook.encode()
    message = _LABEL + bytes([len(name)]) + name + generation.to_bytes(4)
    return hmac.digest(token_key, message, "sha256")


def text_of(key: bytes) -> str:
    """Return the secret as its owner is shown it.

    >>> text_of(bytes(3))
    'whsec_AAAA'
    """
    return PREFIX + b64encode(key).decode()


def headers(keys: Sequence[bytes], message: str, seconds: int, body: bytes) -> dict[str, str]:
    """Return the three headers of a message sent at `seconds` since 1970: one signature for each key.

    >>> made = headers([b"key"], "msg_1", 7, b"{}")
    >>> made["webhook-signature"]
    'v1,UcjtNNKi6osFXxTKDIEbADH0yePbVKgj+tYxGWklV3w='
    """
    signed = b".".join((message.encode(), str(seconds).encode(), body))
    signatures = (b64encode(hmac.digest(key, signed, "sha256")).decode() for key in keys)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }
