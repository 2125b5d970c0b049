"""`conquian simulate`: every table is played to its end, and the printed counts are right."""

import gc
import json
import signal
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from app.cli.simulate.check import Checks
from app.cli.simulate.command import simulate
from app.cli.simulate.plan import Plan, cases
from app.cli.simulate.play import Faulty, Totals, play, whole
from app.games.cards import Seat
from app.games.conquian.variants import VARIANTS
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table
from tests.simulate.tables import one_option_each


def run(*words: str) -> tuple[int, Any]:
    """The exit status and the JSON object, without the speed."""
    result = CliRunner().invoke(simulate, [*words, "--json"])
    output = json.loads(result.stdout) if result.stdout else {"speed": None}
    assert "speed" in output
    return result.exit_code, {name: value for name, value in output.items() if name != "speed"}


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_bots_finish_every_variant_with_every_number_of_seats(bot: str) -> None:
    plan = Plan(cases(None, None, {}), (bot,), seed=31, check=bot == "random")
    tally = play(plan, range(len(plan.cases)))
    assert {name: totals.counts["games"] for name, totals in tally.items()} == {
        case.name: 1 for case in plan.cases
    }
    assert {case.variant for case in plan.cases} == set(VARIANTS)
    assert {case.players for case in plan.cases if case.variant == "paco"} == set(range(2, 13))


def test_the_bots_finish_games_with_every_value_of_every_option() -> None:
    plan = Plan(tuple(one_option_each()), ("random", "greedy"), seed=32)
    played = whole(play(plan, range(len(plan.cases))))
    assert played.counts["games"] == len(plan.cases) > 200
    assert all(played.counts[name] for name in ("tablas", "forces", "claims", "keeps"))


def test_careful_finishes_every_variant_and_games_with_many_options() -> None:
    every = [*cases(None, None, {}), *one_option_each()]
    shortest = [case for case in every if case.players <= 3]
    plan = Plan((*shortest[::9], *cases("paco", 7, {})), ("careful", "random"), 33)
    played = whole(play(plan, range(len(plan.cases))))
    assert played.counts["games"] == len(plan.cases) > 15


def test_holdem_is_played_with_checks_by_all_of_its_bots() -> None:
    tables = cases("caesars-holdem", None, {"deals": 2})
    assert [case.players for case in tables] == list(range(3, 12))
    plan = Plan(tables[:3], ("random", "greedy", "careful", "counter"), seed=34, check=True)
    played = whole(play(plan, range(6)))
    columns = ("games", "hands", "plies", "splits", "checks", "bets", "calls", "raises", "folds")
    assert played.columns == columns
    assert all(played.counts[name] for name in columns if name != "splits")
    assert played.counts["hands"] == played.counts["splits"] + sum(played.wins.values())


def test_a_bot_that_the_game_does_not_have_is_refused() -> None:
    words = ("--variant", "caesars-holdem", "--bots", "searcher")
    assert CliRunner().invoke(simulate, words).exit_code == 2


def test_a_seed_gives_the_same_counts_in_one_process_and_in_two() -> None:
    words = ("--variant", "mexican-3", "--option", "me_sirve=true", "--games", "25", "--seed", "4")
    status, alone = run(*words, "--processes", "1")
    assert status == 0
    assert alone["total"]["games"] == 25
    assert run(*words, "--processes", "2") == (0, alone)
    assert run(*words, "--processes", "1", "--bots", "greedy,random")[1] != alone


def test_one_game_of_a_run_can_be_played_again() -> None:
    words = ("--variant", "north-american", "--processes", "1", "--seed", "9")
    counts = [run(*words, "--game", str(game))[1]["total"]["plies"] for game in range(3)]
    assert run(*words, "--games", "3")[1]["total"]["plies"] == sum(counts)


def test_the_counts_of_a_run_add_up() -> None:
    _, document = run("--variant", "four-deal", "--games", "6", "--processes", "1", "--bots", "greedy")
    total = document["total"]
    assert total["hands"] == 4 * total["games"] == total["tablas"] + sum(total["wins"].values())
    assert total["lengths"]["shortest"] <= total["lengths"]["median"] <= total["lengths"]["longest"]
    assert document["cases"] == {"four-deal (2)": total}


def test_a_summary_names_every_table_and_the_speed() -> None:
    result = CliRunner().invoke(simulate, ["--games", "40", "--processes", "1", "--players", "2"])
    assert result.exit_code == 0
    assert all(f"{name} (2)" in result.stdout for name in ("paco", "mexican-2", "navajo-tens"))
    assert "games/s" in result.stdout


def test_ctrl_c_prints_the_results_so_far() -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    gc.disable()  # what is raised in hypothesis's callback of a collection is lost
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        status, document = run("--games", "1000000", "--processes", "1")
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, before)
    assert status == 130
    assert document["total"]["games"] < 1_000_000


@pytest.mark.parametrize(
    "words",
    [
        ("--variant", "whist"),
        ("--variant", "mexican-3", "--players", "4"),
        ("--variant", "paco", "--option", "wild_card=2O"),
        ("--option", "deals"),
        ("--bots", "clever"),
    ],
)
def test_an_unplayable_table_is_refused_with_the_usage(words: tuple[str, ...]) -> None:
    assert CliRunner().invoke(simulate, words).exit_code == 2


def table() -> Table:
    """A table in its first hand, with a card to decide on."""
    plan = Plan(cases("north-american", None, {}), ("random",), seed=1)
    begun = fold(None, 1, create(plan.command(0)))
    due = pending(begun)
    return fold(begun, 2, decide(begun, None, due))


def broken() -> dict[str, Table]:
    """Positions of which each breaks one thing that must hold."""
    good = table()
    hand = good.hand
    return {
        "balances": good.changed(balances=(1, 0)),
        "a lost card": good.changed(hand=replace(hand, stock=hand.stock[1:])),
        "a doubled card": good.changed(hand=replace(hand, discards=hand.stock[:1])),
        "nobody asked": good.changed(hand=replace(hand, awaited=())),
        "asked out of turn": good.changed(hand=replace(hand, awaited=(Seat(1 - hand.turn),))),
    }


@pytest.mark.parametrize(
    "what", ["balances", "a lost card", "a doubled card", "nobody asked", "asked out of turn"]
)
def test_a_position_that_breaks_a_promise_is_found(what: str) -> None:
    Checks(bytes(32)).position(table())
    with pytest.raises(AssertionError):
        Checks(bytes(32)).position(broken()[what])


def test_a_failing_game_is_named_with_its_number_and_seed() -> None:
    plan = Plan(cases("mexican-2", None, {}), ("nobody",), seed=5)
    with pytest.raises(Faulty, match=r"mexican-2 \(2\), --game 7 of seed 5: KeyError"):
        play(plan, range(7, 8))


def test_totals_do_not_depend_on_the_order_in_which_they_are_added() -> None:
    parts = []
    for plies in (5, 9, 9):
        totals = Totals()
        totals.end(plies)
        parts.append(totals)
    there, back = Totals(), Totals()
    for part in parts:
        there.add(part)
    for part in reversed(parts):
        back.add(part)
    assert there == back
    assert there.as_json()["lengths"] == {"shortest": 5, "median": 9, "most": 9, "longest": 9}
