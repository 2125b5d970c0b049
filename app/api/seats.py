"""Taking a free seat over HTTP."""

from dataclasses import dataclass
from typing import Any

from marshmallow import Schema

from app.api.access import Caller
from app.api.refusals import SEATING, refused
from app.api.schemas.commands import sit_schema, sit_schema_type
from app.api.schemas.games import SeatedView
from app.api.services import Service, addressed, seated
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.registry import GAMES, USUAL
from app.games.table.commands import Sit
from app.games.table.events import Seated
from app.games.table.seats import opens
from app.games.table.state import Table, Visibility
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, Blueprint
from app.http.credentials import Invitation, invitation
from app.http.errors import Problem
from app.players.state import KeyScope
from app.service.entry_codec import Position, decode_entry
from app.service.game_decider import Stale
from app.service.log_decider import Accepted
from app.store.keys import GameId

_ATTEMPTS = 12
"""Maximum of seats at a table: each failed attempt means that another client has taken one."""


def blueprint(service: Service) -> Blueprint:
    """Return the resource of taking a seat."""
    resource = Blueprint("seats", __name__, url_prefix="/v1/games", description="Seats: join a game")

    @resource.route("/<game_id:game>/seats", methods=["POST"])
    @resource.arguments(_body_schema(service), required=False)
    @resource.answers(201, SeatedView)
    @resource.bearer(KEY, optional=True, scopes=("play",))
    @resource.problems(
        "seat_taken", "seat_reserved", "already_seated", "seat_unknown", "game_over", "wrong_phase"
    )
    @resource.problems("invitation_invalid", *SEATING)
    def sit(body: dict[str, Any], game: GameId) -> JsonAnswer[SeatedView]:
        """Take a free seat and get its token

        With an Idempotency-Key the seat is taken once; without an API key that must be a random UUID. With an
        API key the seat belongs to its player, who can then play with that key as well. Send the code of an
        invitation to take a seat that is reserved for it; of several seats that share a code you get the
        first free one.
        """
        caller = service.access.caller()
        if caller is not None:
            caller.needs(KeyScope.PLAY)
        code = body.get("invitation")
        wanted = _SeatRequest(body, caller, None if code is None else invitation(code))
        accepted = _seated(service, game, wanted)
        taken = _seated_as(service, accepted)
        return seated(service, accepted, taken.seat, taken.generation or 0)

    return resource


def _body_schema(service: Service) -> type[Schema]:
    """Return the schema for taking a seat at a table of any game: it loads by that of the addressed game.

    In the document it is as in the usual game.
    """

    def load(schema: Schema, data: Any, **options: Any) -> Any:
        return sit_schema(addressed(service).name).load(data, **options)

    return type("SitSchema", (sit_schema_type(GAMES[USUAL]),), {"load": load})


@dataclass(frozen=True, slots=True)
class _SeatRequest:
    """Requested seat, the player (None for a guest), and the invitation, if any."""

    body: dict[str, Any]
    caller: Caller | None
    invitation: Invitation | None

    @property
    def seat(self) -> int | None:
        """The requested seat, None for any."""
        return self.body.get("seat")

    @property
    def player(self) -> str | None:
        """The player, None for a guest."""
        return None if self.caller is None else self.caller.player.id

    def proof(self, seat: Seat) -> str | None:
        """Return the proof of the invitation for the table."""
        return None if self.invitation is None else self.invitation.proof_for(seat)

    @property
    def anywhere(self) -> bool:
        """True if any free seat is accepted."""
        return self.seat is None and self.invitation is None


def _seated(service: Service, game: GameId, wanted: _SeatRequest) -> Accepted[Position]:
    """Take the requested seat, or the first free one; retry after concurrent requests."""
    caller_name = None if wanted.caller is None else wanted.caller.name
    record = idempotency.record(
        f"sit:{caller_name}" if caller_name else "sit", idempotency.key_of(caller_name)
    )
    for _ in range(_ATTEMPTS):
        position = service.games.current(game)
        table = position.table
        seat = _choice(table, wanted)
        generation = _generation(table, seat)
        token_hash = service.access.hash(game, seat, generation)
        try:
            terms = {name: wanted.body[name] for name in table.play.seating if name in wanted.body}
            sit_down = Sit(
                seat, wanted.player, token_hash, generation or None, wanted.proof(seat), terms or None
            )
            return service.games.act(game, seat, sit_down, once=record)
        except Stale:
            continue  # another client was faster
        except Refused as refusal:
            if refusal.code != "seat_taken" or not wanted.anywhere or not _free(table, wanted.player):
                raise _refusal(service, refusal, position, wanted) from None
    taken = Refused("seat_taken")
    taken.ply = position.ply
    raise _refusal(service, taken, position, wanted)


def _refusal(service: Service, refusal: Refused, position: Position, wanted: _SeatRequest) -> Problem:
    """Return the problem for a refused seat; a private table does not exist for strangers."""
    if position.table.visibility is Visibility.PRIVATE:
        service.access.reader(position)
    return refused(service, refusal, position.game, None, {"type": "sit", **wanted.body})


def _free(table: Table, player: str | None) -> list[Seat]:
    """Return the free seats for `player` without an invitation, reserved ones first."""
    free = [seat for seat in table.seats if table.places[seat].free and not table.places[seat].is_invited]
    reserved = [seat for seat in free if player is not None and table.places[seat].reserved_for == player]
    return reserved + [seat for seat in free if table.places[seat].reserved_for is None]


def _generation(table: Table, seat: Seat) -> int:
    """Return the generation of the new token; a seat that does not exist is refused later."""
    if seat not in table.seats:
        return 0
    return table.places[seat].generation + table.places[seat].left


def _choice(table: Table, wanted: _SeatRequest) -> Seat:
    """Return the seat to try; without a free one any seat, to be refused or recognised as repeated."""
    code = wanted.invitation
    if code is not None and wanted.seat is None:
        return _invited(table, code)
    if wanted.seat is None:
        free = _free(table, wanted.player) or [seat for seat in table.seats if table.places[seat].free]
        return (free or [Seat(0)])[0]
    return Seat(wanted.seat)


def _invited(table: Table, code: Invitation) -> Seat:
    """Return the seat that a code names, else the first one that it opens, else any seat, to be refused."""
    if code.game != table.game:
        return Seat(0)
    if code.seat is not None:
        return Seat(code.seat if code.seat in table.seats else 0)
    return next((seat for seat in table.seats if opens(table, seat, code.proof_for(seat))), Seat(0))


def _seated_as(service: Service, done: Accepted[Position]) -> Seated:
    """Return the event that took the seat; a repeated request may have taken another one."""
    entry = service.games.entries(done.position.game, done.ply - 1, done.ply)[0]
    events = decode_entry(done.position.table.play, entry).events
    return next(event for event in events if isinstance(event, Seated))
