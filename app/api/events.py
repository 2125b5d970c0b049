"""The log over HTTP: entries after a ply, waited for if need be, and the position at a ply."""

from typing import Any

import orjson
from flask import Response

from app.api import replies
from app.api import schemas as shapes
from app.api.context import answer, here
from app.api.refusals import WATCHING, refused
from app.games.cards import Seat
from app.games.table.view import revealed, view
from app.http.blueprint import Blueprint
from app.http.errors import Problem
from app.store.entry import Entry
from app.store.keys import GameId

blueprint = Blueprint(
    "events", __name__, url_prefix="/v1/games", description="The log: followed and looked up"
)


@blueprint.route("/<game_id:game>/events", methods=["GET"])
@blueprint.arguments(shapes.EventsQuery, location="query")
@blueprint.response(200, replies.EventsView)
@refused(blueprint, WATCHING)
def events(query: dict[str, Any], game: GameId) -> Response:
    """Entries of the log after a ply, as they were hashed; `wait` holds the answer until there is one."""
    service = here()
    after: int = query["after"]
    position = service.games.current(game)
    reader = service.access.reader(position)
    if position.ply <= after and query["wait"] and not position.table.is_over:
        service.watch.wait(game, after, query["wait"])
        position = service.games.current(game)
        # The seat may have changed hands meanwhile.
        reader = service.access.reader(position)
    upto = min(position.ply, after + query["limit"])
    entries = service.games.entries(game, after, upto) if after < upto else ()
    page = {
        "game": game,
        "ply": position.ply,
        "events": [_entry(entry, reader) for entry in entries],
        "next": entries[-1].ply if entries else after,
    }
    return answer(page, position.ply)


@blueprint.route("/<game_id:game>/positions/<ply:ply>", methods=["GET"])
@blueprint.response(200, replies.PositionView)
@refused(blueprint, WATCHING | {404: "No such game, or its log does not reach that ply"})
def position_at(game: GameId, ply: int) -> Response:
    """The position at a ply as this reader was allowed to see it; all of it once the game is revealed."""
    now = here().games.current(game)
    reader = here().access.reader(now)
    if not 0 < ply <= now.ply:
        raise Problem("not_found")
    then = here().games.at(game, ply).table
    shown: dict[str, Any] = {"ply": ply, "view": view(then, reader)}
    if now.table.is_over:
        shown["revealed"] = revealed(then)
    return answer(shown, ply)


def _entry(entry: Entry, reader: Seat | None) -> dict[str, Any]:
    """An entry as everybody gets it, byte for byte, and beside it the part that this reader may know."""
    shown: dict[str, Any] = {
        "ply": entry.ply,
        "digest": entry.digest.hex(),
        "public": orjson.Fragment(entry.public),
    }
    own = next((part for part in entry.parts if part.audience == reader), None)
    if own is not None:
        shown["own"] = {"audience": own.audience, "salt": own.salt.hex(), "part": orjson.Fragment(own.body)}
    return shown
