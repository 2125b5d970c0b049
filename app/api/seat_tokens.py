"""Rotation of a seat token over HTTP, by the seat itself, its player, or the host."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from flask import request

from app.api.access import Access, Caller
from app.api.refusals import refused
from app.api.schemas.games import RotatedView
from app.api.services import Service, answered, secret, signed
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table.commands import Rotate
from app.games.table.events import Rotated
from app.games.table.seats import seat_of
from app.games.table.state import Table
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, SEAT, Blueprint
from app.http.credentials import SeatToken, credential
from app.http.errors import Problem
from app.players.state import KeyScope
from app.service.entry_codec import Position, decode_entry
from app.service.game_decider import NotSeated, Stale
from app.service.games import HoldsSeat
from app.service.log_decider import Accepted
from app.store.append_options import IdempotencyKey
from app.store.keys import GameId

_ATTEMPTS: Final = 5


@dataclass(frozen=True, slots=True)
class _Requester:
    """Client that asks for a new token: its seat (None for a host without one), authorization and name."""

    seat: Seat | None
    holds: HoldsSeat
    name: str


def blueprint(service: Service) -> Blueprint:
    """Return the resource of new tokens of seats."""
    resource = Blueprint("rotation", __name__, url_prefix="/v1/games", description="Seats: a new token")

    @resource.route("/<game_id:game>/seats/<ply:seat>/rotate", methods=["POST"])
    @resource.answers(201, RotatedView)
    @resource.bearer(SEAT, KEY, scopes=("play",))
    @resource.problems("forbidden", "not_found", "rotation_closed", "not_host", "already_left", "game_over")
    @resource.problems("seat_unknown")
    def rotate(game: GameId, seat: int) -> JsonAnswer[RotatedView]:
        """Replace the token of a seat

        The old token becomes invalid at once, and its streams end. The request needs the token of the seat or
        the API key of its player. The host of the table may rotate it before the first hand, or after the
        seat has let its time pass (RULES 11.15). A repetition with the same Idempotency-Key gets the same
        answer, although its token is no longer valid.
        """
        if credential(request.environ) is None:
            raise Problem("unauthenticated")
        position = service.games.current(game)
        accepted = _repeated(service, position, seat) or _done(service, position, seat)
        (event,) = (
            event_of_entry
            for event_of_entry in _events(service, accepted)
            if isinstance(event_of_entry, Rotated)
        )
        body: RotatedView = {
            "game": game,
            "ply": accepted.position.ply,
            "seat": event.seat,
            "token": secret(
                service, service.access.token(game, event.seat, event.generation), accepted.position.time
            ),
            "receipt": signed(service, accepted.position),
        }
        response = answered(body, accepted, 201)
        response.headers["Location"] = f"/v1/games/{game}"
        return response

    return resource


def _events(service: Service, done: Accepted[Position]) -> tuple[object, ...]:
    entry = service.games.entries(done.position.game, done.ply - 1, done.ply)[0]
    return decode_entry(done.position.table.play, entry).events


def _repeated(service: Service, position: Position, seat: int) -> Accepted[Position] | None:
    """Return the earlier response to a token that has ended by this rotation; None for other requests."""
    bearer = credential(request.environ)
    if not isinstance(bearer, SeatToken) or not service.access.has_ended(bearer, position.table):
        return None
    record = _record(_name(bearer), seat)
    return None if record is None else service.games.repeated(position.game, record)


def _done(service: Service, position: Position, seat: int) -> Accepted[Position]:
    """Rotate the token, unless an equal concurrent request did so and invalidated this token."""
    try:
        return _rotated(service, position, seat)
    except (NotSeated, Problem):
        done = _repeated(service, service.games.current(position.game), seat)
        if done is None:
            raise
        return done


def _rotated(service: Service, position: Position, seat: int) -> Accepted[Position]:
    """Rotate the token; retry after concurrent rotations."""
    requester = _requester(service.access, position, seat)
    record, game = _record(requester.name, seat), position.game
    for _ in range(_ATTEMPTS):
        generation = _generation(position.table, seat)
        token_hash = service.access.hash(game, seat, generation) if generation else ""
        try:
            command = Rotate(Seat(seat), generation, token_hash)
            return service.games.act(game, requester.seat, command, once=record, holds=requester.holds)
        except (Stale, Refused) as refusal:
            position = service.games.current(game)
            if isinstance(refusal, Refused) and generation == _generation(position.table, seat):
                command_body = {"type": "rotate", "seat": seat}
                raise refused(service, refusal, game, requester.seat, command_body) from None
    raise Problem("conflict")


def _generation(table: Table, seat: int) -> int:
    """Return the generation of the next token; 0 if there is no such seat, which is refused later."""
    return table.places[seat].generation + 1 if seat < len(table.places) else 0


def _requester(access: Access, position: Position, wanted: int) -> _Requester:
    """Return the client. Raises Problem if it may not rotate the token of this seat."""
    caller = access.caller()
    if caller is not None:
        return _player(access, caller, position, wanted)
    actor = access.actor(position.game)
    if actor.seat not in (wanted, position.table.host_seat):
        raise Problem("forbidden")
    return _Requester(actor.seat, actor.holds, f"seat:{actor.seat}.{actor.generation}")


def _player(access: Access, caller: Caller, position: Position, wanted: int) -> _Requester:
    table, player = position.table, caller.player.id
    seat = seat_of(table, player)
    if seat is not None and seat in (wanted, table.host_seat):
        actor = access.actor(position.game)
        return _Requester(actor.seat, actor.holds, caller.name)
    if table.host != player:
        access.reader(position)
        raise Problem("forbidden")
    caller.needs(KeyScope.PLAY)
    return _Requester(None, partial(_hosts, player), caller.name)


def _hosts(player: str, table: Table) -> bool:
    return table.host == player


def _name(token: SeatToken) -> str:
    return f"seat:{token.seat}.{token.generation}"


def _record(name: str, seat: int) -> IdempotencyKey | None:
    return idempotency.record(f"rotate:{seat}:{name}", idempotency.key_of(name))
