"""Live games of tournaments: created in order, played with clocks, counted at their end."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.cli.bot_check.questions import questions_at
from app.games.cards import Seat
from app.games.conquian.game import Conquian
from app.games.table.state import Kind, Limits, Table, Visibility
from app.games.table.view import view
from app.service.pending_decisions import bodies
from app.store.canonical import parse
from app.tournament import commands as tournament_commands
from app.tournament.codecs import EVENT_CODEC
from app.tournament.decide import SYSTEM
from app.tournament.durations import counts, durations
from app.tournament.errors import BadManifest, Unwelcome
from app.tournament.evolve import evolve
from app.tournament.failures import NO_ANSWER, TRIAL, counted
from app.tournament.failures import FailureKind as Failed
from app.tournament.manifest_parser import read
from app.tournament.schedule import Ending
from app.tournament.state import TournamentPhase
from app.tournament.views import summary
from app.tournament.views import table as standings
from replays.audit.audit import audit
from replays.record.receipts import key_list
from replays.record.write import complete_record
from replays.tournaments.audit import audit_tournament
from replays.tournaments.playing import game_id
from replays.tournaments.record import ended
from tests.bots.entrant_programs import python
from tests.service.helpers import asked_person, choose, time_is_over
from tests.tournament.contests import ORGANISER
from tests.tournament.stage import ANA, GREEDY, ROBO, ROBOT, Stage
from tests.tournament.venue import cup
from tests.verifier.node import auditor
from workers.live import EACH_MOST


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
            assert audit(complete_record(record), keys=key_list(keys)).findings == ()
            assert second.audit(complete_record(record), keys)["findings"] == []
    log = stage.here.archive.read(tournament)
    assert log is not None
    report = audit_tournament(
        ended(stage.here.tournament_service.entries(tournament)), games=stage.here.archive.read
    )
    assert report.findings == ()


def test_a_live_game_has_the_clock_of_the_manifest_with_an_allowance_for_the_way(stage: Stage) -> None:
    limits: Any = {"decision_seconds": 7, "window_seconds": 3, "latency_seconds": 0.5}
    longest: Any = {"decision_seconds": 86_400, "window_seconds": 86_400}
    day = Limits(86_400, 86_400, 0)
    for given, clock in ((limits, Limits(8, 4, 0)), ({}, Limits(61, 16, 0)), (longest, day)):
        state = stage.look(stage.begin(ROBOT, GREEDY, limits=given))
        (game,) = stage.open_games(state)
        assert stage.games.current(game).table.limits == clock


def test_a_live_game_names_the_edition_of_the_rulebook_that_its_tournament_began_under(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = Conquian.edition - 1
    with monkeypatch.context() as patch:
        patch.setattr(Conquian, "edition", edition)
        tournament = stage.begin(ROBOT, GREEDY)
    (game,) = stage.open_games(stage.look(tournament))
    assert parse(stage.games.entries(game, 0)[0].public)["rulebook"]["edition"] == edition


def test_a_player_plays_so_many_games_at_a_time_and_then_the_next(stage: Stage) -> None:
    tournament = stage.begin(ROBOT, GREEDY, decks_per_pairing=EACH_MOST + 2)
    first = stage.open_games(stage.look(tournament))
    assert first == [game_id(tournament, number) for number in range(1, EACH_MOST + 1)]
    stage.play(first[0])
    assert stage.open_games(stage.look(tournament)) == [*first[1:], game_id(tournament, EACH_MOST + 1)]


def test_an_entrant_that_does_not_answer_forfeits_and_is_out_after_three_such_games(stage: Stage) -> None:
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


def test_a_failure_over_http_has_the_first_question_that_was_not_answered(
    stage: Stage, tmp_path: Path
) -> None:
    tournament = stage.begin(ROBOT, GREEDY)
    (game,) = stage.open_games(stage.look(tournament))
    asked: list[Table] = []
    while True:
        stage.bots(game)
        table = stage.games.current(game).table
        seat = asked_person(table)
        if seat is None:
            break
        asked.append(table)
        if len(asked) == 2 or len(asked) > 5:  # it lets one pass, comes back, and then stays away
            time_is_over(stage.here.redis, game)
        else:
            stage.games.act(game, seat, choose(table, seat, stage.chance), expected=table.ply)
    state = stage.look(tournament)
    (failure,) = stage.here.failures.of_game(state, 1)
    (fixture,) = state.fixtures
    seat, wanted = Seat(fixture.seats.index(0)), asked[5]
    assert (failure.kind, failure.entrant, failure.seat) == (Failed.TIMED_OUT, 0, seat)
    assert failure.ply == wanted.ply < state.results[1].plies - 3
    assert failure.question is not None
    assert failure.question["view"] == view(wanted, seat)
    assert failure.question["legal"] == bodies(wanted, seat)
    assert failure.question["events"][0]["type"] == "hand-begun"
    stage.here.archived()
    record = stage.here.archive.read(game)
    assert record is not None
    kept = tmp_path / "game.record"
    kept.write_bytes(complete_record(record))
    *_, again = questions_at(str(kept), failure.ply, "")
    assert (again.seat, again.moves) == (seat, failure.question["legal"])


def test_the_times_of_players_over_http_come_from_the_log_and_are_added_once(stage: Stage) -> None:
    tournament = stage.begin(ROBOT, GREEDY, decks_per_pairing=2)
    state = stage.play_all(tournament)
    answers = 0
    for fixture in state.fixtures:
        game, robo = game_id(tournament, fixture.number), f"seat:{fixture.seats.index(0)}"
        publics = [parse(entry.public) for entry in stage.games.entries(game, 0)]
        answers += sum(public["actor"] == robo and public["command"]["type"] != "ready" for public in publics)
    times = stage.here.failures.times(tournament)
    assert times.keys() == {0}, "bots at live tables are not measured"
    spread = durations(times[0])
    assert (spread.decisions, answers > 2) == (answers, True)
    assert spread.median_ms is not None
    assert 1 <= spread.median_ms < 5, "the clock of the stage tells a millisecond for each entry"
    stage.here.failures.note_live(tournament, 1, (), {0: counts([9.0])})
    assert stage.here.failures.times(tournament) == times
    rows = standings(state, times=times)["rows"]
    assert {row["name"]: bool(row["time"]) for row in rows} == {"robo": True, GREEDY["name"]: False}


def test_a_seat_is_reserved_for_a_person_who_forfeits_by_not_joining(stage: Stage) -> None:
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


def test_a_paused_tournament_begins_no_game_and_an_aborted_one_closes_after_its_last(stage: Stage) -> None:
    tournament = stage.begin(ROBOT, GREEDY, decks_per_pairing=EACH_MOST + 1)
    games = stage.open_games(stage.look(tournament))
    stage.here.tournament_service.act(tournament, "system", tournament_commands.Pause())
    for game in games[:-1]:
        stage.play(game)
    state = stage.look(tournament)
    assert (len(state.results), stage.open_games(state)) == (EACH_MOST - 1, games[-1:])
    stage.here.tournament_service.act(tournament, "system", tournament_commands.Abort())
    assert (state := stage.look(tournament)).state is TournamentPhase.ABORTED
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


def test_a_deck_is_never_played_twice_if_an_entrant_may_remember_it() -> None:
    plan = {**cup(0), "entrants": [ROBOT, GREEDY]}
    assert not read(plan).manifest.duplicates
    assert not read(plan).manifest.memory_accepted


def test_a_deck_is_played_twice_if_the_organiser_accepts_it() -> None:
    plan = {**cup(0), "entrants": [ROBOT, GREEDY], "accept_memory": True}
    assert read(plan).manifest.duplicates
    assert read(plan).manifest.memory_accepted
    for members in ({"duplicates": False}, {"seat_orders": "one"}, {"entrants": cup(2)["entrants"]}):
        assert not read({**plan, **members}).manifest.memory_accepted, members


def test_no_game_begins_before_each_player_over_http_has_answered_a_trial_question(
    stage: Stage, tmp_path: Path
) -> None:
    tournament = stage.create(ROBOT, GREEDY, python(tmp_path, "return legal[0]"), folder=tmp_path)
    state = stage.look(tournament)
    (trial,) = stage.trial_games(state)
    assert (stage.look(tournament).results, stage.open_games(state), state.untried) == ({}, [], (0,))
    table = stage.games.current(trial).table
    assert (table.rules.deals, table.visibility, table.tournament) == (1, Visibility.UNLISTED, None)
    assert table.places[0].player == ROBO
    stage.bots(trial)
    while not (state := stage.look(tournament)).tried:
        position = stage.games.current(trial)
        seat = asked_person(position.table)
        assert seat is not None
        stage.games.act(trial, seat, choose(position.table, seat, stage.chance), expected=position.ply)
        stage.bots(trial)
    assert (state.untried, state.tried) == ((), {0: trial})
    assert not stage.games.current(trial).table.is_over
    state = stage.play_all(tournament)
    assert {result.ending for result in state.results.values()} == {Ending.FINISHED}
    assert (summary(state)["entrants"][0]["trial"], summary(state)["entrants"][1]["trial"]) == (
        {"game": trial, "answered": True},
        None,
    )
    log = ended(stage.here.tournament_service.entries(tournament))
    stage.here.archived()
    assert audit_tournament(log, games=stage.here.archive.read).findings == ()


def test_an_unanswered_trial_question_pauses_the_tournament_until_resumed_and_answered(
    stage: Stage,
) -> None:
    tournament = stage.create(ROBOT, GREEDY)
    (trial,) = stage.trial_games(stage.look(tournament))
    stage.bots(trial)
    time_is_over(stage.here.redis, trial)
    stage.bots(trial)
    state = stage.look(tournament)
    assert (state.state, state.paused_for, state.results) == (TournamentPhase.PAUSED, NO_ANSWER, {})
    (failure,) = stage.here.failures.of(state)
    assert (failure.fixture, failure.entrant, failure.kind) == (TRIAL, 0, Failed.TIMED_OUT)
    assert failure.game == trial
    (detailed,) = stage.here.failures.of_game(state, TRIAL)
    assert detailed.question is not None
    assert (detailed.question["view"]["you"], detailed.question["view"]["ply"]) == (0, failure.ply)
    assert detailed.question["legal"]
    assert (stage.look(tournament).results, stage.open_games(state)) == ({}, [])
    stage.here.tournament_service.act(tournament, SYSTEM, tournament_commands.Resume())
    (again,) = stage.trial_games(stage.look(tournament))
    assert again != trial
    stage.play(again)
    state = stage.look(tournament)
    assert (state.state, state.tried) == (TournamentPhase.RUNNING, {0: again})
    assert stage.here.failures.of(state) == []
    assert len(stage.open_games(stage.look(tournament))) == 1


def test_a_person_who_does_not_join_the_trial_game_has_not_started(stage: Stage) -> None:
    tournament = stage.create({"name": "ana", "player": ANA}, GREEDY)
    (trial,) = stage.trial_games(stage.look(tournament))
    assert stage.games.current(trial).table.places[0].reserved_for == ANA
    time_is_over(stage.here.redis, trial)
    stage.bots(trial)
    state = stage.look(tournament)
    assert (state.state, state.paused_for) == (TournamentPhase.PAUSED, NO_ANSWER)
    assert [failure.kind for failure in stage.here.failures.of(state)] == [Failed.NOT_STARTED]


def test_a_withdrawn_player_gets_no_trial_question(stage: Stage) -> None:
    tournament = stage.create(ROBOT, {"name": "ana", "player": ANA}, GREEDY)
    stage.here.tournament_service.act(tournament, ORGANISER, tournament_commands.Forfeit(1, "It has left."))
    (trial,) = stage.trial_games(stage.look(tournament))
    stage.play(trial)
    assert stage.look(tournament).untried == ()
    assert stage.open_games(stage.look(tournament))


def test_the_deck_of_a_trial_game_does_not_follow_from_the_seeds_of_the_tournament(stage: Stage) -> None:
    tournament = stage.create(ROBOT, GREEDY, deck_seed="5b" * 32)
    other = stage.create(ROBOT, GREEDY, deck_seed="6c" * 32)
    keys = [
        stage.games.current(*stage.trial_games(stage.look(played))).table.game_key
        for played in (tournament, other)
    ]
    assert len(set(keys)) == 2
    assert not {"5b" * 32, "6c" * 32}.intersection(keys)


def test_a_tournament_that_began_before_trials_existed_has_none(stage: Stage) -> None:
    tournament = stage.create(ROBOT, GREEDY)
    (created,) = stage.here.tournament_service.events_of(
        stage.here.tournament_service.entries(tournament)[0]
    )[:1]
    before = evolve(None, replace(created, trial=None))
    assert (before.untried, evolve(None, created).untried) == ((), (0,))
    assert EVENT_CODEC.to_json(replace(created, trial=None)).keys() == EVENT_CODEC.to_json(created).keys() - {
        "trial"
    }
    with pytest.raises(Unwelcome) as refused:
        stage.here.tournament_service.act(tournament, SYSTEM, tournament_commands.ReportResults(()))
    assert refused.value.code == "trials_open"
    for entrants, code in (((1,), "trials_known"), ((0, 0), "trials_order")):
        with pytest.raises(Unwelcome) as refused:
            stage.here.tournament_service.act(tournament, SYSTEM, tournament_commands.AnswerTrial(entrants))
        assert refused.value.code == code
