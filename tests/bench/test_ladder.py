"""The ladder: the same lines after an interruption, and intervals with their nominal coverage."""

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from app.bots.roster import BOTS, made
from app.cli.simulate.plan import TableSetup
from tests.bench.duels import Unit, share_of_decided, unit
from tests.bench.ladder import kept, main, rungs

ARGUMENTS = ["--bots", "random,greedy", "--variant", "mexican-2", "--deals", "4"]


def climbed(file: Path, *more: str) -> str:
    """Return what the ladder prints once it has filled `file`."""
    result = CliRunner().invoke(main, [*ARGUMENTS, *more, "--file", str(file)])
    assert result.exit_code == 0, result.output
    return result.output


def test_an_interrupted_ladder_resumes_with_the_same_lines(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    output = climbed(whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    cut.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    assert climbed(cut).splitlines()[-3:] == output.splitlines()[-3:]
    assert kept(cut) == kept(whole)
    assert cut.read_bytes().startswith(b"".join(lines[:2]))


def test_every_bot_meets_the_one_before_it_and_the_top_meets_the_middle() -> None:
    pairs = [(rung.stronger, rung.weaker) for rung in rungs(BOTS, ["mexican-3"], 1, None, None)]
    assert pairs == [
        ("greedy", "random"),
        ("careful", "greedy"),
        ("counter", "careful"),
        ("searcher", "counter"),
        ("searcher", "greedy"),
    ]


def test_a_deal_is_played_from_every_seat_and_by_equals_won_as_often_as_lost() -> None:
    played = [unit(made("greedy"), made("greedy"), TableSetup("mexican-3", 3), 1, deal) for deal in range(4)]
    assert all(one.won + one.lost + one.drawn == 3 for one in played)
    assert all(one.won == 1 for one in played if not one.drawn)


@pytest.mark.parametrize("share", [0.5, 0.6])
def test_the_interval_contains_the_true_share_at_its_nominal_rate(share: float) -> None:
    """The two games of a deal hang together: with a deck that decides, both fall to the same seat."""
    chance, held = Random(7), 0
    for _ in range(400):
        units = []
        for _ in range(100):
            first = chance.random() < share
            second = first if chance.random() < 0.5 else chance.random() < share
            units.append(Unit(first + second, 2 - first - second, 0))
        estimate = share_of_decided(units)
        held += estimate.low <= share <= estimate.high
    assert 0.92 < held / 400 < 0.98
