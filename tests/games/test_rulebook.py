"""One test for each paragraph of RULES.md that play can show, named after it (1 to 6)."""

from dataclasses import replace
from typing import Any

import pytest

from app.games.cards import Card, Seat, canonical_deck
from app.games.conquian.commands import Exchange, Force, Keep, Meld, Pass
from app.games.conquian.evolve import fold
from app.games.conquian.game import CONQUIAN
from app.games.conquian.laying import ways
from app.games.conquian.legal import legal
from app.games.conquian.melds.solver import solver
from app.games.conquian.state import Phase, Source, State
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.games.conquian.view import view
from app.games.errors import ConfigRefused
from tests.games.play import cards, do, melds, position, verdict

MEXICAN = VARIANTS["mexican-3"].rules
NORTH = VARIANTS["north-american"].rules
FRENCH = VARIANTS["french-page"].rules


def numbered(variant: str, players: int, hand_number: int = 1, **options: bool | int | str | None) -> State:
    """A hand dealt from the unshuffled deck, whose place from the top is thus a card's number."""
    rules = TABLE_OF_VARIANTS.sheet(variant, options)
    order = tuple(map(Seat, range(players)))
    start = CONQUIAN.start(rules, order, players, hand_number)
    return fold(start, CONQUIAN.deal(start, canonical_deck(rules.pack, rules.packs)))


def places(state: State, seat: int) -> list[int]:
    deck = canonical_deck(state.rules.pack, 1)
    return [deck.index(card) + 1 for card in state.hands[seat]]


def exchanged(state: State) -> State:
    """The same hand after every seat has passed its first card on."""
    return do(state, *((seat, Exchange(state.hands[seat][0])) for seat in state.order))


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


def test_2_6_a_wild_card_stands_for_another_card_with_every_arrangement() -> None:
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


def test_3_3_what_a_seat_chose_is_seen_by_that_seat_alone() -> None:
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


def test_4_1_a_turned_card_covers_the_one_that_lay_there() -> None:
    state = position(NORTH, Phase.LEFT, "Kh", ["2c", ""], left_by=1, stock="2s 5s")
    after = do(state, (0, Pass()))
    assert after.centre is not None
    assert (after.phase, after.centre.card, after.centre.left_by) == (Phase.NEW, "2s", None)
    assert after.discards[-1] == "Kh"
    assert after.stock == cards("5s")


def test_4_2_a_discard_is_put_to_the_next_seat() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["7B 7E 12B", "", ""])
    after = do(state, (0, Meld(use=cards("7B 7E"), discard=Card("12B"))))
    assert after.centre is not None
    assert (after.phase, after.turn, after.awaited, after.centre.left_by) == (Phase.LEFT, 1, (1,), 0)


def test_4_3_a_card_turned_and_declined_is_put_to_the_next_seat_as_a_stock_card() -> None:
    after = do(position(MEXICAN, Phase.NEW, "7C", ["", "", ""], turn=1), (1, Pass()))
    assert after.centre is not None
    assert (after.phase, after.turn, after.centre.source, after.centre.left_by) == (
        Phase.LEFT,
        2,
        Source.STOCK,
        1,
    )


def test_4_4_a_declined_left_card_is_forced_then_claimed_then_covered() -> None:
    rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"me_sirve": True})
    state = position(rules, Phase.LEFT, "7C", ["", "", ""], ["7B 7E 7O"], left_by=2)
    state = do(state, (0, Pass()))
    assert (state.phase, state.awaited) == (Phase.FORCE_WINDOW, (1, 2))
    state = do(state, (2, Pass()), (1, Pass()))
    assert (state.phase, state.awaited) == (Phase.CLAIM_WINDOW, (1,))
    state = do(state, (1, Pass()))
    assert (state.phase, state.turn) == (Phase.NEW, 0)


def test_4_4_a_declined_card_is_gone_for_that_seat_and_turn() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["7B 7E 12B", "", ""])
    after = do(state, (0, Pass()))
    assert verdict(after, 0, Meld(use=cards("7B 7E"), discard=Card("12B"))) == "not_your_turn"


def test_4_5_the_last_card_is_still_offered_to_the_next_seat() -> None:
    state = do(position(NORTH, Phase.NEW, "Kh", ["", ""], stock=""), (0, Pass()))
    assert (state.phase, state.turn) == (Phase.LEFT, 1)
    assert do(state, (1, Pass())).phase is Phase.OVER


def test_4_6_dead_cards_are_listed_or_counted() -> None:
    open_pile = position(MEXICAN, Phase.NEW, "7C", ["", "", ""])
    assert view(open_pile, None)["discards"] == list(open_pile.discards)
    for rules in (
        NORTH,
        TABLE_OF_VARIANTS.sheet("mexican-3", {"pile_browsable": False}),
        TABLE_OF_VARIANTS.sheet("mexican-3", {"waste": "face_down"}),
    ):
        state = position(
            rules, Phase.NEW, "7C" if rules.pack == "spanish40" else "7c", [""] * rules.players_min
        )
        shown = view(state, None)
        assert shown["discard_count"] == len(state.discards)
        assert "discards" not in shown


def test_4_7_a_seat_is_asked_whether_or_not_it_can_use_the_card() -> None:
    useless = position(MEXICAN, Phase.NEW, "7C", ["", "1O 3C 5E 10B 12O 2B 4C 6E", ""], turn=0)
    after = do(useless, (0, Pass()))
    assert (after.awaited, legal(after, Seat(1))) == ((1,), (Pass(),))


def test_5_1_the_first_card_goes_round_and_the_dealer_turns_a_second() -> None:
    state = exchanged(numbered("mexican-3", 3))
    assert state.centre is not None
    first = state.centre.card
    for seat in (0, 1, 2):
        assert (state.phase, state.turn, state.centre and state.centre.card) == (Phase.OFFER, seat, first)
        assert verdict(state, seat, Force(Seat((seat + 1) % 3))) == "force_no_fit"
        state = do(state, (seat, Pass()))
    assert (state.phase, state.turn) == (Phase.NEW, 2)
    assert state.discards == (first,)
    state = do(state, (2, Pass()))
    assert (state.phase, state.turn) == (Phase.LEFT, 0)


def test_5_1_navajo_offers_the_first_card_to_seven_seats() -> None:
    state = numbered("navajo-tens", 7)
    assert (state.phase, state.turn, len(state.stock)) == (Phase.OFFER, 0, 9)


def test_5_2_plain_play_begins_with_a_new_card() -> None:
    state = numbered("north-american", 2)
    assert (state.phase, state.turn) == (Phase.NEW, 0)
    assert do(state, (0, Pass())).phase is Phase.LEFT


def test_6_1_the_melds_must_use_the_centre_card() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["7B 7E 4C 5C 6C 1B", "", ""])
    assert verdict(state, 0, Meld(melds=melds("4C 5C 6C"), discard=Card("1B"))) == "centre_not_used"
    assert verdict(state, 0, Meld(melds=melds("7B 7E 7C | 4C 5C 6C"), discard=Card("1B"))) is None


def test_6_2_cards_on_the_table_stay_there() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["7B 7E 1B", "", ""], ["4E 5E 6E"])
    assert verdict(state, 0, Meld(melds=melds("7B 7E 7C"), discard=Card("1B"))) == "table_card_lost"
    foreign = Meld(melds=melds("4E 5E 6E | 7C 7B 7O"), discard=Card("1B"))
    held = position(MEXICAN, Phase.NEW, "7C", ["7B 7E 1B", "7O", ""], ["4E 5E 6E"])
    assert verdict(held, 0, foreign) == "card_not_yours"


def test_6_3_the_own_table_may_be_rearranged() -> None:
    state = position(MEXICAN, Phase.LEFT, "6E", ["6C 1B 11O 2O", "", ""], ["3B 4B 5B 6B"], left_by=2)
    assert verdict(state, 0, Meld(melds=melds("3B 4B 5B | 6B 6E 6C"), discard=Card("1B"))) is None


def test_6_4_a_discard_comes_from_the_hand_and_only_without_going_out() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["7B 7E 1B", "", ""], ["4E 5E 6E"])
    laid = melds("4E 5E 6E | 7B 7E 7C")
    assert verdict(state, 0, Meld(melds=laid)) == "discard_required"
    assert verdict(state, 0, Meld(melds=laid, discard=Card("7B"))) == "discard_not_in_hand"
    last = position(MEXICAN, Phase.NEW, "7C", ["7B 7E", "", ""], ["4E 5E 6E | 1O 2O 3O"])
    every = melds("4E 5E 6E | 1O 2O 3O | 7B 7E 7C")
    assert verdict(last, 0, Meld(melds=every, discard=Card("7B"))) == "discard_forbidden"
    assert verdict(last, 0, Meld(melds=every)) is None


def test_6_5_the_centre_card_does_not_go_to_a_hand() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["1B", "", ""])
    assert verdict(state, 0, Keep(Card("1B"))) == "keep_forbidden"


def french(hand: str, table: str, turned: str) -> State:
    """A seat of the French page before a four of clubs that was turned up and passed."""
    return position(
        FRENCH, Phase.LEFT, "4c", [hand, ""], [table], left_by=1, source=Source.STOCK, turned=cards(turned)
    )


def test_6_6_three_cards_of_every_meld_stay_together() -> None:
    cut = Meld(melds=melds("3h 3d 3s | 3c 4c 5c"), discard=Card("Ks"))
    assert verdict(french("5c Ks", "3h 3d 3s 3c", "3h"), 0, cut) is None
    hand, dissolved = "5c 4s 5s 4d 5d Ks", melds("3c 4c 5c | 3s 4s 5s | 3d 4d 5d")
    spread = Meld(melds=dissolved, discard=Card("Ks"))
    assert verdict(french(hand, "3d 3s 3c", "3d"), 0, spread) == "group_dissolved"
    used = Meld(use=cards("5c 4s 5s 4d 5d"), discard=Card("Ks"))
    assert verdict(french(hand, "3d 3s 3c", "3d"), 0, used) == "group_dissolved"
    free = position(NORTH, Phase.LEFT, "4c", [hand, ""], ["3d 3s 3c"], left_by=1)
    assert verdict(free, 0, spread) is None


def test_6_7_the_service_lays_the_first_arrangement_of_its_order() -> None:
    state = position(MEXICAN, Phase.NEW, "3O", ["1O 2O 1C 2C 3C 1E 12B", "", ""])
    after = do(state, (0, Meld(use=cards("2O 1O"), discard=Card("12B"))))
    assert after.tables[0] == melds("1O 2O 3O")
    assert verdict(state, 0, Meld(use=cards("1O 1E"), discard=Card("12B"))) == "no_layout"


def test_6_7_every_lawful_set_of_hand_cards_is_found() -> None:
    state = position(MEXICAN, Phase.NEW, "3O", ["1O 2O 4O 3C 3E 12B 10C 6E", "", ""])
    listed = solver(state.rules).bags.listed
    found = {frozenset(listed(used)) for used in ways(state, Seat(0))}
    assert found == {frozenset(cards(text)) for text in ("1O 2O", "2O 4O", "1O 2O 4O", "3C 3E")}


ORDER = (
    ("5h 5h 5h", "card_reused"),
    ("2c 3c", "centre_not_used"),
    ("5h", "table_card_lost"),
    ("5h Ad 2d 3d 9z", "card_not_yours"),
    ("5h | Ad 2d 3d", "combo_too_short"),
    ("5h 6d 7c | Ad 2d 3d", "combo_mixed"),
    ("5h 5d 5s | Ad 2d 3d", "discard_required"),
)


@pytest.mark.parametrize(("text", "expected"), ORDER)
def test_6_8_the_first_reason_in_order_is_given(text: str, expected: str) -> None:
    state = position(NORTH, Phase.NEW, "5h", ["5d 5s 6d 7c 2c 3c", ""], ["Ad 2d 3d"])
    assert verdict(state, 0, Meld(melds=melds(text))) == expected
