"""Deals, dealers and seats that sit out: RULES 1.1 and 3."""

from typing import Any

import pytest

from app.games.cards import Card, Seat
from app.games.conquian.commands import Exchange
from app.games.conquian.game import CONQUIAN
from app.games.conquian.state import Phase
from app.games.conquian.variants import VARIANTS
from app.games.errors import ConfigRefused, Refused
from app.games.table import keys
from app.games.table.commands import ChooseDealer, Leave, Ready, Void
from app.games.table.seats import next_dealer
from app.games.table.state import Table
from app.games.table.view import view
from tests.games.memory import after_command, dealt_on, drawn, table_of, won


def positions(table: Table) -> list[list[int]]:
    """By seat in order of play the places in the deck, from 1, of the cards dealt to it."""
    deck = keys.deck(table, table.hand_number)
    return [[deck.index(card) + 1 for card in table.hand.hands[seat]] for seat in table.order]


def test_3_1_cards_go_round_one_at_a_time_from_the_first_seat_and_the_rest_is_the_stock() -> None:
    table = table_of("mexican-3", 3)
    assert positions(table) == [list(range(first, 25, 3)) for first in (1, 2, 3)]
    assert table.hand.stock == keys.deck(table, 1)[24:]
    assert table.hand.phase is Phase.EXCHANGE


def test_3_2_packets_of_four_and_four_and_of_three_and_five() -> None:
    fours = table_of("mexican-3", 3, deal_style="packets_4_4")
    assert positions(fours) == [[*range(at, at + 4), *range(at + 12, at + 16)] for at in (1, 5, 9)]
    three_five = table_of("mexican-3", 3, deal_style="packets_3_5")
    starts = zip((1, 4, 7), (10, 15, 20), strict=True)
    assert positions(three_five) == [[*range(a, a + 3), *range(b, b + 5)] for a, b in starts]


@pytest.mark.parametrize(
    ("variant", "seats", "options", "hand", "stock"),
    [
        ("mexican-2", 2, {}, 9, 22),
        ("mexican-2", 2, {"hand_size": 8}, 8, 24),
        ("north-american", 2, {}, 10, 19),
        ("north-american", 3, {"sits_out": "rotate"}, 10, 19),
        ("navajo-tens", 7, {}, 10, 9),
        ("paco", 12, {}, 10, 80),
        ("paco", 12, {"packs": 6}, 10, 120),
        ("caesars-conquian", 2, {}, 9, 21),
        ("caesars-conquian", 3, {"players_max": 4}, 9, 12),
        ("caesars-conquian", 4, {"players_max": 4}, 9, 3),
        ("four-deal", 2, {"packs": 2, "pack": "spanish40"}, 8, 64),
    ],
)
def test_3_1_the_stock_has_the_cards_that_are_not_dealt(
    variant: str, seats: int, options: dict[str, Any], hand: int, stock: int
) -> None:
    table = table_of(variant, seats, **options)
    assert [len(table.hand.hands[seat]) for seat in table.order] == [hand] * len(table.order)
    assert len(table.hand.stock) == stock
    assert (table.hand.centre is None) == table.rules.exchange


@pytest.mark.parametrize(
    ("variant", "cards", "copies"),
    [
        ("mexican-3", 40, 1),
        ("north-american", 40, 1),
        ("foster-numeral", 40, 1),
        ("four-deal", 52, 1),
        ("paco", 200, 5),
        ("navajo-tens", 80, 2),
    ],
)
def test_1_1_a_deck_holds_every_face_as_often_as_there_are_packs(
    variant: str, cards: int, copies: int
) -> None:
    rules = VARIANTS[variant].rules
    deck = keys.deck(table_of(variant, rules.players_max), 1)
    assert len(deck) == cards
    assert {deck.count(card) for card in deck} == {copies}


def test_3_3_each_exchanged_card_goes_to_the_next_seat() -> None:
    table = table_of("mexican-3", 3)
    before = table.hand.hands
    for seat in (2, 0, 1):
        table = after_command(table, seat, Exchange(before[seat][0]))
    for seat in range(3):
        received = before[(seat - 1) % 3][0]
        assert table.hand.hands[seat] == (*before[seat][1:], received)
    assert table.hand.phase is Phase.OFFER


def test_3_3_a_seat_gives_one_card_that_it_holds_and_only_where_cards_are_exchanged() -> None:
    table = table_of("mexican-3", 3)
    own, foreign = table.hand.hands[0], table.hand.hands[1][0]
    with pytest.raises(Refused, match="card_not_in_hand"):
        after_command(table, 0, Exchange(foreign))
    given = after_command(table, 0, Exchange(own[0]))
    with pytest.raises(Refused, match="already_passed"):
        after_command(given, 0, Exchange(own[1]))
    for seat in (1, 2):
        given = after_command(given, seat, Exchange(table.hand.hands[seat][0]))
    for other in (given, table_of("north-american")):
        with pytest.raises(Refused, match="wrong_phase"):
            after_command(other, 0, Exchange(Card("7C")))


def test_3_4_the_first_seat_is_the_one_after_the_dealer_in_either_direction() -> None:
    for variant in ("mexican-3", "navajo-tens"):
        table = table_of(variant, 3)
        assert table.dealer is not None
        assert table.order == tuple((table.dealer + step) % 3 for step in (1, 2, 3))


@pytest.mark.parametrize("end", ["won", "drawn"])
def test_3_5_the_deal_goes_to_the_next_seat_after_every_hand(end: str) -> None:
    table = table_of("mexican-3", 3, deals=5)
    for _ in range(4):
        before = table.dealer
        assert before is not None
        table = dealt_on(won(table, before) if end == "won" else drawn(table))
        assert table.dealer == (before + 1) % 3


@pytest.mark.parametrize(("variant", "seats"), [("mexican-3", 3), ("mexican-2", 2), ("four-deal", 2)])
def test_3_5_where_the_winner_leads_the_seat_before_it_deals(variant: str, seats: int) -> None:
    deals: dict[str, Any] = {} if variant == "four-deal" else {"deals": 3}
    first = table_of(variant, seats, next_dealer="winner_leads", **deals)
    for winner in range(seats):
        table = dealt_on(won(first, winner))
        assert table.order[0] == winner
    assert first.dealer is not None
    assert dealt_on(drawn(first)).dealer == (first.dealer + 1) % seats


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_3_4_a_rematch_names_its_first_dealer_and_has_the_same_deck(seat: int) -> None:
    drawn_by_lot = table_of("mexican-3", 3)
    table = table_of("mexican-3", 3, first_dealer=Seat(seat), rematch_of="g-before")
    assert (table.dealer, table.order[-1]) == (seat, seat)
    assert keys.deck(table, 1) == keys.deck(drawn_by_lot, 1)
    assert view(table, None)["first_dealer"] == seat
    assert "first_dealer" not in view(drawn_by_lot, None)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_3_6_beside_a_named_dealer_another_seat_sits_out(seat: int) -> None:
    table = table_of("north-american", 3, first_dealer=Seat(seat), rematch_of="g-before", sits_out="rotate")
    assert table.dealer == seat
    assert len(table.idle) == 1
    assert table.idle[0] != seat


@pytest.mark.parametrize(
    "named",
    [
        {"first_dealer": 0},
        {"first_dealer": 2, "rematch_of": "g-before"},
        {"first_dealer": -1, "rematch_of": "g-before"},
    ],
)
def test_3_4_only_a_table_that_follows_another_names_a_dealer_and_one_who_sits_there(
    named: dict[str, Any],
) -> None:
    with pytest.raises(ConfigRefused, match="config_option") as refusal:
        table_of("mexican-2", **named)
    assert refusal.value.field == "first_dealer"


def test_3_4_after_the_end_the_deal_passes_on_as_after_any_hand() -> None:
    table = table_of("mexican-3", 3, deals=2, next_dealer="winner_leads")
    between = won(table, 0)
    assert next_dealer(table) is None
    assert next_dealer(between) == dealt_on(between).dealer == 2
    ended = won(dealt_on(between), 1)
    assert (ended.has_ended, next_dealer(ended)) == (True, 0)
    drawn_out = drawn(dealt_on(between))
    assert (drawn_out.has_ended, next_dealer(drawn_out)) == (True, 0)
    assert view(ended, None)["next_dealer"] == 0


def test_3_4_the_deal_passes_over_those_who_have_left() -> None:
    table = table_of("mexican-3", 3)
    dealer = table.order[-1]
    gone = after_command(table, (dealer + 1) % 3, Leave())
    assert next_dealer(won(gone, dealer)) == (dealer + 2) % 3


def test_3_4_a_hand_without_a_result_is_dealt_again_by_its_dealer() -> None:
    void = after_command(table_of("mexican-3", 3), None, Void("operator"))
    assert next_dealer(void) == void.dealer
    unbegun = after_command(table_of("mexican-3", 3, entropy="seats"), None, Void("not_filled"))
    assert next_dealer(unbegun) is None


def test_3_5_any_seat_may_choose_the_next_dealer_between_hands_and_the_last_word_counts() -> None:
    table = won(table_of("caesars-conquian", 3, players_max=3, next_dealer="chosen", deals=3), 0)
    for by, dealer in ((2, 2), (0, 1), (1, 0)):
        table = after_command(table, by, ChooseDealer(Seat(dealer)))
    table = dealt_on(table)
    assert (table.dealer, table.order[-1], table.chosen_dealer) == (0, 0, None)
    assert dealt_on(drawn(table)).dealer == 1


def test_3_5_choosing_a_dealer_is_refused_in_a_hand_for_no_seat_and_where_the_deal_rotates() -> None:
    table = table_of("caesars-conquian", next_dealer="chosen", deals=2)
    with pytest.raises(Refused, match="wrong_phase"):
        after_command(table, 0, ChooseDealer(Seat(1)))
    with pytest.raises(Refused, match="seat_unknown"):
        after_command(won(table, 0), 0, ChooseDealer(Seat(2)))
    with pytest.raises(Refused, match="dealer_not_chosen"):
        after_command(won(table_of("caesars-conquian", deals=2), 0), 0, ChooseDealer(Seat(1)))


def test_3_6_sitting_out_moves_to_the_next_seat_and_the_deal_goes_on_among_the_others() -> None:
    table = table_of("north-american", 3, sits_out="rotate", deals=7)
    for hand in range(6):
        idle, dealer = table.idle[0], table.dealer
        assert table.hand.hands[idle] == ()
        assert set(table.order) == set(table.seats) - {idle}
        table = dealt_on(drawn(table) if hand % 2 else won(table, table.order[0]))
        assert table.idle == ((idle + 1) % 3,)
        assert table.dealer not in (*table.idle, dealer)
    assert sum(table.balances) == 0


def test_3_6_where_the_loser_sits_out_a_drawn_hand_moves_it_on() -> None:
    table = table_of("foster-numeral", 3, sits_out="loser", deals=4)
    winner, loser = table.order
    after = dealt_on(won(table, winner))
    assert after.idle == (loser,)
    assert after.balances[loser] == -1
    assert dealt_on(drawn(after)).idle == ((loser + 1) % 3,)


def test_3_6_a_seat_that_sits_out_has_no_decisions_and_cannot_be_chosen_to_deal() -> None:
    table = table_of("north-american", 3, sits_out="loser", next_dealer="chosen", deals=2)
    assert table.idle[0] not in table.hand.awaited
    assert CONQUIAN.legal(table.hand, table.idle[0]) == ()
    loser = table.order[1]
    between = won(table, table.order[0])
    with pytest.raises(Refused, match="dealer_sits_out"):
        after_command(between, 0, ChooseDealer(loser))
    assert set(between.awaited) == {0, 1, 2}
    assert after_command(between, loser, Ready()).answered == (loser,)


def test_3_6_the_first_dealer_and_the_seat_that_sits_out_are_drawn_from_the_key() -> None:
    table = table_of("north-american", 3, sits_out="rotate")
    dealer, idle = keys.drawn(table, 1)
    assert (table.dealer, table.idle) == (dealer, idle)
    assert dealer == keys.drawn(table, 0)[0]


def test_3_1_the_four_deals_grow_and_the_dealers_alternate() -> None:
    table = table_of("four-deal")
    seen = []
    while True:
        hand = table.hand
        seen.append((hand.hand_size, hand.target, len(hand.stock), table.dealer))
        if table.hand_number == 4:
            break
        table = dealt_on(drawn(table))
    assert [row[:3] for row in seen] == [(8, 9, 36), (9, 10, 34), (10, 11, 32), (11, 12, 30)]
    assert [row[3] for row in seen] in ([0, 1, 0, 1], [1, 0, 1, 0])
