"""Some hundred live games on the planned masters: each is listed once, and they are spread by the plan."""

from io import StringIO

from rich.console import Console

from tests.cluster.growth import Growth
from tests.cluster.many_games import planned, run


def test_games_are_spread_over_the_masters_and_go_on() -> None:
    """All are listed, the sample's moves are accepted, and the service is ready without a warning."""
    growth = Growth(games=200, sample=10, moves=3, seed=1, copies_to=400, idle_seconds=0.1)
    report, listed = run(growth, Console(file=StringIO()))
    assert report.created == growth.games
    # The measures of the clock and of bots leave some games of their own.
    assert report.copied == growth.copies_to - growth.games
    assert len(listed) == len(set(listed)) >= growth.copies_to
    assert sorted(row["buckets"] for row in report.by_node) == [21, 21, 22]
    assert sum(row["games"] for row in report.by_node) >= growth.games
    for behaviour in (report.before, report.after):
        assert behaviour.moves == growth.sample * growth.moves
        assert behaviour.refused == 0
        assert behaviour.ready == {"status": "ready", "warnings": []}


def test_the_planned_slots_are_those_that_the_command_prints() -> None:
    """They begin with the first slot, end with the last one and leave none out."""
    ranges = planned()
    assert [first for first, _ in ranges] == [0, *(last + 1 for _, last in ranges[:-1])]
    assert ranges[-1][1] == 16_383
