"""Positions are plain values, and every legal command is listed once and accepted."""

from dataclasses import fields, replace
from random import Random

import pytest

from app.games.conquian.commands import Meld
from app.games.conquian.decide import decide
from app.games.conquian.evolve import evolve, fold
from app.games.conquian.legal import legal
from app.games.conquian.state import State
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from tests.games.golden import PLAYERS
from tests.games.play import deal

HANDS = 4
SHEETS = [
    *((name, {}) for name in VARIANTS),
    ("north-american", {"fold_skips_turn": True}),
    ("navajo-tens", {"first_turn": "plain"}),
    ("mexican-3", {"keep_centre": True, "me_sirve": True}),
]
_FIELDS = {field.name for field in fields(State)}


@pytest.mark.parametrize(("variant", "options"), SHEETS)
def test_a_position_holds_its_fields_alone(variant: str, options: dict[str, bool | str]) -> None:
    rng, rules = Random(f"positions {variant}"), TABLE_OF_VARIANTS.sheet(variant, options)
    for _ in range(HANDS):
        state = deal(rules, PLAYERS.get(variant, 2), rng)
        while state.result is None:
            seat = rng.choice(state.awaited)
            for event in decide(state, seat, rng.choice(legal(state, seat))):
                state = evolve(state, event)
                assert vars(state).keys() == _FIELDS
                assert replace(state) == state


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_legal_command_is_listed_once(variant: str) -> None:
    rng, rules, listed = Random(f"legal {variant}"), TABLE_OF_VARIANTS.sheet(variant, {}), 0
    for _ in range(HANDS):
        state = deal(rules, PLAYERS.get(variant, 2), rng)
        while state.result is None:
            for seat in state.awaited:
                commands = legal(state, seat)
                assert len(set(commands)) == len(commands)
                listed += len(commands)
            seat = rng.choice(state.awaited)
            state = fold(state, decide(state, seat, rng.choice(legal(state, seat))))
    assert listed > HANDS


def test_hand_cards_may_be_named_in_any_order() -> None:
    rng, rules, reversed_melds = Random(7), TABLE_OF_VARIANTS.sheet("mexican-2", {}), 0
    for _ in range(6):
        state = deal(rules, 2, rng)
        while state.result is None:
            seat = rng.choice(state.awaited)
            listed = legal(state, seat)
            for command in listed:
                if isinstance(command, Meld) and command.use != (command.use or ())[::-1]:
                    backwards = replace(command, use=(command.use or ())[::-1])
                    assert decide(state, seat, backwards) == decide(state, seat, command)
                    reversed_melds += 1
            state = fold(state, decide(state, seat, rng.choice(listed)))
    assert reversed_melds > 50


def test_folded_seats_pass_card_by_card_to_the_end() -> None:
    state = deal(TABLE_OF_VARIANTS.sheet("north-american", {}), 2, Random(5))
    while state.result is None:
        seat = state.awaited[0]
        state = fold(state, decide(state, seat, legal(state, seat)[-1]))
    assert sorted(state.folded) == [0, 1]
    assert len(state.discards) + 1 == 40 - 20
    assert state.question > 2 * 18
