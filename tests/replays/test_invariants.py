"""Cards that are lost, doubled or in the wrong hands are found in any position."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.games.conquian.invariants import hand_fault
from app.games.conquian.state import State
from replays.audit.confirmed import position_fault

from .games import tables

TABLES = tables("north-american")


def test_every_position_of_a_game_has_all_cards_where_they_may_be() -> None:
    assert not any(map(position_fault, TABLES))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda hand: replace(hand, stock=hand.stock[1:]),
        lambda hand: replace(hand, discards=(*hand.discards, hand.stock[0])),
        lambda hand: replace(
            hand, stock=hand.stock[2:], hands=(hand.hands[0] + hand.stock[:2], *hand.hands[1:])
        ),
        lambda hand: replace(hand, hands=(hand.hands[0][1:] + hand.hands[1][:1], *hand.hands[1:])),
    ],
    ids=["a lost card", "a doubled card", "a seat with too many cards", "a card in two hands"],
)
def test_a_card_that_is_lost_doubled_or_moved_is_noticed(wrong: Callable[[State], State]) -> None:
    table = next(table for table in TABLES if table.in_hand)
    assert hand_fault(table.hand, table.rules) is None
    assert hand_fault(wrong(table.hand), table.rules)


def test_hands_that_do_not_go_together_and_money_from_nowhere_are_noticed() -> None:
    table = next(table for table in TABLES if table.in_hand)
    for wrong in (
        table.changed(drawn=table.hand_number + 1),
        table.changed(drawn=-1),
        table.changed(hand_number=table.play.hands_max + 1),
        table.changed(house=1),
        table.changed(balances=(1, *table.balances[1:])),
        table.changed(balances=(*table.balances, 0)),
    ):
        assert position_fault(wrong)
