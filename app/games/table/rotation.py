"""Who deals the next hand, who plays it and who sits it out (RULES 3.4 to 3.6)."""

from app.games.cards import Seat
from app.games.table import fairness
from app.games.table.state import Table


def next_order(table: Table) -> tuple[Seat, ...]:
    """The seats that play the next hand in order of play, its dealer last."""
    if table.dealer is None:
        dealer, idle = fairness.drawn(table, table.rules.idle_seats)
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
