"""Live games of tournaments: made in their order, played with clocks, counted when they end."""

from pathlib import Path
from typing import Any

import pytest

from app.games.table.state import Kind, Limits
from app.tournament import sayings as said
from app.tournament.errors import BadManifest
from app.tournament.failures import Kind as Failed
from app.tournament.failures import counted
from app.tournament.reading import read
from app.tournament.schedule import Ending
from app.tournament.tournament import State
from replays.audit import audit
from replays.receipts import key_list
from replays.record import completed
from replays.tournaments.check import audit_tournament
from replays.tournaments.playing import game_id
from replays.tournaments.record import ended
from tests.bots.brought import python
from tests.handler.helpers import time_is_over
from tests.tournament.stage import ANA, GREEDY, ROBOT, Stage, staged
from tests.tournament.venue import cup
from tests.verifier.node import auditor
from workers.live import EACH_MOST


@pytest.fixture
def stage(redis_url: str, tmp_path: Path) -> Stage:
    return staged(redis_url, tmp_path)


def test_players_over_http_and_bots_of_every_kind_meet_and_all_games_are_sound(
    stage: Stage, tmp_path: Path
) -> None:
    brought = python(tmp_path, "return legal[0]")
    tournament = stage.begin(ROBOT, GREEDY, brought, folder=tmp_path, decks_per_pairing=2)
    state = stage.play_all(tournament)
    assert [one.ending for one in state.results.values()] == [Ending.FINISHED] * 6
    assert len({fixture.deck for fixture in state.fixtures}) == 6, "no deck is played twice"
    stage.here.archived()
    keys = stage.here.signer.ring.document()
    with auditor() as second:
        for result in state.results.values():
            record = stage.here.archive.read(result.game)
            assert record is not None
            assert audit(completed(record), keys=key_list(keys)).findings == ()
            assert second.audit(completed(record), keys)["findings"] == []
    log = stage.here.archive.read(tournament)
    assert log is not None
    report = audit_tournament(ended(stage.here.hall.entries(tournament)), games=stage.here.archive.read)
    assert report.findings == ()


def test_a_live_game_has_the_clock_of_the_manifest_with_an_allowance_for_the_way(stage: Stage) -> None:
    limits: Any = {"decision_seconds": 7, "window_seconds": 3, "latency_seconds": 0.5}
    for given, clock in ((limits, Limits(8, 4, 0)), ({}, Limits(61, 16, 0))):
        state = stage.look(stage.begin(ROBOT, GREEDY, limits=given))
        (game,) = stage.open_games(state)
        assert stage.games.current(game).table.limits == clock


def test_a_player_plays_so_many_games_at_a_time_and_then_the_next(stage: Stage) -> None:
    tournament = stage.begin(ROBOT, GREEDY, decks_per_pairing=EACH_MOST + 2)
    first = stage.open_games(stage.look(tournament))
    assert first == [game_id(tournament, number) for number in range(1, EACH_MOST + 1)]
    stage.play(first[0])
    assert stage.open_games(stage.look(tournament)) == [*first[1:], game_id(tournament, EACH_MOST + 1)]


def test_who_does_not_answer_forfeits_and_after_three_such_games_is_out(stage: Stage) -> None:
    tournament = stage.begin(ROBOT, GREEDY, decks_per_pairing=5)
    while not (state := stage.look(tournament)).is_over:
        for game in stage.open_games(state)[:1]:
            stage.bots(game)
            while not stage.games.current(game).table.is_over:
                time_is_over(stage.here.redis, game)
                stage.bots(game)
    endings = [state.results[number].ending for number in range(1, 6)]
    assert endings == [Ending.FORFEIT] * 3 + [Ending.WALKOVER] * 2
    assert state.withdrawn == {0: "failed"}
    for fixture in state.fixtures:
        assert state.results[fixture.number].at_fault == (fixture.seats.index(0),)
    assert counted(stage.here.failures.of(state)) == {0: {Failed.TIMED_OUT: 3}}


def test_a_person_s_seat_is_kept_and_one_who_does_not_come_forfeits(stage: Stage) -> None:
    tournament = stage.begin({"name": "ana", "player": ANA}, GREEDY)
    (game,) = stage.open_games(stage.look(tournament))
    places = stage.games.current(game).table.places
    assert {(place.kind, place.player) for place in places} == {(Kind.OPEN, ANA), (Kind.BOT, None)}
    time_is_over(stage.here.redis, game)
    stage.bots(game)
    state = stage.look(tournament)
    (result,) = state.results.values()
    (fixture,) = state.fixtures
    assert (result.ending, result.at_fault) == (Ending.FORFEIT, (fixture.seats.index(0),))
    assert counted(stage.here.failures.of(state)) == {0: {Failed.NOT_STARTED: 1}}


def test_a_bot_that_fails_in_a_live_game_forfeits_it(stage: Stage, tmp_path: Path) -> None:
    asked = "return legal[0] if self.asked < 2 else 1 / 0"
    tournament = stage.begin(ROBOT, python(tmp_path, asked), folder=tmp_path)
    state = stage.play_all(tournament)
    (result,) = state.results.values()
    (fixture,) = state.fixtures
    assert (result.ending, result.at_fault) == (Ending.FORFEIT, (fixture.seats.index(1),))
    (failure,) = stage.here.failures.of_game(state, fixture.number)
    assert (failure.kind, failure.ended, failure.entrant) == ("crashed", "ZeroDivisionError", 1)
    assert failure.question is not None
    assert failure.question["view"]["you"] == failure.seat


def test_paused_nothing_begins_and_aborted_it_is_closed_when_the_last_game_is_over(stage: Stage) -> None:
    tournament = stage.begin(ROBOT, GREEDY, decks_per_pairing=EACH_MOST + 1)
    games = stage.open_games(stage.look(tournament))
    stage.here.hall.act(tournament, "system", said.Pause())
    for game in games[:-1]:
        stage.play(game)
    state = stage.look(tournament)
    assert (len(state.results), stage.open_games(state)) == (EACH_MOST - 1, games[-1:])
    stage.here.hall.act(tournament, "system", said.Abort())
    assert (state := stage.look(tournament)).state is State.ABORTED
    assert not state.is_over
    stage.play(games[-1])
    assert stage.look(tournament).is_over


def test_a_player_has_one_seat_at_a_table() -> None:
    twice = {**cup(0), "entrants": [ROBOT, {**ROBOT, "name": "again"}]}
    test = {"type": "sprt", "elo0": 0, "elo1": 5, "seats": 4}
    everywhere = {**cup(0), "variant": "paco", "format": test, "entrants": [ROBOT, GREEDY]}
    for plan, field in ((twice, "/entrants/1/player"), (everywhere, "/format/seats")):
        with pytest.raises(BadManifest) as refused:
            read(plan)
        assert [fault.field for fault in refused.value.faults] == [field]


def test_a_deck_is_never_played_twice_where_somebody_may_remember_it() -> None:
    plan = {**cup(0), "entrants": [ROBOT, GREEDY]}
    assert not read(plan).manifest.duplicates
    assert not read(plan).manifest.memory_accepted


def test_it_is_played_twice_where_the_organiser_accepts_that() -> None:
    plan = {**cup(0), "entrants": [ROBOT, GREEDY], "accept_memory": True}
    assert read(plan).manifest.duplicates
    assert read(plan).manifest.memory_accepted
    for members in ({"duplicates": False}, {"seat_orders": "one"}, {"entrants": cup(2)["entrants"]}):
        assert not read({**plan, **members}).manifest.memory_accepted, members
