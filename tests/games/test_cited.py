"""Refusals cite the paragraph of the rulebook that speaks of them."""

from typing import Any

import pytest

from app.games.cards import Card, Seat
from app.games.conquian.commands import Command, Exchange, Force, Keep, Meld, Pass, Standing
from app.games.conquian.decide import decide
from app.games.conquian.reasons import REASONS
from app.games.conquian.state import Phase, State
from app.games.conquian.variants import TABLE_OF_VARIANTS
from app.games.errors import Refused
from app.games.table.commands import ChooseDealer, Ready
from app.games.table.seats import may_deal
from app.games.table.state import Table
from app.service.rulebook import current
from tests.games.memory import after_command, table_of, won
from tests.games.play import do, position

PARAGRAPHS = current("conquian").paragraphs
ABOUT = {"6.2": "Hand cards come from its own hand."}
"""Paragraphs that are about a refusal without its code."""


def cited(refused: Refused) -> str:
    """The paragraph of a refusal, which has to name its code."""
    number = refused.rule or REASONS[refused.code].rule
    text = PARAGRAPHS[number]
    assert f"`{refused.code}`" in text or (number in ABOUT and ABOUT[number] in text), (refused.code, number)
    return number


def answer(state: State, seat: int, command: Command) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        decide(state, Seat(seat), command)
    return caught.value.code, cited(caught.value)


def window(**options: Any) -> State:
    """The seat on turn has declined a card that fits its table; seats 1 and 2 may force it."""
    before = position(
        TABLE_OF_VARIANTS.sheet("mexican-3", options),
        Phase.NEW,
        "7O",
        ["1C 2C", "1B 2B", "1E 2E"],
        ["4O 5O 6O"],
    )
    return do(before, (0, Pass()))


def test_a_second_answer_about_a_force_is_10_5() -> None:
    state = do(window(), (1, Pass()))
    assert answer(state, 1, Force(Seat(0))) == ("already_answered", "10.5")


@pytest.mark.parametrize(
    ("command", "code"),
    [(Force(Seat(0)), "force_closed"), (Pass(), "wrong_phase"), (Meld(use=()), "wrong_phase")],
)
def test_other_seats_while_a_seat_is_forced_are_10_2(command: Command, code: str) -> None:
    forced = do(window(), (1, Force(Seat(0))))
    assert forced.phase is Phase.FORCED
    assert answer(forced, 2, command) == (code, "10.2")


@pytest.mark.parametrize(
    ("before", "seat", "command", "refusal"),
    [
        ((), 0, Meld(use=()), ("wrong_phase", "10.3")),
        ((), 1, Meld(use=()), ("not_your_turn", "10.3")),
        ((), 0, Pass(), ("wrong_phase", "10.4")),
        (((1, Pass()),), 1, Pass(), ("already_answered", "10.4")),
        (((1, Pass()), (2, Pass())), 2, Pass(), ("not_your_turn", "10.4")),
    ],
)
def test_a_meld_or_a_pass_of_a_seat_that_is_not_asked_cites_10_3_or_10_4(
    before: tuple[tuple[int, Command], ...], seat: int, command: Command, refusal: tuple[str, str]
) -> None:
    assert answer(do(window(), *before), seat, command) == refusal


@pytest.mark.parametrize(
    ("options", "command", "code"),
    [
        ({}, Standing(claim=True), "claim_closed"),
        ({"force_by_opponents": False}, Standing(force=True), "force_closed"),
    ],
)
def test_an_answer_that_cannot_stand_cites_8_6(options: dict[str, Any], command: Standing, code: str) -> None:
    state = position(
        TABLE_OF_VARIANTS.sheet("mexican-3", options), Phase.NEW, "7O", ["1C 2C", "1B 2B", "1E 2E"]
    )
    assert answer(state, 1, command) == (code, "8.6")


def test_a_standing_answer_of_a_seat_that_sits_out_cites_8_6() -> None:
    state = position(TABLE_OF_VARIANTS.sheet("north-american", {}), Phase.NEW, "7d", ["Ac 2c", "Ah 2h"])
    assert answer(state, 2, Standing(force=True)) == ("wrong_phase", "8.6")


def test_a_card_that_is_not_held_cannot_be_exchanged_3_3() -> None:
    hand = table_of("mexican-3", 3).hand
    assert answer(hand, 0, Exchange(hand.hands[1][0])) == ("card_not_in_hand", "3.3")


def at_table(table: Table, seat: int, command: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        after_command(table, seat, command)
    return caught.value.code, cited(caught.value)


def test_ready_and_choosing_a_dealer_at_the_wrong_time_are_11_1() -> None:
    table = table_of("caesars-conquian", next_dealer="chosen", deals=2)
    assert at_table(table, 0, Ready()) == ("wrong_phase", "11.1")
    assert at_table(table, 0, ChooseDealer(Seat(1))) == ("wrong_phase", "11.1")
    assert at_table(won(table, 0), 0, Pass()) == ("wrong_phase", "11.1")


def test_a_seat_that_sits_out_cannot_be_chosen_to_deal_3_5() -> None:
    table = won(table_of("north-american", 3, sits_out="rotate", next_dealer="chosen", deals=3), 0)
    (idle,) = set(table.seats) - {seat for seat in table.seats if may_deal(table, seat)}
    assert at_table(table, 0, ChooseDealer(idle)) == ("dealer_sits_out", "3.5")
    assert "sits out the next hand" in REASONS["dealer_sits_out"].title
    assert at_table(table, 0, ChooseDealer(Seat(3))) == ("seat_unknown", "3.5")


def test_a_card_kept_too_late_cites_8_4() -> None:
    rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"keep_centre": True, "keep_turn_limit": 3})
    state = position(rules, Phase.LEFT, "7O", ["1C 2C", "1B 2B", "1E 2E"], left_by=2, idle_turns=3)
    assert answer(state, 0, Keep(Card("1C"))) == ("keep_forbidden", "8.4")
    never = position(
        TABLE_OF_VARIANTS.sheet("mexican-3", {}), Phase.LEFT, "7O", ["1C 2C", "1B 2B", "1E 2E"], left_by=2
    )
    assert answer(never, 0, Keep(Card("1C"))) == ("keep_forbidden", "10.6")


def test_a_card_in_two_combinations_is_2_8() -> None:
    state = position(
        TABLE_OF_VARIANTS.sheet("mexican-3", {}), Phase.NEW, "7O", ["5O 6O 7C 7B", "1B 2B", "1E 2E"]
    )
    twice = tuple(tuple(Card(code) for code in meld.split()) for meld in ("5O 6O 7O", "7O 7C 7B"))
    assert answer(state, 0, Meld(melds=twice, discard=Card("5O"))) == ("card_reused", "2.8")
    assert "one combination only" in PARAGRAPHS["2.8"]


def test_laying_off_cites_6_9() -> None:
    tables = ["", "1B 2B 3B", ""]
    state = position(TABLE_OF_VARIANTS.sheet("mexican-3", {}), Phase.NEW, "7O", ["5O 6O 4B", "", ""], tables)
    laid = tuple(tuple(Card(code) for code in meld.split()) for meld in ("5O 6O 7O", "1B 2B 3B 4B"))
    assert answer(state, 0, Meld(melds=laid, discard=Card("5O"))) == ("card_not_yours", "6.2")
    assert "never to the melds of another seat" in PARAGRAPHS["6.9"]
