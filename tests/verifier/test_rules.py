"""The rules in JavaScript decide every command as the service does, and pass the scenario files."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.games.conquian.game import CONQUIAN
from app.games.conquian.variants import VARIANTS
from tests.games.play import FAMILY
from tests.verifier.hands import custom_hand, family_hand
from tests.verifier.node import called
from tests.verifier.rules_node import asked, asked_each, decided_again, read_again, rules_file, run
from tests.verifier.tables import tables

_VECTORS = Path(__file__).parents[1] / "vectors"


def scenarios(name: str) -> Any:
    """The content of one file of scenarios."""
    return json.loads((_VECTORS / f"{name}.json").read_text())


def test_every_variant_and_option_is_decided_alike() -> None:
    hands = [family_hand(row, Random(row)) for row in range(len(FAMILY))]
    answers = decided_again(hands)
    assert [answer["differences"] for answer in answers] == [[]] * len(hands)
    assert sum(answer["decided"] for answer in answers) > 3000
    codes = Counter(step["code"] for hand in hands for step in hand["steps"] if step["do"] == "refuse")
    assert len(codes) > 20


def test_custom_sheets_are_decided_alike() -> None:
    hands = [custom_hand(Random(f"custom/{number}")) for number in range(20)]
    answers = decided_again(hands)
    assert [answer["differences"] for answer in answers] == [[]] * len(hands)
    assert sum(answer["decided"] for answer in answers) > 1000


def test_tables_with_much_to_arrange_are_laid_alike() -> None:
    asked_for = [question for seed in range(10) for question in tables(Random(seed))]
    answers = decided_again(asked_for)
    assert [answer["differences"] for answer in answers] == [[]] * len(asked_for)
    accepted = [step for hand in asked_for for step in hand["steps"] if step["do"] == "decide"]
    assert len(accepted) > 300


def _spoilt(step: dict[str, Any]) -> dict[str, Any]:
    """The step with something else as what the service decided."""
    match step["do"]:
        case "decide":
            return {**step, "events": [*step["events"], {"type": "passed", "seat": 0}]}
        case "refuse":
            return {**step, "code": "no_such_code"}
        case _:
            return {**step, "commands": step["commands"][1:]}


@pytest.mark.parametrize("do", ["decide", "refuse", "legal"])
def test_a_decision_that_differs_from_the_service_is_noticed(do: str) -> None:
    made = (family_hand(0, Random(seed), probes=0.9) for seed in range(20))
    hand = next(one for one in made if any(step["do"] == do for step in one["steps"]))
    at = next(at for at, step in enumerate(hand["steps"]) if step["do"] == do)
    hand["steps"][at] = _spoilt(hand["steps"][at])
    (answer,) = decided_again([hand])
    assert [difference["at"] for difference in answer["differences"]] == [at + 1]


DOCUMENTS: list[Any] = [
    {"type": "pass"},
    {"type": "pass", "v": 1},
    {"type": "pass", "card": "1O"},
    {"type": "pass", "card": None},
    {"type": "knock"},
    {"type": None},
    {"type": ["pass"]},
    {},
    {"type": "exchange"},
    {"type": "exchange", "card": None},
    {"type": "exchange", "card": 7},
    {"type": "meld", "use": []},
    {"type": "meld", "use": [], "discard": None},
    {"type": "meld", "use": [], "melds": []},
    {"type": "meld", "use": None, "melds": [["1O"]], "discard": "2O"},
    {"type": "meld", "melds": ["1O"]},
    {"type": "meld", "use": ["1O", None]},
    {"type": "meld", "discard": "1O"},
    {"type": "force", "seat": 0},
    {"type": "force", "seat": True},
    {"type": "force", "seat": "0"},
    {"type": "keep"},
    {"type": "fold"},
    {"type": "standing"},
    {"type": "standing", "claim": None},
    {"type": "standing", "claim": False},
    {"type": "standing", "claim": 1},
    {"type": "standing", "force": True, "claim": "no"},
    {"type": "toString"},
    "pass",
    None,
]


def test_invalid_commands_and_unknown_seats_are_refused() -> None:
    sheet = CONQUIAN.rules_to_json(VARIANTS["north-american"].rules)
    hand = asked("undealt", sheet, [1, 0], 2, 1)
    calls = [[hand, 1, {"type": "knock"}], [hand, 2, {"type": "pass"}]]
    assert asked_each("decide", calls) == [
        {"refusal": "malformed", "rule": None},
        {"refusal": "seat_unknown", "rule": "11.2"},
    ]


def test_commands_are_read_as_the_service_reads_them() -> None:
    wanted = [read_again(CONQUIAN, document) for document in DOCUMENTS]
    assert asked_each("read", [[document] for document in DOCUMENTS]) == wanted
    assert 5 < wanted.count(None) < len(DOCUMENTS) - 5


@pytest.mark.parametrize(("name", "count"), [("play", 92), ("random", 180), ("holdem", 33)])
def test_the_scenario_files_pass(name: str, count: int) -> None:
    assert called("verifier.vectors(asked)", scenarios(name)) == {"scenarios": count, "failures": []}


def _said(*files: Path) -> tuple[int, list[str]]:
    """The exit status of the verifier as a program that runs scenario files, and the lines it prints."""
    finished = run(str(rules_file()), "vectors", *map(str, files))
    return finished.returncode, finished.stdout.decode().splitlines()


def test_the_program_runs_scenario_files(tmp_path: Path) -> None:
    play, random = _VECTORS / "play.json", _VECTORS / "random.json"
    assert _said(play, random) == (0, [f"{play}: 92 of 92 pass", f"{random}: 180 of 180 pass"])
    file = scenarios("play")
    file["scenarios"][0]["then"]["centre"] = "1O"
    wrong, other = tmp_path / "wrong.json", tmp_path / "other.json"
    wrong.write_text(json.dumps(file))
    status, lines = _said(wrong)
    assert (status, lines[-1]) == (1, f"{wrong}: 91 of 92 pass")
    assert lines[0].startswith("C01: centre: ")
    other.write_text("{}")
    assert _said(other, wrong)[0] == _said(tmp_path / "nothing")[0] == _said()[0] == 2


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("variant",), "whist"),
        (("options", "tarot"), True),
        (("position", "colour"), "red"),
        (("legal_melds_before",), 99),
        (("then", "phase"), "over"),
        (("then", "centre"), "1O"),
        (("then", "hands"), {"0": ["1O"]}),
        (("then", "tables"), {"0": [["1O", "2O", "3O"]]}),
    ],
)
def test_a_scenario_with_another_result_fails(path: tuple[str, ...], value: Any) -> None:
    file = scenarios("random")
    scenario: dict[str, Any] = file["scenarios"][0]
    place = scenario
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    assert [failure["id"] for failure in called("verifier.vectors(asked)", file)["failures"]] == [
        scenario["id"]
    ]


def test_the_variants_of_the_scenario_files_have_the_sheets_of_the_service() -> None:
    sheets = asked_each("sheetOf", [[variant, {}] for variant in VARIANTS])
    assert sheets == [CONQUIAN.rules_to_json(row.rules) for row in VARIANTS.values()]
