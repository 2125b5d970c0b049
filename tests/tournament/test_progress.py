"""Progress of a tournament, and the forecast of its games."""

from typing import Any

import pytest

from app.tournament.forecasts import TournamentProgress, progress
from app.tournament.schedule import Played
from tests.tournament.playing import higher_wins, manifest, next_played


@pytest.mark.parametrize(
    ("kind", "entrants", "members", "games"),
    [
        ("round_robin", 5, {}, 20),
        ("round_robin", 4, {"format": {"cycles": 2}}, 24),
        ("swiss", 6, {"format": {"rounds": 4}}, 24),
        ("gauntlet", 4, {}, 6),
    ],
)
def test_the_foreseen_games_after_one_round_are_those_that_are_played(
    kind: str, entrants: int, members: dict[str, Any], games: int
) -> None:
    plan, done = manifest(entrants, kind, **members), list[Played]()
    foreseen = []
    while (played := next_played(plan, done, higher_wins)) is not None:
        done.append(played)
        foreseen.append(progress(plan, done).planned)
    assert sum(len(round_.fixtures) for round_ in done) == games
    assert set(foreseen) == {games}
    assert progress(plan, done, over=True) == TournamentProgress(games, games, games, len(done), len(done))


def test_the_length_of_a_test_is_unknown_but_limited_by_its_games() -> None:
    open_end = manifest(2, "sprt", format={"elo0": 0, "elo1": 5})
    assert progress(open_end, []).planned is None
    assert progress(open_end, []).seconds_left(100.0) is None
    bounded = manifest(2, "sprt", format={"elo0": 0, "elo1": 5, "games": 300})
    assert progress(bounded, []).planned == 300
    assert progress(bounded, []).seconds_left(100.0) == 3.0
    assert progress(bounded, []).seconds_left(0.0) is None
