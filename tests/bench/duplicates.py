"""Games saved by duplicate deals: `python -m tests.bench.duplicates`.

Two bots play every deck twice with seats exchanged. The two results of a deck are then counted as they are,
or each is set beside the other order on another deck, as if every game had a deck of its own; seats are
exchanged in both. What differs is the luck of the deck alone. Bots that play alike share it; those that
do not soon play different games on the same deck, and it saves nothing.

The factor is the variance of a pair on two decks over that of a pair on one, which is how many times more
games independent deals need for the same interval; its own interval at 95 % comes from drawing decks again
(B. Efron's bootstrap, percentiles). Beside it stands what a sequential test took, over runs on decks drawn
from those that were played. A seed gives the same on any machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, Final

import click
import numpy as np

from app.bots.roster import BOTS
from app.cli.simulate.plan import Plan, TableSetup
from app.cli.simulate.play import play, whole
from app.games.conquian.variants import VARIANTS
from app.tournament.sprt import Hypotheses, run

Scores = np.ndarray[Any, np.dtype[np.int64]]
"""For each deck the halves of a point that the stronger bot made from seat 0 and from seat 1."""

_RESAMPLES: Final = 2_000
_LONGEST: Final = 20_000
_MATCHES: Final = (("greedy", "random", 1_000), ("careful", "greedy", 250))


@dataclass(frozen=True, slots=True)
class Measured:
    """A value with its interval at 95 %."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


def measured(value: float, resampled: Sequence[float] | Any) -> Measured:
    """A value with the interval that holds 95 % of what it was in `resampled` data."""
    low, high = np.percentile(resampled, [2.5, 97.5])
    return Measured(value, float(low), float(high))


def scores(one: str, other: str, variant: str, decks: range, seed: int) -> Scores:
    """Return the score of `one` against `other` by deck, over both seats: 2 for a game won, 1 for a tie."""
    case = (TableSetup(variant, 2),)
    orders = [(Plan(case, (one, other), seed), 0), (Plan(case, (other, one), seed), 1)]
    return np.array([[_halves(plan, deck, seat) for plan, seat in orders] for deck in decks])


def _halves(plan: Plan, deck: int, seat: int) -> int:
    wins = whole(play(plan, range(deck, deck + 1))).wins
    return int(1 + np.sign(wins[seat] - wins[1 - seat]))


def factor(table: Scores) -> Measured:
    """Return how many times more games independent deals need, over all decks and over decks drawn again."""
    draws = np.random.default_rng(1).integers(len(table), size=(_RESAMPLES, len(table)))
    return measured(float(_factor(table[None])[0]), _factor(table[draws]))


def _factor(table: Any) -> Any:
    alone = table.var(axis=1).sum(axis=1)
    return alone / table.sum(axis=2).var(axis=1)


def lengths(table: Scores, test: Hypotheses, rng: Random, *, duplicate: bool) -> int:
    """Return how many games one test takes on decks drawn from those that were played."""
    first = rng.choices(range(len(table)), k=_LONGEST)
    second = first if duplicate else rng.choices(range(len(table)), k=_LONGEST)
    units = (int(table[here, 0] + table[there, 1]) for here, there in zip(first, second, strict=True))
    return 2 * len(run(test, units, 2).path)


def tested(table: Scores, test: Hypotheses, runs: int, seed: int) -> tuple[float, float, Measured]:
    """The mean games of tests with duplicate and with independent deals, and their ratio."""
    rng = Random(seed)
    both = np.array(
        [[lengths(table, test, rng, duplicate=duplicate) for duplicate in (True, False)] for _ in range(runs)]
    )
    draws = np.random.default_rng(2).integers(runs, size=(_RESAMPLES, 2, runs))
    resampled = both[draws[:, 1], 1].mean(axis=1) / both[draws[:, 0], 0].mean(axis=1)
    duplicate, independent = fmean(both[:, 0]), fmean(both[:, 1])
    return duplicate, independent, measured(independent / duplicate, resampled)


@click.command()
@click.option("--variant", type=click.Choice(list(VARIANTS)), default="north-american", show_default=True)
@click.option(
    "--bots", type=(str, str), help="Stronger and weaker; without it, greedy random and careful greedy."
)
@click.option(
    "--decks", type=click.IntRange(10), help="Decks of each match; without it, as many as the bots allow."
)
@click.option("--runs", type=click.IntRange(2), default=100, show_default=True, help="Sequential tests each.")
@click.option("--elo1", type=float, default=20.0, show_default=True, help="The test: elo0 is 0.")
@click.option("--seed", type=int, default=1, show_default=True)
def main(
    variant: str, bots: tuple[str, str] | None, decks: int | None, runs: int, elo1: float, seed: int
) -> None:
    """Print how many times fewer games duplicate deals need, with intervals at 95 %."""
    test = Hypotheses(0, elo1)
    matches = [(*bots, decks or 250)] if bots else [(a, b, decks or most) for a, b, most in _MATCHES]
    for one, other, most in matches:
        for name in (one, other):
            if name not in BOTS:
                raise click.UsageError(f"--bots {name}: choose from {', '.join(BOTS)}")
        table = scores(one, other, variant, range(most), seed)
        duplicate, independent, ratio = tested(table, test, runs, seed)
        click.echo(
            f"{variant}, {one} against {other}: {most} decks from both seats, "
            f"{table.mean() / 2:.1%} of the points\n"
            f"  independent deals need {factor(table)} times the games\n"
            f"  sequential test 0 to {elo1:g} Elo, {runs} runs: {duplicate:.0f} games with duplicate deals, "
            f"{independent:.0f} with independent ones: {ratio} times"
        )


if __name__ == "__main__":
    main()
