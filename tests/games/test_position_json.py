"""Positions of a hand as JSON, from which a fork begins: each survives, and a forged one is refused."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from app.games.conquian import wire
from app.games.conquian.rules import Rules
from app.games.conquian.state import Phase, State
from app.games.conquian.variants import TABLE_OF_VARIANTS
from tests.games.play import FAMILY, deal, steps

SHEET: Rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"keep_centre": True, "me_sirve": True})
CENTRE = {"card": "1O", "source": "stock", "left_by": None}


def positions(variant: str, options: Mapping[str, Any], players: int) -> list[State]:
    """Return the positions of a random hand in which a seat is asked."""
    rng = Random(f"json {variant} {options}")
    rules: Rules = TABLE_OF_VARIANTS.sheet(variant, options)
    return [step.before for step in steps(deal(rules, players, rng), rng)]


@cache
def position(phase: Phase) -> State:
    """Return a position of three seats in this phase."""
    rng = Random("phases")
    while True:
        for step in steps(deal(SHEET, 3, rng), rng):
            if step.before.phase is phase:
                return step.before


def read(document: dict[str, Any]) -> State:
    return wire.position_from_json(SHEET, document)


@pytest.mark.parametrize(("variant", "options", "players"), FAMILY)
def test_a_position_survives_json(variant: str, options: Mapping[str, Any], players: int) -> None:
    for state in positions(variant, options, players):
        again = wire.position_from_json(state.rules, wire.position_to_json(state))
        assert again == replace(state, question=1)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("hands", [["1O"], ["2O"], "3O"]),
        ("hands", [["1O"], ["2O"], ["1X"]]),
        ("hands", [["1O"], ["2O"], [1]]),
        ("tables", [[], []]),
        ("tables", [[], [], [["1X"]]]),
        ("tables", [[], [], ["1O"]]),
        ("order", [0, 1, 3]),
        ("order", [0, 1, -1]),
        ("order", [0, True, 2]),
        ("order", [0, 1, 1]),
        ("order", "012"),
        ("answered", [3]),
        ("folded", [0, 0]),
        ("claim_passes", [None]),
        ("force_passes", {}),
        ("stock", ["1X"]),
        ("discards", "1O"),
        ("turned", [None]),
        ("stood", [3]),
        ("stood", 0),
        ("turn", 3),
        ("turn", None),
        ("hand_size", 7),
        ("hand_size", True),
        ("hand_size", "8"),
        ("phase", "over"),
        ("phase", "later"),
        ("phase", "exchange"),
        ("awaited", []),
        ("awaited", [0, 1]),
        ("centre", None),
        ("centre", "1O"),
        ("centre", CENTRE | {"card": "1X"}),
        ("centre", CENTRE | {"source": "hand"}),
        ("centre", CENTRE | {"left_by": 3}),
        ("centre", CENTRE | {"more": 0}),
        ("answers", [{"seat": 3, "command": {"type": "pass"}}]),
        ("answers", [{"seat": 0}]),
        ("answers", {}),
        ("keeping", "1X"),
        ("keeping", 1),
        ("idle_turns", -1),
        ("idle_turns", False),
        ("idle_turns", None),
    ],
)
def test_a_position_with_a_value_of_another_form_is_refused(member: str, value: Any) -> None:
    document = wire.position_to_json(position(Phase.NEW))
    assert read(document)
    with pytest.raises(ValueError, match="position"):
        read(document | {member: value})


def test_a_position_has_all_its_members_and_no_other() -> None:
    document = wire.position_to_json(position(Phase.NEW))
    for name in document:
        with pytest.raises(ValueError, match="a position has other members"):
            read({key: value for key, value in document.items() if key != name})
    with pytest.raises(ValueError, match="a position has other members"):
        read(document | {"more": None})


def test_a_seat_that_has_left_the_hand_is_not_on_turn_or_asked() -> None:
    state = position(Phase.NEW)
    gone = [seat for seat in state.order if seat != state.turn]
    document = wire.position_to_json(state)
    assert read(document | {"order": [seat for seat in state.order if seat != gone[0]]})
    for member in ("turn", "awaited"):
        with pytest.raises(ValueError, match="position"):
            read(document | {"order": gone, member: document[member]})


def test_several_seats_are_asked_only_where_the_phase_allows_it() -> None:
    exchange = wire.position_to_json(position(Phase.EXCHANGE))
    assert len(exchange["awaited"]) > 1
    assert read(exchange)
    document = wire.position_to_json(position(Phase.NEW))
    turn = document["turn"]
    answer = {"seat": turn, "command": {"type": "pass"}}
    for more in ({"awaited": [0, 1, 2]}, {"answered": [turn]}, {"answers": [answer]}):
        with pytest.raises(ValueError, match="question"):
            read(document | more)
