"""What every view of a game works with, and the shape of its answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

import orjson
from flask import Flask, Request, Response, current_app, request

from app.api.access import Access
from app.entries import Position
from app.feed import Feeds
from app.games.cards import Seat
from app.games.table.clocks import late
from app.games.table.state import Limits, Status
from app.games.table.view import view
from app.handler import Games
from app.http.errors import Problem
from app.http.headers import JSON
from app.http.parser import raw_body
from app.http.preconditions import etag, fingerprint, idempotency_key
from app.players.players import Players
from app.receipts import acknowledgement
from app.signing import KeyRing
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.store.terms import Once
from app.watch import Watch
from replays.catalogue.counting import Counts
from replays.disputes import ledger
from replays.disputes.docket import Docket

_NAME = "conquian"


@dataclass(frozen=True, slots=True)
class Service:
    """The games, the players, the disputes, who may see what, who waits for games, what they share,
    the key of the ids of repeated creations, the time limits of games that name none, the keys that sign,
    and what counts for or against a player."""

    games: Games
    players: Players
    docket: Docket
    access: Access
    watch: Watch
    feeds: Feeds
    id_key: bytes
    limits: Limits
    ring: KeyRing
    counts: Callable[[str], Counts]


def install(app: Flask, service: Service) -> None:
    """Lets the views of `app` work with `service`."""
    app.extensions[_NAME] = service


def here() -> Service:
    """The service of the application that answers the present request."""
    return cast(Service, current_app.extensions[_NAME])


def answer(body: Any, ply: int, status: int = 200, replayed: bool = False) -> Response:
    """`body` as JSON, the ply as its entity tag; a repeated answer says so."""
    response = Response(orjson.dumps(body), status, content_type=JSON)
    response.headers["ETag"] = etag(ply)
    if replayed:
        response.headers["Idempotent-Replay"] = "true"
    return response


def seen(position: Position, seat: Seat | None) -> dict[str, Any]:
    """The view of a reader, with the deadline that the store keeps for the open question."""
    timed = position.table.status is Status.WAITING or bool(late(position.table))
    return {**view(position.table, seat), "deadline": position.deadline_ms if timed else None}


def disputed(position: Position) -> dict[str, Any]:
    """What disputes say of the ledger of a game; empty where there are none (RULES 13.7)."""
    table = position.table
    if table.hand_number < 1 or (table.hand_number == 1 and table.in_hand):
        return {}  # no hand is over yet
    found = [standing.state for standing in here().docket.about(position.game, over=table.is_over)]
    if not found:
        return {}
    return {
        "provisional": ledger.provisional(found),
        "corrections": ledger.corrections(found),
        "corrected": list(ledger.corrected(table.balances, found)),
    }


def told(position: Position, seat: Seat | None) -> dict[str, Any]:
    """The view in the answer to a command: without the deadline, because it must be made again byte for
    byte from the log, and only the store knows the deadline."""
    return view(position.table, seat)


def signed(position: Position) -> dict[str, Any] | None:
    """The receipt in the answer to a command that led to `position`; None in a game of bots alone."""
    try:
        return acknowledgement(here().ring, position)
    except StoreUnavailable as away:
        raise OutcomeUnknown(f"entry {position.ply} is written and not signed yet") from away


def uuid_key(request: Request) -> str | None:
    """The Idempotency-Key of a request whose answer shows a token: nobody may guess it, so it is a UUID."""
    key = idempotency_key(request)
    if key is not None and not _is_uuid(key):
        detail = "The answer holds a token: use a random UUID as the Idempotency-Key."
        raise Problem("idempotency_key_invalid", detail)
    return key


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def once(scope: str, key: str | None) -> Once | None:
    """The record that makes the present request count once in its scope; None without a key."""
    if key is None:
        return None
    return Once(scope, key, fingerprint(request.method, request.path, raw_body()))
