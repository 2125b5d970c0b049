"""One test for each paragraph of RULES.md that play can show, named after it (4 to 6)."""

import pytest

from app.games.cards import Card, Seat
from app.games.conquian.commands import Force, Keep, Meld, Pass
from app.games.conquian.laying import possible_uses
from app.games.conquian.legal import legal
from app.games.conquian.melds.solver import solver
from app.games.conquian.state import Phase, Source, State
from app.games.conquian.variants import TABLE_OF_VARIANTS
from app.games.conquian.view import view
from tests.games.play import FRENCH, MEXICAN, NORTH, cards, do, exchanged, melds, numbered, position, verdict


def test_4_1_a_turned_card_covers_the_previous_one() -> None:
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


def test_4_4_a_declined_card_is_not_offered_again_to_that_seat_in_that_turn() -> None:
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
        seen = view(state, None)
        assert seen["discard_count"] == len(state.discards)
        assert "discards" not in seen


def test_4_7_a_seat_has_a_decision_even_if_it_cannot_use_the_card() -> None:
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


def test_6_3_a_seat_may_rearrange_its_table() -> None:
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


def test_6_7_every_legal_set_of_hand_cards_is_found() -> None:
    state = position(MEXICAN, Phase.NEW, "3O", ["1O 2O 4O 3C 3E 12B 10C 6E", "", ""])
    listed = solver(state.rules).bags.listed
    uses = {frozenset(listed(used)) for used in possible_uses(state, Seat(0))}
    assert uses == {frozenset(cards(text)) for text in ("1O 2O", "2O 4O", "1O 2O 4O", "3C 3E")}


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
