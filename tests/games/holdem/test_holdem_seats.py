"""Seats of hold'em that are left and taken again (RULES 11.11), and a table at which no seat can play."""

from collections.abc import Sequence
from typing import Any

from app.games.cards import Seat
from app.games.holdem.commands import Bet, Raise
from app.games.holdem.events import PotsWon
from app.games.holdem.game import HOLDEM
from app.games.table.commands import Create, Deal, Expire, Leave, Ready, Sit
from app.games.table.decide import create, decide, pending
from app.games.table.events import GameEnded, HandSettled
from app.games.table.evolve import fold
from app.games.table.seats import next_order
from app.games.table.state import Status, Table
from app.games.table.view import legal

PERSON = {"kind": "person"}


def _made(seats: int = 3, **options: Any) -> Table:
    """A table of persons before its first hand."""
    rules = HOLDEM.rules_to_json(HOLDEM.sheet("caesars-holdem", {"collection": 0, "deals": 3, **options}))
    game = "g-0a0123456789abcdefghijkl"
    made = Create(
        game=game,
        play="holdem",
        rules=rules,
        seats=(PERSON,) * seats,
        entropy="none",
        reveal="game",
        token_hashes=("",) * seats,
        game_key="ab" * 32,
    )
    return fold(None, 1, create(made))


def _table(**options: Any) -> Table:
    """A table of three persons with its first hand dealt."""
    return _after(_made(**options), None, Deal())


def _after(table: Table, seat: Seat | None, command: Any) -> Table:
    return fold(table, table.ply + 1, decide(table, seat, command))


def _moves(table: Table) -> Sequence[Any]:
    (seat,) = table.play.awaited(table.hand)
    return legal(table, seat)


def _done(table: Table, *command: Any) -> Table:
    """The seat on turn gives the command, or checks or calls."""
    (seat,) = table.play.awaited(table.hand)
    return _after(table, seat, [*command, *_moves(table)][0])


def test_whoever_takes_a_seat_during_a_hand_does_not_pay_what_it_lost() -> None:
    table = _done(_table(), Bet(6))
    gone, paid = table.order[0], 1 + 6
    table = _after(table, gone, Leave())
    table = _after(table, None, Sit(gone, None, "cd" * 32, 1, terms={"buy_in": 50}))
    while table.status is Status.PLAYING:
        table = _done(table)
    assert table.chips[gone] == 50
    assert table.sitting.chips[gone] == 50 + paid
    assert sum(table.balances) == 0


def test_a_table_at_which_no_seat_has_chips_to_play_with_ends() -> None:
    table = _table(buy_in=6)
    while table.status is Status.PLAYING:
        highest = [move for move in _moves(table) if isinstance(move, Bet | Raise)]
        table = _done(table, *highest[-1:])
    rich = [seat for seat in table.seats if table.chips[seat]]
    for seat in rich:
        table = _after(table, seat, Leave())
        table = _after(table, None, Expire((seat,)))
    for seat in table.awaited:
        table = _after(table, seat, Ready())
    assert pending(table) == Deal()
    assert [type(event) for event in decide(table, None, Deal())] == [GameEnded]


def test_a_hand_whose_deal_leaves_one_seat_alone_is_settled_by_the_deal() -> None:
    table = _made(2, collection=2, players_min=2, buy_in=30)
    dealer = _after(table, None, Deal()).dealer
    assert dealer is not None
    table = table.changed(balances=tuple(-29 if seat == dealer else 29 for seat in table.seats))
    assert table.chips[dealer] == 1
    events = [type(event) for event in decide(table, None, Deal())]
    assert events.index(HandSettled) == events.index(PotsWon) + 1
    assert _after(table, None, Deal()).status is Status.BETWEEN_HANDS


def test_a_seat_that_was_left_with_chips_is_dealt_no_further_hand() -> None:
    table = _table()
    while table.status is Status.PLAYING:
        table = _done(table)
    gone = next(seat for seat in table.seats if table.chips[seat])
    table = _after(table, gone, Leave())
    assert table.chips[gone] > 0
    assert gone not in next_order(table)
    assert set(next_order(table)) == {seat for seat in table.seats if seat != gone and table.chips[seat]}
