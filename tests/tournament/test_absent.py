"""The rule for absent players: games wait for them, are forfeited, or a bot plays until they return."""

from dataclasses import replace
from typing import Any

import pytest

from app.games.cards import Seat
from app.games.table.commands import Return, Sit
from app.games.table.state import Status, Table
from app.store.keys import GameId
from app.tournament import commands as tournament_commands
from app.tournament.errors import BadManifest, Unwelcome
from app.tournament.failures import FailureKind as Failed
from app.tournament.failures import counted
from app.tournament.manifest_parser import read
from app.tournament.schedule import Ending
from app.tournament.state import Tournament
from replays.audit.audit import audit
from replays.audit.report import Check
from replays.record.receipts import key_list
from replays.record.write import complete_record
from replays.tournaments.audit import audit_tournament
from replays.tournaments.record import ended
from tests.service.helpers import asked_person, time_is_over
from tests.tournament.contests import ORGANISER
from tests.tournament.log_steps import taken_apart, written
from tests.tournament.stage import Stage
from tests.tournament.test_registration import PEOPLE
from tests.tournament.venue import cup
from tests.verifier.node import auditor

MINUTE_MS = 60_000
FORFEIT: dict[str, Any] = {"rule": "forfeit", "minutes": 10}
BOT: dict[str, Any] = {"rule": "bot", "minutes": 5, "bot": "random"}


def opened(stage: Stage, absent: dict[str, Any] | None, *, seats: int = 2) -> tuple[GameId, GameId]:
    """Return a tournament of persons at one table, and its first game, for which each has a seat."""
    people = [{"name": f"person {at}", "player": player} for at, player in enumerate(PEOPLE[:seats])]
    form = {"type": "league", "seats": seats}
    variant = "mexican-3" if seats == 3 else "mexican-2"
    more: dict[str, Any] = {} if absent is None else {"absent": absent}
    tournament = stage.begin(*people, format=form, variant=variant, **more)
    (game,) = stage.open_games(stage.look(tournament))
    return tournament, game


def table(stage: Stage, game: GameId) -> Table:
    return stage.games.current(game).table


def sit(stage: Stage, game: GameId, *players: str) -> None:
    made = table(stage, game)
    for seat in made.seats:
        player = made.places[seat].reserved_for
        if player in players:
            stage.games.act(game, None, Sit(seat, player, "00" * 32))


def seat_of(stage: Stage, game: GameId, player: str) -> Seat:
    made = table(stage, game)
    return next(seat for seat in made.seats if made.places[seat].player == player)


def wait(stage: Stage, tournament: GameId, minutes: float) -> Tournament:
    """Let time pass, and return the tournament once what follows is done and counted."""
    stage.clock.now += int(minutes * MINUTE_MS)
    stage.look(tournament)
    return stage.look(tournament)


def sound(stage: Stage, tournament: GameId, state: Tournament) -> None:
    """Both audits find nothing in the games, and the audit of the tournament nothing in its log."""
    stage.here.archived()
    keys = stage.here.signer.ring.document()
    with auditor() as second:
        for result in state.results.values():
            record = complete_record(stage.here.record(result.game))
            assert audit(record, keys=key_list(keys)).findings == ()
            assert second.audit(record, keys)["findings"] == []
    log = ended(stage.here.tournament_service.entries(tournament))
    assert audit_tournament(log, games=stage.here.archive.read).findings == ()


def test_without_a_rule_a_table_waits_for_its_players(stage: Stage) -> None:
    tournament, game = opened(stage, None)
    sit(stage, game, PEOPLE[0])
    wait(stage, tournament, 1_000)
    assert table(stage, game).status is Status.WAITING


def test_who_does_not_come_in_time_forfeits(stage: Stage) -> None:
    tournament, game = opened(stage, FORFEIT)
    sit(stage, game, PEOPLE[0])
    wait(stage, tournament, 9.9)
    assert table(stage, game).status is Status.WAITING
    state = wait(stage, tournament, 0.2)
    late = state.manifest.entrants.index(
        next(entrant for entrant in state.manifest.entrants if entrant.plan["player"] == PEOPLE[1])
    )
    result = state.results[1]
    assert result.ending is Ending.FORFEIT
    assert [next(state.fixtures).seats[seat] for seat in result.at_fault] == [late]
    assert counted(stage.here.failures.of(state)) == {late: {Failed.NOT_STARTED: 1}}
    sound(stage, tournament, stage.play_all(tournament))


def test_a_bot_plays_for_who_does_not_come_until_the_player_returns(stage: Stage) -> None:
    tournament, game = opened(stage, BOT, seats=3)
    sit(stage, game, *PEOPLE[:2])
    wait(stage, tournament, 4.9)
    assert table(stage, game).status is Status.WAITING
    wait(stage, tournament, 0.2)
    seat = seat_of(stage, game, PEOPLE[2])
    assert table(stage, game).places[seat].stand_in == "random"
    stage.look(tournament)
    stage.games.settle(game)
    assert table(stage, game).in_hand
    stage.games.act(game, seat, Return())
    assert table(stage, game).places[seat].stand_in is None
    stage.play(game)
    state = stage.play_all(tournament)
    assert state.results[1].ending is Ending.FINISHED
    sound(stage, tournament, state)


def test_a_seat_that_a_bot_plays_to_the_end_is_forfeited(stage: Stage) -> None:
    tournament, game = opened(stage, BOT, seats=3)
    sit(stage, game, *PEOPLE[:2])
    wait(stage, tournament, 5.1)
    state = stage.play_all(tournament)
    seat = next(state.fixtures).seats.index(
        next(at for at, entrant in enumerate(state.manifest.entrants) if entrant.plan["player"] == PEOPLE[2])
    )
    assert (state.results[1].ending, state.results[1].at_fault) == (Ending.FORFEIT, (seat,))
    assert counted(stage.here.failures.of(state)) == {
        next(state.fixtures).seats[seat]: {Failed.NOT_STARTED: 1}
    }
    sound(stage, tournament, state)


def test_a_bot_plays_for_who_goes_away_during_a_game(stage: Stage) -> None:
    tournament, game = opened(stage, BOT)
    sit(stage, game, *PEOPLE[:2])
    gone = seat_of(stage, game, PEOPLE[0])
    stage.games.settle(game)
    while not table(stage, game).places[gone].away:
        asked = asked_person(table(stage, game))
        assert asked is not None
        if asked == gone:
            time_is_over(stage.here.redis, game)
            stage.games.settle(game)
        else:
            stage.step(game, asked)
    stage.look(tournament)
    assert table(stage, game).places[gone].stand_in == "random"


def test_more_time_at_a_table_moves_what_follows(stage: Stage) -> None:
    tournament, game = opened(stage, FORFEIT)
    act = stage.here.tournament_service.act
    act(tournament, ORGANISER, tournament_commands.GiveTime(1, 20))
    wait(stage, tournament, 29)
    assert table(stage, game).status is Status.WAITING
    assert wait(stage, tournament, 2).results[1].ending is Ending.FORFEIT


def test_time_is_given_to_open_games_with_a_limit_alone(stage: Stage) -> None:
    act = stage.here.tournament_service.act
    waiting, _game = opened(stage, None)
    limited, _game = opened(stage, FORFEIT)
    for tournament, fixture, minutes, code in (
        (waiting, 1, 5, "time_not_limited"),
        (limited, 99, 5, "fixture_unknown"),
        (limited, 1, 0, "extension_too_large"),
        (limited, 1, 1_441, "extension_too_large"),
    ):
        with pytest.raises(Unwelcome, match=code):
            act(tournament, ORGANISER, tournament_commands.GiveTime(fixture, minutes))


def test_a_paused_tournament_waits_for_everybody(stage: Stage) -> None:
    tournament, game = opened(stage, FORFEIT)
    stage.here.tournament_service.act(tournament, ORGANISER, tournament_commands.Pause())
    wait(stage, tournament, 60)
    assert table(stage, game).status is Status.WAITING


@pytest.mark.parametrize(
    "changed",
    [{"rule": "wait"}, {"rule": "bot", "minutes": 30, "bot": "random"}, {**BOT, "bot": "greedy"}],
    ids=["no-rule", "later", "another-bot"],
)
def test_the_audit_finds_a_bot_that_the_rule_does_not_let_play(stage: Stage, changed: dict[str, Any]) -> None:
    tournament, game = opened(stage, BOT, seats=3)
    sit(stage, game, *PEOPLE[:2])
    wait(stage, tournament, 5.1)
    stage.play_all(tournament)
    stage.here.archived()
    steps = taken_apart(ended(stage.here.tournament_service.entries(tournament)))
    for document in (steps[0].command, steps[0].events[0]):
        document["manifest"]["absent"] = changed
    findings = audit_tournament(written(tournament, steps), games=stage.here.archive.read).findings
    assert Check.PARENT in {finding.check for finding in findings}
    assert any("absent players" in str(finding.detail) for finding in findings)


@pytest.mark.parametrize(
    ("absent", "field"),
    [
        ({"rule": "run"}, "/absent/rule"),
        ({}, "/absent/rule"),
        ("wait", "/absent"),
        ({"rule": "wait", "minutes": 5}, "/absent/minutes"),
        ({"rule": "forfeit"}, "/absent/minutes"),
        ({"rule": "forfeit", "minutes": 0}, "/absent/minutes"),
        ({"rule": "bot", "minutes": 5}, "/absent/bot"),
    ],
)
def test_a_rule_that_is_none_is_refused_with_its_place(absent: Any, field: str) -> None:
    with pytest.raises(BadManifest) as refused:
        read(cup(2, absent=absent))
    assert [fault.field for fault in refused.value.faults] == [field]


def test_a_manifest_without_a_rule_is_the_same_tournament_as_before() -> None:
    draft = read(cup(2))
    assert "absent" not in draft.manifest.document
    assert draft.manifest.absent == replace(draft.manifest.absent, minutes=0, bot=None)
