"""Seats of a table: order of play, invitations, options of the sheet, forks.

Who deals the next hand, who plays it and who sits it out (RULES 3.4 to 3.6).

Invitations to a seat (RULES 11.2): what the first entry holds of one, and what opens it.

Forks of a table: the position one begins with, and whether it is that of its parent (RULES 11.14).
"""

import re
from hashlib import sha256

from app.games.cards import Seat
from app.games.codec import Json
from app.games.shuffle import length_prefixed
from app.games.table import keys
from app.games.table.state import Stock, Table


def next_order(table: Table) -> tuple[Seat, ...]:
    """The seats that play the next hand in order of play, its dealer last."""
    if table.dealer is None:
        dealer, idle = keys.drawn(table, table.rules.idle_seats)
        return _order(table, dealer, idle)
    winner = table.play.winner(table.hand)
    idle = table.play.next_idle(table.rules, table.idle, winner, table.seats)
    if table.chosen_dealer is not None:
        return _order(table, table.chosen_dealer, idle)
    playing = _without(table.seats, idle)
    return _order(table, table.play.next_dealer(table.rules, table.dealer, winner, playing), idle)


def may_deal(table: Table, seat: Seat) -> bool:
    """Whether `seat` plays the next hand, and so can be chosen to deal it."""
    return seat in next_order(table)


def _order(table: Table, dealer: Seat, idle: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return _without(table.seats[dealer + 1 :] + table.seats[: dealer + 1], idle)


def _without(seats: tuple[Seat, ...], gone: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat not in gone)


_PROOF = re.compile("[0-9a-f]{64}")


def closed(game: str, seat: int, proof: str) -> str:
    """What the log keeps of an invitation from the beginning, in hex, as is `proof`: the hash of its code.

    The proof itself enters the log when the seat is taken, so that everybody can see that whoever took it
    knew the code; the code never does.
    """
    message = b"conquian/invitation/1" + length_prefixed(game.encode()) + bytes((seat,))
    return sha256(message + bytes.fromhex(proof)).hexdigest()


def opens(table: Table, seat: Seat, proof: str) -> bool:
    """Whether `proof` opens the invitation that `seat` is kept for."""
    place = table.places[seat]
    return (
        place.is_invited
        and _PROOF.fullmatch(proof) is not None
        and closed(table.game, seat, proof) == place.invitation
    )


def opening(parent: Table, stock: Stock) -> Json:
    """The whole position that a fork of `parent`, which plays a hand, begins with.

    Where its stock is shuffled anew, the order that its parent's had is not told.
    """
    return parent.play.position(parent.hand, keep_stock=stock is Stock.SAME)


def seat_of(table: Table, player: str) -> Seat | None:
    """Return the seat that `player` has taken at a table, or None.

    A seat that was left stays the player's until it is taken again, as with a token, unless the player has
    taken another one.
    """
    places = table.places
    taken = [seat for seat in table.persons if places[seat].player == player]
    return min(taken, key=lambda seat: places[seat].left, default=None)
