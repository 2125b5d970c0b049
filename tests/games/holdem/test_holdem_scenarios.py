"""The scenarios of the club's document, one by one."""

import pytest

from app.games.cards import Seat
from app.games.holdem.commands import Bet, Call, Check, GiveUp, Raise
from app.games.holdem.legal import legal
from app.games.holdem.rules import BetMode, Blinds, Street
from tests.games.holdem.hands import CLUB, A, B, C, D, dealt, play, refused, rules, stacked

TWENTY = (20, 20, 20, 20)
ORDER = (B, C, D, A)


def test_he01_the_button_pays_the_collection_and_the_blind_posts() -> None:
    hand = dealt(CLUB, TWENTY)
    assert hand.stacks == (18, 19, 20, 20)
    assert hand.pot == 1
    assert [len(hole) for hole in hand.holes] == [2, 2, 2, 2]
    assert hand.turn == B
    assert legal(hand, B) == (Check(), Bet(3), Bet(6), Bet(9), Bet(12))


def test_he02_after_four_checks_comes_the_flop() -> None:
    hand = play(dealt(CLUB, TWENTY), Check(), Check(), Check(), Check())
    assert (hand.street, len(hand.board), hand.pot, hand.turn) == (Street.FLOP, 3, 1, B)


def test_he03_four_levels_are_the_limit() -> None:
    hand = play(dealt(CLUB, TWENTY), Bet(3), Raise(6), Raise(9), Raise(12))
    assert legal(hand, B) == (Call(), GiveUp())
    hand = play(hand, Call(), Call(), Call())
    assert (hand.pot, hand.stacks, hand.street) == (49, (6, 7, 8, 8), Street.FLOP)


def test_he04_no_raise_goes_over_the_limit() -> None:
    hand = play(dealt(CLUB, TWENTY), Bet(3), Raise(12))
    assert refused(hand, D, Raise(15)) == "raise_over_limit"


def test_he06_a_bet_may_skip_steps_unless_it_is_fixed() -> None:
    assert play(dealt(CLUB, TWENTY), Bet(6)).level == 6
    assert refused(dealt(rules(bet_mode=BetMode.FIXED), TWENTY), B, Bet(6)) == "bad_step"


def test_he07_a_seat_may_check_and_raise() -> None:
    hand = play(dealt(CLUB, TWENTY), Check(), Bet(3), GiveUp(), Call(), Raise(6))
    assert hand.turn == C
    assert hand.owed(C) == hand.owed(A) == 3


def test_he08_the_last_seat_wins_without_showing() -> None:
    hand = play(dealt(CLUB, TWENTY), *[Check()] * 4, Bet(3), GiveUp(), GiveUp(), GiveUp())
    assert hand.over
    assert (hand.shown, len(hand.board)) == ((), 3)
    assert hand.stacks == (18, 20, 20, 20)


def test_he09_equal_hands_split_and_the_odd_chip_goes_left_of_the_button() -> None:
    deck = stacked(ORDER, {B: "2s 2d", C: "9h 8h"}, "Ah Kh Qh Jh Th")
    hand = play(dealt(CLUB, TWENTY, deck), Bet(12), Call(), Call(), Call())
    hand = play(hand, Check(), Check(), Bet(3), GiveUp(), Call(), Call())
    hand = play(hand, *[Check(), Check(), Check()], *[Check(), Check(), Check()])
    shares = [award.shares for award in hand.awards]
    assert shares == [((B, 20), (C, 19), (D, 19))]


@pytest.mark.parametrize(
    ("holes", "board", "winner"),
    [
        ({B: "8s 9d", C: "4s 3d", D: "Kd Ks"}, "5c 6d 7h Kc 2s", B),
        ({B: "4s 5d", C: "As Ah"}, "Ac 2d 3h 9c Kd", B),
    ],
    ids=["HE11", "HE12"],
)
def test_the_best_hand_wins(holes: dict[Seat, str], board: str, winner: Seat) -> None:
    hand = play(dealt(CLUB, TWENTY, stacked(ORDER, holes, board)), *[Check()] * 16)
    assert [seat for seat, _ in hand.awards[0].shares] == [winner]
    assert hand.shown == ORDER


def test_he17_a_hand_given_up_is_dead() -> None:
    hand = play(dealt(CLUB, TWENTY), Check(), Bet(3), GiveUp())
    assert refused(hand, D, Call()) == "hand_dead"


def test_he18_two_blinds_that_count() -> None:
    hand = dealt(rules(blinds=Blinds.ONE_THREE), TWENTY)
    assert (hand.turn, hand.level, hand.stacks) == (D, 3, (18, 19, 17, 20))
    assert legal(hand, D) == (Call(), Raise(6), Raise(9), Raise(12), GiveUp())
    hand = play(hand, Call(), Call())
    assert hand.owed(B) == 2
    hand = play(hand, Call())
    assert legal(hand, C) == (Check(), Raise(6), Raise(9), Raise(12))


def test_he20_two_hands_are_laid_open_at_the_end() -> None:
    hand = play(
        dealt(CLUB, TWENTY), *[Check()] * 12, Check(), Check(), Check(), Bet(3), Call(), GiveUp(), GiveUp()
    )
    assert hand.shown == (A, B)
