"""Creation and views of games over HTTP."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from secrets import token_bytes
from typing import Any

from flask import Response

from app.api import evenings, seat_owners
from app.api.refusals import CONFIGURATION
from app.api.rules import asked
from app.api.schemas import requests as shapes
from app.api.schemas.games import CreatedView, ViewSchema
from app.api.services import Service, answer, answered, check_stakes, command_view, marks, signed
from app.games.errors import ConfigRefused, GameError
from app.games.table.commands import Create
from app.games.table.state import Entropy, KeyReveal, Limits, Start
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint
from app.http.headers import sent_in_full
from app.service.entry_codec import Position
from app.service.log_decider import Accepted
from app.service.pending_decisions import seen
from app.store.append_options import IdempotencyKey
from app.store.keys import GameId, game_id_from
from replays.archive.errors import ArchiveUnavailable
from replays.archive.unavailable import incomplete
from replays.catalogue.errors import CatalogueUnavailable

_LIMITS = ("decision_seconds", "window_seconds", "deal_delay_seconds")
_TABLE_OPTIONS = {"entropy": Entropy, "reveal": KeyReveal, "start": Start}


def blueprint(service: Service) -> Blueprint:
    """Return the resource of creation and views of games."""
    resource = Blueprint("games", __name__, url_prefix="/v1/games", description="Games: create and view")

    @resource.route("", methods=["POST"])
    @resource.arguments(shapes.CreateSchema)
    @resource.answers(201, CreatedView)
    @resource.bearer(SEAT, KEY, optional=True, scopes=("play",))
    @resource.problems(
        *CONFIGURATION,
        "forbidden",
        "player_unknown",
        "player_twice",
        "idempotency_key_expired",
        "quota_exceeded",
        "store_unsafe",
    )
    def create(body: dict[str, Any]) -> JsonAnswer[CreatedView]:
        """Create a game

        With an Idempotency-Key the game is created once, however often the request is sent; without an API
        key that must be a random UUID. With an API key the seat "me" belongs to its player, who can then play
        with that key as well as with the token of the seat. A guest adds a table to an evening with the token
        of a seat of it; a player who had that seat as a guest sends the key, and the token in the body.
        """
        seats = seat_owners.plans(service, body["seats"])
        return created(service, lambda game: _command({**body, "seats": seats}, game, service), seats)

    @resource.route("/<game_id:game>", methods=["GET"])
    @resource.response(200, ViewSchema)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def show(game: GameId) -> Response:
        """Get the view of a game

        The token of a seat, or the API key of its player, gets the view of that seat, own cards included.
        Other callers get the view of a spectator, if the visibility of the game permits it.
        """
        position = service.games.current(game)
        reader = service.access.reader(position)
        marked = marks(service, position)
        marks_body = {**marked.ledger(position.table.balances), **incomplete(marked.missing)}
        response = answer({**seen(position, reader), **marks_body}, position.ply)
        response.headers.update(marked.headers)
        # The entity tag must change with the marks, which are not in the log.
        return sent_in_full(response) if marks_body else response

    return resource


def created(
    service: Service, make: Callable[[GameId], Create], plans: Sequence[Mapping[str, str]]
) -> JsonAnswer[CreatedView]:
    """Return the response to the creation of a game by the command `make(game)`, with the seats of `plans`.

    If the archive cannot be asked whether the usual id is taken, the game gets another id.
    """
    game, record = identity(service)
    try:
        command = make(game)
        written = _made(service, command, record)
    except (ArchiveUnavailable, CatalogueUnavailable):
        if record is None or not service.creations.is_unused(game):
            raise  # the game may exist, but cannot be read now
        other = service.creations.elsewhere(game_id_from(_seed(service)))
        game = other.game
        command = make(game)
        written = _made(service, command, record, fresh=other.is_young)
    own_number = seat_owners.own_seat(plans, command.host)
    seats = [
        seat_owners.shown(service, written.position, seat, plan, seat == own_number)
        for seat, plan in enumerate(plans)
    ]
    own_seat = None if own_number is None else written.position.table.seats[own_number]
    body: CreatedView = {
        "game": game,
        "ply": written.position.ply,
        "receipt": signed(service, written.position),
        "seats": seats,
        "view": command_view(written.position, own_seat),
    }
    response = answered(body, written, 201)
    response.headers["Location"] = f"/v1/games/{game}"
    return response


def identity(service: Service) -> tuple[GameId, IdempotencyKey | None]:
    """Return the id of a new game: random, or derived from the Idempotency-Key.

    A repeated creation gets the same id. The keys of an API key are its own; those of guests are random
    UUIDs.
    """
    record = idempotency.record("create", idempotency.key_of(_who(service)))
    game = game_id_from(_seed(service))
    if record is None:
        return game, None
    return service.creations.find(game) or game, record


def _who(service: Service) -> str | None:
    return idempotency.bearer() if seat_owners.maker(service) else None


def _seed(service: Service) -> bytes:
    return idempotency.seed(_who(service))


def _made(
    service: Service, command: Create, record: IdempotencyKey | None, *, fresh: bool = False
) -> Accepted[Position]:
    game = GameId(command.game)
    check_stakes(service, command)
    take_back = service.owners.admit_game(command.host, game, partial(service.games.store.head, game))
    try:
        return service.games.create(command, record, fresh=fresh)
    except (GameError, ArchiveUnavailable, CatalogueUnavailable):
        take_back()
        raise


def _command(body: Mapping[str, Any], game: GameId, service: Service) -> Create:
    """Return the command that creates `game` (see `CreateSchema`). Raises ConfigRefused for invalid rules."""
    options, table = _options(body)
    times = limits(options, body["seats"], service.limits)
    play, rules = asked(body, options)
    seat_owners.check_bots(play, body["seats"])
    access = service.access
    seats = tuple(body["seats"])
    evening, dealer = evenings.joined(service, body.get("evening"), game, seats, body.get("evening_token"))
    return Create(
        game=game,
        play=play.name,
        rules=play.rules_to_json(rules),
        seats=seat_owners.sealed(access, game, seats),
        entropy=table.get("entropy", Entropy.NONE.value),
        reveal=table.get("reveal", KeyReveal.GAME.value),
        token_hashes=seat_owners.token_hashes(access, game, seats),
        game_key=token_bytes(32).hex(),
        visibility=body.get("visibility"),
        host=seat_owners.maker(service),
        start=start(table),
        evening=evening,
        first_dealer=dealer,
        **times,
    )


def start(asked: Mapping[str, Any]) -> str | None:
    """Return the `start` of a first entry; None for the default."""
    return Start.READY.value if asked.get("start") == Start.READY else None


def limits(options: dict[str, Any], seats: Sequence[Mapping[str, str]], usual: Limits) -> dict[str, Any]:
    """Remove the time limits from `options` and return them with defaults; none if all seats are bots."""
    chosen = {name: options.pop(name) for name in _LIMITS if name in options}
    if any(value is None for value in chosen.values()):
        raise ConfigRefused("config_option", next(name for name in chosen if chosen[name] is None))
    defaults = dict(zip(_LIMITS, (usual.decision, usual.window, usual.deal_delay), strict=True))
    return {} if all(seat["kind"] == "bot" for seat in seats) else defaults | chosen


def _options(body: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options of the variant and those of the table, which `options` or the body may have."""
    options = dict(body["options"])
    table = {name: options.pop(name) for name in _TABLE_OPTIONS if name in options}
    table |= {name: body[name] for name in _TABLE_OPTIONS if name in body}
    for name, value in table.items():
        if value not in tuple(_TABLE_OPTIONS[name]):
            raise ConfigRefused("config_option", name)
    return options, table
