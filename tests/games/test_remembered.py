"""What is remembered between positions changes nothing but the time an answer takes."""

from dataclasses import replace
from random import Random

import pytest

from app.games.cards import Card, Seat
from app.games.conquian.commands import Meld
from app.games.conquian.decide import decide
from app.games.conquian.evolve import evolve, fold
from app.games.conquian.legal import legal
from app.games.conquian.plan import Memory, plan
from app.games.conquian.state import State
from app.games.conquian.variants import VARIANTS, sheet
from tests.games.golden import PLAYERS
from tests.games.play import deal

HANDS = 6
SHEETS = [
    *((name, {}) for name in VARIANTS),
    ("north-american", {"fold_skips_turn": True}),
    ("navajo-tens", {"first_turn": "plain"}),
    ("mexican-3", {"keep_centre": True, "me_sirve": True}),
]


@pytest.mark.parametrize(("variant", "options"), SHEETS)
def test_a_position_that_remembers_answers_as_one_made_anew(
    variant: str, options: dict[str, bool | str]
) -> None:
    rng, rules = Random(f"remembered {variant}"), sheet(variant, options)
    for _ in range(HANDS):
        state = deal(rules, PLAYERS.get(variant, 2), rng)
        while state.result is None:
            state = _step(state, rng)


def _step(state: State, rng: Random) -> State:
    """One decision, taken by a position that remembers and by one that knows nothing."""
    anew = state.changed()
    for seat in state.order:
        assert legal(anew, seat) == legal(state, seat)
    seat = rng.choice(state.awaited)
    command = rng.choice(legal(state, seat))
    events = decide(state, seat, command)
    one_by_one = anew
    for event in decide(state.changed(), seat, command):
        one_by_one = evolve(one_by_one, event)
    after = fold(state, events)
    assert after == one_by_one == fold(anew, list(events))
    assert [after.changed().hands, after.changed().tables] == [after.hands, after.tables]
    for seat in state.order:
        assert _known(after, seat) == _known(after.changed(), seat)
    return after


def _known(state: State, seat: Seat) -> tuple[object, ...]:
    """What was found out about the cards of a seat."""
    holding = state.holding(seat)
    return holding.held, holding.laid, holding.size, holding.joining


def test_hand_cards_may_be_named_in_any_order_whether_they_were_listed_or_not() -> None:
    rng, rules, turned = Random(7), sheet("mexican-2", {}), 0
    for _ in range(HANDS):
        state = deal(rules, 2, rng)
        while state.result is None:
            seat = rng.choice(state.awaited)
            listed = legal(state, seat)
            for command in listed:
                if isinstance(command, Meld) and command.use != (command.use or ())[::-1]:
                    backwards = replace(command, use=(command.use or ())[::-1])
                    assert decide(state, seat, backwards) == decide(state, seat, command)
                    assert decide(state.changed(), seat, backwards) == decide(state, seat, command)
                    turned += 1
            state = fold(state, decide(state, seat, rng.choice(listed)))
    assert turned > 50


def test_what_folded_seats_let_pass_is_told_card_by_card_to_the_end() -> None:
    rules = sheet("north-american", {})
    state = deal(rules, 2, Random(5))
    while state.result is None:
        seat = state.awaited[0]
        command = legal(state, seat)[-1]
        events = decide(state, seat, command)
        assert fold(state, events) == fold(state, list(events))
        state = fold(state, events)
    assert sorted(state.folded) == [0, 1]
    assert len(state.discards) + 1 == 40 - 20
    assert state.question > 2 * 18


def test_a_memory_forgets_rather_than_grow_without_end() -> None:
    memory, most = Memory(), 0
    for number in range(20_000):
        memory.keep(number, (number,))
        most = max(most, len(memory))
    assert memory[19_999] == (19_999,)
    assert most < 5_000


def test_equal_sheets_share_what_is_known_about_them() -> None:
    order = (Seat(0), Seat(1))
    one, other = sheet("mexican-2", {"stake": 3}), sheet("mexican-2", {"stake": 3})
    assert one is not other
    assert plan(one, order, 8) is plan(other, order, 8)
    assert plan(one, order, 8) is not plan(one, order[::-1], 8)
    assert plan(one, order, 8).solver is plan(one, order[::-1], 8).solver
    assert plan(one, order, 8).unit[Card("1O")] == 1
