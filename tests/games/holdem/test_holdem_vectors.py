"""The scenario file of hold'em passes, and a scenario that is wrong or unknown anywhere does not."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from app.games.holdem.reasons import HOLDEM_REASONS
from app.games.table.scenario import difference

Scenario = dict[str, Any]
FILE = Path(__file__).parents[2] / "vectors" / "holdem.json"
SCENARIOS: list[Scenario] = json.loads(FILE.read_text())["scenarios"]
of_each = pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario["id"] for scenario in SCENARIOS])
REFUSALS = {
    "raise_over_limit",
    "bad_step",
    "hand_dead",
    "buyin_too_small",
    "short_buy_used",
    "not_your_turn",
}
"""The refusals that the club's document asks for, beside those of a table with too few or too many seats."""


@of_each
def test_a_scenario_plays_as_written(scenario: Scenario) -> None:
    assert difference(scenario) is None


def test_the_refusals_of_the_document_are_among_the_scenarios() -> None:
    steps = [step for scenario in SCENARIOS for step in scenario.get("steps", ())]
    reasons = {step["reason"] for step in steps if "reason" in step}
    refused = {scenario["refused"] for scenario in SCENARIOS if "refused" in scenario}
    assert refused == {"not_enough_players", "too_many_players"}
    assert REFUSALS <= reasons <= HOLDEM_REASONS.keys()


@of_each
def test_an_unknown_field_is_a_failure(scenario: Scenario) -> None:
    places: list[Callable[[Scenario], Any]] = [
        lambda example: example,
        lambda vector: vector["options"],
        lambda vector: vector.get("position"),
        lambda vector: vector.get("then"),
        lambda vector: next(iter(vector.get("steps", ())), None),
    ]
    for place in places:
        changed = deepcopy(scenario)
        where = place(changed)
        if where is not None:
            where["surprise"] = 1
            assert difference(changed) is not None


@of_each
def test_another_expectation_is_a_failure(scenario: Scenario) -> None:
    for name in scenario.get("then", {}):
        changed = deepcopy(scenario)
        changed["then"][name] = "another"
        assert difference(changed) is not None, name
    for at, step in enumerate(scenario.get("steps", ())):
        changed = deepcopy(scenario)
        changed["steps"][at] |= {"accepted": not step["accepted"], "reason": "another"}
        assert difference(changed) is not None, at
    if "seats" in scenario:
        assert difference({**scenario, "refused": "another"}) is not None


@pytest.mark.parametrize(
    "position",
    [
        {"button": 4, "stacks": [20, 20, 20, 20]},
        {"button": 0, "stacks": [20, 20]},
        {"button": 0, "stacks": [20] * 12},
        {"button": 0, "stacks": [20, 20, 20], "holes": {"3": ["2s", "2d"]}},
        {"button": 0, "stacks": [20, 20, 20], "holes": {"1": ["2s", "2s"]}},
        {"button": 0, "stacks": [20, 20, 20], "board": ["1O"]},
    ],
)
def test_an_impossible_position_is_a_failure(position: Scenario) -> None:
    assert difference({**SCENARIOS[0], "position": position, "steps": [], "then": {}}) is not None
