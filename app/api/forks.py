"""Forks over HTTP: a new game that continues a finished game from one of its plies."""

from collections.abc import Mapping
from secrets import token_bytes
from typing import Any

from app.api import seat_owners
from app.api.games import created, limits, start
from app.api.refusals import CONFIGURATION
from app.api.schemas import requests as shapes
from app.api.schemas.games import CreatedView
from app.api.services import Service
from app.games.table.commands import Create
from app.games.table.seats import opening
from app.games.table.state import Entropy, KeyReveal, Stock, Visibility
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint
from app.http.errors import Problem
from app.service.entry_codec import Position
from app.service.game_decider import NoSuchGame
from app.store.keys import GameId


def blueprint(service: Service) -> Blueprint:
    """Return the resource of forks."""
    resource = Blueprint(
        "forks",
        __name__,
        url_prefix="/v1/games",
        description="Forks: play on from a position of a finished game",
    )

    @resource.route("/<game_id:game>/forks", methods=["POST"])
    @resource.arguments(shapes.ForkSchema)
    @resource.answers(201, CreatedView)
    @resource.bearer(SEAT, KEY, optional=True, scopes=("play", *SCOPES_TO_READ))
    @resource.problems(
        *CONFIGURATION,
        "not_before_end",
        "fork_position",
        "fork_seats",
        "player_unknown",
        "player_twice",
        "idempotency_key_expired",
        "quota_exceeded",
    )
    def fork(body: dict[str, Any], game: GameId) -> JsonAnswer[CreatedView]:
        """Continue a finished game from one of its plies

        Creates a separate game without a stake (RULES 11.14). With an Idempotency-Key it is created once;
        without an API key that must be a random UUID.
        """
        position = service.games.current(game)
        service.access.reader(position)
        if not position.table.is_over:
            raise Problem("not_before_end", ply=position.ply)
        parent = _at(service, position, body["ply"])
        if len(body["seats"]) != len(parent.table.places):
            raise Problem("fork_seats", ply=position.ply)
        seat_owners.check_bots(parent.table.play, body["seats"])
        seats = seat_owners.plans(service, body["seats"])
        return created(service, lambda new: _command({**body, "seats": seats}, new, parent, service), seats)

    return resource


def _at(service: Service, last: Position, ply: int) -> Position:
    try:
        position = service.games.at(last.game, ply) if 1 <= ply <= last.ply else None
    except NoSuchGame:
        position = None
    if position is None or not position.table.in_hand:
        raise Problem("fork_position", ply=last.ply)
    return position


def _command(body: Mapping[str, Any], game: GameId, parent: Position, service: Service) -> Create:
    table, seats = parent.table, tuple(body["seats"])
    visibility = body.get("visibility") or str(table.visibility)
    private = table.visibility is Visibility.PRIVATE
    access = service.access
    return Create(
        game=game,
        play=table.play.name,
        rules=table.play.rules_to_json(table.rules),
        seats=seat_owners.sealed(access, game, seats),
        entropy=Entropy.NONE.value,
        reveal=KeyReveal.GAME.value,
        token_hashes=seat_owners.token_hashes(access, game, seats),
        game_key=token_bytes(32).hex(),
        visibility=Visibility.PRIVATE.value if private else visibility,
        parent={"game": parent.game, "ply": parent.ply, "digest": parent.digest.hex()},
        stock=body["stock"],
        host=seat_owners.maker(service),
        position=opening(table, Stock(body["stock"])),
        start=start(body),
        **limits({}, seats, service.limits),
    )
