"""Disputes forged in every way, given to both audits: a full run has 10,000."""

from random import Random
from typing import Any

from tests.verifier.agreement import game, holdem_game
from tests.verifier.dispute_forging import forged
from tests.verifier.disputing import Case, disagreements, honest
from tests.verifier.tampered import Game, Unfit

_MOST_PLIES = 150


def records(rng: Random, _: Any, *, each: int = 40) -> int:
    """An honest dispute about each of two games, and forty forged ones."""
    games: list[Game] = []
    cases: list[Case] = []
    while len(games) < 2:
        chosen = _game(rng)
        try:
            if chosen.plies <= _MOST_PLIES:
                cases.append(Case("honest", honest(rng, chosen)[1], chosen.data))
                games.append(chosen)
        except Unfit:
            continue
    wrong, unclean = disagreements(cases)
    assert (wrong, unclean) == ([], 0), f"{unclean} of them are not clean: {wrong}"
    forgeries: list[Case] = []
    while len(forgeries) < each:
        try:
            forgeries.append(forged(rng, rng.choice(games), games))
        except Unfit:
            continue
    wrong, _ = disagreements(forgeries)
    assert wrong == [], "\n".join(wrong)
    return len(forgeries)


def _game(rng: Random) -> Game:
    """One of Conquián, or one time in five of hold'em."""
    seed = f"disputes {rng.getrandbits(64)}"
    return holdem_game(seed) if rng.random() < 0.2 else game(seed, rng.randrange(1000))
