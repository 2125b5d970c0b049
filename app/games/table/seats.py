"""Seats of a table: dealer and order of the next hand (RULES 3.4 to 3.6), invitations (11.2), players."""

import re
from hashlib import sha256

from app.games.cards import Seat
from app.games.codec import Json
from app.games.shuffle import length_prefixed
from app.games.table import keys
from app.games.table.state import Status, Stock, Table


def next_order(table: Table) -> tuple[Seat, ...]:
    """Return the seats that play the next hand, in order of play, its dealer last."""
    unable = table.play.unable(table.rules, table.chips)
    if table.play.drops_left_seats:
        unable += tuple([seat for seat in table.seats if table.places[seat].left])
    if table.dealer is None:
        dealer, idle = keys.drawn(table, table.rules.idle_seats)
        return _order(table, dealer, idle + unable)
    winner = table.play.winner(table.hand)
    idle = table.play.next_idle(table.rules, table.idle, winner, table.seats) + unable
    if table.chosen_dealer is not None:
        return _order(table, table.chosen_dealer, idle)
    playing = _without(table.seats, idle)
    if not playing:
        return ()
    return _order(table, table.play.next_dealer(table.rules, table.dealer, winner, playing), idle)


def next_dealer(table: Table) -> Seat | None:
    """Return the seat that deals the next hand, after the end that of the next table (3.4, 3.5).

    None where the lot decides, where no hand follows, and while a hand is played.
    """
    if table.dealer is None:
        return table.first_dealer
    if table.has_ended:
        return _passed_on(table, table.dealer)
    if table.status is not Status.BETWEEN_HANDS:
        return None
    order = next_order(table)
    return order[-1] if len(order) >= table.rules.players_min else None


def _passed_on(table: Table, dealer: Seat) -> Seat | None:
    """Return the seat to which the deal passes after the end, None if everyone has left (3.4).

    Chips do not count, because they are bought anew. A hand that has no result is dealt again.
    """
    gone = tuple(seat for seat in table.seats if table.places[seat].left)
    if table.hand_number > len(table.hands):
        return next(iter(_without(table.seats[dealer:] + table.seats[:dealer], gone)), None)
    winner = table.play.winner(table.hand)
    idle = table.play.next_idle(table.rules, table.idle, winner, table.seats)
    playing = _without(table.seats, idle + gone) or _without(table.seats, gone)
    return table.play.next_dealer(table.rules, dealer, winner, playing) if playing else None


def may_deal(table: Table, seat: Seat) -> bool:
    """Return whether `seat` plays the next hand, and so can be chosen to deal it (3.5)."""
    return seat in next_order(table)


def _order(table: Table, dealer: Seat, idle: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return _without(table.seats[dealer + 1 :] + table.seats[: dealer + 1], idle)


def _without(seats: tuple[Seat, ...], gone: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat not in gone)


_PROOF = re.compile("[0-9a-f]{64}")


def closed(game: str, seat: int, proof: str) -> str:
    """Return the hash of an invitation that the first entry holds, in hex like `proof`, the hash of its code.

    The proof enters the log when the seat is taken, so that everyone sees that its taker knew the code. The
    code itself never enters it.
    """
    message = b"conquian/invitation/1" + length_prefixed(game.encode()) + bytes((seat,))
    return sha256(message + bytes.fromhex(proof)).hexdigest()


def opens(table: Table, seat: Seat, proof: str) -> bool:
    """Return whether `proof` opens the invitation for which `seat` is kept."""
    place = table.places[seat]
    return (
        place.is_invited
        and _PROOF.fullmatch(proof) is not None
        and closed(table.game, seat, proof) == place.invitation
    )


def opening(parent: Table, stock: Stock) -> Json:
    """Return the whole position with which a fork of `parent`, which plays a hand, begins (11.14).

    It hides the order of a stock that is shuffled anew.
    """
    return parent.play.position(parent.hand, keep_stock=stock is Stock.SAME)


def seat_of(table: Table, player: str) -> Seat | None:
    """Return the seat that `player` has taken at a table, or None.

    A seat that was left stays the player's until it is taken again, as with a token, unless the player has
    taken another one.
    """
    places = table.places
    taken = [seat for seat in table.taken if places[seat].player == player]
    return min(taken, key=lambda seat: places[seat].left, default=None)
