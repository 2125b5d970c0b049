"""Moves over HTTP: the legal ones as bodies ready to POST, and one command sent."""

from typing import Any

import orjson
from flask import Response, request

from app.api import replies
from app.api import schemas as shapes
from app.api.access import Actor
from app.api.context import answer, as_text, here, signed, told
from app.api.log_shapes import MovesView
from app.api.refusals import COMMANDS, refused
from app.decisions import bodies, grouped
from app.games.codec import freeze
from app.games.errors import Refused
from app.games.table import wire
from app.games.table.view import view
from app.handler import Done, Stale
from app.http import once
from app.http.blueprint import KEY, SEAT, Blueprint, produces
from app.http.headers import JSON, TEXT, negotiate
from app.http.preconditions import read_precondition
from app.store.keys import GameId

Json = dict[str, Any]

_LINES: Json = {
    TEXT: {
        "schema": {"type": "string"},
        "example": '{"type":"meld","use":["Js","Qs"],"discard":"4d"}\n{"type":"pass"}\n',
    }
}

blueprint = Blueprint("moves", __name__, url_prefix="/v1/games", description="Moves: listed and sent")


@blueprint.route("/<game_id:game>/moves", methods=["GET"])
@produces(JSON, TEXT)
@blueprint.arguments(shapes.MovesQuery, location="query")
@blueprint.doc(responses={200: {"content": _LINES}})
@blueprint.response(200, MovesView)
@blueprint.bearer(SEAT, KEY, scopes=("view",))
def moves(query: Json, game: GameId) -> Response:
    """List the legal moves of a seat

    The list is empty while the seat has nothing to decide. With `Accept: text/plain` each line is a complete
    body for POST. The ETag is the ply.
    """
    position = here().games.current(game)
    seat = here().access.seat(position)
    table = position.table
    found = bodies(table, seat)
    if negotiate(request, JSON, TEXT) == TEXT:
        return as_text(map(orjson.dumps, found), position.ply)
    listed = {
        "game": game,
        "ply": position.ply,
        "decision": view(table, seat)["decision"],
        "moves": found if query["expand"] else grouped(found),
    }
    response = answer(listed, position.ply)
    response.vary.add("Accept")
    return response


@blueprint.route("/<game_id:game>/moves", methods=["POST"])
@blueprint.arguments(shapes.MoveSchema)
@blueprint.response(200, replies.AnswerView)
@blueprint.bearer(SEAT, KEY, scopes=("play",))
@blueprint.problems(*COMMANDS, "too_late", "forbidden", "precondition_required")
def move(body: Json, game: GameId) -> Response:
    """Send a command

    A command is a move, or another action of a seat, such as `ready` or `leave`. It needs the token of the
    seat or the API key of its player, and one of If-Match, `expected_ply` and Idempotency-Key. The answer has
    the new ply, a receipt and the view of the seat.
    """
    actor = here().access.actor(game)
    done = _acted(game, actor, body)
    position = done.position
    sent = {"ply": position.ply, "receipt": signed(position), "view": told(position, actor.seat)}
    return answer(sent, position.ply, again=done.replayed)


def _acted(game: GameId, actor: Actor, body: Json) -> Done:
    """What came of the command in `body`; a refusal says where the game stands, and is signed."""
    games = here().games
    rests = read_precondition(request, body.get("expected_ply"))
    given = {name: value for name, value in body.items() if name != "expected_ply"}
    fields = {name: freeze(value) for name, value in given.items()}
    command = wire.command_from_json(actor.position.table.play, fields)
    try:
        record = once.record(_scope(actor), rests.key)
        return games.act(game, actor.seat, command, expected=rests.ply, once=record, holds=actor.holds)
    except Stale as stale:
        raise rests.stale(stale.ply) from None
    except Refused as refusal:
        raise refused(refusal, game, actor.seat, given) from None


def _scope(actor: Actor) -> str:
    """Whose idempotency keys these are: not those of who held the seat before."""
    return f"seat:{actor.seat}.{actor.generation}" if actor.generation else f"seat:{actor.seat}"
