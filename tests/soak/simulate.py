"""Simulated games of bots, with every check: a full run plays more than a million plies."""

from random import Random

from app.simulate.plan import Plan, cases
from app.simulate.play import play
from app.simulate.totals import whole
from tests.simulate.tables import combined


def games(rng: Random, _: None) -> int:
    """One game of every variant with every number of seats, and as many of options combined by chance."""
    plain = cases(None, None, {})
    mixed = tuple(combined(rng) for _ in plain)
    plan = Plan((*plain, *mixed), ("random", "greedy", "random"), rng.getrandbits(32), check=True)
    return whole(play(plan, range(len(plan.cases)))).counts["games"]
