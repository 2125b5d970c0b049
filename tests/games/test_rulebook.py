"""One test for each paragraph of RULES.md that play can show, named after it (1 to 3)."""

from dataclasses import replace
from typing import Any

import pytest

from app.games.cards import Card, Seat, canonical_deck
from app.games.conquian.commands import Exchange, Meld
from app.games.conquian.game import CONQUIAN
from app.games.conquian.state import Phase, Source, State
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.games.conquian.view import view
from app.games.errors import ConfigRefused
from tests.games.play import (
    FRENCH,
    MEXICAN,
    NORTH,
    cards,
    do,
    melds,
    numbered,
    position,
    verdict,
)


def places(state: State, seat: int) -> list[int]:
    deck = canonical_deck(state.rules.pack, 1)
    return [deck.index(card) + 1 for card in state.hands[seat]]


@pytest.mark.parametrize(
    ("pack", "packs", "size"),
    [
        ("spanish40", 1, 40),
        ("french40", 1, 40),
        ("numeral40", 1, 40),
        ("french52", 1, 52),
        ("spanish40", 5, 200),
    ],
)
def test_1_1_packs_have_their_cards_once_for_each_copy(pack: str, packs: int, size: int) -> None:
    deck = canonical_deck(pack, packs)
    assert len(deck) == size
    assert {deck.count(card) for card in deck} == {packs}


def test_1_3_the_seat_after_the_dealer_is_first_and_the_dealer_last() -> None:
    state = numbered("mexican-3", 3)
    assert (state.order[0], state.next(Seat(2))) == (0, 0)
    assert state.others(Seat(1)) == (2, 0)


@pytest.mark.parametrize(
    ("variant", "options", "field"),
    [
        ("mexican-2", {"me_sirve": True}, "me_sirve"),
        ("paco", {"wild_card": "2O"}, "wild_card"),
        ("paco", {"pack": "french52"}, "pack"),
        ("paco", {"keep_centre": True}, "keep_centre"),
        ("paco", {"packs": 4}, "packs"),
        ("mexican-3", {"wild_card": "2d"}, "wild_card"),
        ("mexican-3", {"exchange": 1}, "exchange"),
        ("mexican-3", {"draw_stake": "carry"}, "draw_stake"),
        ("north-american", {"pack": "french52"}, "pack"),
        ("four-deal", {"packs": 2, "wild_card": "2d"}, "wild_card"),
        ("four-deal", {"deals": 3}, "deals"),
        ("tarot", {}, "variant"),
    ],
)
def test_1_5_an_option_that_does_not_belong_is_refused_by_name(
    variant: str, options: dict[str, bool | int | str | None], field: str
) -> None:
    with pytest.raises(ConfigRefused) as refused:
        TABLE_OF_VARIANTS.sheet(variant, options)
    assert (refused.value.code, refused.value.field) == ("config_option", field)


def test_1_5_a_wild_card_goes_with_french_suits_under_its_french_name() -> None:
    assert TABLE_OF_VARIANTS.sheet("mexican-3", {"pack": "french40", "wild_card": "2d"}).wild_card == "2d"


@pytest.mark.parametrize(
    ("variant", "changes", "field"),
    [
        ("mexican-3", {"pack": "tarot"}, "pack"),
        ("mexican-3", {"packs": 0}, "packs"),
        ("mexican-3", {"packs": 13}, "packs"),
        ("mexican-3", {"wild_card": "5O"}, "wild_card"),
        ("mexican-3", {"players_max": 5}, "players_max"),
        ("mexican-3", {"players_min": 1}, "players_max"),
        ("mexican-3", {"teams": 3}, "teams"),
        ("mexican-3", {"hand_sizes": ()}, "hand_size"),
        ("mexican-3", {"hand_sizes": (2,)}, "hand_size"),
        ("mexican-3", {"run_max": 2}, "run_max"),
        ("paco", {"packs": 2, "players_max": 2}, "set_kind"),
        ("french-page", {"packs": 2}, "group_needs_stock_card"),
        ("mexican-3", {"keep_turn_limit": 0}, "keep_turn_limit"),
        ("mexican-3", {"deals": 0}, "deals"),
        ("mexican-3", {"deals": 101}, "deals"),
        ("mexican-3", {"stake": -1}, "stake"),
    ],
)
def test_1_5_a_sheet_that_contradicts_itself_cannot_be_made(
    variant: str, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(ConfigRefused) as refused:
        replace(VARIANTS[variant].rules, **changes)
    assert refused.value.field == field


def test_2_1_a_meld_has_three_cards() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["7B 7E"])
    assert verdict(state, 0, Meld(melds=melds("7C 7B"), discard=Card("7E"))) == "combo_too_short"


def test_2_2_a_set_has_every_suit_once_even_in_two_packs() -> None:
    state = position(VARIANTS["navajo-tens"].rules, Phase.NEW, "7h", ["7h 7d", ""])
    assert verdict(state, 0, Meld(melds=melds("7h 7h 7d"), discard=state.hands[0][5])) == "set_duplicate_suit"


def test_2_3_a_run_has_one_suit_without_gap_or_repetition() -> None:
    state = position(MEXICAN, Phase.NEW, "4B", ["5B 7B 6C", "", ""])
    for text, code in (("4B 5B 7B", "run_gap"), ("4B 5B 6C", "combo_mixed")):
        assert verdict(state, 0, Meld(melds=melds(text), discard=state.hands[0][3])) == code


def test_2_4_a_suit_that_is_too_long_for_one_run_may_lie_as_two() -> None:
    suit = "Ac 2c 3c 4c 5c 6c 7c Jc"
    state = position(NORTH, Phase.LEFT, "Qc", ["Kh Ks", ""], [suit], left_by=1)
    assert verdict(state, 0, Meld(melds=melds(suit + " Qc"), discard=Card("Kh"))) == "run_too_long"
    assert verdict(state, 0, Meld(melds=melds("Ac 2c 3c | 4c 5c 6c 7c Jc Qc"), discard=Card("Kh"))) is None


def test_2_5_runs_do_not_go_round_the_corner() -> None:
    state = position(MEXICAN, Phase.NEW, "12O", ["11O 1O", "", ""])
    assert verdict(state, 0, Meld(melds=melds("11O 12O 1O"), discard=state.hands[0][2])) == "run_wraps"


def test_2_6_a_wild_card_stands_for_another_card_in_every_arrangement() -> None:
    rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"wild_card": "2O"})
    state = position(rules, Phase.NEW, "6C", ["4C 3E 1B 10E 11O", "", ""], ["2O 5C 7C"])
    assert verdict(state, 0, Meld(melds=melds("5C 6C 7C 2O"), discard=Card("3E"))) is None
    assert verdict(state, 0, Meld(melds=melds("4C 5C 6C 7C 2O"), discard=Card("3E"))) is None


def test_2_7_a_set_of_the_french_page_needs_a_card_turned_up_from_the_stock() -> None:
    for source, expected in ((Source.DISCARD, "group_no_stock_card"), (Source.STOCK, None)):
        state = position(FRENCH, Phase.LEFT, "Jh", ["Jd Js 2c", ""], left_by=1, source=source)
        assert verdict(state, 0, Meld(melds=melds("Jh Jd Js"), discard=Card("2c"))) == expected
        assert verdict(state, 0, Meld(use=cards("Jd Js"), discard=Card("2c"))) == expected


@pytest.mark.parametrize(
    ("variant", "players", "options", "hand_number", "size", "stock"),
    [
        ("mexican-3", 3, {}, 1, 8, 16),
        ("mexican-3", 3, {"hand_size": 10}, 1, 10, 10),
        ("mexican-2", 2, {}, 1, 9, 22),
        ("mexican-2", 2, {"hand_size": 8}, 1, 8, 24),
        ("north-american", 2, {}, 1, 10, 20),
        ("navajo-tens", 7, {}, 1, 10, 10),
        ("paco", 12, {}, 1, 10, 80),
        ("caesars-conquian", 2, {}, 1, 9, 22),
        ("caesars-conquian", 3, {}, 1, 9, 13),
        ("caesars-conquian", 4, {}, 1, 9, 4),
        ("four-deal", 2, {}, 1, 8, 36),
        ("four-deal", 2, {}, 2, 9, 34),
        ("four-deal", 2, {}, 3, 10, 32),
        ("four-deal", 2, {}, 4, 11, 30),
        ("four-deal", 2, {}, 5, 11, 30),
    ],
)
def test_3_1_hands_are_dealt_one_by_one_from_the_top_and_the_rest_is_the_stock(
    variant: str, players: int, options: dict[str, int], hand_number: int, size: int, stock: int
) -> None:
    state = numbered(variant, players, hand_number, **options)
    deck = canonical_deck(state.rules.pack, state.rules.packs)
    for seat in range(players):
        assert state.hands[seat] == deck[seat : players * size : players]
    turned = 0 if state.rules.exchange else 1
    assert state.stock == deck[players * size + turned :]
    assert len(state.stock) == stock - turned
    assert state.target == size + 1


@pytest.mark.parametrize("size", [7, 11, "8"])
def test_3_1_other_hand_sizes_are_refused(size: int | str) -> None:
    with pytest.raises(ConfigRefused, match="config_hand_size"):
        TABLE_OF_VARIANTS.sheet("mexican-3", {"hand_size": size})


def test_3_2_packets_of_four_and_four_or_three_and_five() -> None:
    state = numbered("mexican-3", 3, deal_style="packets_4_4")
    assert [places(state, seat) for seat in range(3)] == [
        [1, 2, 3, 4, 13, 14, 15, 16],
        [5, 6, 7, 8, 17, 18, 19, 20],
        [9, 10, 11, 12, 21, 22, 23, 24],
    ]
    state = numbered("mexican-3", 3, deal_style="packets_3_5")
    assert [places(state, seat) for seat in range(3)] == [
        [1, 2, 3, 10, 11, 12, 13, 14],
        [4, 5, 6, 15, 16, 17, 18, 19],
        [7, 8, 9, 20, 21, 22, 23, 24],
    ]
    later = numbered("four-deal", 2, 2, deal_style="packets_4_4")
    assert places(later, 0) == list(range(1, 18, 2))


def test_3_2_packets_need_hands_of_eight() -> None:
    with pytest.raises(ConfigRefused, match="config_packets"):
        TABLE_OF_VARIANTS.sheet("mexican-3", {"hand_size": 9, "deal_style": "packets_4_4"})


def passing() -> State:
    """The exchange of three given hands."""
    state = numbered("mexican-3", 3)
    hands = (
        cards("1O 2O 4C 5E 7B 7E 11B 12B"),
        cards("1C 2C 4O 5C 6C 10E 11O 12O"),
        cards("1E 2E 3E 4E 7O 7C 10B 11E"),
    )
    held = {card for hand in hands for card in hand}
    stock = tuple(card for card in canonical_deck("spanish40", 1) if card not in held)
    return State(
        rules=state.rules,
        order=state.order,
        hand_size=8,
        phase=Phase.EXCHANGE,
        turn=Seat(0),
        hands=hands,
        tables=((), (), ()),
        stock=stock,
        awaited=state.order,
    )


def test_3_3_each_card_goes_to_the_next_seat_when_all_have_chosen() -> None:
    state = do(passing(), (0, Exchange(Card("12B"))), (2, Exchange(Card("7C"))))
    assert state.hands == passing().hands
    assert (state.phase, state.awaited, state.answered) == (Phase.EXCHANGE, (1,), (0, 2))
    state = do(state, (1, Exchange(Card("4O"))))
    assert state.hands[0] == cards("1O 2O 4C 5E 7B 7E 11B 7C")
    assert state.hands[1] == cards("1C 2C 5C 6C 10E 11O 12O 12B")
    assert state.hands[2] == cards("1E 2E 3E 4E 7O 10B 11E 4O")
    assert (state.phase, state.turn) == (Phase.OFFER, 0)


def test_3_3_a_card_is_given_once_and_from_the_hand() -> None:
    state = do(passing(), (0, Exchange(Card("12B"))))
    assert verdict(state, 0, Exchange(Card("11B"))) == "already_passed"
    assert verdict(passing(), 0, Exchange(Card("12O"))) == "card_not_in_hand"
    over = do(state, (1, Exchange(Card("4O"))), (2, Exchange(Card("7C"))))
    assert verdict(over, 0, Exchange(Card("7C"))) == "wrong_phase"
    assert verdict(numbered("north-american", 2), 0, Exchange(Card("Ad"))) == "wrong_phase"


def test_3_3_with_two_seats_each_gives_to_the_other() -> None:
    state = numbered("mexican-2", 2)
    gift, answer = state.hands[0][3], state.hands[1][5]
    state = do(state, (0, Exchange(gift)), (1, Exchange(answer)))
    assert (state.hands[0][-1], state.hands[1][-1]) == (answer, gift)


def test_3_3_a_seat_sees_only_its_exchanged_card() -> None:
    state = do(passing(), (0, Exchange(Card("12B"))))
    assert view(state, Seat(0))["answer"] == {"type": "exchange", "card": "12B"}
    assert view(state, Seat(1))["answer"] is None
    assert view(state, None)["hand"] is None


@pytest.mark.parametrize(
    ("option", "dealer", "winner", "expected"),
    [
        ("rotate", 0, 2, 1),
        ("rotate", 2, None, 0),
        ("winner_leads", 0, 2, 1),
        ("winner_leads", 1, 0, 2),
        ("winner_leads", 2, None, 0),
    ],
)
def test_3_5_the_next_dealer_is_the_next_seat_or_sits_before_the_winner(
    option: str, dealer: int, winner: int | None, expected: int
) -> None:
    rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"next_dealer": option})
    won = None if winner is None else Seat(winner)
    assert CONQUIAN.next_dealer(rules, Seat(dealer), won, (Seat(0), Seat(1), Seat(2))) == expected
