"""One test for each paragraph of RULES.md that play can show, named after it (9 and 10)."""

from dataclasses import replace

import pytest

from app.games.cards import Card, Seat
from app.games.conquian.commands import Exchange, Fold, Force, Keep, Meld, Pass
from app.games.conquian.game import CONQUIAN
from app.games.conquian.payment import payments, worth
from app.games.conquian.state import HandResult, Phase, Source, State, Termination
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.games.conquian.view import view
from app.games.errors import ConfigRefused
from tests.games.play import (
    FRENCH,
    KEEPING,
    MEXICAN,
    SEVENS,
    SIRVE,
    cards,
    do,
    melds,
    position,
    verdict,
)


def test_9_1_a_seat_may_go_out_with_one_card_more_than_dealt_and_may_pass() -> None:
    table = "4E 5E 6E | 1O 2O 3O"
    state = position(MEXICAN, Phase.NEW, "7C", ["7B 7E", "", ""], [table])
    over = do(state, (0, Meld(use=cards("7B 7E"))))
    assert over.result == HandResult(Termination.WENT_OUT, Seat(0))
    assert (over.phase, over.awaited, view(over, None)["result"]) == (
        Phase.OVER,
        (),
        {"termination": "went_out", "winner": 0},
    )
    assert verdict(state, 0, Pass()) is None


def test_9_1_eight_melded_and_the_last_card_discarded_does_not_end_the_hand() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["7B 7E 12B", "", ""], ["1O 2O 3O 4O 5O"])
    after = do(state, (0, Meld(use=cards("7B 7E"), discard=Card("12B"))))
    assert (after.hands[0], after.phase, after.turn) == ((), Phase.LEFT, 1)


def test_9_2_tablas_when_a_card_is_due_and_none_is_left() -> None:
    state = position(MEXICAN, Phase.LEFT, "7C", ["", "", ""], left_by=2, stock="")
    over = do(state, (0, Pass()))
    assert over.result == HandResult(Termination.TABLAS, None)
    assert payments(over, 5) == (0, 0, 0)


def won(variant: str, seats: int, winner: int, table: str, folded: tuple[Seat, ...] = ()) -> State:
    """A hand that `winner` has won with `table`."""
    rules = VARIANTS[variant].rules
    return State(
        rules=rules,
        order=tuple(map(Seat, range(seats))),
        hand_size=rules.hand_sizes[0],
        phase=Phase.OVER,
        turn=Seat(winner),
        hands=((),) * seats,
        tables=tuple(melds(table) if seat == winner else () for seat in range(seats)),
        result=HandResult(Termination.WENT_OUT, Seat(winner)),
        folded=folded,
    )


EXAMPLE = "3E 3E 3E | 4B 5B 6B 7B 10B | 6O 7O 10O"


PAYMENTS = (
    (won("mexican-3", 3, 0, ""), 5, (10, -5, -5)),
    (won("north-american", 2, 1, ""), 10, (-10, 10)),
    (won("north-american", 2, 1, "", (Seat(0),)), 10, (-10, 10)),
    (won("navajo-tens", 4, 2, ""), 1, (-1, -1, 3, -1)),
    (won("caesars-conquian", 2, 0, ""), 2, (2, -2)),
    (won("caesars-conquian", 2, 0, ""), 0, (0, 0)),
    (won("paco", 4, 0, EXAMPLE), 1, (69, -23, -23, -23)),
    (won("paco", 2, 0, "1B 1B 1B 1B 1B | 3B 3B 3B | 5B 5B 5B"), 1, (44, -44)),
    (won("paco-teams", 4, 0, EXAMPLE), 1, (23, -23, 23, -23)),
)


def test_9_1_and_9_2_a_hand_is_reported_with_the_seat_that_went_out_or_as_tablas() -> None:
    ended = [{"type": "hand-ended", "termination": "went_out", "winner": 1}]
    ended.append({"type": "hand-ended", "termination": "tablas"})
    outcomes = [str(CONQUIAN.outcome(end)) for event in ended if (end := CONQUIAN.hand_end(event))]
    assert outcomes == ["seat 1 went out", "tablas"]


@pytest.mark.parametrize(("state", "stake", "expected"), PAYMENTS, ids=range(len(PAYMENTS)))
def test_9_3_the_winner_is_paid_and_the_sum_is_zero(
    state: State, stake: int, expected: tuple[int, ...]
) -> None:
    assert payments(state, stake) == expected
    assert sum(expected) == 0


def test_9_3_pay_cards_of_a_loser_do_not_count() -> None:
    state = won("paco", 2, 0, EXAMPLE)
    both = replace(state, tables=(state.tables[0], melds("1B 1B 1B")))
    assert payments(both, 1) == (23, -23)
    assert worth(cards("2B 4B 6B 11B")) == 0


@pytest.mark.parametrize(
    ("variant", "option", "stake", "expected"),
    [
        ("mexican-3", "same", 5, [5, 5, 5, 5]),
        ("mexican-3", "double", 5, [5, 10, 10, 10]),
        ("north-american", "double_compound", 5, [5, 10, 20, 40]),
        ("french-page", None, 4, [4, 8, 12, 16]),
    ],
)
def test_9_4_the_stake_after_drawn_hands(
    variant: str, option: str | None, stake: int, expected: list[int]
) -> None:
    rules = TABLE_OF_VARIANTS.sheet(variant, {"stake": stake, **({"draw_stake": option} if option else {})})
    assert [CONQUIAN.stake(rules, drawn) for drawn in range(4)] == expected


def test_9_4_doubling_stays_inside_exact_numbers() -> None:
    rules = TABLE_OF_VARIANTS.sheet(
        "mexican-3", {"stake": 10**6, "draw_stake": "double_compound", "deals": 100}
    )
    assert CONQUIAN.stake(rules, 99) == CONQUIAN.stake(rules, 20) == 10**6 * 2**20
    assert 100 * 2 * CONQUIAN.stake(rules, 99) < 2**53


@pytest.mark.parametrize(
    ("variant", "stake"),
    [("caesars-conquian", 3), ("mexican-3", -1), ("mexican-3", 10**6 + 1), ("mexican-3", True)],
)
def test_9_4_a_stake_that_is_not_played_is_refused(variant: str, stake: int) -> None:
    with pytest.raises(ConfigRefused, match="config_stake"):
        TABLE_OF_VARIANTS.sheet(variant, {"stake": stake})


def test_9_5_a_discard_is_used_but_not_as_the_last_card() -> None:
    table = "Ah 2h 3h 4h 5h 6h 7h | 5c 6c 7c"
    for source, expected in ((Source.DISCARD, "last_card_not_stock"), (Source.STOCK, None)):
        state = position(FRENCH, Phase.LEFT, "4c", ["", ""], [table], left_by=1, source=source)
        assert verdict(state, 0, Meld(use=())) == expected
    earlier = position(FRENCH, Phase.LEFT, "4c", ["Kd", ""], ["5c 6c 7c"], left_by=1)
    assert verdict(earlier, 0, Meld(use=(), discard=Card("Kd"))) is None


def test_10_1_commands_after_the_end_are_refused() -> None:
    over = won("mexican-3", 3, 0, "")
    for command in (Pass(), Fold(), Keep(Card("1O")), Force(Seat(1)), Meld(use=()), Exchange(Card("1O"))):
        assert {verdict(over, seat, command) for seat in range(3)} == {"game_over"}


def test_10_2_while_one_is_forced_the_others_wait() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["", "", ""], ["", SEVENS])
    state = do(state, (0, Force(Seat(1))))
    assert verdict(state, 0, Force(Seat(2))) == "force_closed"
    assert [verdict(state, 0, command) for command in (Pass(), Fold(), Meld(use=()), Keep(Card("1O")))] == [
        "wrong_phase"
    ] * 4
    assert verdict(state, 1, Force(Seat(2))) == "forced_must_meld"


def test_10_3_a_meld_out_of_turn_is_refused_with_that_reason() -> None:
    window = do(position(SIRVE, Phase.NEW, "7C", ["", "", ""], [SEVENS]), (0, Pass()))
    assert [verdict(window, seat, Meld(use=())) for seat in range(3)] == [
        "wrong_phase",
        "claim_closed",
        "claim_closed",
    ]


def test_10_4_a_pass_out_of_turn_is_refused_with_that_reason() -> None:
    state = position(MEXICAN, Phase.NEW, "7C", ["", "", ""], [SEVENS])
    assert verdict(state, 1, Pass()) == "not_your_turn"
    window = do(state, (0, Pass()), (1, Pass()))
    assert [verdict(window, seat, Pass()) for seat in range(3)] == ["wrong_phase", "already_answered", None]


def test_10_5_a_force_names_the_seat_on_turn() -> None:
    window = do(position(MEXICAN, Phase.NEW, "7C", ["", "", ""], [SEVENS]), (0, Pass()), (1, Pass()))
    assert verdict(window, 2, Force(Seat(1))) == "force_target"
    assert verdict(window, 1, Force(Seat(0))) == "already_answered"
    assert verdict(window, 0, Force(Seat(9))) == "force_target"


def test_10_6_and_10_7_keep_and_fold_wait_for_their_phase() -> None:
    window = do(position(KEEPING, Phase.NEW, "7C", ["", "", ""], [SEVENS]), (0, Pass()))
    assert verdict(window, 0, Keep(window.hands[0][0])) == "wrong_phase"
    assert verdict(window, 1, Keep(window.hands[1][0])) == "not_your_turn"
    rules = TABLE_OF_VARIANTS.sheet("north-american", {"first_turn": "offer"})
    assert verdict(position(rules, Phase.OFFER, "7c", ["", ""]), 0, Fold()) == "wrong_phase"
