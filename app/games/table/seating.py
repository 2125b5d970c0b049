"""Commands before and between hands: seats, tokens, readiness, entropy, the next dealer (RULES 11, 12)."""

import re

from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import Refused
from app.games.table import commands, events, keys
from app.games.table import seats as table_seats
from app.games.table.decision import TableDecision
from app.games.table.ending import amounts_due, end, is_last, settle
from app.games.table.state import Entropy, Kind, Status, Table

_COMMITMENT = re.compile("[0-9a-f]{64}")
_ENTROPY = re.compile("(?:[0-9a-f]{2}){16,64}")


def when_full(table: Table) -> tuple[events.SeatsAsked, ...]:
    """Ask the persons for their entropy once the last seat is taken, if they may add any (12.2).

    A table that waits for `ready` asks for entropy with that question, from the beginning (11.16).
    """
    if table.entropy is Entropy.NONE or table.lacks_seats or table.asks_ready:
        return ()
    return (events.SeatsAsked(Status.COMMITTING, table.persons),)


def buy_in(decision: TableDecision, seat: Seat, terms: Json) -> None:
    """Append the events of the game for taking `seat`.

    What the hand has cost the last person of the seat so far is not the next person's.
    """
    table = decision.table
    paid = amounts_due(table) if table.in_hand else (0,) * len(table.places)
    balances = tuple(before + won for before, won in zip(table.balances, paid, strict=True))
    decision.record(*table.play.take_seat(table.rules, table.sitting, balances, seat, terms))


def _check_terms(table: Table, terms: Json | None) -> None:
    """Refuse terms that the game does not know."""
    if terms is not None and not (terms and set(terms) <= set(table.play.seating)):
        raise Refused("wrong_phase", "11.1")


def sit(decision: TableDecision, seat: Seat | None, command: commands.Sit) -> None:
    """Take a free seat: an open one, or one whose person has left (11.2, 11.11)."""
    table = decision.table
    _check_terms(table, command.terms)
    if command.seat not in table.seats:
        raise Refused("seat_unknown")
    if seat not in (None, command.seat):
        raise Refused("wrong_phase", "11.2")
    place, proof = table.places[command.seat], command.invitation
    if proof is not None and not table_seats.opens(table, command.seat, proof):
        raise Refused("invitation_invalid")
    if not place.free or (command.generation or 0) != place.generation + place.left:
        raise Refused("seat_taken")
    if place.reserved_for not in (None, command.player) or (place.is_invited and proof is None):
        raise Refused("seat_reserved")
    if command.player is not None and table.sits(command.player):
        raise Refused("already_seated")
    decision.record(events.Seated(command.seat, command.player, command.token_hash, command.generation))
    buy_in(decision, command.seat, command.terms or {})
    if table.status is Status.WAITING:
        decision.record(*when_full(decision.table))


def rotate(decision: TableDecision, seat: Seat | None, command: commands.Rotate) -> None:
    """Replace a token, for the seat itself or by the host for a seat that is not yet played (11.15)."""
    table = decision.table
    if command.seat not in table.seats:
        raise Refused("seat_unknown")
    place = table.places[command.seat]
    if seat != command.seat:
        _check_host(table, seat)
    if command.seat not in table.taken or place.left or command.generation != place.generation + 1:
        raise Refused("rotation_closed")
    played = table.hand_number > 0 and not place.missed
    if seat != command.seat and (place.player is not None or played):
        raise Refused("rotation_closed")
    decision.record(events.Rotated(command.seat, command.generation, command.token_hash))


def leave(decision: TableDecision, seat: Seat | None, command: commands.Leave) -> None:
    """Leave the table; between hands the sitting may end with it (11.4, 11.11)."""
    table = decision.table
    if seat not in table.persons or table.status not in (Status.PLAYING, Status.BETWEEN_HANDS):
        raise Refused("wrong_phase", "11.1")
    decision.record(events.Left(seat))
    if table.in_hand:
        gone = table.play.leave(table.hand, seat)
        decision.record(*gone)
        if gone and table.play.ends(gone):
            settle(decision)
    elif is_last(decision.table):
        end(decision)


def ready(decision: TableDecision, seat: Seat | None, command: commands.Ready) -> None:
    """Begin or deal on, before the first hand with a commitment to entropy or without (11.4, 12.2)."""
    table = decision.table
    waiting = (Status.WAITING,) if table.asks_ready else ()
    statuses = (*waiting, Status.COMMITTING, Status.BETWEEN_HANDS)
    if decision.events and seat not in table.awaited and command.entropy_commitment is None:
        return  # the seat has returned and is asked nothing; a commitment would be lost
    asked = _seat_asked(decision, seat, statuses, "already_ready")
    commits = table.entropy is Entropy.SEATS and table.status is not Status.BETWEEN_HANDS
    if command.entropy_commitment is not None and not commits:
        raise Refused("entropy_closed")
    if command.entropy_commitment is not None and not _COMMITMENT.fullmatch(command.entropy_commitment):
        raise Refused("seed_invalid")
    decision.record(events.Readied(asked, command.entropy_commitment))
    ask_to_open(decision)


def ask_to_open(decision: TableDecision) -> None:
    """Ask for the committed entropy once every seat is taken and ready for the first hand (12.2)."""
    table = decision.table
    committed = tuple(other for other in table.persons if table.places[other].committed)
    first = table.status is Status.COMMITTING or table.asks_ready
    if first and committed and not table.awaited and not table.lacks_seats:
        decision.record(events.SeatsAsked(Status.REVEALING, committed))


def begin(decision: TableDecision, seat: Seat | None, command: commands.Begin) -> None:
    """Give the free seats to bots of the service; the host is ready then, too (11.16)."""
    table = decision.table
    if seat is None or not table.asks_ready:
        raise Refused("wrong_phase", "11.1")
    if seat != table.host_seat:
        raise Refused("not_host", "11.16")
    free = [other for other in table.seats if table.places[other].kind is Kind.OPEN]
    if not free and seat in table.answered:
        raise Refused("already_ready", "11.16")
    for other in free:
        decision.record(events.Seated(other, bot=command.bot))
        buy_in(decision, other, {})
    if seat in table.awaited:
        decision.record(events.Readied(seat))
    ask_to_open(decision)


def reveal(decision: TableDecision, seat: Seat | None, command: commands.Reveal) -> None:
    """Open the entropy that the seat has committed to (12.2)."""
    revealing = _seat_asked(decision, seat, (Status.REVEALING,), "already_revealed")
    well_formed = _ENTROPY.fullmatch(command.entropy)
    if not well_formed or not keys.keeps_promise(decision.table, revealing, command.entropy):
        raise Refused("seed_invalid")
    decision.record(events.EntropyRevealed(revealing, command.entropy))


def choose_dealer(decision: TableDecision, seat: Seat | None, command: commands.ChooseDealer) -> None:
    """Name the seat that deals the next hand, where the table chooses (3.5)."""
    table = decision.table
    if not table.rules.dealer_is_chosen:
        raise Refused("dealer_not_chosen")
    if seat is None or table.status is not Status.BETWEEN_HANDS:
        raise Refused("wrong_phase", "11.1")
    if command.seat not in table.seats:
        raise Refused("seat_unknown", "3.5")
    if not table_seats.may_deal(table, command.seat):
        raise Refused("dealer_sits_out")
    decision.record(events.DealerChosen(seat, command.seat))


def _check_host(table: Table, seat: Seat | None) -> None:
    """Refuse unless the host acts: from its seat, or (None) as the player who made the table (11.15)."""
    if (table.host if seat is None else table.host_seat) is None or seat not in (None, table.host_seat):
        raise Refused("not_host")


def _seat_asked(
    decision: TableDecision, seat: Seat | None, statuses: tuple[Status, ...], already: str
) -> Seat:
    """Return the acting seat if the table asks it this question now; `already` refuses a second answer."""
    table = decision.table
    if table.status not in statuses or seat is None:
        raise Refused("wrong_phase", "11.1")
    if seat in table.answered:
        raise Refused(already)
    if seat not in table.awaited:
        raise Refused("wrong_phase", "11.1")
    return seat
