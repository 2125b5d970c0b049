"""Commands about the seats of others: before the first hand, and bots for persons (RULES 11.18)."""

from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table import commands, events
from app.games.table.decision import TableDecision
from app.games.table.seating import ask_to_open, buy_in, when_full
from app.games.table.state import IN_PLAY, Kind, Status, Table, can_be_replaced, needed, votes


def remove(decision: TableDecision, seat: Seat | None, command: commands.Remove) -> None:
    """Open a seat of another before the first hand."""
    _check_host(decision.table, seat, command.seat)
    if command.seat == seat or decision.table.places[command.seat].kind is Kind.OPEN:
        raise Refused("seat_kept")
    decision.record(events.Removed(command.seat))


def seat_bot(decision: TableDecision, seat: Seat | None, command: commands.SeatBot) -> None:
    """Give an open seat to a bot before the first hand."""
    _check_host(decision.table, seat, command.seat)
    if decision.table.places[command.seat].kind is not Kind.OPEN:
        raise Refused("seat_taken", "11.18")
    decision.record(events.Seated(command.seat, bot=command.bot))
    buy_in(decision, command.seat, {})
    decision.record(*when_full(decision.table))
    ask_to_open(decision)


def _check_host(table: Table, seat: Seat | None, other: Seat) -> None:
    """Refuse unless the host acts before the first hand on a seat that exists."""
    if seat is None or table.status is not Status.WAITING:
        raise Refused("wrong_phase", "11.1")
    if seat != table.host_seat:
        raise Refused("not_host", "11.18")
    if other not in table.seats:
        raise Refused("seat_unknown")


def replace(decision: TableDecision, seat: Seat | None, command: commands.Replace) -> None:
    """Let a bot play for a person who is away: at once for the host, else once most of the others ask."""
    table = decision.table
    if seat is None and table.tournament is not None:
        _replace_absent(decision, command)
        return
    if seat not in table.persons or table.status not in IN_PLAY:
        raise Refused("wrong_phase", "11.1")
    if command.seat not in table.seats:
        raise Refused("seat_unknown")
    if not can_be_replaced(table, command.seat):
        raise Refused("seat_kept")
    known = votes(table, command.seat)
    if seat != table.host_seat and len({*known, seat}) < needed(table, command.seat):
        if seat in known:
            raise Refused("already_asked")
        decision.record(events.ReplacementAsked(seat, command.seat))
        return
    _let_play(decision, command)


def _let_play(decision: TableDecision, command: commands.Replace) -> None:
    """Let the bot play, which is ready between hands at once."""
    table = decision.table
    decision.record(events.Replaced(command.seat, command.bot))
    if not table.in_hand and command.seat in table.awaited:
        decision.record(events.Readied(command.seat))


def _replace_absent(decision: TableDecision, command: commands.Replace) -> None:
    """Let a bot play in a tournament, for a person who is away or has not taken the seat that is kept.

    The service takes a kept seat for its player first, so that this player returns as any other.
    """
    table = decision.table
    if command.seat not in table.seats:
        raise Refused("seat_unknown")
    place = table.places[command.seat]
    if table.status is Status.WAITING and place.reserved_for is not None:
        decision.record(events.Seated(command.seat, place.reserved_for))
        buy_in(decision, command.seat, {})
        decision.record(*when_full(decision.table))
    elif table.status not in IN_PLAY:
        raise Refused("wrong_phase", "11.1")
    elif not (place.has_person and place.away):
        raise Refused("seat_kept")
    _let_play(decision, command)


def come_back(decision: TableDecision, seat: Seat | None, command: commands.Return) -> None:
    """Let the person of a seat play again; a seat that only missed answers has returned already (11.9)."""
    if seat is None:
        raise Refused("wrong_phase", "11.1")
    if decision.table.places[seat].stand_in is not None:
        decision.record(events.Returned(seat))
    elif not decision.events:
        raise Refused("wrong_phase", "11.18")
