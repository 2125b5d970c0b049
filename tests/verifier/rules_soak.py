"""Hands by the thousand, decided by Python and again by the rules in JavaScript."""

from random import Random

from tests.games.play import FAMILY
from tests.verifier.hands import custom_hand, family_hand
from tests.verifier.rules_node import decided_again


def decisions(rng: Random, _: None) -> int:
    """A hand of every row of the family and as many of custom sheets; the number of commands."""
    hands = [family_hand(row, rng) for row in range(len(FAMILY))]
    hands += [custom_hand(rng) for _hand in FAMILY]
    answers = decided_again(hands)
    for hand, answer in zip(hands, answers, strict=True):
        assert not answer["differences"], (hand["sheet"], hand["order"], answer["differences"][0])
    decided: int = sum(answer["decided"] for answer in answers)
    return decided
