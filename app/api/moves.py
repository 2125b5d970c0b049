"""Legal moves and commands of seats over HTTP."""

from typing import Any, Final

import orjson
from flask import Response, request
from marshmallow import Schema

from app.api.access import Actor
from app.api.refusals import COMMANDS, refused
from app.api.schemas import requests as shapes
from app.api.schemas.commands import move_schema, move_schema_type
from app.api.schemas.games import AnswerView
from app.api.schemas.logs import MovesView
from app.api.services import addressed, answer, as_text, command_view, here, signed
from app.games.codec import freeze
from app.games.errors import Refused
from app.games.registry import GAMES, USUAL
from app.games.table import wire
from app.games.table.view import view
from app.http import idempotency
from app.http.answers import JsonAnswer, schema_of
from app.http.blueprint import KEY, SEAT, Blueprint, produces
from app.http.headers import JSON, TEXT, negotiate
from app.http.preconditions import read_precondition
from app.service.entry_codec import Position
from app.service.games import Accepted, GameService, Stale
from app.service.pending_decisions import bodies
from app.store.keys import GameId

Json = dict[str, Any]

_LINES: Json = {
    TEXT: {
        "schema": {"type": "string"},
        "example": '{"type":"meld","use":["Js","Qs"],"discard":"4d"}\n{"type":"pass"}\n',
    }
}


def _load(schema: Schema, data: Any, **options: Any) -> Any:
    """Load a command by the schema of the game that is addressed."""
    return move_schema(addressed().name).load(data, **options)


MoveSchema: Final[type[Schema]] = type("MoveSchema", (move_schema_type(GAMES[USUAL]),), {"load": _load})
"""A command to a table of any game; in the document it has the commands of the usual game."""

blueprint = Blueprint("moves", __name__, url_prefix="/v1/games", description="Moves: listed and sent")


@blueprint.route("/<game_id:game>/moves", methods=["GET"])
@produces(JSON, TEXT)
@blueprint.arguments(shapes.MovesQuery, location="query")
@blueprint.doc(responses={200: {"content": _LINES}})
@blueprint.response(200, schema_of(MovesView))
@blueprint.bearer(SEAT, KEY, scopes=("view",))
def moves(query: Json, game: GameId) -> Response:
    """List the legal moves of a seat

    The list is empty while the seat has nothing to decide. With `Accept: text/plain` each line is a complete
    body for POST. The ETag is the ply.
    """
    service = here()
    position = service.games.current(game)
    seat = service.access.seat(position)
    table = position.table
    legal = bodies(table, seat)
    if negotiate(request, JSON, TEXT) == TEXT:
        return as_text(map(orjson.dumps, legal), position.ply)
    listed: MovesView = {
        "game": game,
        "ply": position.ply,
        "decision": view(table, seat)["decision"],
        "moves": legal if query["expand"] else table.play.grouped(legal),
    }
    response = answer(listed, position.ply)
    response.vary.add("Accept")
    return response


@blueprint.route("/<game_id:game>/moves", methods=["POST"])
@blueprint.arguments(MoveSchema)
@blueprint.answers(200, AnswerView)
@blueprint.bearer(SEAT, KEY, scopes=("play",))
@blueprint.problems(*COMMANDS, "too_late", "forbidden", "precondition_required")
def move(body: Json, game: GameId) -> JsonAnswer[AnswerView]:
    """Send a command

    A command is a move, or another action of a seat, such as `ready` or `leave`. It needs the token of the
    seat or the API key of its player, and one of If-Match, `expected_ply` and Idempotency-Key. The answer has
    the new ply, a receipt and the view of the seat.
    """
    service = here()
    actor = service.access.actor(game)
    accepted = _acted(service.games, game, actor, body)
    position = accepted.position
    reply: AnswerView = {
        "ply": position.ply,
        "receipt": signed(position),
        "view": command_view(position, actor.seat),
    }
    return answer(reply, position.ply, again=accepted.replayed)


def _acted(games: GameService, game: GameId, actor: Actor, body: Json) -> Accepted[Position]:
    """Return the result of the command in `body`; a refusal has the current ply and is signed."""
    precondition = read_precondition(request.environ, body.get("expected_ply"))
    command_body = {name: value for name, value in body.items() if name != "expected_ply"}
    fields = {name: freeze(value) for name, value in command_body.items()}
    command = wire.command_from_json(actor.position.table.play, fields)
    try:
        record = idempotency.record(_scope(actor), precondition.key)
        return games.act(game, actor.seat, command, expected=precondition.ply, once=record, holds=actor.holds)
    except Stale as stale:
        raise precondition.stale(stale.ply) from None
    except Refused as refusal:
        raise refused(refusal, game, actor.seat, command_body) from None


def _scope(actor: Actor) -> str:
    """Return the scope of idempotency keys: one per generation of a seat, not shared with earlier holders."""
    return f"seat:{actor.seat}.{actor.generation}" if actor.generation else f"seat:{actor.seat}"
