"""Forecasts of detectable differences, before and after a tournament, against random results."""

from random import Random

import pytest

from app.tournament.cross_table import cross_table
from app.tournament.elo import expectation
from app.tournament.exports import cross_table_json
from app.tournament.forecasts import gaps, smallest_difference
from app.tournament.ratings import fit_of
from app.tournament.schedule import Ending, Fixture, FixtureResult
from tests.tournament.playing import Outcome, manifest, play


def stronger(rng: Random, elo: float) -> Outcome:
    """Each entrant is `elo` better than the next one."""

    def outcome(fixture: Fixture) -> FixtureResult:
        one, other = fixture.seats
        won = rng.random() < expectation(elo * (other - one))
        return FixtureResult(fixture.number, (1, -1) if won else (-1, 1))

    return outcome


@pytest.mark.parametrize(("kind", "entrants"), [("round_robin", 2), ("round_robin", 4), ("gauntlet", 4)])
def test_the_smallest_detectable_difference_is_the_margin_of_the_foreseen_games(
    kind: str, entrants: int
) -> None:
    plan = manifest(entrants, kind, decks_per_pairing=200)
    rounds = play(plan, stronger(Random(3), 0.0))
    games = sum(len(round_.fixtures) for round_ in rounds)
    difference = smallest_difference(plan, games)
    fit, _ = fit_of(plan, rounds)
    margin = fit.difference(0, 1).plus_minus
    assert difference is not None
    assert 0.85 < difference / margin < 1.15
    assert smallest_difference(manifest(3, "league", format={"seats": 3}), 100) is None


def test_the_reported_number_of_further_games_separates_neighbours() -> None:
    plan = manifest(2, "round_robin", decks_per_pairing=40)
    rng = Random(1)
    (gap,) = gaps(plan, play(plan, stronger(rng, 30.0)))
    assert 0 < gap.difference.elo < gap.difference.plus_minus
    assert gap.more is not None
    before = gap.difference.elo
    again = manifest(2, "round_robin", decks_per_pairing=40 + gap.more // 2)
    (after,) = gaps(again, play(again, stronger(rng, before)))
    assert 0.8 < after.difference.plus_minus / before < 1.2
    assert gaps(again, play(again, stronger(rng, 400.0)))[0].is_clear


def test_equal_entrants_are_not_separated_by_any_number_of_games() -> None:
    plan = manifest(2, "round_robin", decks_per_pairing=4)
    outcome = iter([1, -1, -1, 1, 1, 1, -1, -1] * 2)

    def evenly(fixture: Fixture) -> FixtureResult:
        won = next(outcome)
        return FixtureResult(fixture.number, (won, -won))

    (gap,) = gaps(plan, play(plan, evenly))
    assert (gap.more, gap.is_clear) == (None, False)


def test_forfeits_do_not_count_for_the_separation() -> None:
    plan = manifest(3, "round_robin", decks_per_pairing=4)

    def outcome(fixture: Fixture) -> FixtureResult:
        if 2 in fixture.seats:
            return FixtureResult(fixture.number, (0, 0), Ending.FORFEIT, (fixture.seats.index(2),))
        return FixtureResult(fixture.number, (1, -1) if fixture.number % 3 else (-1, 1))

    rounds = play(plan, outcome)
    (gap,) = gaps(plan, rounds)
    assert {gap.one, gap.other} == {0, 1}
    cells = cross_table(plan, rounds)
    assert cells[0][1].margin is not None
    assert cells[0][2].margin is None


def test_a_cell_has_the_margin_of_its_decks_and_none_with_one() -> None:
    plan = manifest(2, "round_robin", decks_per_pairing=300)
    rounds = play(plan, stronger(Random(5), 0.0))
    cell = cross_table(plan, rounds)[0][1]
    assert cell.margin is not None
    assert 0.85 < cell.margin / (1.96 * 0.5 / 600**0.5) < 1.15
    drawn = cross_table_json(plan, cross_table(plan, rounds))["rows"][0][1]
    assert drawn["margin"] == cell.margin
    assert drawn["score"] == pytest.approx(drawn["points"] / drawn["games"], abs=1e-4)
    first = play(manifest(2, "round_robin"), stronger(Random(5), 0.0))
    assert cross_table(plan, first)[0][1].margin is None
