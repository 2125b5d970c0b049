"""Exports: read back by independent parsers, they agree with the tables."""

import csv
import json
from fractions import Fraction
from io import StringIO
from random import Random

import pytest

from app.api.schemas.tournaments import CROSS_EXAMPLE, STANDINGS_EXAMPLE
from app.tournament.cross_table import cross_table
from app.tournament.exports import (
    cross_table_json,
    games_csv,
    ratings_json,
    standings_csv,
    standings_json,
    whole_json,
)
from app.tournament.failures import TRIAL, Failure, FailureKind
from app.tournament.forecasts import gaps
from app.tournament.manifest import Manifest
from app.tournament.ratings import ratings
from app.tournament.schedule import Ending, FixtureResult, Played
from app.tournament.standings import standings
from app.tournament.trf import Dates, has_trf, trf
from tests.tournament.playing import by_chance, everything, manifest, play

DATES = Dates(1_795_284_000_000, None)


def swiss() -> tuple[Manifest, list[Played]]:
    plan = manifest(7, "swiss", 2, format={"rounds": 4})
    done = play(plan, by_chance(Random(8), ties=0.3))
    last = done[-1]
    # Both games of the first meeting are walked over by the same entrant.
    seats = [fixture.seats for fixture in last.fixtures[:2]]
    loser = seats[0][0]
    out = {
        number: FixtureResult(number, (0, 0), Ending.WALKOVER, (at.index(loser),))
        for number, at in zip(list(last.results)[:2], seats, strict=True)
    }
    return plan, [*done[:-1], Played(4, last.pairings, last.fixtures, {**last.results, **out})]


def test_a_report_has_the_columns_of_fide_and_the_values_of_the_table() -> None:
    plan, done = swiss()
    table = standings(plan, done, over=True)
    lines = trf(plan, done, table, DATES).splitlines()
    assert lines[:3] == ["012 Copa", "042 2026/11/21", "062 7"]
    assert "XXR 4" in lines
    entrants = {int(line[4:8]): line for line in lines if line.startswith("001")}
    assert len(entrants) == 7
    for row in table.rows:
        line = entrants[row.entrant + 1]
        assert line[14:47].rstrip() == plan.entrants[row.entrant].name
        assert (float(line[80:84]), int(line[85:89])) == (float(row.tally.points), row.rank)
        rounds = [line[91 + 10 * at : 99 + 10 * at] for at in range(4)]
        worth = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5, "0": 0.0, "-": 0.0}
        assert sum(worth[cell[7]] for cell in rounds) == float(row.tally.points)
        for at, cell in enumerate(rounds):
            if cell == "0000 - U":
                continue
            back = entrants[int(cell[:4])][91 + 10 * at : 99 + 10 * at]
            assert int(back[:4]) == row.entrant + 1
            assert {cell[5], back[5]} == {"w", "b"}
            assert worth[cell[7]] + worth[back[7]] == 1
    assert "".join(line[98 + 30] for line in entrants.values() if len(line) > 128).count("+") == 1


def test_an_unfinished_meeting_has_no_result_in_a_report() -> None:
    plan, done = swiss()
    first = done[0]
    held = [Played(1, first.pairings, first.fixtures, {})]
    lines = trf(plan, held, standings(plan, held), Dates(0, 86_400_000)).splitlines()
    assert "052 1970/01/02" in lines
    assert sorted(line[97:].strip() for line in lines if line.startswith("001")) == [
        "",
        "",
        "",
        "",
        "",
        "",
        "U",
    ]


def test_only_a_swiss_of_two_has_a_report() -> None:
    assert has_trf(manifest(4, "swiss", format={"rounds": 2}))
    assert not has_trf(manifest(4, "round_robin"))


def test_the_games_are_one_line_for_each_seat() -> None:
    plan, done = swiss()
    lines = list(csv.DictReader(StringIO(games_csv(plan, done))))
    fixtures = [fixture for played in done for fixture in played.fixtures]
    assert len(lines) == 2 * len(fixtures)
    assert sum(float(line["score"]) for line in lines) == len(fixtures)
    assert {line["ending"] for line in lines} == {"finished", "walkover"}
    waiting = Played(1, done[0].pairings, done[0].fixtures, {})
    assert {line["ending"] for line in csv.DictReader(StringIO(games_csv(plan, [waiting])))} == {""}


def test_the_standings_are_one_line_for_each_entrant() -> None:
    plan, done = swiss()
    table = standings(plan, done, over=True)
    lines = list(csv.DictReader(StringIO(standings_csv(plan, table, ratings(plan, done)))))
    assert [line["name"] for line in lines] == [plan.entrants[row.entrant].name for row in table.rows]
    assert [Fraction(line["points"]) for line in lines] == [row.tally.points for row in table.rows]
    assert "tie_break_buchholz_cut" in lines[0]
    rated = ratings(plan, done).rows
    assert [(float(line["rating"]), float(line["margin"])) for line in lines] == [
        (rated[row.entrant].rating, rated[row.entrant].plus_minus) for row in table.rows
    ]


def test_the_standings_have_the_times_of_decisions() -> None:
    plan, done = swiss()
    table, rated = standings(plan, done, over=True), ratings(plan, done)
    lines = csv.DictReader(StringIO(standings_csv(plan, table, rated, {1: {80: 3}})))
    times = {line["entrant"]: (line["decisions"], line["median_ms"], line["p95_ms"]) for line in lines}
    assert times == {str(number): ("", "", "") for number in range(len(plan.entrants))} | {
        "1": ("3", "1.02", "1.02")
    }


def test_the_file_has_the_place_of_each_failure_and_no_card() -> None:
    plan, done = swiss()
    asked = {"view": {"hand": ["1O"]}}
    some = [
        Failure(fixture=TRIAL, game="", seat=1, entrant=1, kind=FailureKind.TIMED_OUT, ply=4),
        Failure(
            fixture=3,
            game="g",
            seat=0,
            entrant=1,
            kind=FailureKind.CRASHED,
            ply=9,
            question=asked,
            stderr="no",
        ),
    ]
    (failure,) = whole_json(plan, done, standings(plan, done, over=True), some)["failures"]
    place = {"fixture": 3, "game": "g", "seat": 0, "entrant": 1, "name": plan.entrants[1].name}
    assert failure == {**place, "kind": "crashed", "ply": 9}


def test_http_and_the_files_call_the_same_results_by_the_same_names() -> None:
    served = STANDINGS_EXAMPLE["rows"][0]
    plan, done = swiss()
    table, rated = standings(plan, done, over=True), ratings(plan, done)
    assert set(standings_json(plan, table, rated)["rows"][0]) == set(served)
    header = next(csv.reader(StringIO(standings_csv(plan, table, rated))))
    columns = (set(served) | set(served["time"])) - {"tie_breaks", "time"}
    assert {name for name in header if not name.startswith("tie_break_")} == columns
    assert set(ratings_json(plan, rated, 0)["rows"][0]) <= set(served)
    crossed = cross_table_json(plan, cross_table(plan, done))
    assert set(crossed) == set(CROSS_EXAMPLE) - {"tournament", "ply"}
    cell = next(cell for row in crossed["rows"] for cell in row if cell)
    assert set(cell) == set(CROSS_EXAMPLE["rows"][0][1])


def test_a_line_names_the_seats_at_fault_by_their_numbers() -> None:
    plan, done = swiss()
    lines = list(csv.DictReader(StringIO(games_csv(plan, done))))
    results = {number: result for played in done for number, result in played.results.items()}
    assert {line["at_fault"] for line in lines} > {""}
    for line in lines:
        assert [*map(int, line["at_fault"].split())] == list(results[int(line["fixture"])].at_fault)


def test_a_name_is_never_a_formula() -> None:
    plan = manifest(2, "round_robin", names=("=1+1", 'b,"c'))
    done = play(plan, by_chance(Random(1)))
    text = standings_csv(plan, standings(plan, done), ratings(plan, done))
    assert sorted(line["name"] for line in csv.DictReader(StringIO(text))) == ["'=1+1", 'b,"c']


@pytest.mark.parametrize(("kind", "entrants", "parameters"), everything())
def test_all_results_of_a_tournament_are_exported_as_json(
    kind: str, entrants: int, parameters: dict[str, object]
) -> None:
    plan = manifest(entrants, kind, 1, format=parameters)
    done = play(plan, by_chance(Random(3), voids=0.1))
    table = standings(plan, done, over=True)
    whole = whole_json(plan, done, table, times={0: {80: 3}})
    read = json.loads(json.dumps(whole, allow_nan=False))
    timed = {row["entrant"]: row["time"] for row in read["standings"]["rows"] if row["time"]}
    assert timed == {0: {"decisions": 3, "median_ms": 1.02, "p95_ms": 1.02}}
    assert [row["entrants"] for row in read["standings"]["neighbours"]] == [
        [gap.one, gap.other] for gap in gaps(plan, done)
    ]
    assert all(set(row) == set(STANDINGS_EXAMPLE["neighbours"][0]) for row in read["standings"]["neighbours"])
    assert len(read["games"]) == sum(len(played.fixtures) for played in done)
    assert [row["rank"] for row in read["standings"]["rows"]] == [row.rank for row in table.rows]
    assert ("sprt" in read) == (kind == "sprt")
    assert read["ratings"]["unrated"] == 0


def test_the_file_counts_the_games_that_are_not_rated() -> None:
    plan, done = swiss()
    rated = whole_json(plan, done, standings(plan, done, over=True))["ratings"]
    assert rated["unrated"] == 2
