"""A tournament whose jobs fail in the same way again and again is paused for that, and resumes."""

import math
from pathlib import Path
from typing import Any, NoReturn

import pytest

from app.games.errors import ConfigRefused, GameError, Refused
from app.tournament import commands as tournament_commands
from app.tournament.failures import GAME_REFUSED, JOB_FAILED
from app.tournament.state import TournamentPhase
from app.tournament.views import brief, summary
from tests.tournament.contests import ORGANISER
from tests.tournament.stage import GREEDY, ROBOT, Stage
from tests.tournament.venue import cup, venue
from workers.repeated_failures import MOST, RepeatedFailures

T = "t-one"


def test_a_tournament_whose_next_game_the_rules_refuse_is_paused_and_resumes(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest: Any = {"decision_seconds": 86_400}
    tournament = stage.begin(ROBOT, GREEDY, limits=longest)
    with monkeypatch.context() as patch:  # the table has no such limit
        patch.setattr("workers.live._allowed", lambda limit, seconds: math.ceil(seconds))
        for _ in range(2):
            for _ in range(MOST - 1):
                with pytest.raises(GameError):
                    stage.look(tournament)
                assert stage.here.state(tournament).state is TournamentPhase.RUNNING
            state = stage.look(tournament)
            assert (state.state, state.paused_for) == (TournamentPhase.PAUSED, GAME_REFUSED)
            assert brief(summary(state), None)["paused_for"] == GAME_REFUSED
            assert stage.look(tournament).state is TournamentPhase.PAUSED
            stage.here.tournament_service.act(tournament, ORGANISER, tournament_commands.Resume())
    state = stage.look(tournament)
    assert (state.state, state.paused_for, len(stage.open_games(state))) == (TournamentPhase.RUNNING, None, 1)


def test_a_tournament_whose_job_has_a_defect_is_paused_and_the_rest_is_played_before(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = venue(redis_url, tmp_path)
    name = here.begin(cup(2))

    def broken(*_: object, **__: object) -> NoReturn:
        raise ArithmeticError("a defect")

    def job() -> None:
        for key in here.redis.scan_iter("cq:*:lease:*"):  # as if they had expired
            here.redis.delete(key)
        here.player(name)

    with monkeypatch.context() as patch:
        patch.setattr("workers.tournaments.play", broken)
        for _ in range(MOST - 1):
            with pytest.raises(ArithmeticError):
                job()
            here.player(name)  # nothing is free, so this job does not fail
        job()
        assert (here.state(name).state, here.state(name).paused_for) == (TournamentPhase.PAUSED, JOB_FAILED)
    here.tournament_service.act(name, ORGANISER, tournament_commands.Resume())
    job()
    assert len(here.state(name).results) == 2


def test_only_failures_of_one_kind_without_progress_in_between_are_counted() -> None:
    failures = RepeatedFailures()
    refused, other = Refused("not_your_turn"), ConfigRefused("limit_range", "decision_seconds")
    given: list[tuple[int, Exception]] = [
        (5, refused),
        (5, refused),
        (6, refused),
        (6, other),
        (6, other),
        (6, refused),
        (6, ValueError("one")),
        (6, ValueError("two")),
    ]
    assert [failures.pause_for(T, ply, problem) for ply, problem in given] == [None] * len(given)
    assert failures.pause_for("t-two", 6, ValueError("three")) is None
    assert failures.pause_for(T, 6, ValueError("four")) == JOB_FAILED
    assert [failures.pause_for(T, 7, other) for _ in range(MOST)] == [None, None, GAME_REFUSED]
