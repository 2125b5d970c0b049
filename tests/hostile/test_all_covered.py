"""The tests of each hostile input; every input has one.

Inputs 1 to 10 are those of group A (frames), 11 to 20 of B (bodies), 21 to 33 of C (commands), 34 to 43 of D
(identity). A row of a table or a test of this folder carries the number in its name; what is tested beside
what it belongs to is named here.
"""

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from tests.hostile import test_bodies, test_framing, test_identity, test_protocol

HERE: Final = Path(__file__).parent
TESTS: Final = HERE.parent

INPUTS: Final = {
    1: "chunked bodies",
    2: "bodies that are too long",
    3: "framing that can be read in two ways",
    4: "Host missing, foreign or malformed",
    5: "heads that are too long",
    6: "requests that stop in the middle",
    7: "bodies that are shorter than they say",
    8: "other media types and methods",
    9: "clients that vanish after a move",
    10: "headers that speak for a proxy",
    11: "bodies that are no JSON",
    12: "JSON that is nested too deeply",
    13: "names given twice",
    14: "other encodings than UTF-8, and halves of characters",
    15: "bodies that are no object",
    16: "what is no whole number",
    17: "what is neither true nor false",
    18: "fields that are not known",
    19: "names of players that are none",
    20: "ids that are none",
    21: "commands without a precondition",
    22: "commands repeated, also at once",
    23: "a key for another command",
    24: "a key in another game or of another seat",
    25: "stale commands",
    26: "commands ahead of the log",
    27: "commands at once",
    28: "commands that the rules refuse",
    29: "commands after the end",
    30: "commands after the deadline",
    31: "games and moves without number",
    32: "stakes that are none, seats taken twice",
    33: "games that are abandoned",
    34: "credentials that are missing, wrong or over",
    35: "the view of another seat",
    36: "hidden cards, asked for by a spectator",
    37: "records and audits of running games",
    38: "games that differ in hidden cards alone",
    39: "secrets in the address",
    40: "guesses from digests",
    41: "secrets in logs, slow logs and jobs",
    42: "pages of other sites",
    43: "webhooks into the service's own network",
}

ELSEWHERE: Final = {
    2: ("api/test_limits.py::test_games_from_elsewhere_have_so_many_bytes_a_day",),
    9: ("soak/idempotency.py",),
    31: (
        "api/test_limits.py::test_a_response_reports_the_remaining_requests_and_the_next_above_is_refused",
        "api/test_limits.py::test_an_owner_has_so_many_open_games_and_room_again_when_one_is_over",
    ),
    38: (
        "twins/test_twins.py::test_nothing_hidden_leaves",
        "twins/test_twins.py::test_a_planted_leak_is_found",
        "api/test_hidden_cards.py::test_games_that_differ_only_in_hidden_cards_get_the_same_bytes",
    ),
    39: ("api/test_players.py::test_a_key_in_the_address_is_refused_and_never_used",),
    43: (
        "webhooks/test_target_address.py::test_no_message_is_sent_to",
        "webhooks/test_api.py::test_an_address_that_may_not_be_called_is_refused",
        "webhooks/test_sender.py::test_a_name_that_resolves_to_a_forbidden_address_the_second_time_is_not_called",
        "webhooks/test_sender.py::test_no_more_of_an_answer_is_read_than_64_kib",
    ),
}
"""Tests of inputs that stand beside what they belong to: `file::test`, or a file of the soak."""

TABLES: Final = (test_framing, test_bodies, test_protocol, test_identity)
_NUMBERED: Final = re.compile(r"test_((?:\d+_)+)")


def named_in(path: Path) -> set[str]:
    """The names of the tests in a file."""
    return {
        node.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def here() -> set[int]:
    """The numbers of the inputs that are tested in this folder."""
    numbers = {case.number for module in TABLES for case in module.CASES}
    for path in HERE.glob("test_*.py"):
        for match in filter(None, map(_NUMBERED.match, named_in(path))):
            numbers |= set(map(int, match[1].strip("_").split("_")))
    return numbers


def test_every_hostile_input_is_tested_and_none_is_tested_that_is_not_listed() -> None:
    assert list(INPUTS) == list(range(1, 44))
    assert here() | set(ELSEWHERE) == set(INPUTS)


def test_only_inputs_that_need_several_requests_are_tested_only_in_other_folders() -> None:
    assert set(ELSEWHERE) - here() == {38, 43}


@pytest.mark.parametrize("named", [number for named in ELSEWHERE.values() for number in named])
def test_tests_named_in_other_folders_exist(named: str) -> None:
    file, _, test = named.partition("::")
    path = TESTS / file
    assert path.is_file()
    assert not test or test in named_in(path)


def test_no_table_has_lost_a_row() -> None:
    least = {test_framing: 40, test_bodies: 174, test_protocol: 23, test_identity: 15}
    assert {module for module, rows in least.items() if len(module.CASES) < rows} == set()
