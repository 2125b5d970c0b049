"""Seats over HTTP: taking one that is free."""

from dataclasses import dataclass
from typing import Any

from flask import Response

from app.api import replies
from app.api import schemas as shapes
from app.api.access import Caller
from app.api.context import Service, answer, here, secret, signed, told
from app.api.refusals import refused
from app.entries import Position, read
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table.commands import Sit
from app.games.table.events import Seated
from app.games.table.state import Table, Visibility
from app.handler import Done, Stale
from app.http import once
from app.http.blueprint import KEY, Blueprint
from app.http.errors import Problem
from app.http.invitations import Invitation, invitation
from app.players.player import Scope
from app.store.keys import GameId

_ATTEMPTS = 12
"""As many as a table can have seats: each failure means that somebody else has taken one."""

blueprint = Blueprint("seats", __name__, url_prefix="/v1/games", description="Seats: join a game")


@blueprint.route("/<game_id:game>/seats", methods=["POST"])
@blueprint.arguments(shapes.SitSchema, required=False)
@blueprint.response(201, replies.SeatedView)
@blueprint.bearer(KEY, optional=True, scopes=("play",))
@blueprint.problems(
    "seat_taken", "seat_reserved", "already_seated", "seat_unknown", "game_over", "wrong_phase"
)
@blueprint.problems("invitation_invalid")
def sit(body: dict[str, Any], game: GameId) -> Response:
    """Take a free seat and get its token

    With an Idempotency-Key the seat is taken once; without an API key that must be a random UUID. With an API
    key the seat belongs to its player, who can then play with that key as well. Send the code of an
    invitation to take a seat that is reserved for it.
    """
    service = here()
    caller = service.access.caller()
    if caller is not None:
        caller.needs(Scope.PLAY)
    code = body.get("invitation")
    asked = _Asked(body, caller, None if code is None else invitation(code))
    done = _seated(service, game, asked)
    taken_now = _seated_as(service, done)
    seat = taken_now.seat
    taken = {
        "game": game,
        "ply": done.position.ply,
        "seat": seat,
        "token": secret(service.access.token(game, seat, taken_now.generation or 0), done.position.time),
        "receipt": signed(done.position),
        "view": told(done.position, seat),
    }
    response = answer(taken, done.position.ply, 201, done.replayed)
    response.headers["Location"] = f"/v1/games/{game}"
    return response


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked: a certain seat or any, for a player or a guest, by the code of an invitation or not."""

    body: dict[str, Any]
    caller: Caller | None
    invitation: Invitation | None

    @property
    def seat(self) -> int | None:
        """The seat asked for, None for any."""
        return self.body.get("seat")

    @property
    def player(self) -> str | None:
        """The player who asks, None for a guest."""
        return None if self.caller is None else self.caller.player.id

    @property
    def proof(self) -> str | None:
        """What is shown of the code at the table."""
        return None if self.invitation is None else self.invitation.proof

    @property
    def anywhere(self) -> bool:
        """Whether another seat will do."""
        return self.seat is None and self.invitation is None


def _seated(service: Service, game: GameId, asked: _Asked) -> Done:
    """Takes the seat asked for, or the first that is free, also when others take seats at the same time."""
    who = None if asked.caller is None else asked.caller.name
    record = once.record(f"sit:{who}" if who else "sit", once.key_of(who))
    for _ in range(_ATTEMPTS):
        position = service.games.current(game)
        table = position.table
        seat = _choice(table, asked)
        generation = _generation(table, seat)
        token_hash = service.access.hash(game, seat, generation)
        try:
            sit_down = Sit(seat, asked.player, token_hash, generation or None, asked.proof)
            return service.games.act(game, seat, sit_down, once=record)
        except Stale:
            continue  # overtaken by others who sit down, again and again
        except Refused as refusal:
            if refusal.code != "seat_taken" or not asked.anywhere or not _free(table, asked.player):
                raise _refusal(service, refusal, position, asked) from None
    taken = Refused("seat_taken")
    taken.ply = position.ply
    raise _refusal(service, taken, position, asked)


def _refusal(service: Service, refusal: Refused, position: Position, asked: _Asked) -> Problem:
    """What is said to who cannot sit down; a private table where that is so does not exist for a stranger."""
    if position.table.visibility is Visibility.PRIVATE:
        service.access.reader(position)
    return refused(refusal, position.game, None, {"type": "sit", **asked.body})


def _free(table: Table, player: str | None) -> list[Seat]:
    """The free seats that `player` may take without an invitation, the one kept for it first."""
    free = [seat for seat in table.seats if table.places[seat].free and not table.places[seat].is_invited]
    mine = [seat for seat in free if player is not None and table.places[seat].reserved_for == player]
    return mine + [seat for seat in free if table.places[seat].reserved_for is None]


def _generation(table: Table, seat: Seat) -> int:
    """The generation of the token for whoever takes the seat; one that does not exist is refused later."""
    if seat not in table.seats:
        return 0
    return table.places[seat].generation + table.places[seat].left


def _choice(table: Table, asked: _Asked) -> Seat:
    """The seat to try; without a free one any will do, to be refused or recognised as taken before."""
    code = asked.invitation
    if code is not None:
        named = code.game == table.game and code.seat in table.seats
        return Seat(code.seat) if named and code.seat is not None else Seat(0)
    if asked.seat is None:
        free = _free(table, asked.player) or [seat for seat in table.seats if table.places[seat].free]
        return (free or [Seat(0)])[0]
    return Seat(asked.seat)


def _seated_as(service: Service, done: Done) -> Seated:
    """How the entry of `done` took a seat; a repeated request may have met another one free."""
    entry = service.games.entries(done.position.game, done.ply - 1, done.ply)[0]
    events = read(done.position.table.play, entry).events
    return next(event for event in events if isinstance(event, Seated))
