"""Moves over HTTP: the legal ones as bodies ready to POST, and one command sent."""

from collections.abc import Iterable
from typing import Any

from flask import Response, request

from app.api import replies
from app.api import schemas as shapes
from app.api.access import Actor
from app.api.context import answer, here, once, signed, told
from app.api.refusals import PLAYING, of_rules, refused
from app.games.codec import freeze
from app.games.errors import Refused
from app.games.table import wire
from app.games.table.view import legal, view
from app.handler import Done, Stale
from app.http.blueprint import Blueprint
from app.http.preconditions import read_precondition
from app.store.keys import GameId

Json = dict[str, Any]

blueprint = Blueprint("moves", __name__, url_prefix="/v1/games", description="Moves: listed and sent")


@blueprint.route("/<game_id:game>/moves", methods=["GET"])
@blueprint.arguments(shapes.MovesQuery, location="query")
@blueprint.response(200, replies.MovesView)
@refused(blueprint, PLAYING)
def moves(query: Json, game: GameId) -> Response:
    """The legal moves of the token's seat, empty while it is not asked."""
    position = here().games.current(game)
    seat = here().access.seat(position)
    table = position.table
    bodies = [wire.command_to_json(table.play, command) for command in legal(table, seat)]
    listed = {
        "game": game,
        "ply": position.ply,
        "decision": view(table, seat)["decision"],
        "moves": bodies if query["expand"] else grouped(bodies),
    }
    return answer(listed, position.ply)


@blueprint.route("/<game_id:game>/moves", methods=["POST"])
@blueprint.arguments(shapes.MoveSchema)
@blueprint.response(200, replies.AnswerView)
@refused(
    blueprint,
    PLAYING
    | {
        400: "The precondition or the key is malformed",
        409: "Not now",
        412: "If-Match is stale",
        422: "Never in this position",
        428: "None of If-Match, expected_ply and Idempotency-Key",
        503: "The store is away, or the outcome is unknown",
    },
)
def move(body: Json, game: GameId) -> Response:
    """Send one command. It needs If-Match, `expected_ply` or an Idempotency-Key."""
    actor = here().access.actor(game)
    done = _acted(game, actor, body)
    position = done.position
    sent = {"ply": position.ply, "receipt": signed(position), "view": told(position, actor.seat)}
    return answer(sent, position.ply, replayed=done.replayed)


def _acted(game: GameId, actor: Actor, body: Json) -> Done:
    """What came of the command in `body`; a refusal says where the game stands."""
    games = here().games
    asked = read_precondition(request, body.get("expected_ply"))
    fields = {name: freeze(value) for name, value in body.items() if name != "expected_ply"}
    command = wire.command_from_json(games.known(game).table.play, fields)
    try:
        record = once(_scope(actor), asked.key)
        return games.act(game, actor.seat, command, expected=asked.ply, once=record, holds=actor.holds)
    except Stale as stale:
        raise asked.stale(stale.ply) from None
    except Refused as refusal:
        raise of_rules(refusal, games.known(game).ply) from None


def _scope(actor: Actor) -> str:
    """Whose idempotency keys these are: not those of who held the seat before."""
    return f"seat:{actor.seat}.{actor.generation}" if actor.generation else f"seat:{actor.seat}"


def grouped(moves: Iterable[Json]) -> list[Json]:
    """Legal moves with the melds of the same cards in one row.

    A meld row is `{type, use, discards, example}`: any of `discards` goes with it, none when it goes out.
    Every other command stands as it is, with itself as `example`.
    """
    rows: list[Json] = []
    for one in moves:
        if one["type"] != "meld":
            rows.append({**one, "example": one})
        elif rows and rows[-1]["type"] == "meld" and rows[-1]["use"] == one["use"]:
            rows[-1]["discards"].append(one["discard"])
        else:
            discards = [one["discard"]] if "discard" in one else []
            rows.append({"type": "meld", "use": one["use"], "discards": discards, "example": one})
    return rows
