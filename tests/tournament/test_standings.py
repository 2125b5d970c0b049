"""Standings, tie-breaks, cross-tables and ratings, from hand-written and random results."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from app.tournament.cross_table import cross_table
from app.tournament.manifest import Manifest, TieBreak
from app.tournament.ratings import System, rating_list, ratings, unrated
from app.tournament.schedule import Ending, Fixture, FixtureResult, Pairing, Played
from app.tournament.sprt import sprt
from app.tournament.standings import StandingsRow, standings
from tests.tournament.playing import by_chance, higher_wins, manifest, play

Line = tuple[int, int, int]
"""Two who met, and what the first won."""


def rounds(*lines: Sequence[Line | int]) -> list[Played]:
    """Rounds of single games; a number alone has a bye."""
    done, number = list[Played](), 1
    for at, line in enumerate(lines, 1):
        pairings, fixtures, results = [], [], {}
        for table, seated in enumerate(line, 1):
            if isinstance(seated, int):
                pairings.append(Pairing(at, table, (seated,)))
                continue
            pairings.append(Pairing(at, table, seated[:2]))
            fixtures.append(Fixture(number, at, table, number, seated[:2]))
            results[number] = FixtureResult(number, (seated[2], -seated[2]))
            number += 1
        done.append(Played(at, tuple(pairings), tuple(fixtures), results))
    return done


def swiss(entrants: int, *tie_breaks: TieBreak) -> Manifest:
    return manifest(entrants, "swiss", format={"rounds": 9}, tie_breaks=list(map(str, tie_breaks)))


def by_entrant(plan: Manifest, done: Sequence[Played]) -> dict[int, StandingsRow]:
    return {row.entrant: row for row in standings(plan, done, over=True).rows}


THREE = rounds([(0, 1, 2), (2, 3, 1), 4], [(0, 2, 1), (4, 1, 0), 3], [(4, 0, 1), (3, 1, -5), 2])
"""Points: 0 two, 1 one and a half, 2 two, 3 one, 4 two and a half."""


@pytest.mark.parametrize(
    ("tie_break", "zero", "two"),
    [
        (TieBreak.HEAD_TO_HEAD, Fraction(1), Fraction(0)),
        # 0 met 1, 2, 4; 2 met 3, 0 and, in its bye, somebody of its own points.
        (TieBreak.BUCHHOLZ, Fraction(6), Fraction(5)),
        (TieBreak.BUCHHOLZ_CUT, Fraction(9, 2), Fraction(4)),
        (TieBreak.MEDIAN_BUCHHOLZ, Fraction(2), Fraction(2)),
        (TieBreak.SONNEBORN_BERGER, Fraction(7, 2), Fraction(3)),
        (TieBreak.WINS, Fraction(2), Fraction(1)),
        (TieBreak.CHIPS, Fraction(2), Fraction(0)),
    ],
)
def test_a_tie_break_follows_the_handbook(tie_break: TieBreak, zero: Fraction, two: Fraction) -> None:
    rows = by_entrant(swiss(5, tie_break), THREE)
    assert [rows[entrant].tally.points for entrant in range(5)] == [2, Fraction(3, 2), 2, 1, Fraction(5, 2)]
    assert rows[0].tie_breaks == {tie_break: zero}
    assert rows[2].tie_breaks == {tie_break: two}
    assert (rows[4].rank, rows[0].rank, rows[2].rank) == (1, 2, 3 if zero > two else 2)


def test_a_tie_is_broken_by_the_first_that_differs_and_else_shared() -> None:
    rows = by_entrant(swiss(5, TieBreak.MEDIAN_BUCHHOLZ, TieBreak.CHIPS), THREE)
    assert list(rows[0].tie_breaks) == [TieBreak.MEDIAN_BUCHHOLZ, TieBreak.CHIPS]
    assert (rows[0].rank, rows[2].rank, rows[1].rank) == (2, 3, 4)
    shared = standings(swiss(4, TieBreak.WINS), rounds([(0, 1, 0), (2, 3, 0)])).rows
    assert [row.rank for row in shared] == [1, 1, 1, 1]


def test_head_to_head_counts_only_if_all_tied_entrants_met() -> None:
    rows = by_entrant(swiss(4, TieBreak.HEAD_TO_HEAD), rounds([(0, 1, 1), (2, 3, 1)], [(1, 0, 1), (3, 2, 1)]))
    assert [rows[entrant].rank for entrant in range(4)] == [1, 1, 1, 1]


def test_a_game_that_has_no_result_or_is_disputed_makes_the_table_provisional() -> None:
    plan, done = swiss(5), THREE
    assert not standings(plan, done, over=True).provisional
    assert standings(plan, done).provisional
    contested = standings(plan, done, over=True, disputed=[1])
    assert contested.provisional
    assert [row.tally.disputed for row in contested.rows if row.entrant in (0, 1)] == [1, 1]
    last = Played(3, done[2].pairings, done[2].fixtures, {})
    waiting = standings(plan, [*done[:2], last], over=True)
    assert waiting.provisional
    assert sum(row.tally.open for row in waiting.rows) == 4


def test_a_void_game_does_not_count_and_a_failing_entrant_loses_without_chips() -> None:
    plan = manifest(2, "round_robin")
    fixtures = tuple(Fixture(number, 1, 1, (number + 1) // 2, (0, 1)) for number in range(1, 5))
    results = {
        1: FixtureResult(1, (5, -5)),
        2: FixtureResult(2, (5, -5), Ending.VOID),
        3: FixtureResult(3, (9, -9), Ending.FORFEIT, at_fault=(0,)),
        4: FixtureResult(4, (0, 0), Ending.WALKOVER, at_fault=(0,)),
    }
    done = [Played(1, (Pairing(1, 1, (0, 1)),), fixtures, results)]
    rows = by_entrant(plan, done)
    first, second = rows[0].tally, rows[1].tally
    assert (first.played, first.wins, first.losses, first.chips, first.forfeits, first.voids) == (
        3,
        1,
        2,
        5,
        2,
        1,
    )
    assert second.points == 2
    assert (second.walkovers, second.chips, rows[1].rank) == (1, -5, 1)
    assert unrated(done) == 2


def test_forfeits_and_walkovers_give_points_and_no_rating() -> None:
    plan = manifest(2, "round_robin")
    fixtures = tuple(Fixture(number, 1, 1, (number + 1) // 2, (0, 1)) for number in range(1, 7))
    played = {number: FixtureResult(number, (5, -5)) for number in (1, 2, 3)}
    without = {
        4: FixtureResult(4, (-9, 9), Ending.FORFEIT, at_fault=(0,)),
        5: FixtureResult(5, (0, 0), Ending.WALKOVER, at_fault=(0,)),
        6: FixtureResult(6, (0, 0), Ending.WALKOVER, at_fault=(0,)),
    }
    done = [Played(1, (Pairing(1, 1, (0, 1)),), fixtures, played | without)]
    first, second = ratings(plan, done).rows
    assert (first.games, second.games, unrated(done)) == (3, 3, 3)
    assert first.rating > 0 > second.rating
    assert by_entrant(plan, done)[1].tally.points == 3


def test_entrants_that_sat_out_or_have_games_left_are_ranked_by_points_per_game() -> None:
    plan = manifest(3, "round_robin")
    rows = by_entrant(plan, rounds([(0, 1, 1), 2], [(2, 0, 1), 1]))
    assert [rows[entrant].rank for entrant in (2, 0, 1)] == [1, 2, 3]
    assert [rows[entrant].tally.points for entrant in range(3)] == [1, 0, 1]


def test_the_cross_table_shows_the_points_of_each_entrant_against_each_other() -> None:
    plan = manifest(4, "round_robin", format={"cycles": 2})
    done = play(plan, by_chance(Random(1), ties=0.3))
    cells, rows = cross_table(plan, done), by_entrant(plan, done)
    for entrant in range(4):
        assert sum((cell.points for cell in cells[entrant]), Fraction(0)) == rows[entrant].tally.points
        for other in range(4):
            here, there = cells[entrant][other], cells[other][entrant]
            assert (here.games, here.wins, here.draws) == (there.games, there.losses, there.draws)
            assert here.games == (0 if entrant == other else 4)


def test_standings_and_ratings_do_not_depend_on_the_order_in_which_results_came() -> None:
    plan = manifest(7, "league", format={"seats": 3})
    done = play(plan, by_chance(Random(2)))
    shuffled = list[Played]()
    for played in done:
        numbers = list(played.results)
        Random(3).shuffle(numbers)
        results = {number: played.results[number] for number in numbers}
        shuffled.append(Played(played.number, played.pairings, played.fixtures, results))
    assert standings(plan, done) == standings(plan, shuffled)
    assert ratings(plan, done) == ratings(plan, shuffled)


@pytest.mark.parametrize(
    ("kind", "seats", "system"), [("round_robin", 2, System.ELO), ("league", 4, System.PLACKETT_LUCE)]
)
def test_an_entrant_that_wins_more_is_rated_higher(kind: str, seats: int, system: System) -> None:
    parameters = {"seats": seats} if seats > 2 else {"cycles": 3}
    plan = manifest(6, kind, format=parameters)
    rated = ratings(plan, play(plan, higher_wins))
    assert rated.system is system
    by_rating = sorted(rated.rows, key=lambda row: -row.rating)
    # At a table of four only the winner differs from the others.
    assert by_rating[0].entrant == 0
    assert by_rating[0].rating > by_rating[1].rating
    assert by_rating[-1].entrant == 5 or seats > 2
    assert by_rating[0].rating - by_rating[-1].rating > by_rating[0].plus_minus / 4
    assert all(row.plus_minus > 0 for row in rated.rows)


def test_the_rating_list_ends_with_the_ratings_and_has_no_more_moments_than_fit_a_picture() -> None:
    plan = manifest(4, "round_robin", format={"cycles": 30})
    done = play(plan, by_chance(Random(1)))
    moments = rating_list(plan, done)
    assert len(done) == 90
    assert len(moments) <= 40
    assert moments[-1].round == 90
    assert moments[-1].ratings == ratings(plan, done)
    assert rating_list(plan, ()) == ()


@pytest.mark.parametrize(
    ("entrants", "seats", "scores"), [(2, 2, 5), (2, 3, 13), (3, 3, 7), (2, 4, 33), (4, 4, 9)]
)
def test_a_test_of_two_can_be_played_at_any_table(entrants: int, seats: int, scores: int) -> None:
    plan = manifest(entrants, "sprt", format={"elo0": 0, "elo1": 60, "seats": seats, "games": 5000})
    running = sprt(plan, play(plan, higher_wins))
    assert len(running.counts) == scores
    assert running.counts[-1] == sum(running.counts)
    assert running.decision == "H1"


def test_a_test_reads_units_in_order_without_gaps() -> None:
    plan = manifest(2, "sprt", format={"elo0": 0, "elo1": 5, "games": 200, "batch": 100})
    done = play(plan, by_chance(Random(5)))
    first = done[0]
    missing = {number: result for number, result in first.results.items() if number != 11}
    held = Played(first.number, first.pairings, first.fixtures, missing)
    assert len(sprt(plan, [held]).path) == 5
    assert sprt(plan, [held]).path == sprt(plan, done).path[:5]
