"""Games over HTTP: made and looked at."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from secrets import token_bytes
from typing import Any

from flask import Response

from app.api import replies, seating
from app.api import schemas as shapes
from app.api.context import (
    Service,
    answer,
    check_stakes,
    here,
    marks,
    signed,
    told,
)
from app.api.refusals import CONFIGURATION
from app.api.rules import asked
from app.api.view_shapes import ViewSchema
from app.decisions import seen
from app.games.errors import ConfigRefused, GameError
from app.games.registry import GAMES
from app.games.table.commands import Create
from app.games.table.state import Entropy, Limits, Reveal, Start
from app.handler import Done
from app.http import once
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint
from app.http.caching import sent_in_full
from app.store.keys import GameId, game_id_from
from app.store.terms import IdempotencyKey
from replays.absent import incomplete
from replays.archive.errors import ArchiveUnavailable
from replays.catalogue.errors import CatalogueUnavailable

PLAY = "conquian"
"""The game that every variant so far belongs to."""

_LIMITS = ("decision_seconds", "window_seconds", "deal_delay_seconds")
_TABLE_OPTIONS = {"entropy": Entropy, "reveal": Reveal, "start": Start}

blueprint = Blueprint("games", __name__, url_prefix="/v1/games", description="Games: create and view")


@blueprint.route("", methods=["POST"])
@blueprint.arguments(shapes.CreateSchema)
@blueprint.response(201, replies.CreatedView)
@blueprint.bearer(KEY, optional=True, scopes=("play",))
@blueprint.problems(
    *CONFIGURATION,
    "player_unknown",
    "player_twice",
    "idempotency_key_expired",
    "quota_exceeded",
    "store_unsafe",
)
def create(body: dict[str, Any]) -> Response:
    """Create a game

    With an Idempotency-Key the game is created once, however often the request is sent; without an API key
    that must be a random UUID. With an API key the seat "me" belongs to its player, who can then play with
    that key as well as with the token of the seat.
    """
    service = here()
    seats = seating.plans(service, body["seats"])
    return created(service, lambda game: _command({**body, "seats": seats}, game, service), seats)


def created(
    service: Service, make: Callable[[GameId], Create], plans: Sequence[Mapping[str, str]]
) -> Response:
    """The answer to the making of the game that `make` gives for an id, with the seats of `plans`.

    While nobody can say whether a game of the usual id is archived, it is made under another one.
    """
    game, record = identity(service)
    try:
        command = make(game)
        done = _made(service, command, record)
    except (ArchiveUnavailable, CatalogueUnavailable):
        if record is None or not service.creations.is_unused(game):
            raise  # there is such a game, which cannot be read now
        other = service.creations.elsewhere(game_id_from(_seed(service)))
        game = other.game
        command = make(game)
        done = _made(service, command, record, fresh=other.is_young)
    mine = seating.own_seat(plans, command.host)
    seats = [
        seating.shown(service.access, done.position, seat, plan, seat == mine)
        for seat, plan in enumerate(plans)
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
@blueprint.response(200, ViewSchema)
@blueprint.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
def show(game: GameId) -> Response:
    """Get the view of a game

    The token of a seat, or the API key of its player, gets the view of that seat, own cards included. Other
    callers get the view of a spectator, if the visibility of the game permits it.
    """
    position = here().games.current(game)
    reader = here().access.reader(position)
    found = marks(position)
    said = {**found.members(position.table.balances), **incomplete(found.missing)}
    response = answer({**seen(position, reader), **said}, position.ply)
    response.headers.update(found.headers)
    # The ply says nothing of what stands beside the log.
    return sent_in_full(response) if said else response


def identity(service: Service) -> tuple[GameId, IdempotencyKey | None]:
    """The id of a new game: random, or fixed by the Idempotency-Key, so that a repeated creation meets it.

    An API key's keys are its own; those of guests are random enough to belong to nobody else.
    """
    record = once.record("create", once.key_of(_who(service)))
    game = game_id_from(_seed(service))
    if record is None:
        return game, None
    return service.creations.find(game) or game, record


def _who(service: Service) -> str | None:
    return once.bearer() if seating.maker(service) else None


def _seed(service: Service) -> bytes:
    return once.seed(_who(service))


def _made(service: Service, command: Create, record: IdempotencyKey | None, *, fresh: bool = False) -> Done:
    game = GameId(command.game)
    check_stakes(service, command)
    take_back = service.owners.admit_game(command.host, game, partial(service.games.store.head, game))
    try:
        return service.games.create(command, record, fresh=fresh)
    except (GameError, ArchiveUnavailable, CatalogueUnavailable):
        take_back()
        raise


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
        seats=seating.sealed(access, game, seats),
        entropy=table.get("entropy", Entropy.NONE.value),
        reveal=table.get("reveal", Reveal.GAME.value),
        token_hashes=seating.token_hashes(access, game, seats),
        game_key=token_bytes(32).hex(),
        visibility=body.get("visibility"),
        host=seating.maker(service),
        start=start(table),
        **times,
    )


def start(asked: Mapping[str, Any]) -> str | None:
    """When the game begins, as its first entry has it: nothing for the usual one."""
    return Start.READY.value if asked.get("start") == Start.READY else None


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
