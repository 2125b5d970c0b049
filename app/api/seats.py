"""Seats over HTTP: taking one that is free."""

from typing import Any

from flask import Response, request

from app.api import replies
from app.api import schemas as shapes
from app.api.context import Service, answer, here, once, signed, told, uuid_key
from app.api.refusals import of_rules, refused
from app.entries import read
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table.commands import Sit
from app.games.table.events import Seated
from app.games.table.state import Table
from app.handler import Done, Stale
from app.http.blueprint import Blueprint
from app.players.player import Scope
from app.store.keys import GameId

_ATTEMPTS = 12
"""As many as a table can have seats: each failure means that somebody else has taken one."""

blueprint = Blueprint("seats", __name__, url_prefix="/v1/games", description="Seats: taking one")


@blueprint.route("/<game_id:game>/seats", methods=["POST"])
@blueprint.arguments(shapes.SitSchema, required=False)
@blueprint.response(201, replies.SeatedView)
@refused(
    blueprint,
    {
        401: "The API key is not valid",
        403: "The API key is not for playing",
        404: "No such game",
        409: "The seat, or every seat, is taken or kept for somebody else",
        422: "No such seat",
    },
)
def sit(body: dict[str, Any], game: GameId) -> Response:
    """Take a free seat and get its token. With an Idempotency-Key, a random UUID, it is taken once.

    With an API key the seat is its player's, which then plays it by that key as well.
    """
    service = here()
    caller = service.access.caller()
    if caller is not None:
        caller.needs(Scope.PLAY)
    player = None if caller is None else caller.player.id
    done = _seated(service, game, body.get("seat"), player)
    taken_now = _seated_as(service, done)
    seat = taken_now.seat
    taken = {
        "game": game,
        "ply": done.position.ply,
        "seat": seat,
        "token": service.access.token(game, seat, taken_now.generation or 0),
        "receipt": signed(done.position),
        "view": told(done.position, seat),
    }
    return answer(taken, done.position.ply, 201, done.replayed)


def _seated(service: Service, game: GameId, wanted: int | None, player: str | None) -> Done:
    """Takes the seat `wanted`, or the first that is free, also when others take seats at the same time."""
    record = once(f"sit:{player}" if player else "sit", uuid_key(request))
    for _ in range(_ATTEMPTS):
        position = service.games.current(game)
        table = position.table
        seat = _choice(table, wanted, player)
        generation = _generation(table, seat)
        token_hash = service.access.hash(game, seat, generation)
        try:
            sit_down = Sit(seat, player, token_hash, generation or None)
            return service.games.act(game, seat, sit_down, once=record)
        except Stale:
            continue  # overtaken by others who sit down, again and again
        except Refused as refusal:
            if refusal.code != "seat_taken" or wanted is not None or not _free(table, player):
                raise of_rules(refusal, position.ply) from None
    raise of_rules(Refused("seat_taken"), position.ply)


def _free(table: Table, player: str | None) -> list[Seat]:
    """The free seats that `player` may take, the one kept for it first."""
    free = [seat for seat in table.seats if table.places[seat].free]
    mine = [seat for seat in free if player is not None and table.places[seat].reserved_for == player]
    return mine + [seat for seat in free if table.places[seat].reserved_for is None]


def _generation(table: Table, seat: Seat) -> int:
    """The generation of the token for whoever takes the seat; one that does not exist is refused later."""
    if seat not in table.seats:
        return 0
    return table.places[seat].generation + table.places[seat].left


def _choice(table: Table, wanted: int | None, player: str | None) -> Seat:
    """The seat to try; without a free one any will do, to be refused or recognised as taken before."""
    if wanted is None:
        free = _free(table, player) or [seat for seat in table.seats if table.places[seat].free]
        return (free or [Seat(0)])[0]
    return Seat(wanted)


def _seated_as(service: Service, done: Done) -> Seated:
    """How the entry of `done` took a seat; a repeated request may have met another one free."""
    entry = service.games.entries(done.position.game, done.ply - 1, done.ply)[0]
    events = read(done.position.table.play, entry).events
    return next(event for event in events if isinstance(event, Seated))
