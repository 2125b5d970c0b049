"""Elo with intervals: against closed forms, and against the strengths that results were drawn from."""

from math import sqrt
from random import Random

import pytest

from app.tournament.elo import Fit, Unit, difference, expectation
from app.tournament.elo_fit import fitted

SHARED = 0.6
"""How much of the luck of a deck both orders share, in the simulated model."""


def units(truth: list[float], per_pair: int, rng: Random) -> list[Unit]:
    """Pairs of games on one deck in a field with these ratings: luck that seats exchange mostly cancels."""
    played = []
    for one in range(len(truth)):
        for other in range(one):
            chance = expectation(truth[one] - truth[other])
            played += [Unit(one, other, pair(chance, rng), 2) for _ in range(per_pair)]
    return played


def pair(chance: float, rng: Random) -> float:
    """The points of a pair of games each of which is won with `chance`, on the same deck from both seats."""
    first = rng.random()
    second = 1 - first if rng.random() < SHARED else rng.random()
    return float(first < chance) + float(second < chance)


def covered(truth: list[float], fit: Fit) -> list[bool]:
    """Return whether each rating's interval has the true one in it."""
    middle = sum(truth) / len(truth)
    rated = [fit.rating(entrant) for entrant in range(len(truth))]
    return [
        abs(each.elo - (true - middle)) <= each.plus_minus for each, true in zip(rated, truth, strict=True)
    ]


def coverage(simulations: int, seed: int) -> tuple[int, int]:
    """Of how many intervals how many have the truth in them."""
    rng, hits = Random(seed), []
    for _ in range(simulations):
        truth = [rng.gauss(0, 120) for _ in range(5)]
        hits += covered(truth, fitted(5, units(truth, 40, rng)))
    return sum(hits), len(hits)


def test_intervals_cover_the_truth_in_about_95_of_100_simulations() -> None:
    hits, of = coverage(100, 3)
    # 500 intervals, of which those of one simulation are not independent.
    assert 0.92 <= hits / of <= 0.98


def test_the_ratings_of_two_give_back_their_score() -> None:
    fit = fitted(2, [Unit(0, 1, 1.5, 2)] * 2000)
    assert fit.difference(0, 1).elo == pytest.approx(difference(0.75), abs=0.1)
    assert fit.rating(0).elo == pytest.approx(-fit.rating(1).elo)
    assert fit.difference(1, 0).elo == pytest.approx(-fit.difference(0, 1).elo)


def test_the_interval_of_two_is_the_pentanomial_one() -> None:
    rng = Random(7)
    points = [pair(0.6, rng) for _ in range(4000)]
    mean = sum(points) / len(points) / 2
    deviation = sqrt(sum((each / 2 - mean) ** 2 for each in points) / len(points) ** 2)
    fit = fitted(2, [Unit(0, 1, each, 2) for each in points])
    half = (difference(mean + 1.96 * deviation) - difference(mean - 1.96 * deviation)) / 2
    assert fit.difference(0, 1).plus_minus == pytest.approx(half, rel=0.01)


def test_pairs_that_cancel_the_luck_of_the_deck_have_narrower_intervals() -> None:
    rng = Random(8)
    pairs = [pair(0.6, rng) for _ in range(500)]
    singles = [float(rng.random() < 0.6) for _ in range(1000)]
    duplicate = fitted(2, [Unit(0, 1, each, 2) for each in pairs]).difference(0, 1)
    independent = fitted(2, [Unit(0, 1, each, 1) for each in singles]).difference(0, 1)
    assert duplicate.plus_minus < 0.8 * independent.plus_minus


def test_the_order_of_units_does_not_matter() -> None:
    played = units([0, 50, -80], 6, Random(4))
    one, other = fitted(3, played), fitted(3, reversed(played))
    assert one.strengths == pytest.approx(other.strengths, abs=1e-9)


def test_a_clean_score_is_neither_infinite_nor_certain() -> None:
    won = fitted(2, [Unit(0, 1, 2, 2)] * 10).difference(0, 1)
    assert 300 < won.elo < 1200
    assert won.plus_minus > 200


def test_an_entrant_without_games_has_the_mean_rating() -> None:
    fit = fitted(3, [Unit(0, 1, 1, 2)] * 20)
    assert fit.rating(2).elo == pytest.approx(0, abs=1e-6)
    assert fit.rating(2).plus_minus > 1.9 * fit.rating(0).plus_minus
