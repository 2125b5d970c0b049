"""Legal moves and commands of seats over HTTP."""

from typing import Any

import orjson
from flask import Response, request
from marshmallow import Schema

from app.api.access import Actor
from app.api.refusals import COMMANDS, refused
from app.api.schemas import requests as shapes
from app.api.schemas.commands import move_schema, move_schema_type
from app.api.schemas.games import AnswerView
from app.api.schemas.logs import MovesView
from app.api.services import Service, addressed, answer, answered, as_text, command_view, signed
from app.games.codec import freeze
from app.games.errors import Refused
from app.games.registry import GAMES, USUAL
from app.games.table import wire
from app.games.table.view import view
from app.http import idempotency
from app.http.answers import JsonAnswer, schema_of
from app.http.blueprint import KEY, SEAT, Blueprint, produces
from app.http.headers import JSON, TEXT, negotiate
from app.http.idempotency import read_precondition
from app.service.entry_codec import Position
from app.service.game_decider import Stale
from app.service.log_decider import Accepted
from app.service.pending_decisions import bodies
from app.store.keys import GameId

Json = dict[str, Any]

_LINES: Json = {
    TEXT: {
        "schema": {"type": "string"},
        "example": '{"type":"meld","use":["Js","Qs"],"discard":"4d"}\n{"type":"pass"}\n',
    }
}


def blueprint(service: Service) -> Blueprint:
    """Return the resource of legal moves and commands."""
    resource = Blueprint("moves", __name__, url_prefix="/v1/games", description="Moves: listed and sent")

    @resource.route("/<game_id:game>/moves", methods=["GET"])
    @produces(JSON, TEXT)
    @resource.arguments(shapes.MovesQuery, location="query")
    @resource.doc(responses={200: {"content": _LINES}})
    @resource.response(200, schema_of(MovesView))
    @resource.bearer(SEAT, KEY, scopes=("view",))
    def moves(query: Json, game: GameId) -> Response:
        """List the legal moves of a seat

        The list is empty while the seat has nothing to decide. It leaves out what a seat may do unasked, such
        as `leave`, or `buy` between hands. With `Accept: text/plain` each line is a complete body for POST.
        The ETag is the ply.
        """
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

    @resource.route("/<game_id:game>/moves", methods=["POST"])
    @resource.arguments(_command_schema(service))
    @resource.answers(200, AnswerView)
    @resource.bearer(SEAT, KEY, scopes=("play",))
    @resource.problems(*COMMANDS, "too_late", "forbidden", "bot_plays", "precondition_required")
    def move(body: Json, game: GameId) -> JsonAnswer[AnswerView]:
        """Send a command

        A command is a move, or another action of a seat, such as `ready` or `leave`. It needs the token of
        the seat or the API key of its player, and one of If-Match, `expected_ply` and Idempotency-Key. The
        answer has the new ply, a receipt and the view of the seat.
        """
        actor = service.access.actor(game)
        accepted = _acted(service, game, actor, body)
        position = accepted.position
        reply: AnswerView = {
            "ply": position.ply,
            "receipt": signed(service, position),
            "view": command_view(position, actor.seat),
        }
        return answered(reply, accepted)

    return resource


def _command_schema(service: Service) -> type[Schema]:
    """Return the schema of a command to a table of any game: it loads by the schema of the addressed game.

    In the document it has the commands of the usual game.
    """

    def load(schema: Schema, data: Any, **options: Any) -> Any:
        return move_schema(addressed(service).name).load(data, **options)

    return type("MoveSchema", (move_schema_type(GAMES[USUAL]),), {"load": load})


def _acted(service: Service, game: GameId, actor: Actor, body: Json) -> Accepted[Position]:
    """Return the result of the command in `body`; a refusal has the current ply and is signed."""
    precondition = read_precondition(request.environ, body.get("expected_ply"))
    command_body = {name: value for name, value in body.items() if name != "expected_ply"}
    fields = {name: freeze(value) for name, value in command_body.items()}
    command = wire.command_from_json(actor.position.table.play, fields)
    try:
        record = idempotency.record(_scope(actor), precondition.key)
        return service.games.act(
            game, actor.seat, command, expected=precondition.ply, once=record, holds=actor.holds
        )
    except Stale as stale:
        raise precondition.stale(stale.ply) from None
    except Refused as refusal:
        raise refused(service, refusal, game, actor.seat, command_body) from None


def _scope(actor: Actor) -> str:
    """Return the scope of idempotency keys: one per generation of a seat, not shared with earlier holders."""
    return f"seat:{actor.seat}.{actor.generation}" if actor.generation else f"seat:{actor.seat}"
