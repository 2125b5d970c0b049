"""Extension of tournaments by their organiser, and rounds that only jobs pair."""

from typing import Any

import pytest

from app.service import tournaments as service
from app.store.keys import GameId
from app.tournament import commands as tournament_commands
from app.tournament import events as tournament_events
from app.tournament.decide import SYSTEM
from app.tournament.errors import Unwelcome
from app.tournament.extending import EXTENDED
from app.tournament.formats import FORMATS
from app.tournament.manifest_parser import read
from app.tournament.state import Tournament, TournamentPhase
from app.tournament.views import summary
from replays.audit.report import Check
from replays.tournaments.audit import audit_tournament
from replays.tournaments.record import ended
from tests.tournament.contests import ORGANISER
from tests.tournament.log_steps import taken_apart, written
from tests.tournament.venue import Venue, cup

SWISS: dict[str, Any] = {"format": {"type": "swiss", "rounds": 2}}


def act(here: Venue, tournament: GameId, command: Any) -> Tournament:
    return here.tournament_service.act(tournament, ORGANISER, command).position.state


def extended(here: Venue, tournament: GameId, parameter: str, by: int = 1) -> Tournament:
    return act(here, tournament, tournament_commands.ExtendTournament(parameter, by))


def last_events(here: Venue, tournament: GameId) -> list[type[Any]]:
    entry = here.tournament_service.entries(tournament)[-1]
    return [type(event) for event in here.tournament_service.events_of(entry)]


def sound(here: Venue, tournament: GameId) -> None:
    here.archived()
    record = ended(here.tournament_service.entries(tournament))
    assert audit_tournament(record, games=here.archive.read).findings == ()


@pytest.mark.parametrize(
    ("form", "parameter", "rounds"),
    [
        ({"type": "swiss", "rounds": 2}, "rounds", 3),
        ({"type": "round_robin"}, "cycles", 6),
        ({"type": "gauntlet"}, "cycles", 6),
        ({"type": "league", "seats": 2}, "cycles", None),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else None,
)
def test_an_extended_tournament_plays_more_rounds(
    here: Venue, form: dict[str, Any], parameter: str, rounds: int | None
) -> None:
    tournament = here.begin(cup(4, format=form))
    before = len(here.state(tournament).rounds) if form["type"] == "league" else None
    state = extended(here, tournament, parameter)
    state_json = summary(state)
    state = here.run(tournament)
    assert len(state.rounds) == (2 * before if before is not None else rounds) == state_json["rounds"]
    assert len(state.results) == state_json["planned"]
    sound(here, tournament)


def test_an_arena_plays_more_games(here: Venue) -> None:
    tournament = here.begin(cup(4, format={"type": "arena", "games": 4}))
    extended(here, tournament, "games", 6)
    assert len(here.run(tournament).results) >= 10
    sound(here, tournament)


def test_a_paused_tournament_is_extended_before_its_end(here: Venue) -> None:
    tournament = here.begin(cup(4, **SWISS))
    act(here, tournament, tournament_commands.Pause())
    extended(here, tournament, "rounds")
    state = act(here, tournament, tournament_commands.Resume())
    assert state.manifest.parameter("rounds") == 3
    assert len(here.run(tournament).rounds) == 3
    with pytest.raises(Unwelcome, match="tournament_over"):
        extended(here, tournament, "rounds")


@pytest.mark.parametrize(
    ("form", "parameter", "by", "code"),
    [
        ({"type": "single_elimination"}, "rounds", 1, "not_extendable"),
        ({"type": "swiss", "rounds": 2}, "cycles", 1, "not_extendable"),
        ({"type": "arena", "minutes": 5}, "games", 1, "not_extendable"),
        ({"type": "swiss", "rounds": 2}, "rounds", 0, "extension_too_large"),
        ({"type": "swiss", "rounds": 2}, "rounds", True, "extension_too_large"),
        ({"type": "swiss", "rounds": 2}, "rounds", 999, "extension_too_large"),
    ],
)
def test_an_extension_that_does_not_fit_is_refused(
    here: Venue, form: dict[str, Any], parameter: str, by: Any, code: str
) -> None:
    tournament = here.begin(cup(4, format=form))
    with pytest.raises(Unwelcome, match=code):
        extended(here, tournament, parameter, by)


def test_every_format_without_a_parameter_ends_by_its_results() -> None:
    assert set(FORMATS) - set(EXTENDED) == {"single_elimination", "double_elimination", "sprt"}


def adjudicated(here: Venue, tournament: GameId) -> Tournament:
    """Set the results of all open games."""
    state = here.state(tournament)
    for fixture in [*state.waiting]:
        state = act(here, tournament, tournament_commands.Adjudicate(fixture.number, (1, -1), "No power."))
    return state


def test_a_job_pairs_the_round_after_the_last_result_that_the_organiser_sets(here: Venue) -> None:
    tournament = here.begin(cup(4, duplicates=False, **SWISS))
    state = adjudicated(here, tournament)
    assert last_events(here, tournament) == [tournament_events.FixtureAdjudicated]
    assert (len(state.rounds), state.is_unpaired) == (1, True)
    here.player(tournament)
    assert len(here.run(tournament).rounds) == 2
    sound(here, tournament)


@pytest.mark.parametrize("form", [SWISS["format"], {"type": "round_robin"}, {"type": "arena", "games": 4}])
def test_a_job_looks_once_for_a_round_after_a_command_of_the_organiser(
    here: Venue, form: dict[str, Any]
) -> None:
    tournament = here.begin(cup(4, duplicates=False, format=form))
    act(here, tournament, tournament_commands.Pause())
    act(here, tournament, tournament_commands.Resume())
    assert here.state(tournament).is_unpaired
    here.player.stop.set()  # the job pairs, and begins no game
    here.player(tournament)
    assert last_events(here, tournament) == [tournament_events.NoRoundDue]
    entries = here.tournament_service.entries(tournament)
    here.player(tournament)
    assert here.tournament_service.entries(tournament) == entries
    here.player.stop.clear()
    here.run(tournament)
    sound(here, tournament)


def test_a_paused_tournament_does_not_look_for_a_round(here: Venue) -> None:
    tournament = here.begin(cup(4, **SWISS))
    act(here, tournament, tournament_commands.Forfeit(1, "Went home."))
    act(here, tournament, tournament_commands.Pause())
    with pytest.raises(Unwelcome, match="tournament_unchanged"):
        here.tournament_service.act(tournament, SYSTEM, tournament_commands.PairEntrants())
    assert here.state(tournament).is_unpaired


def test_a_job_ends_a_tournament_whose_last_result_the_organiser_sets(here: Venue) -> None:
    tournament = here.begin(cup(4, format={"type": "swiss", "rounds": 1}))
    assert adjudicated(here, tournament).state is TournamentPhase.RUNNING
    here.player(tournament)
    assert here.state(tournament).state is TournamentPhase.FINISHED
    sound(here, tournament)


def test_a_job_awards_the_games_of_an_entrant_that_the_organiser_withdraws(here: Venue) -> None:
    tournament = here.begin(cup(4, **SWISS))
    state = act(here, tournament, tournament_commands.Forfeit(1, "Went home."))
    assert last_events(here, tournament) == [tournament_events.EntrantForfeited]
    assert not state.results
    assert here.run(tournament).withdrawn == {1: "Went home."}
    sound(here, tournament)


@pytest.mark.parametrize("version", [None, 2, 3, 4])
def test_a_log_of_an_earlier_version_gets_no_event_that_this_version_lacks(
    here: Venue, version: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "VERSION", version)
    tournament = here.begin(cup(4, duplicates=False, **SWISS))
    act(here, tournament, tournament_commands.Pause())
    act(here, tournament, tournament_commands.Resume())
    here.player.stop.set()
    here.player(tournament)
    assert last_events(here, tournament) == [tournament_events.Resumed]


@pytest.mark.parametrize("version", [None, 2, 3, 4])
def test_a_log_of_an_earlier_version_is_paired_at_once_and_goes_on(
    here: Venue, version: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "VERSION", version)
    tournament = here.begin(cup(4, duplicates=False, **SWISS))
    assert len(adjudicated(here, tournament).rounds) == 2
    assert last_events(here, tournament)[-1] is tournament_events.RoundPaired
    extended(here, tournament, "rounds")
    assert len(here.run(tournament).rounds) == 3
    sound(here, tournament)


@pytest.mark.parametrize("actor", ["system", "host", "p-00" + "b" * 22])
def test_the_audit_finds_an_extension_by_another_and_another_value(here: Venue, actor: str) -> None:
    tournament = here.tournament_service.create(read(cup(4, **SWISS)), ORGANISER)[0].log
    extended(here, tournament, "rounds")
    here.run(tournament)
    steps = taken_apart(ended(here.tournament_service.entries(tournament)))
    assert steps[1].command["type"] == "extend"
    steps[1].actor = actor
    findings = audit_tournament(written(tournament, steps)).findings
    assert [(finding.check, finding.ply) for finding in findings] == [(Check.ACTORS, 2)]
    steps[1].actor, steps[1].events[0]["value"] = ORGANISER, 4
    assert (Check.DECISIONS, 2) in [
        (finding.check, finding.ply) for finding in audit_tournament(written(tournament, steps)).findings
    ]
