"""Result of a live game of a tournament."""

from app.entries import Position
from app.games.cards import Seat
from app.games.table.state import Place, Status, Table
from app.tournament.failures import Kind
from app.tournament.schedule import Ending, Fixture, Result


def result(fixture: Fixture, position: Position) -> Result:
    """Return the result of the game of a fixture that is over at `position`."""
    table = position.table
    at_fault = tuple(seat for seat in table.seats if _failed(table, seat))
    ending = Ending.VOID if table.status is Status.VOID else Ending.FINISHED
    return Result(
        fixture.number,
        table.balances,
        Ending.FORFEIT if at_fault else ending,
        at_fault,
        position.ply,
        table.hand_number,
        table.game,
        position.digest.hex(),
    )


def absences(table: Table) -> dict[Seat, Kind]:
    """Return the seats without a decider at the end of a game, with the kind of failure."""
    return {seat: _absence(table.places[seat]) for seat in table.seats if _is_absent(table.places[seat])}


def _is_absent(place: Place) -> bool:
    return place.away or place.left or place.free


def _absence(place: Place) -> Kind:
    if place.left:
        return Kind.LEFT
    return Kind.NOT_STARTED if place.free else Kind.TIMED_OUT


def _failed(table: Table, seat: Seat) -> bool:
    """Return True if the seat caused a void game or had no decider at the end."""
    return seat in table.void_seats or _is_absent(table.places[seat])
