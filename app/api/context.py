"""What every view of a game works with, and the shape of its answers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, cast

import orjson
from flask import Flask, Response, current_app

from app.api.access import Access
from app.api.owners import Owners
from app.entries import Position
from app.feed import Feeds
from app.games.cards import Seat
from app.games.registry import GAMES
from app.games.table.commands import Create
from app.games.table.state import Limits
from app.games.table.view import view
from app.handler import Games
from app.http.errors import Problem
from app.http.headers import JSON, TEXT
from app.http.once import may_show_secrets, replayed
from app.http.preconditions import etag
from app.players.players import Players
from app.receipts import acknowledgement
from app.signing import KeyRing, now_ms
from app.store.creations import AlternativeIds
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.watch import Watch
from replays.catalogue.counting import Counts
from replays.disputes.docket import Docket
from replays.disputes.marks import Marking, Marks

_NAME = "conquian"


@dataclass(frozen=True, slots=True)
class Service:
    """The games, the players, the disputes, who may see what, who waits for games, what they share,
    the key of the ids of rematches, the time limits of games that name none, the keys that sign,
    what counts for or against a player, what an owner may have, whether the store keeps what it acknowledges,
    the other ids of games, what asks a worker for new reports of a tournament, and the time in ms since 1970.
    """

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
    owners: Owners
    safe: Callable[[], bool]
    creations: AlternativeIds
    remake: Callable[[str], object]
    clock: Callable[[], int] = now_ms


def install(app: Flask, service: Service) -> None:
    """Lets the views of `app` work with `service`."""
    app.extensions[_NAME] = service


def check_stakes(service: Service, command: Create) -> None:
    """Problem store_unsafe where something is at stake in a game and the store may lose it."""
    play = GAMES[command.play]
    at_stake = command.parent is None and play.at_stake(play.rules_from_json(command.rules))
    if at_stake and not service.safe():
        raise Problem("store_unsafe")


def here() -> Service:
    """The service of the application that answers the present request."""
    return cast(Service, current_app.extensions[_NAME])


def answer(body: Any, ply: int, status: int = 200, again: bool = False) -> Response:
    """`body` as JSON, the ply as its entity tag; a repeated answer says so."""
    response = Response(orjson.dumps(body), status, {"ETag": etag(ply)}, content_type=JSON)
    return replayed(response, again)


def secret(text: str, since_ms: int) -> str | None:
    """A token or key that was made at `since_ms`, as an answer shows it: for a day, then None."""
    return text if may_show_secrets(since_ms, here().clock()) else None


def as_text(lines: Iterable[bytes], ply: int | None = None) -> Response:
    """Lines for programs without a parser of JSON, each with its line feed; the ply as entity tag, if any."""
    response = Response(b"".join(line + b"\n" for line in lines), content_type=f"{TEXT}; charset=utf-8")
    response.vary.add("Accept")
    if ply is not None:
        response.headers["ETag"] = etag(ply)
    return response


def marks(position: Position) -> Marks:
    """The contradicted receipts of a game and the disputes about it (RULES 12.8, 13.7)."""
    return Marking(here().docket, here().games.store).of(position)


def told(position: Position, seat: Seat | None) -> dict[str, Any]:
    """The view in the answer to a command: without the deadline, because it must be made again byte for
    byte from the log, and only the store knows the deadline."""
    return view(position.table, seat)


def signed(position: Position) -> dict[str, Any] | None:
    """The receipt in the answer to a command that led to `position`; None in a game of bots alone."""
    try:
        return acknowledgement(here().ring, position)
    except StoreUnavailable as away:
        told = f"entry {position.ply} is written and not signed yet"
        raise OutcomeUnknown(told, away.outage) from away
