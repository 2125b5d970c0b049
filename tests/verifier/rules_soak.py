"""Hands by the thousand, decided by Python and again by the rules in JavaScript."""

from random import Random
from typing import Any

from tests.games.play import FAMILY
from tests.verifier.hands import custom_hand, family_hand
from tests.verifier.holdem_hands import holdem_hand
from tests.verifier.rules_node import decided_again
from tests.verifier.tables import tables


def decisions(rng: Random, _: None, *, rows: int = len(FAMILY), rounds: int = 10) -> int:
    """Hands of the whole family, of custom sheets, and tables to arrange; the number of commands."""
    hands = [family_hand(row, rng) for row in rng.sample(range(len(FAMILY)), rows)]
    hands += [custom_hand(rng) for _hand in range(rows)]
    hands += [table for _round in range(rounds) for table in tables(rng)]
    return _decided(hands)


def holdem_decisions(rng: Random, _: None, *, count: int = 300) -> int:
    """Hands of hold'em of random sheets; the number of commands."""
    return _decided([holdem_hand(rng) for _hand in range(count)])


def _decided(hands: list[dict[str, Any]]) -> int:
    answers = decided_again(hands)
    for hand, answer in zip(hands, answers, strict=True):
        assert not answer["differences"], (hand["sheet"], answer["differences"][0])
    decided: int = sum(answer["decided"] for answer in answers)
    return decided
