"""The rating list of a variant, over several tournaments."""

from random import Random
from typing import Any

from app.tournament.manifest import Manifest
from app.tournament.ratings import FinishedTournament, System, rating_lists, ratings
from tests.tournament.playing import by_chance, higher_wins, manifest, play


def held(ended: int, plan: Manifest, seed: int | None = None) -> FinishedTournament:
    outcome = higher_wins if seed is None else by_chance(Random(seed))
    return FinishedTournament(f"t-{ended}", ended, plan, play(plan, outcome))


GREEDY, RANDOM = {"bot": "greedy"}, {"bot": "random"}
CAREFUL = {"bot": "careful", "version": "2"}


def cup(*plans: dict[str, Any]) -> Manifest:
    names = [f"n{at}" for at in range(len(plans))]
    return manifest(len(plans), "round_robin", names=names, plans=plans, format={"cycles": 4})


def test_one_tournament_is_rated_as_it_rates_itself() -> None:
    plan = cup(GREEDY, RANDOM, CAREFUL)
    tournament = held(1, plan, seed=3)
    elo, tables = rating_lists([tournament])
    assert (elo.system, tables.system) == (System.ELO, System.PLACKETT_LUCE)
    assert elo.entries[0].rows == ratings(plan, tournament.rounds).rows
    assert tables.rows == ()


def test_equal_plans_are_one_entrant_under_any_name() -> None:
    first, second = held(1, cup(GREEDY, RANDOM)), held(2, cup(RANDOM, CAREFUL))
    elo, _ = rating_lists([first, second])
    assert [entrant.plan["bot"] for entrant in elo.entrants] == ["greedy", "random", "careful"]
    assert [elo.entrants[row.entrant].plan["bot"] for row in elo.rows] == ["greedy", "random", "careful"]
    assert [row.games for row in elo.rows] == [8, 16, 8]
    assert [[row.entrant for row in entry.rows] for entry in elo.entries] == [[0, 1], [0, 1, 2]]


def test_games_of_an_entrant_against_itself_are_not_rated() -> None:
    elo, _ = rating_lists([held(1, cup(GREEDY, GREEDY, RANDOM), seed=1)])
    assert sorted(row.games for row in elo.rows) == [16, 16]


def test_larger_tables_have_a_separate_list() -> None:
    league = manifest(3, "league", plans=(GREEDY, RANDOM, CAREFUL), format={"seats": 3}, decks_per_pairing=5)
    elo, tables = rating_lists([held(1, league), held(2, cup(RANDOM, GREEDY), seed=2)])
    assert {row.games for row in tables.rows} == {15}
    assert tables.entrants[tables.rows[0].entrant].plan["bot"] == "greedy"
    assert len(elo.entries) == len(tables.entries) == 1
