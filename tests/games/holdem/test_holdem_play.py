"""Properties of hands of hold'em: chips, turns, refusals, JSON, and what a view shows."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.cards import Seat, canonical_deck
from app.games.errors import Refused
from app.games.holdem.commands import Bet, Call, Check, GiveUp, HandCommand, Raise
from app.games.holdem.decide import deal, decide, leave
from app.games.holdem.events import HolesDealt
from app.games.holdem.evolve import evolve, fold
from app.games.holdem.game import HOLDEM
from app.games.holdem.legal import default, legal
from app.games.holdem.pots import pots
from app.games.holdem.rules import BetMode, Blinds
from app.games.holdem.state import HoldemState
from app.games.holdem.view import unbegun, view
from app.games.holdem.wire import (
    command_from_json,
    command_to_json,
    events,
    hand_fault,
    position_from_json,
    position_to_json,
)
from tests.games.holdem.hands import CLUB, A, B, C, D, dealt, play, refused, rules, stacked, start
from tests.games.holdem.random_hands import random_command, random_start

SEEDS = st.integers(0, 2**32)
ANY_COMMAND = [Check(), Call(), GiveUp(), *[kind(to) for kind in (Bet, Raise) for to in range(20)]]


def random_hand(seed: int) -> Iterator[tuple[HoldemState, HoldemState]]:
    """Yield the positions of a random hand, from its deal to its end."""
    random = Random(seed)
    begin = random_start(random)
    deck = list(canonical_deck("french52", 1))
    random.shuffle(deck)
    before = start(begin.sheet, begin.stacks, begin.button)
    hand = fold(before, deal(before, tuple(deck)))
    yield before, hand
    while not hand.over:
        after = fold(hand, decide(hand, _turn(hand), random_command(random, hand)))
        yield hand, after
        hand = after


@given(SEEDS)
def test_no_chip_is_made_or_lost(seed: int) -> None:
    for before, after in random_hand(seed):
        total = sum(after.stacks) + (0 if after.over else after.pot)
        assert total == sum(before.stacks) + before.pot
        assert min(after.stacks) >= 0
        assert hand_fault(after.rules, after) is None


@given(SEEDS)
def test_just_the_listed_commands_are_accepted(seed: int) -> None:
    for _, hand in random_hand(seed):
        if hand.over:
            return
        accepted = set()
        for command in ANY_COMMAND:
            try:
                decide(hand, _turn(hand), command)
            except Refused:
                continue
            accepted.add(command)
        assert accepted == set(legal(hand, _turn(hand)))
        assert default(hand, _turn(hand)) in accepted


@given(SEEDS)
def test_positions_commands_and_events_survive_json(seed: int) -> None:
    random = Random(seed)
    for _, after in random_hand(seed):
        if not after.over:
            again = position_from_json(after.rules, position_to_json(after))
            assert (legal(again, _turn(again)), again.stock) == (legal(after, _turn(after)), after.stock)
            command = random_command(random, after)
            assert command_from_json(command_to_json(command)) == command
            for event in decide(after, _turn(after), command):
                assert events.from_json(events.to_json(event)) == event


@given(SEEDS)
def test_views_do_not_depend_on_hidden_cards(seed: int) -> None:
    """Exchange the hidden cards of two other seats: what a seat sees stays the same."""
    for _, hand in random_hand(seed):
        hidden = [seat for seat in hand.contenders if seat not in hand.shown]
        if len(hidden) < 3 or hand.over:
            continue
        reader, one, other = hidden[:3]
        swapped = list(hand.holes)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        twin = evolve(hand, type(_dealt(hand))(tuple(swapped), tuple(reversed(hand.stock))))
        assert view(twin, reader) == view(hand, reader)
        assert view(twin, None) == view(hand, None)


def test_a_position_has_all_its_members_and_no_other() -> None:
    document = position_to_json(dealt(CLUB, (30, 30, 30)))
    less = [{key: value for key, value in document.items() if key != name} for name in document]
    for other in (*less, document | {"more": None}):
        with pytest.raises(ValueError, match="a position has other members"):
            position_from_json(CLUB, other)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        *(
            (amounts, value)
            for amounts in ("bets", "paid", "brought")
            for value in (None, [1, 1], [1, 1, -1])
        ),
        ("stacks", None),
        ("stacks", "303"),
        ("stacks", [30, 30, True]),
        ("order", [0, 1, 3]),
        ("order", [0, 1, 1]),
        ("folded", [-1]),
        ("folded", None),
        ("board", ["As", "1O"]),
        ("stock", None),
        ("level", -1),
        ("dead", True),
        ("turn", None),
        ("turn", 3),
        ("raiser", 3),
        ("street", "sixth"),
        ("holes", [["As", "Ad"], ["Ks", "Kd"]]),
        ("holes", [["As"], ["Ks"], ["Qs"]]),
        ("acted", [0, 0]),
        ("acted", [0, 0, -1]),
    ],
)
def test_a_position_with_a_member_of_another_form_is_refused_by_its_name(member: str, value: Any) -> None:
    document = position_to_json(dealt(CLUB, (30, 30, 30))) | {member: value}
    with pytest.raises(ValueError, match=f"^{member} of a position is of another form$"):
        position_from_json(CLUB, document)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda hand: replace(hand, stock=hand.stock[1:]),
        lambda hand: replace(hand, stock=(hand.stock[1], *hand.stock[1:])),
        lambda hand: replace(hand, board=hand.stock[:1], stock=hand.stock[1:]),
        lambda hand: replace(hand, bets=(99, *hand.bets[1:]), paid=(99, *hand.paid[1:])),
        lambda hand: replace(hand, bets=(hand.paid[0] + 1, *hand.bets[1:])),
    ],
    ids=[
        "a lost card",
        "a doubled card",
        "a card of the next round",
        "a bet above the limit",
        "an unpaid bet",
    ],
)
def test_a_hand_that_cannot_be_played_by_its_rules_is_noticed(
    wrong: Callable[[HoldemState], HoldemState],
) -> None:
    hand = dealt(CLUB, (30, 30, 30))
    assert HOLDEM.hand_fault(CLUB, hand) is None
    assert HOLDEM.hand_fault(CLUB, wrong(hand)) is not None


@pytest.mark.parametrize("chips", [-1, True, "3", 3.0, None])
def test_a_level_that_is_no_number_of_chips_is_no_command(chips: Any) -> None:
    for name, member in (("bet", "to"), ("raise", "to"), ("buy", "chips")):
        with pytest.raises(ValueError, match=r"."):
            command_from_json({"type": name, member: chips})


def test_a_view_names_the_button_and_the_seat_on_turn() -> None:
    for button, turn in ((A, B), (B, C), (C, A)):
        seen = view(dealt(CLUB, (30, 30, 30), button=button), None)
        assert (seen["button"], seen["turn"]) == (button, turn)


def test_before_the_first_hand_a_view_has_the_members_of_a_hand_and_nothing_in_them() -> None:
    hand = view(dealt(CLUB, (30, 30, 30)), None)
    empty = unbegun(3)
    assert empty.keys() == hand.keys()
    assert [seat.keys() for seat in empty["seats"]] == [seat.keys() for seat in hand["seats"]]
    assert [empty[name] for name in ("board", "level", "levels", "pots")] == [[], 0, [], []]
    assert all(value in (0, None) for seat in empty["seats"] for value in seat.values())
    assert empty["turn"] is empty["result"] is None


def _turn(hand: HoldemState) -> Seat:
    assert hand.turn is not None
    return hand.turn


def _dealt(hand: HoldemState) -> HolesDealt:
    return next(
        event
        for event in deal(start(hand.rules, [50] * 3), canonical_deck("french52", 1))
        if isinstance(event, HolesDealt)
    )


def test_a_short_all_in_does_not_reopen_the_betting_and_the_next_raise_goes_to_the_next_step() -> None:
    hand = dealt(CLUB, (30, 30, 30, 7))
    hand = play(hand, Bet(6), Raise(9))
    assert legal(hand, D) == (Call(), GiveUp())
    hand = play(dealt(CLUB, (30, 30, 7, 30)), Bet(6), Raise(7))
    assert legal(hand, D) == (Call(), Raise(9), Raise(12), GiveUp())
    hand = play(hand, Call(), Call())
    assert legal(hand, B) == (Call(), GiveUp())
    assert refused(hand, B, Raise(9)) == "raise_closed"


def test_short_all_ins_that_reach_a_step_together_reopen_the_betting() -> None:
    hand = play(dealt(CLUB, (32, 30, 4, 6)), Bet(3), Raise(4), Raise(6), Call())
    assert legal(hand, B) == (Call(), Raise(9), Raise(12), GiveUp())


def test_nobody_raises_when_no_other_seat_can_pay_more() -> None:
    hand = play(dealt(CLUB, (30, 4, 3, 3)), Bet(3), Call(), Call())
    assert legal(hand, A) == (Call(), GiveUp())


def test_two_odd_chips_go_to_the_first_two_winners_left_of_the_button() -> None:
    order = (B, C, D, A)
    deck = stacked(order, {B: "2s 2d", C: "9h 8h", D: "2h 2c"}, "Ah Kh Qh Jh Th")
    hand = play(dealt(rules(blind=2), (20, 20, 20, 20), deck), Bet(3), Call(), Call(), GiveUp())
    hand = play(hand, *[Check()] * 9)
    assert hand.awards[0].shares == ((B, 4), (C, 4), (D, 3))


def test_side_pots_go_to_those_who_have_paid_for_them() -> None:
    order = (B, C, D, A)
    deck = stacked(order, {B: "As Ad", C: "Ks Kd", D: "Qs Qd", A: "2c 3d"}, "Ah Kh Qh 7c 8s")
    hand = play(dealt(CLUB, (30, 5, 9, 30), deck), Bet(3), Raise(9), Call(), Call(), Call())
    while not hand.over:
        hand = play(hand, Check())
    assert [(award.amount, award.shares) for award in hand.awards] == [(17, ((B, 17),)), (15, ((C, 15),))]
    assert hand.stacks == (19, 17, 15, 21)


def test_open_bets_lie_in_one_pot_unless_a_seat_is_all_in() -> None:
    hand = play(dealt(CLUB, (30, 30, 30, 30)), Bet(3), Raise(9), Raise(12))
    assert pots(hand) == ((25, (B, C, D, A)),)
    hand = play(dealt(CLUB, (30, 30, 5, 30)), Bet(3), Raise(5), Raise(9))
    assert pots(hand) == ((14, (B, C, D, A)), (4, (B, D, A)))


def test_a_button_whom_the_collection_leaves_with_nothing_gets_no_cards() -> None:
    hand = dealt(CLUB, (1, 20, 20, 20))
    assert hand.holes[A] == ()
    assert refused(hand, A, Check()) == "hand_dead"
    assert hand.contenders == (B, C, D)


def test_a_blind_all_in_with_its_dollar_plays_for_the_dead_money_only() -> None:
    deck = stacked((B, C, D, A), {B: "As Ad", C: "Ks Kd"}, "Ah Kh Qc 7c 8s")
    hand = play(dealt(CLUB, (20, 1, 20, 20), deck), Bet(3), Call(), GiveUp())
    hand = play(hand, *[Check()] * 6)
    assert [(award.amount, award.shares) for award in hand.awards] == [(1, ((B, 1),)), (6, ((C, 6),))]


def test_a_seat_that_leaves_is_dead_at_once_and_its_chips_stay() -> None:
    hand = play(dealt(CLUB, (20, 20, 20, 20)), Bet(3), Call())
    hand = fold(hand, leave(hand, B))
    assert (hand.turn, hand.pot, hand.contenders) == (D, 7, (C, D, A))
    hand = fold(hand, leave(hand, D))
    assert hand.turn == A
    hand = fold(hand, leave(hand, A))
    assert hand.over
    assert hand.awards[0].shares == ((C, 7),)
    assert leave(hand, C) == ()


def test_two_seats_play_with_the_other_seat_as_the_blind() -> None:
    hand = dealt(rules(players_min=2), (20, 20))
    assert (hand.turn, hand.stacks) == (B, (18, 19))
    hand = dealt(rules(players_min=2, blinds=Blinds.ONE_THREE), (20, 20))
    assert (hand.turn, hand.stacks, hand.level) == (B, (15, 19), 3)


def test_a_live_blind_of_one_is_matched_or_raised_to_the_first_step() -> None:
    hand = dealt(rules(blind_live=True, bet_mode=BetMode.FIXED), (20, 20, 20, 20))
    assert (hand.turn, hand.level) == (C, 1)
    assert legal(hand, C) == (Call(), Raise(3), GiveUp())
    hand = play(hand, Call(), Call(), Call())
    assert legal(hand, B) == (Check(), Raise(3))


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        ((), Call(), "nothing_owed"),
        ((), GiveUp(), "nothing_owed"),
        ((), Raise(3), "no_bet"),
        ((), Bet(4), "bad_step"),
        ((), Bet(0), "bad_step"),
        ((Bet(3),), Check(), "chips_owed"),
        ((Bet(3),), Bet(6), "bet_made"),
        ((Bet(6),), Raise(3), "bad_step"),
        ((Bet(6),), Raise(15), "raise_over_limit"),
    ],
)
def test_each_wrong_command_has_its_code(
    before: tuple[HandCommand, ...], command: HandCommand, code: str
) -> None:
    hand = play(dealt(CLUB, (20, 20, 20, 20)), *before)
    assert refused(hand, hand.turn, command) == code


def test_a_seat_out_of_turn_and_one_with_too_few_chips_are_refused() -> None:
    hand = dealt(CLUB, (20, 5, 20, 20))
    assert refused(hand, C, Check()) == "not_your_turn"
    assert refused(hand, B, Bet(6)) == "chips_too_few"
