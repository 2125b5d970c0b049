"""The sequential test against likelihoods found by search, its error rates, and its limits."""

from math import isfinite, log, sqrt
from random import Random

import pytest

from app.tournament.elo import Unit, expectation
from app.tournament.elo_fit import fitted
from app.tournament.sprt import Decision, Hypotheses, Model, difference_so_far, ratio, run

EQUAL = [0.05, 0.2, 0.5, 0.2, 0.05]
BETTER = [0.03, 0.13, 0.44, 0.27, 0.13]
"""A score of 0.585, which is an Elo difference of 60."""


def likeliest(counts: list[int], allowed: list[tuple[float, ...]]) -> float:
    """The greatest log-likelihood of `counts`, half a win and half a loss more, among some distributions."""
    lost, tied, won = counts
    more = (lost + 0.5, tied, won + 0.5)
    return max(
        sum(count * log(p) for count, p in zip(more, each, strict=True)) for each in allowed if min(each) > 0
    )


def with_mean(mean: float) -> list[tuple[float, ...]]:
    """Distributions of a loss, a tie and a win with this mean, very near each other."""
    ties = [each / 5_000 for each in range(1, 5_000)]
    return [(1 - mean - tie / 2, tie, mean - tie / 2) for tie in ties]


def with_distance(target: float) -> list[tuple[float, ...]]:
    """Those whose mean lies `target` standard deviations above one half."""
    distributions = list[tuple[float, ...]]()
    for tie in (each / 5_000 for each in range(1, 5_000)):
        # mean = 1/2 + m, and the variance is (1 - tie) / 4 - m^2 = (m / target)^2
        m = sqrt((1 - tie) / 4 / (1 + 1 / target**2)) * (1 if target > 0 else -1) if target else 0.0
        distributions.append(((1 - tie) / 2 - m, tie, (1 - tie) / 2 + m))
    return distributions


@pytest.mark.parametrize("counts", [[10, 30, 25], [3, 3, 3], [40, 2, 20], [1, 50, 9]])
def test_the_ratio_is_that_of_the_likeliest_distributions(counts: list[int]) -> None:
    difference = likeliest(counts, with_mean(expectation(30))) - likeliest(counts, with_mean(expectation(-5)))
    assert ratio(Hypotheses(-5, 30), counts, 1) == pytest.approx(difference, abs=1e-3)


@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "margin"),
    [
        *((-5, 30, counts, 1e-3) for counts in ([10, 30, 25], [3, 3, 3], [40, 2, 20], [1, 50, 9])),
        *((-300, 400, counts, 1e-2) for counts in ([10, 30, 25], [3, 3, 3], [1, 5, 90], [90, 5, 1])),
    ],
)
def test_the_normalised_ratio_is_that_of_the_likeliest_distributions(
    elo0: float, elo1: float, counts: list[int], margin: float
) -> None:
    unit = log(10) / 800
    upper, lower = (likeliest(counts, with_distance(elo * unit)) for elo in (elo1, elo0))
    test = Hypotheses(elo0, elo1, model=Model.NORMALISED)
    assert ratio(test, counts, 1) == pytest.approx(upper - lower, abs=margin)


@pytest.mark.parametrize(("elo0", "elo1"), [(-2000, 2000), (1999, 2000), (-2000, -1999), (150, 250)])
@pytest.mark.parametrize("games", [1, 2, 3, 12, 24])
def test_every_test_that_a_manifest_may_ask_for_has_a_ratio(elo0: float, elo1: float, games: int) -> None:
    for model in Model:
        for at in range(2 * games + 1):
            counts = [40 if place == at else 0 for place in range(2 * games + 1)]
            assert isfinite(ratio(Hypotheses(elo0, elo1, model=model), counts, games))


def test_the_gain_of_one_side_is_the_loss_of_the_other() -> None:
    counts = [3, 9, 30, 14, 8]
    for model in Model:
        ours = ratio(Hypotheses(-4, 12, model=model), counts, 2)
        theirs = ratio(Hypotheses(-12, 4, model=model), counts[::-1], 2)
        assert ours == pytest.approx(-theirs)


@pytest.mark.parametrize("counts", [[0, 0, 50, 0, 0], [0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 1], [0] * 7])
def test_any_counts_have_a_ratio(counts: list[int]) -> None:
    for model in Model:
        assert abs(ratio(Hypotheses(0, 5, model=model), counts, 2)) < 20


def test_a_test_ends_at_the_first_bound() -> None:
    rng = Random(5)
    better = rng.choices(range(5), [0.02, 0.1, 0.4, 0.3, 0.18], k=3000)
    ended = run(Hypotheses(0, 20), better, 2)
    assert ended.decision is Decision.H1
    assert ended.path[-1] >= ended.test.upper > max(ended.path[:-1])
    assert sum(ended.counts) == len(ended.path) < len(better)
    assert run(Hypotheses(0, 20), better[: len(ended.path)], 2) == ended
    assert run(Hypotheses(0, 20), better[: len(ended.path) - 1], 2).decision is None


def test_a_weaker_entrant_is_reported() -> None:
    assert run(Hypotheses(0, 20), [1] * 300, 2).decision is Decision.H0


def decided(weights: list[float], decision: Decision) -> int:
    """Return how many of 100 tests, with units of these scores, come to this decision."""
    rng = Random(11)
    tests = (run(Hypotheses(0, 60), rng.choices(range(5), weights, k=400), 2) for _ in range(100))
    return sum(test.decision is decision for test in tests)


def test_equal_entrants_pass_no_more_often_than_alpha_allows() -> None:
    # 100 tests at alpha 0.05: 11 or more have a chance of 1 %.
    assert decided(EQUAL, Decision.H1) <= 10


def test_entrants_of_the_required_strength_fail_no_more_often_than_beta_allows() -> None:
    assert decided(BETTER, Decision.H0) <= 10


@pytest.mark.parametrize("wrong", [(5, 5, 0.05, 0.05), (0, 5, 0, 0.05), (0, 5, 0.05, 1)])
def test_a_test_that_could_not_end_is_refused(wrong: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="elo0 < elo1"):
        Hypotheses(*wrong)


def test_the_difference_so_far_is_that_of_the_ratings() -> None:
    counts = [20, 60, 200, 80, 40]
    units = [Unit(0, 1, score / 2, 2) for score, count in enumerate(counts) for _ in range(count)]
    rated, estimate = fitted(2, units).difference(0, 1), difference_so_far(counts)
    assert estimate.elo == pytest.approx(rated.elo, abs=0.5)
    assert estimate.plus_minus == pytest.approx(rated.plus_minus, rel=0.02)
    assert difference_so_far([0, 0, 0]).elo == 0
