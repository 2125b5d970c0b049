"""The rules of hold'em in JavaScript decide every command as the service does, and read the same sheets."""

from random import Random
from typing import Any

from app.games.errors import ConfigRefused
from app.games.holdem.game import HOLDEM
from tests.verifier.holdem_hands import holdem_hand
from tests.verifier.holdem_sittings import random_holdem_sheet
from tests.verifier.node import called
from tests.verifier.rules_node import decided_again, read_again

Json = dict[str, Any]

DOCUMENTS: list[Any] = [
    {"type": "check"},
    {"type": "check", "v": 1},
    {"type": "check", "to": 3},
    {"type": "check", "to": None},
    {"type": "bet"},
    {"type": "bet", "to": 3},
    {"type": "bet", "to": 0},
    {"type": "bet", "to": -3},
    {"type": "bet", "to": None},
    {"type": "bet", "to": True},
    {"type": "bet", "to": "3"},
    {"type": "raise", "to": 12, "v": 1},
    {"type": "raise", "to": 12, "chips": 1},
    {"type": "raise", "to": [12]},
    {"type": "fold"},
    {"type": "call"},
    {"type": "call", "chips": 3},
    {"type": "buy", "chips": 20},
    {"type": "buy"},
    {"type": "buy", "chips": 0},
    {"type": "buy", "to": 20},
    {"type": "meld"},
    {"type": "toString"},
    {"type": None},
    {},
    "check",
    None,
]


def test_random_hands_are_decided_alike() -> None:
    hands = [holdem_hand(Random(f"holdem {number}")) for number in range(60)]
    answers = decided_again(hands)
    assert [answer["differences"] for answer in answers] == [[]] * len(hands)
    assert sum(answer["decided"] for answer in answers) > 3000
    refused = {step["code"] for hand in hands for step in hand["steps"] if step["do"] == "refuse"}
    assert len(refused) == 11


def test_commands_are_read_as_the_service_reads_them() -> None:
    answers = called("asked.map((one) => verifier.rulesOf('holdem').read(one))", DOCUMENTS)
    wanted = [read_again(HOLDEM, document) for document in DOCUMENTS]
    assert answers == wanted
    assert 5 < wanted.count(None) < len(DOCUMENTS) - 5


def _spoilt(sheet: Json, rng: Random) -> Json:
    """The sheet with one value that may not go there."""
    strange: tuple[Any, ...] = (None, True, 0, -1, 12, 1001, 10**6 + 1, "1", "chips", "x y", [], {})
    return {**sheet, rng.choice((*HOLDEM.fields, "stake")): rng.choice(strange)}


def _fault(sheet: Json) -> str | None:
    try:
        HOLDEM.rules_from_json(sheet)
    except ConfigRefused:
        return "refused"
    return None


def test_sheets_are_played_or_refused_alike() -> None:
    rng = Random(5)
    sheets = [random_holdem_sheet(rng) for _ in range(300)]
    sheets += [_spoilt(sheet, rng) for sheet in sheets for _ in range(3)]
    answers = called("asked.map((one) => verifier.rulesOf('holdem').sheetFault(one) && 'refused')", sheets)
    wanted = [_fault(sheet) for sheet in sheets]
    assert answers == wanted
    assert 100 < wanted.count(None) < len(sheets) - 100


def test_what_a_sheet_leaves_out_is_completed_alike() -> None:
    rules = HOLDEM.rules_to_json(HOLDEM.rules_from_json({}))
    assert called("verifier.rulesOf('holdem').completed({})", None) == rules
