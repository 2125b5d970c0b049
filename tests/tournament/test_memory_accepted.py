"""Decks dealt again to entrants who may remember: no key is revealed before the last game has ended."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.games.table import keys as table_keys
from app.games.table.state import Status
from app.i18n import Language
from app.service.entry_codec import Position
from app.store.keys import GameId
from app.tournament import commands as tournament_commands
from app.tournament.schedule import Ending
from app.tournament.state import Tournament, TournamentPhase
from replays.audit.audit import audit, audit_public
from replays.audit.report import Check
from replays.record.errors import NotRevealed
from replays.record.receipts import key_list
from replays.record.write import complete_record, write_record
from replays.report.facts import facts_of_log
from replays.report.page import page
from replays.tournaments.audit import audit_tournament
from replays.tournaments.playing import game_id
from replays.tournaments.record import ended
from tests.bots.entrant_programs import python
from tests.service.helpers import time_is_over
from tests.tournament.stage import GREEDY, ROBOT, Stage
from tests.verifier.node import auditor, sound
from workers import bots
from workers.live import EACH_MOST


def begun(stage: Stage, *more: dict[str, Any], **members: Any) -> GameId:
    """A tournament in which a player over HTTP meets decks again."""
    return stage.begin(ROBOT, GREEDY, *more, accept_memory=True, **members)


def games(state: Tournament, deck: int) -> list[GameId]:
    """The games on a deck."""
    return [game_id(state.id, fixture.number) for fixture in state.fixtures if fixture.deck == deck]


def play_out(stage: Stage, game: GameId) -> Position:
    """The game after its last move, whoever looks after games of which nothing more is to be played away."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("workers.bots.open_deck", lambda *_: None)
        stage.play(game)
    return stage.games.current(game)


def is_open(stage: Stage, game: GameId) -> bool:
    """Return True if the key of a game stands in its log."""
    position = stage.games.current(game)
    publics = b"".join(entry.public for entry in stage.games.entries(game, 0))
    is_public = position.table.game_key.encode() in publics
    assert is_public == position.table.is_over
    return is_public


def check_sound(stage: Stage, state: Tournament) -> None:
    """Every record is clean to both verifiers, deck derivation included, and so is the tournament's own."""
    keys = stage.here.signer.ring.document()
    with auditor() as second:
        for result in state.results.values():
            if not result.game:
                continue
            data = stage.here.archive.read(result.game)
            assert data is not None
            report = audit(complete_record(data), keys=key_list(keys))
            assert report.sound
            assert {Check.DEAL, Check.REVEAL, Check.COMMITMENTS} <= {check.check for check in report.checks}
            assert sound(second.audit(complete_record(data), keys))
    log = ended(stage.here.tournament_service.entries(GameId(state.id)))
    report = audit_tournament(log, games=stage.here.archive.read)
    assert (report.findings, [check for check in report.checks if check.left_out]) == ((), [])


def test_every_deck_is_played_by_all_entrants_and_every_record_is_sound(stage: Stage, tmp_path: Path) -> None:
    brought = python(tmp_path, "return legal[0]")
    state = stage.play_all(begun(stage, brought, folder=tmp_path, decks_per_pairing=2))
    assert [result.ending for result in state.results.values()] == [Ending.FINISHED] * 12
    assert {len(games(state, fixture.deck)) for fixture in state.fixtures} == {2}
    for deck in {fixture.deck for fixture in state.fixtures}:
        first, second = (fixture.seats for fixture in state.fixtures if fixture.deck == deck)
        assert first == second[::-1]
    stage.here.archived()
    check_sound(stage, state)


def test_the_first_game_on_a_deck_ends_without_its_key_and_the_last_opens_both(stage: Stage) -> None:
    tournament = begun(stage)
    first, second = games(stage.look(tournament), 1)
    stage.play(first)
    assert stage.games.current(first).table.status is Status.FINISHED
    assert not is_open(stage, first)
    assert not stage.look(tournament).results, "a result counts when its record can be had"
    stage.play(second)
    assert (is_open(stage, first), is_open(stage, second)) == (True, True)
    assert set(stage.look(tournament).results) == {1, 2}


def test_before_the_reveal_an_audit_reports_the_withheld_key(stage: Stage) -> None:
    tournament = begun(stage)
    first, second = games(stage.look(tournament), 1)
    stage.play(first)
    entries = stage.games.entries(first, 0)
    with pytest.raises(NotRevealed):
        list(write_record(entries))
    publics = [entry.public for entry in entries]
    report = audit_public(publics, (entry.digest for entry in entries))
    assert report.findings == ()
    assert [check.check for check in report.checks if check.left_out] == [Check.REVEAL]
    facts = facts_of_log(map(json.loads, publics))
    text = " ".join(page(report, facts, None, Language.EN).split())
    assert "the keys of its deck are not revealed yet, because other games are dealt from it" in text
    assert "The game is not over" not in text
    stage.play(second)
    opened = b"".join(write_record(stage.games.entries(first, 0)))
    assert audit(opened).sound


def test_players_are_free_for_the_next_game_while_keys_wait(stage: Stage) -> None:
    entrants = [ROBOT, GREEDY, *({"name": name, "bot": "random"} for name in ("b", "c"))]
    tournament = stage.begin(
        *entrants,
        accept_memory=True,
        variant="mexican-3",
        seat_orders="all",
        format={"type": "league", "seats": 3, "cycles": 1},
    )
    state = stage.look(tournament)
    while not (state := stage.look(tournament)).results:
        at_the_table = stage.open_games(state)
        playing = [game for game in at_the_table if not stage.games.current(game).table.has_ended]
        assert 0 < len(playing) <= EACH_MOST
        stage.play(playing[0])
    assert len(state.results) >= 6 > EACH_MOST


def test_a_key_withheld_by_a_kill_is_revealed_by_the_next_job(stage: Stage) -> None:
    tournament = begun(stage)
    both = games(stage.look(tournament), 1)
    for game in both:
        play_out(stage, game)
        assert stage.games.store.postpone(game, 0), "the clock rings for it again"
    stage.games.open_keys(both[1])
    assert [is_open(stage, game) for game in both] == [False, True], "killed half-way"
    stage.here.archived()
    stage.bots(both[0])
    assert [is_open(stage, game) for game in both] == [True, True]
    entries = [entry.ply for entry in stage.games.entries(both[0], 0)]
    for game in both:
        stage.bots(game)
    assert [entry.ply for entry in stage.games.entries(both[0], 0)] == entries, "once is enough"


def test_two_that_open_at_the_same_time_make_one_entry(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = begun(stage)
    (first, _) = games(stage.look(tournament), 1)
    before = play_out(stage, first)
    opened = stage.games.open_keys(first)
    assert opened.ply == before.ply + 1
    monkeypatch.setattr(stage.games, "current", lambda game: before)
    assert stage.games.open_keys(first) == opened


def test_a_game_that_is_never_made_keeps_no_key_shut(stage: Stage) -> None:
    tournament = begun(stage, decks_per_pairing=EACH_MOST)
    state = stage.look(tournament)
    (first, _), (third, fourth) = games(state, 1), games(state, 2)
    for game in (first, third):
        stage.play(game)
    stage.here.tournament_service.act(tournament, "system", tournament_commands.Abort())
    stage.bots(first)
    assert not is_open(stage, first), "the other game on its deck goes on"
    for game in stage.open_games(stage.look(tournament)):
        if not stage.games.current(game).table.has_ended:
            stage.play(game)
    state = stage.look(tournament)
    for game in stage.open_games(state):
        stage.bots(game)
    assert all(is_open(stage, game) for game in (first, third, fourth))
    state = stage.look(tournament)
    assert (state.state, state.is_over) == (TournamentPhase.ABORTED, True)


def test_a_running_adjudicated_game_withholds_the_keys_of_its_deck_until_it_ends(stage: Stage) -> None:
    tournament = begun(stage, decks_per_pairing=2)
    first, second = games(stage.look(tournament), 1)
    stage.here.tournament_service.act(
        tournament, "system", tournament_commands.Adjudicate(2, (0, 0), "left the room")
    )
    stage.play(first)
    assert not is_open(stage, first)
    stage.play(second)
    assert (is_open(stage, first), is_open(stage, second)) == (True, True)
    assert set(stage.look(tournament).results) == {1, 2}


def test_no_key_is_withheld_once_the_seed_is_revealed(stage: Stage) -> None:
    tournament = begun(stage)
    first, second = games(stage.look(tournament), 1)
    stage.play(first)
    for number in (1, 2):
        stage.here.tournament_service.act(
            tournament, "system", tournament_commands.Adjudicate(number, (0, 0), "settled")
        )
    assert stage.look(tournament).is_over
    stage.bots(first)
    assert is_open(stage, first)
    assert not stage.games.current(second).table.has_ended


def test_a_game_that_a_failing_bot_ends_opens_no_key_either(stage: Stage, tmp_path: Path) -> None:
    # It answers one question, because an entrant that answers none is not admitted.
    brought = python(tmp_path, "return legal[0] if self.asked == 1 else 1 / 0")
    tournament = stage.begin(ROBOT, brought, accept_memory=True, folder=tmp_path)
    first, second = games(stage.look(tournament), 1)
    stage.play(first)
    assert stage.games.current(first).table.status is Status.VOID
    assert not is_open(stage, first)
    stage.play(second)
    state = stage.look(tournament)
    assert [result.ending for result in state.results.values()] == [Ending.FORFEIT] * 2
    seats = {fixture.number: fixture.seats for fixture in state.fixtures}
    assert [seats[number][result.at_fault[0]] for number, result in state.results.items()] == [1, 1]
    stage.here.archived()
    check_sound(stage, state)


def test_an_entrant_that_does_not_play_withholds_no_key(stage: Stage) -> None:
    tournament = begun(stage, decks_per_pairing=3)
    while not (state := stage.look(tournament)).is_over:
        for game in stage.open_games(state):
            while not stage.games.current(game).table.has_ended:
                time_is_over(stage.here.redis, game)
                stage.bots(game)
            stage.bots(game)
    assert {result.ending for result in state.results.values()} == {Ending.FORFEIT, Ending.WALKOVER}
    played = [GameId(result.game) for result in state.results.values() if result.game]
    assert all(is_open(stage, game) for game in played)
    stage.here.archived()
    check_sound(stage, state)


def test_revealed_keys_match_the_commitments_made_before(stage: Stage) -> None:
    tournament = begun(stage)
    first, second = games(stage.look(tournament), 1)
    table = play_out(stage, first).table
    secrets = {table.game_key, *table_keys.opened_keys(table)}
    stage.games.settle(second)
    publics = b"".join(entry.public for game in (first, second) for entry in stage.games.entries(game, 0))
    assert not any(key.encode() in publics for key in secrets)
    bots.open_deck(stage.games, stage.here.tournament_service, table)
    assert not is_open(stage, first)
