"""One test for each paragraph of RULES.md that play can show, named after it (7 and 8)."""

from dataclasses import replace

import pytest

from app.games.cards import Card, Seat
from app.games.conquian.commands import Fold, Force, Keep, Meld, Pass
from app.games.conquian.decide import decide
from app.games.conquian.game import CONQUIAN
from app.games.conquian.legal import legal
from app.games.conquian.payment import payments
from app.games.conquian.state import Centre, HandResult, Phase, Source, State, Termination
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.games.conquian.view import view
from app.games.table import wire
from tests.games.play import (
    FRENCH,
    KEEPING,
    MEXICAN,
    NORTH,
    SEVENS,
    SIRVE,
    cards,
    do,
    melds,
    position,
    verdict,
)


def test_7_1_the_seat_on_turn_forces_a_card_on_another_table_the_leavers_included() -> None:
    for phase, left_by in ((Phase.LEFT, 2), (Phase.NEW, None)):
        state = position(MEXICAN, phase, "7C", ["", "", ""], ["", "", SEVENS], left_by=left_by)
        after = do(state, (0, Force(Seat(2))))
        assert (after.phase, after.turn, after.awaited) == (Phase.FORCED, 2, (2,))
    assert verdict(state, 0, Force(Seat(1))) == "force_no_fit"
    assert verdict(state, 0, Force(Seat(0))) == "force_target"
    north = position(NORTH, Phase.LEFT, "7c", ["", ""], ["", "7d 7h 7s"], left_by=1)
    assert verdict(north, 0, Force(Seat(1))) == "force_target"


def test_7_2_the_others_force_a_declined_card_on_the_seat_on_turn() -> None:
    state = position(NORTH, Phase.NEW, "7c", ["", ""], ["7d 7h 7s"])
    assert verdict(state, 1, Force(Seat(0))) == "force_closed"
    state = do(state, (0, Pass()))
    assert (state.phase, state.awaited) == (Phase.FORCE_WINDOW, (1,))
    assert legal(state, Seat(1)) == (Force(Seat(0)), Pass())
    assert do(state, (1, Pass())).phase is Phase.LEFT
    assert do(state, (1, Force(Seat(0)))).phase is Phase.FORCED


def test_7_2_the_result_does_not_depend_on_the_forcing_seat() -> None:
    state = do(position(MEXICAN, Phase.NEW, "7C", ["", "", ""], [SEVENS]), (0, Pass()))
    assert do(state, (1, Force(Seat(0)))) == do(state, (2, Force(Seat(0))))
    assert do(state, (1, Pass()), (2, Force(Seat(0)))) == do(state, (2, Force(Seat(0))))


def test_7_2_no_window_opens_where_the_rules_have_none() -> None:
    rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"force_by_opponents": False})
    assert do(position(rules, Phase.NEW, "7C", ["", "", ""], [SEVENS]), (0, Pass())).phase is Phase.LEFT


def test_7_2_a_declined_card_that_does_not_fit_opens_no_window() -> None:
    state = do(position(MEXICAN, Phase.NEW, "12C", ["", "", ""], [SEVENS]), (0, Pass()))
    assert state.phase is Phase.LEFT


@pytest.mark.parametrize(("rearrange", "expected"), [(True, Phase.FORCE_WINDOW), (False, Phase.LEFT)])
def test_7_3_a_card_fits_after_rearranging_or_only_as_the_melds_lie(rearrange: bool, expected: Phase) -> None:
    rules = TABLE_OF_VARIANTS.sheet("north-american", {"force_rearrange": rearrange})
    ends = position(rules, Phase.NEW, "6h", ["", ""], ["3c 4c 5c 6c | 3d 4d 5d 6d"])
    assert do(ends, (0, Pass())).phase is expected
    short = position(rules, Phase.NEW, "6h", ["", ""], ["4c 5c 6c | 3d 4d 5d 6d"])
    assert do(short, (0, Pass())).phase is Phase.LEFT, "a run of three cannot spare a card"
    joins = position(rules, Phase.NEW, "Ac", ["", ""], ["Ad Ah As | 3c 4c 5c 6c"])
    assert do(joins, (0, Pass())).phase is Phase.FORCE_WINDOW


def test_7_3_a_table_without_melds_cannot_be_forced() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["", "7B 7E", ""])
    assert verdict(state, 0, Force(Seat(1))) == "force_no_fit"


@pytest.mark.parametrize(("extra", "expected"), [(True, None), (False, "forced_no_hand_cards")])
def test_7_4_the_forced_seat_melds_and_may_add_hand_cards_where_allowed(
    extra: bool, expected: str | None
) -> None:
    rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"force_extra_hand_cards": extra})
    state = position(rules, Phase.NEW, "7C", ["", "5C 6C 1B", ""], ["", SEVENS])
    state = do(state, (0, Force(Seat(1))))
    assert verdict(state, 1, Pass()) == "forced_must_meld"
    assert verdict(state, 1, Meld(melds=melds("7B 7E 7O 7C"), discard=Card("1B"))) is None
    assert verdict(state, 1, Meld(use=cards("5C 6C"), discard=Card("1B"))) == expected
    assert verdict(state, 1, Meld(melds=melds("7B 7E 7O | 5C 6C 7C"), discard=Card("1B"))) == expected


def test_7_4_a_forced_seat_may_go_out() -> None:
    table = "7B 7E 7O | 1O 2O 3O 4O 5O"
    state = do(position(MEXICAN, Phase.NEW, "7C", ["", "", ""], ["", table]), (0, Force(Seat(1))))
    assert legal(state, Seat(1)) == (Meld(use=()),)
    over = do(state, (1, Meld(use=())))
    assert over.result == HandResult(Termination.WENT_OUT, Seat(1))
    assert payments(over, 5) == (-5, 10, -5)


def test_7_5_only_stock_cards_can_be_forced_on_the_french_page() -> None:
    for source, expected in ((Source.DISCARD, Phase.NEW), (Source.STOCK, Phase.FORCE_WINDOW)):
        state = position(FRENCH, Phase.LEFT, "4c", ["", ""], ["5c 6c 7c"], left_by=1, source=source)
        assert do(state, (0, Pass())).phase is expected
    rules = TABLE_OF_VARIANTS.sheet("french-page", {"force_by_turn_player": True})
    state = position(rules, Phase.LEFT, "4c", ["", ""], ["", "5c 6c 7c"], left_by=1)
    assert verdict(state, 0, Force(Seat(1))) == "force_source"


@pytest.mark.parametrize(("forceable", "expected"), [(True, Phase.FORCE_WINDOW), (False, Phase.LEFT)])
def test_7_5_the_yuca_can_be_forced_unless_the_rules_forbid_it(forceable: bool, expected: Phase) -> None:
    rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"wild_card": "2O", "wild_forceable": forceable})
    state = position(rules, Phase.NEW, "2O", ["", "", ""], [SEVENS])
    assert do(state, (0, Pass())).phase is expected


def test_7_6_after_a_force_the_seat_after_the_forced_one_plays() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["", "", "1B"], ["", "", SEVENS])
    after = do(state, (0, Force(Seat(2))), (2, Meld(use=(), discard=Card("1B"))))
    assert (after.phase, after.turn) == (Phase.LEFT, 0)


def claiming() -> State:
    """Seat 0 is on turn before a seven that seat 2 left; seat 1 could use it."""
    return position(SIRVE, Phase.LEFT, "7C", ["", "7B 7E 1B", ""], left_by=2)


def test_8_1_a_declined_left_card_may_be_claimed_but_not_by_its_leaver() -> None:
    state = do(claiming(), (0, Pass()))
    assert (state.phase, state.awaited) == (Phase.CLAIM_WINDOW, (1,))
    claim = Meld(use=cards("7B 7E"), discard=Card("1B"))
    assert verdict(state, 2, claim) == "claim_own_card"
    assert verdict(claiming(), 1, claim) == "claim_closed"
    after = do(state, (1, claim))
    assert (after.phase, after.turn, len(after.stock)) == (Phase.LEFT, 2, 5)


def test_8_1_without_the_option_claims_are_refused() -> None:
    state = position(MEXICAN, Phase.LEFT, "7C", ["", "7B 7E 1B", ""], left_by=2)
    assert verdict(state, 1, Meld(use=cards("7B 7E"), discard=Card("1B"))) == "not_your_turn"
    assert do(state, (0, Pass())).phase is Phase.NEW


def test_8_1_a_folded_seat_does_not_claim() -> None:
    rules = replace(SIRVE, fold=True)
    state = position(rules, Phase.LEFT, "7C", ["", "", ""], left_by=2, folded=(Seat(1),))
    assert do(state, (0, Pass())).phase is Phase.NEW


def test_8_2_the_claim_first_in_order_wins_for_any_order_of_answers() -> None:
    rules = VARIANTS["navajo-tens"].rules
    hands = ["", "7d 7h 2c", "7d 7s 3c", "Kd"]
    state = do(position(rules, Phase.LEFT, "7c", hands, left_by=3), (0, Pass()))
    assert state.awaited == (1, 2)
    first, second = Meld(use=cards("7d 7h"), discard=Card("2c")), Meld(use=cards("7d 7s"), discard=Card("3c"))
    waiting = do(state, (2, second))
    assert (waiting.phase, waiting.awaited, waiting.answered) == (Phase.CLAIM_WINDOW, (1,), (2,))
    assert verdict(waiting, 2, Pass()) == "already_answered"
    assert view(waiting, Seat(1))["answer"] is None
    won = do(waiting, (1, first))
    assert won.tables[1] == melds("7d 7h 7c")
    assert won == do(state, (1, first))
    assert do(waiting, (1, Pass())).tables[2] == melds("7d 7s 7c")


def test_8_3_a_seat_keeps_the_centre_card_against_another_face() -> None:
    state = position(KEEPING, Phase.NEW, "7C", ["1B", "", ""])
    assert verdict(state, 0, Keep(Card("7C"))) == "keep_discard_same"
    assert verdict(state, 0, Keep(Card("99X"))) == "discard_not_in_hand"
    after = do(state, (0, Keep(Card("1B"))))
    assert after.hands[0][-1] == "7C"
    assert (after.phase, after.turn) == (Phase.LEFT, 1)
    assert after.centre == Centre(Card("1B"), Source.DISCARD, Seat(0))


def test_8_3_a_keep_looks_like_a_pass_until_the_window_for_forcing_closes() -> None:
    state = position(KEEPING, Phase.NEW, "7C", ["1B", "", ""], [SEVENS])
    kept, passed = do(state, (0, Keep(Card("1B")))), do(state, (0, Pass()))
    assert (kept.phase, kept.keeping) == (Phase.FORCE_WINDOW, "1B")
    assert view(kept, Seat(1)) == view(passed, Seat(1))
    assert view(kept, Seat(0))["answer"] == {"type": "keep", "discard": "1B"}
    assert do(kept, (1, Pass()), (2, Pass())).hands[0][-1] == "7C"
    forced = do(kept, (2, Force(Seat(0))))
    assert (forced.phase, forced.keeping) == (Phase.FORCED, None)


def test_8_3_the_log_shows_a_keep_and_a_pass_alike_and_seals_both() -> None:
    state = position(KEEPING, Phase.NEW, "7C", ["1B", "", ""], [SEVENS])
    entries = []
    for command in (Keep(Card("1B")), Pass()):
        events = decide(state, Seat(0), command)
        split = wire.split(CONQUIAN, 0, command, events)
        entries.append((split.public, sorted(split.hidden)))
    assert entries[0] == entries[1]
    assert entries[0][1] == [0]


def test_8_3_a_copy_of_the_kept_card_cannot_be_discarded() -> None:
    rules = TABLE_OF_VARIANTS.sheet("four-deal", {"pack": "spanish40", "packs": 2, "keep_centre": True})
    state = position(rules, Phase.NEW, "7C", ["7C 1B", ""])
    assert verdict(state, 0, Keep(Card("7C"))) == "keep_discard_same"
    assert Keep(Card("7C")) not in legal(state, Seat(0))
    assert Keep(Card("1B")) in legal(state, Seat(0))


def test_8_3_a_keep_ends_the_turn_without_claims() -> None:
    rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"keep_centre": True, "me_sirve": True})
    state = position(rules, Phase.LEFT, "7C", ["1B", "", ""], left_by=2)
    assert do(state, (0, Keep(Card("1B")))).phase is Phase.LEFT


def test_8_4_after_too_many_idle_turns_a_left_card_cannot_be_kept() -> None:
    tired = position(KEEPING, Phase.LEFT, "7C", ["1B", "", ""], left_by=2, idle_turns=6)
    assert verdict(tired, 0, Keep(Card("1B"))) == "keep_forbidden"
    assert not any(isinstance(command, Keep) for command in legal(tired, Seat(0)))
    nearly = position(KEEPING, Phase.LEFT, "7C", ["1B", "", ""], left_by=2, idle_turns=5)
    assert do(nearly, (0, Keep(Card("1B")))).idle_turns == 6
    fresh = position(KEEPING, Phase.NEW, "7C", ["1B", "", ""])
    assert do(fresh, (0, Keep(Card("1B")))).idle_turns == 0, "a card was turned in this turn"
    turned = do(tired, (0, Pass()))
    assert (turned.idle_turns, verdict(turned, 0, Keep(Card("1B")))) == (0, None)


def test_8_5_a_folded_seat_passes_for_good_and_still_forces() -> None:
    state = position(NORTH, Phase.LEFT, "Kh", ["", ""], left_by=1, stock="2c 3c 4c")
    state = do(state, (0, Fold()))
    assert (state.phase, state.turn, state.folded) == (Phase.LEFT, 1, (0,))
    assert state.centre == Centre(Card("2c"), Source.STOCK, Seat(0))
    assert view(state, None)["seats"][0]["folded"] is True
    state = do(state, (1, Pass()))
    assert (state.phase, state.turn, state.centre and state.centre.card) == (Phase.NEW, 1, "3c")
    over = do(state, (1, Pass()), (1, Pass()))
    assert over.result == HandResult(Termination.TABLAS, None)


def test_8_5_only_a_seat_on_turn_without_melds_folds_once() -> None:
    state = position(NORTH, Phase.LEFT, "Kh", ["", ""], left_by=1)
    assert verdict(state, 1, Fold()) == "not_your_turn"
    assert verdict(do(state, (0, Fold())), 0, Fold()) == "already_folded"
    melded = position(NORTH, Phase.LEFT, "Kh", ["", ""], ["7d 7h 7s"], left_by=1)
    assert verdict(melded, 0, Fold()) == "fold_not_allowed"
    assert verdict(position(MEXICAN, Phase.NEW, "7C", ["", "", ""]), 0, Fold()) == "fold_not_allowed"


def test_8_5_where_folded_seats_are_skipped_the_other_turns_every_card() -> None:
    rules = TABLE_OF_VARIANTS.sheet("north-american", {"fold_skips_turn": True})
    state = position(rules, Phase.LEFT, "Kh", ["", ""], left_by=1, stock="2c 3c")
    state = do(state, (0, Fold()))
    assert (state.phase, state.turn, state.centre and state.centre.card) == (Phase.NEW, 1, "2c")
    assert [type(event).__name__ for event in decide(state, Seat(1), Pass())] == [
        "Passed",
        "CardTurned",
        "Asked",
    ]
    state = do(state, (1, Pass()))
    assert (state.phase, state.turn, state.centre and state.centre.card) == (Phase.NEW, 1, "3c")
    both = do(position(rules, Phase.NEW, "Kh", ["", ""], stock="2c 3c"), (0, Fold()), (1, Fold()))
    assert both.result == HandResult(Termination.TABLAS, None)


@pytest.mark.parametrize(("may", "expected"), [(True, Phase.FORCE_WINDOW), (False, Phase.NEW)])
def test_8_5_whether_a_folded_seat_forces_is_a_rule(may: bool, expected: Phase) -> None:
    rules = TABLE_OF_VARIANTS.sheet("north-american", {"folded_may_force": may, "fold_skips_turn": True})
    state = position(rules, Phase.NEW, "7c", ["", ""], ["7d 7h 7s"], folded=(Seat(1),), stock="2c")
    after = do(state, (0, Pass()))
    assert after.phase is expected
