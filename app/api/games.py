"""Games over HTTP: made and looked at."""

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from flask import Response, request

from app.api import replies, seating
from app.api import schemas as shapes
from app.api.context import (
    Service,
    answer,
    disputed,
    here,
    once,
    seen,
    signed,
    told,
    uuid_key,
)
from app.api.refusals import WATCHING, refused
from app.api.rules import asked
from app.games.errors import ConfigRefused
from app.games.registry import GAMES
from app.games.table.commands import Create
from app.games.table.state import Entropy, Limits, Reveal
from app.http.blueprint import Blueprint
from app.http.preconditions import etag
from app.store.keys import GameId, game_id_from, new_game_id
from app.store.terms import Once

PLAY = "conquian"
"""The game that every variant so far belongs to."""

_LIMITS = ("decision_seconds", "window_seconds", "deal_delay_seconds")
_TABLE_OPTIONS = {"entropy": Entropy, "reveal": Reveal}

blueprint = Blueprint("games", __name__, url_prefix="/v1/games", description="Games: made and looked at")


@blueprint.route("", methods=["POST"])
@blueprint.arguments(shapes.CreateSchema)
@blueprint.response(201, replies.CreatedView)
@refused(
    blueprint,
    {
        401: "The API key is not valid",
        403: "The API key is not for playing",
        422: "The options do not go together, or the key made another game",
    },
)
def create(body: dict[str, Any]) -> Response:
    """Make a game. With an Idempotency-Key, a random UUID, it is made once, however often this is sent.

    With an API key the seat "me" is its player's, which then plays it by that key as well.
    """
    service = here()
    seats = seating.plans(service, body["seats"])
    game, record = identity(service)
    return created(service, _command({**body, "seats": seats}, game, service), seats, record)


def created(
    service: Service, command: Create, plans: Sequence[Mapping[str, str]], record: Once | None
) -> Response:
    """The answer to the making of a game whose seats are asked for in `plans`."""
    game = GameId(command.game)
    done = service.games.create(command, record)
    mine = next((seat for seat, plan in enumerate(plans) if plan["kind"] == "person"), None)
    seats = [
        {"seat": seat, "token": service.access.token(game, seat)} if seat == mine else {"seat": seat}
        for seat in done.position.table.seats
    ]
    own = None if mine is None else done.position.table.seats[mine]
    made = {
        "game": game,
        "ply": done.position.ply,
        "receipt": signed(done.position),
        "seats": seats,
        "view": told(done.position, own),
    }
    response = answer(made, done.position.ply, 201, done.replayed)
    response.headers["Location"] = f"/v1/games/{game}"
    return response


@blueprint.route("/<game_id:game>", methods=["GET"])
@blueprint.response(200, replies.ViewSchema)
@blueprint.alt_response(304, description="The game still stands at the ply of If-None-Match")
@refused(blueprint, WATCHING)
def show(game: GameId) -> Response:
    """The game as the token's seat may know it; without a token as a spectator may."""
    position = here().games.current(game)
    reader = here().access.reader(position)
    disputes = disputed(position)
    if not disputes and request.headers.get("If-None-Match") == etag(position.ply):
        return Response(status=304, headers={"ETag": etag(position.ply)})
    return answer({**seen(position, reader), **disputes}, position.ply)


def identity(service: Service) -> tuple[GameId, Once | None]:
    """The id of a new game: random, or fixed by the Idempotency-Key, so that a repeated creation meets it.

    A player's keys are its own; those of guests are random enough to belong to nobody else.
    """
    key = uuid_key(request)
    if key is None:
        return new_game_id(), None
    player = seating.maker(service)
    whose = f"create\n{player}\n{key}" if player else f"create\n{key}"
    return game_id_from(hmac.digest(service.id_key, whose.encode(), sha256)), once("create", key)


def _command(body: Mapping[str, Any], game: str, service: Service) -> Create:
    """The command that makes `game` as `body` asks (see `CreateSchema`); ConfigRefused if it does not fit."""
    options, table = _options(body)
    times = limits(options, body["seats"], service.limits)
    access = service.access
    seats = tuple(body["seats"])
    return Create(
        game=game,
        play=PLAY,
        rules=GAMES[PLAY].rules_to_json(asked(body, options)),
        seats=seats,
        entropy=table.get("entropy", Entropy.NONE.value),
        reveal=table.get("reveal", Reveal.GAME.value),
        token_hashes=tuple(
            access.hash(game, at) if plan["kind"] == "person" else "" for at, plan in enumerate(seats)
        ),
        game_key=token_bytes(32).hex(),
        visibility=body.get("visibility"),
        **times,
    )


def limits(options: dict[str, Any], seats: Sequence[Mapping[str, str]], usual: Limits) -> dict[str, Any]:
    """The time limits, taken out of `options`; none where every seat is a bot's."""
    chosen = {name: options.pop(name) for name in _LIMITS if name in options}
    if any(value is None for value in chosen.values()):
        raise ConfigRefused("config_option", next(name for name in chosen if chosen[name] is None))
    everywhere = dict(zip(_LIMITS, (usual.decision, usual.window, usual.deal_delay), strict=True))
    return {} if all(seat["kind"] == "bot" for seat in seats) else everywhere | chosen


def _options(body: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options of the variant and those of the table, which may stand among them or beside them."""
    options = dict(body["options"])
    table = {name: options.pop(name) for name in _TABLE_OPTIONS if name in options}
    table |= {name: body[name] for name in _TABLE_OPTIONS if name in body}
    for name, value in table.items():
        if value not in tuple(_TABLE_OPTIONS[name]):
            raise ConfigRefused("config_option", name)
    return options, table
