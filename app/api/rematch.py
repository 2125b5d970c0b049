"""Rematches over HTTP: one new table with the same rules, bots and seats."""

import hmac
from contextlib import suppress
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from app.api import evenings
from app.api.refusals import refused
from app.api.schemas.games import SeatedView
from app.api.services import Service, check_stakes, seated
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table.commands import Create, Sit
from app.games.table.seats import next_dealer
from app.games.table.state import Kind, Limits, Place, Start, Table
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, SEAT, Blueprint
from app.http.errors import Problem
from app.service.entry_codec import Position
from app.service.log_decider import Accepted
from app.store.append_options import IdempotencyKey
from app.store.errors import KeyReused
from app.store.idempotency import CREATIONS_MS
from app.store.keys import GameId, game_id_from


def blueprint(service: Service) -> Blueprint:
    """Return the resource of rematches."""
    resource = Blueprint("rematch", __name__, url_prefix="/v1/games", description="Rematches")

    @resource.route("/<game_id:game>/rematch", methods=["POST"])
    @resource.answers(201, SeatedView)
    @resource.bearer(SEAT, KEY, scopes=("play",))
    @resource.problems(
        "not_before_end", "seat_taken", "seat_reserved", "already_seated", "game_over", "store_unsafe"
    )
    @resource.problems("forbidden")
    def rematch(game: GameId) -> JsonAnswer[SeatedView]:
        """Play the same game again

        Creates a game with the rules and the seats of a finished one, or takes the caller's seat there if
        another seat has already asked. At a table with chips each seat buys in as usual. The deal passes on
        from the last hand. The rematch of a table of an evening belongs to the same evening. It needs the
        token of a seat or the API key of its player. Repeating the request has no further effect.
        """
        idempotency.key_of(str(game))  # validated only: the id already makes a rematch idempotent
        actor = service.access.actor(game)  # first, so that the existence of games is not revealed
        position, seat = service.games.current(game), actor.seat
        if not actor.holds(position.table):
            raise Problem("unauthenticated")
        if not position.table.is_over:
            raise Problem("not_before_end", ply=position.ply)
        new_game = game_id_from(hmac.digest(service.id_key, b"rematch\n" + game.encode(), sha256))
        return seated(service, _seated(service, position, seat, new_game), seat)

    return resource


def _seated(service: Service, old: Position, seat: Seat, new_game: GameId) -> Accepted[Position]:
    """Return the new table with the seat taken: created now, or joined if it exists."""
    place = old.table.places[seat]
    request_hash = sha256(f"{old.game} {seat} {place.token_hash}".encode()).digest()[:16]
    record = IdempotencyKey("rematch", f"{seat}.{place.generation}", request_hash)
    token_hash = service.access.hash(new_game, seat)
    evening = evenings.continued(service, old.table.evening, new_game)
    command = _create_command(old.table, seat, new_game, token_hash, evening)
    check_stakes(service, command)
    fresh = _is_fresh(service, old, new_game)
    if fresh or service.games.store.head(new_game) is None:
        service.owners.admit_game(place.player, new_game, lambda: None)
    with suppress(KeyReused):  # another seat was faster
        return service.games.create(command, record, fresh=fresh)
    try:
        return service.games.act(new_game, seat, Sit(seat, place.player, token_hash), once=record)
    except Refused as refusal:
        raise refused(service, refusal, new_game, None, {"type": "rematch"}) from None


def _is_fresh(service: Service, old: Position, new_game: GameId) -> bool:
    """Return True if no archive can have the new table: the old game ended within a day, and it is new."""
    return service.clock() - old.time < CREATIONS_MS and service.creations.is_unused(new_game)


def _create_command(
    table: Table, seat: Seat, new_game: GameId, token_hash: str, evening: str | None
) -> Create:
    places = tuple(enumerate(table.places))
    return Create(
        game=new_game,
        play=table.play.name,
        rules=table.play.rules_to_json(table.rules),
        seats=tuple(_plan(place, at == seat) for at, place in places),
        entropy=str(table.entropy),
        reveal=str(table.reveal),
        token_hashes=tuple(token_hash if at == seat else "" for at, _ in places),
        game_key=token_bytes(32).hex(),
        rematch_of=table.game,
        visibility=str(table.visibility),
        host=table.places[seat].player,
        start=None if table.start is Start.FULL else str(table.start),
        evening=evening,
        first_dealer=next_dealer(table),
        **_limits(table.limits),
    )


def _plan(place: Place, asks: bool) -> dict[str, str]:
    if place.kind is Kind.BOT:
        return {"kind": "bot", "bot": str(place.bot)}
    known = {} if place.player is None else {"player": place.player}
    return {"kind": "person" if asks else "open", **known}


def _limits(limits: Limits | None) -> dict[str, Any]:
    if limits is None:
        return {}
    return {
        "decision_seconds": limits.decision,
        "window_seconds": limits.window,
        "deal_delay_seconds": limits.deal_delay,
    }
