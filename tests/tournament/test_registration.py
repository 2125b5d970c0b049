"""Registration in a tournament's log, and its tournaments with persons at live tables."""

from typing import Any

import orjson
import pytest

from app.games.table.commands import Sit
from app.store.keys import GameId, LogKind, game_id_from
from app.tournament import commands as tournament_commands
from app.tournament.decide import SYSTEM
from app.tournament.errors import Unwelcome
from app.tournament.manifest_members import MOST_ENTRANTS
from app.tournament.schedule import Ending
from app.tournament.state import Tournament, TournamentPhase
from app.tournament.views import cross, summary
from app.tournament.views import table as standings
from replays.audit.report import Check
from replays.tournaments.audit import audit_tournament
from replays.tournaments.parts import OPEN, everything, schedule_parts
from replays.tournaments.record import ended
from tests.tournament.contests import ORGANISER
from tests.tournament.log_steps import taken_apart, written
from tests.tournament.stage import ANA, Stage

PEOPLE = [ANA, *(str(game_id_from(bytes([at]) * 32, LogKind.PLAYER)) for at in range(3, 6))]


def opened(stage: Stage, *people: str, **members: Any) -> GameId:
    """Return a tournament for which these players have registered."""
    tournament = stage.create(registration="open", **members)
    for player in people:
        say(stage, tournament, player, tournament_commands.RegisterEntrant(player, "Ana"))
    return tournament


def say(stage: Stage, tournament: GameId, actor: str, command: Any) -> Tournament:
    return stage.here.tournament_service.act(tournament, actor, command).position.state


def seated(stage: Stage, game: GameId) -> None:
    """Let every player take the seat that is kept for it."""
    table = stage.games.current(game).table
    for seat in table.seats:
        player = table.places[seat].reserved_for
        if player is not None:
            stage.games.act(game, None, Sit(seat, player, "00" * 32))


def test_persons_who_registered_and_bots_play_to_the_end_and_the_log_is_sound(stage: Stage) -> None:
    tournament = opened(stage, *PEOPLE)
    say(stage, tournament, PEOPLE[3], tournament_commands.UnregisterEntrant(PEOPLE[3]))
    started = say(stage, tournament, ORGANISER, tournament_commands.StartTournament(1, "greedy"))
    names = ["Ana", *(f"Ana ({player[-4:]})" for player in PEOPLE[1:3]), "greedy 1"]
    assert [entrant.name for entrant in started.manifest.entrants] == names
    seen = set[int]()
    while not (state := stage.look(tournament)).is_over:
        rows = orjson.loads(schedule_parts(state, everything(state))[OPEN])
        waiting = [fixture.number for fixture in state.waiting if {0, 1, 2} & {*fixture.seats}]
        assert [row["fixture"] for row in rows] == waiting
        seen |= {*waiting}
        for game in stage.open_games(state):
            seated(stage, game)
            stage.play(game)
    assert seen == {*state.results}
    assert orjson.loads(schedule_parts(state, everything(state))[OPEN]) == []
    assert [result.ending for result in state.results.values()] == [Ending.FINISHED] * 6
    stage.here.archived()
    record = ended(stage.here.tournament_service.entries(tournament))
    assert audit_tournament(record, games=stage.here.archive.read).findings == ()


@pytest.mark.parametrize(
    ("ply", "actor"),
    [(2, ORGANISER), (2, SYSTEM), (4, "host"), (4, SYSTEM), (5, "seat:0")],
    ids=["registers-another", "the-service-registers", "removes-another", "the-service-removes", "starts"],
)
def test_the_audit_finds_a_command_before_the_start_that_another_gave(
    stage: Stage, ply: int, actor: str
) -> None:
    tournament = GameId(stage.create(registration="open"))
    for player in PEOPLE[:2]:
        say(stage, tournament, player, tournament_commands.RegisterEntrant(player, "Ana"))
    say(stage, tournament, PEOPLE[1], tournament_commands.UnregisterEntrant(PEOPLE[1]))
    say(stage, tournament, SYSTEM, tournament_commands.StartTournament(1, "random"))
    say(stage, tournament, SYSTEM, tournament_commands.Abort())
    assert stage.look(tournament).is_over
    steps = taken_apart(ended(stage.here.tournament_service.entries(tournament)))
    assert [step.command["type"] for step in steps[1:5]] == ["register", "register", "unregister", "start"]
    assert audit_tournament(written(tournament, steps)).findings == ()
    steps[ply - 1].actor = actor
    findings = audit_tournament(written(tournament, steps)).findings
    assert [(finding.check, finding.ply) for finding in findings] == [(Check.ACTORS, ply)]


@pytest.mark.parametrize("size", [0, 1, 2])
@pytest.mark.parametrize("kind", ["round_robin", "swiss", "single_elimination", "arena", "league"])
def test_a_tournament_that_has_not_begun_can_be_shown(stage: Stage, kind: str, size: int) -> None:
    more: dict[str, Any] = {"swiss": {"rounds": 3}, "arena": {"minutes": 5}, "league": {"seats": 3}}
    variant = "mexican-3" if kind == "league" else "north-american"
    form = {"type": kind, **more.get(kind, {})}
    tournament = opened(stage, *PEOPLE[:size], format=form, variant=variant)
    state = stage.look(tournament)
    assert (state.state, summary(state)["planned"]) == (TournamentPhase.REGISTERING, None)
    assert len(standings(state)["rows"]) == len(cross(state)["rows"]) == size


def test_the_minutes_of_an_arena_begin_with_its_start(stage: Stage) -> None:
    tournament = opened(stage, *PEOPLE[:2], format={"type": "arena", "minutes": 1})
    state = say(stage, tournament, SYSTEM, tournament_commands.StartTournament())
    assert state.started_ms is not None
    assert state.begun_ms == state.started_ms > state.created_ms
    assert summary(state)["started"] == state.started_ms


def test_names_and_numbers_that_do_not_fit_are_refused(stage: Stage) -> None:
    tournament = opened(stage, PEOPLE[0])
    for command, code in (
        (tournament_commands.RegisterEntrant(PEOPLE[1], " "), "name_invalid"),
        (tournament_commands.StartTournament(1), "bots_unknown"),
        (tournament_commands.StartTournament(-1, "random"), "bots_unknown"),
        (tournament_commands.StartTournament(MOST_ENTRANTS, "random"), "registration_full"),
        (tournament_commands.StartTournament(), "too_few_entrants"),
    ):
        with pytest.raises(Unwelcome, match=code):
            say(stage, tournament, SYSTEM, command)
    long = "A" * 40
    for player in PEOPLE[1:3]:
        state = say(stage, tournament, player, tournament_commands.RegisterEntrant(player, long))
    assert [entrant.name for entrant in state.manifest.entrants[1:]] == [
        long,
        f"{'A' * 33} ({PEOPLE[2][-4:]})",
    ]
