"""The published play scenarios pass, and a scenario that is wrong or unknown anywhere does not."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from app.games.table.scenario import difference

VECTORS = Path(__file__).parents[1] / "vectors"
Scenario = dict[str, Any]


def read(name: str) -> list[Scenario]:
    scenarios: list[Scenario] = json.loads((VECTORS / name).read_text())["scenarios"]
    return scenarios


PLAY = read("play.json")
EVERY = PLAY + read("random.json")


@pytest.mark.parametrize("scenario", PLAY, ids=[scenario["id"] for scenario in PLAY])
def test_a_scenario_from_the_documents_plays_as_written(scenario: Scenario) -> None:
    assert difference(scenario) is None


def test_every_random_position_has_the_legal_melds_of_the_reference_model() -> None:
    assert {scenario["id"]: difference(scenario) for scenario in EVERY if difference(scenario)} == {}


def _unknown_fields() -> list[Callable[[Scenario], dict[str, Any]]]:
    return [
        lambda scenario: scenario,
        lambda scenario: scenario["position"],
        lambda scenario: scenario["position"]["centre"],
        lambda scenario: scenario["steps"][0],
        lambda scenario: scenario["steps"][0]["command"],
        lambda scenario: scenario["options"],
        lambda scenario: scenario["then"],
        lambda scenario: scenario["then"].setdefault("hands", {}),
        lambda scenario: scenario["then"].setdefault("tables", {}),
    ]


@pytest.mark.parametrize("place", range(9))
def test_an_unknown_field_in_any_place_is_a_failure(place: int) -> None:
    for scenario in EVERY:
        changed = deepcopy(scenario)
        _unknown_fields()[place](changed)["surprise"] = 1
        assert difference(changed) is not None, scenario["id"]


def _set(*path: str | int, to: Any) -> Callable[[Scenario], None]:
    def change(scenario: Scenario) -> None:
        at: Any = scenario
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = to

    return change


UNKNOWN = {
    "variant": _set("variant", to="mexican-4"),
    "option value": _set("options", to={"run_max": 2}),
    "foreign option": _set("options", to={"claims": True}),
    "phase": _set("position", "phase", to="lefty"),
    "dealer": _set("position", "dealer", to=12),
    "seat on turn": _set("position", "to_act", to=12),
    "leaver": _set("position", "centre", "left_by", to=12),
    "source": _set("position", "centre", "source", to="hand"),
    "centre card": _set("position", "centre", "card", to="1Z"),
    "folded seat": _set("position", "folded", to=[12]),
    "players": _set("position", "players", to=1),
    "lost stock and dead": _set("position", "dead", to=["1O"]),
    "negative seat": _set("steps", 0, "seat", to=-1),
    "seat": _set("steps", 0, "seat", to=12),
    "verdict": _set("steps", 0, "accepted", to="yes"),
    "command": _set("steps", 0, "command", to={"type": "peek"}),
    "command without a type": _set("steps", 0, "command", to={"card": "1O"}),
    "type that is no text": _set("steps", 0, "command", to={"type": []}),
    "command without its field": _set("steps", 0, "command", to={"type": "force"}),
    "field of another kind": _set("steps", 0, "command", to={"type": "meld", "use": 5}),
    "no steps": _set("steps", to=None),
    "no expectation": _set("then", to=None),
    "seat in hands": _set("then", "hands", to={"-1": []}),
    "seat in tables": _set("then", "tables", to={"12": []}),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_an_unknown_step_is_a_failure_and_never_skipped(what: str) -> None:
    for scenario in EVERY:
        changed = deepcopy(scenario)
        UNKNOWN[what](changed)
        assert difference(changed) is not None, scenario["id"]


@pytest.mark.parametrize("what", ["verdict", "negative seat"])
def test_a_failure_names_its_step_counted_from_1(what: str) -> None:
    for scenario in EVERY:
        changed = deepcopy(scenario)
        UNKNOWN[what](changed)
        assert str(difference(changed)).startswith("step 1: ")


def _wrong(scenario: Scenario) -> dict[str, Callable[[Scenario], None]]:
    """A wrong expectation for each that the scenario states."""
    then, last = scenario["then"], len(scenario["steps"]) - 1
    accepted = scenario["steps"][last]["accepted"]
    wrong = {
        "verdict": _set("steps", last, "accepted", to=not accepted),
        "phase": _set("then", "phase", to="exchange"),
        "to_act": _set("then", "to_act", to=11),
        "centre": _set("then", "centre", to="99X"),
        "result": _set("then", "result", to={"termination": "went_out", "winner": 11}),
        "dead": _set("then", "dead_includes", to=["99X"]),
        "legal_melds": _set("then", "legal_melds", to=-1),
        "before": _set("legal_melds_before", to=-1),
    }
    if not accepted:
        wrong["reason"] = _set("steps", last, "reason", to="no_such_reason")
    for name in ("hands", "tables"):
        for seat, held in then.get(name, {}).items():
            other = held[1:] if held else ["99X"]
            wrong[f"{name} {seat}"] = _set("then", name, seat, to=other)
    return wrong


def test_a_wrong_expectation_is_a_failure_in_every_scenario() -> None:
    for scenario in EVERY:
        for what, change in _wrong(scenario).items():
            changed = deepcopy(scenario)
            changed["steps"][-1].setdefault("reason", "no_such_reason")
            change(changed)
            assert difference(changed) is not None, (scenario["id"], what)
