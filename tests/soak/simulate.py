"""Simulated games of bots, with every check, counted by plies."""

from random import Random

from app.cli.simulate.plan import Plan, cases
from app.cli.simulate.play import play, whole
from tests.simulate.tables import combined


def plies(rng: Random, _: None) -> int:
    """One game of every variant with every number of seats, and as many of options combined by chance.

    It counts the plies, after each of which the position, the listing and a sample of what is not listed
    were checked.
    """
    plain = cases(None, None, {})
    mixed = tuple(combined(rng) for _ in plain)
    plan = Plan((*plain, *mixed), ("random", "greedy", "random"), rng.getrandbits(32), check=True)
    return whole(play(plan, range(len(plan.cases)))).counts["plies"]
