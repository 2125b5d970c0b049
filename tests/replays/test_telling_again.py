"""What the audit that writes a record again relies on: cards that stay, and sheets that are read once."""

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest

from app.games.conquian.state import State
from app.store.canonical import parse
from replays.audit.invariants import position_fault, same_cards
from replays.record.first_entry import parse_first_entry
from replays.record.replay import begin, tables

from .games import recorded

RECORD = recorded("north-american")
LINE = RECORD[begin(RECORD) :].split(b"\n")[0]


def moves() -> list[tuple[State, State]]:
    """The positions before and after each entry of one hand."""
    hands = [table.hand for table in tables(RECORD) if table.in_hand]
    return list(itertools.pairwise(hands))


def test_every_move_of_a_record_leaves_the_cards_where_they_may_be() -> None:
    found = moves()
    assert any(before.hands is not after.hands for before, after in found)
    assert all(same_cards(before, after) for before, after in found)
    assert not any(position_fault(table) for table in tables(RECORD))


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
    hand = moves()[0][0]
    assert not same_cards(hand, wrong(hand))


def test_an_equal_sheet_is_read_once_and_a_line_says_what_it_says() -> None:
    found, again = parse_first_entry(LINE), parse_first_entry(LINE)
    assert found == parse(LINE)
    sheets = [said["public"]["command"]["rules"] for said in (found, again)]
    assert sheets[0] is sheets[1] is found["public"]["events"][0]["rules"]


def test_two_sheets_in_one_line_stay_two() -> None:
    line = LINE.replace(b'"stake":1', b'"stake":2', 1)
    assert line != LINE
    assert parse_first_entry(line) == parse(line)


def test_a_number_that_only_looks_whole_is_not_taken_for_one() -> None:
    with pytest.raises(ValueError, match="float"):
        parse_first_entry(LINE.replace(b'"stake":1', b'"stake":1.0'))
