"""The log of a tournament: given earlier events and a command, the expected events."""

from dataclasses import replace
from typing import Any

import pytest

from app.tournament import commands as tournament_commands
from app.tournament.codecs import EVENT_CODEC, result_to_json
from app.tournament.decide import GAMES_MOST, OPEN_MOST, VERSION, Tournaments
from app.tournament.errors import Unwelcome
from app.tournament.evolve import evolve
from app.tournament.manifest_parser import read
from app.tournament.schedule import Ending, FixtureResult
from app.tournament.state import FAILURES_MAX, Tournament, TournamentPhase
from tests.tournament.test_manifest import document

DECIDER = Tournaments()
SEED = "ab" * 32


def create(**members: Any) -> tournament_commands.CreateTournament:
    draft = read(document(**members))
    return tournament_commands.CreateTournament(
        draft.tournament, draft.manifest.document, SEED, False, None, SEED, SEED
    )


def after_command(state: Tournament | None, command: Any, now: int = 0) -> tuple[Tournament, list[str]]:
    events = DECIDER.decide(state, "system", command, now)
    for event in events:
        # Through JSON, so that what is stored is all that there is.
        state = evolve(state, EVENT_CODEC.from_json(EVENT_CODEC.to_json(event)))
    assert state is not None
    return state, [EVENT_CODEC.name(event) for event in events]


def played(state: Tournament, limit: int | None = None) -> tournament_commands.ReportResults:
    waiting = list(state.waiting)[:limit]
    won = (
        FixtureResult(fixture.number, (1, -1), plies=9, hands=1, game="g", digest="d") for fixture in waiting
    )
    return tournament_commands.ReportResults(tuple(map(result_to_json, won)))


def test_a_tournament_pairs_its_first_round_when_it_is_made_and_hides_its_seeds() -> None:
    command = create()
    state, names = after_command(None, command)
    assert names == ["created", "round-paired", "round-paired", "round-paired"]
    assert state.state is TournamentPhase.RUNNING
    assert [fixture.number for fixture in state.waiting] == [1, 2, 3, 4, 5, 6]
    created = DECIDER.decide(None, "x", command, 0)[0]
    assert SEED not in str({**EVENT_CODEC.split(created).public, "pairing_seed": ""})


def test_rounds_are_paired_while_too_little_waits_and_the_last_result_ends_it() -> None:
    state, names = after_command(None, create(decks_per_pairing=OPEN_MOST // 2))
    assert names == ["created", "round-paired"]
    state, names = after_command(state, played(state, 1))
    assert names == ["batch-played", "round-paired"]
    state, names = after_command(state, played(state, 1))
    assert names == ["batch-played"]
    state, names = after_command(state, played(state))
    assert names == ["batch-played", "round-paired"]
    state, names = after_command(state, played(state))
    assert names == ["batch-played", "finished", "revealed"]
    assert (state.state, state.deck_seed, state.is_over) == (TournamentPhase.FINISHED, SEED, True)


def test_a_repeated_report_is_ignored() -> None:
    state, _ = after_command(None, create())
    report = played(state, 1)
    state, _ = after_command(state, report)
    with pytest.raises(Unwelcome, match="tournament_unchanged"):
        after_command(state, report)


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ((2, 1), "results_order"),
        ((1, 1), "results_order"),
        ((1, 2, 3), "results_known"),
        ((2, 99), "results_known"),
    ],
)
def test_a_report_names_waiting_fixtures_in_their_order_since_version_2(
    numbers: tuple[int, ...], code: str
) -> None:
    def report(*fixtures: int) -> tournament_commands.ReportResults:
        return tournament_commands.ReportResults(
            tuple(result_to_json(FixtureResult(fixture, (1, -1))) for fixture in fixtures)
        )

    state, _ = after_command(after_command(None, create())[0], report(3))
    assert after_command(state, report(*numbers))[1][0] == "batch-played", (
        "logs of version 1 go on as they began"
    )
    for version in (2, 3, VERSION):
        state, _ = after_command(after_command(None, replace(create(), version=version))[0], report(3))
        with pytest.raises(Unwelcome, match=code):
            after_command(state, report(*numbers))
    assert after_command(state, report(1, 2))[1][0] == "batch-played"


@pytest.mark.parametrize("version", [0, 1, VERSION + 1, True, 2.0, 3.0, 4.0])
def test_a_tournament_of_another_version_is_refused(version: Any) -> None:
    with pytest.raises(Unwelcome, match="version_unknown"):
        after_command(None, replace(create(), version=version))


@pytest.mark.parametrize("rulebook", [0, -1, True, 9.0, "9"])
def test_a_tournament_with_an_unknown_edition_of_the_rulebook_is_refused(rulebook: Any) -> None:
    with pytest.raises(Unwelcome, match="rulebook_unknown"):
        after_command(None, replace(create(), rulebook=rulebook))


def test_a_tournament_that_names_no_edition_of_the_rulebook_is_of_the_one_before_that() -> None:
    assert [
        after_command(None, replace(create(), rulebook=edition))[0].edition for edition in (None, 9, 12)
    ] == [
        8,
        9,
        12,
    ]


def test_a_paused_tournament_takes_reports_and_pairs_after_it_is_resumed() -> None:
    state, _ = after_command(None, create(decks_per_pairing=OPEN_MOST // 2))
    report = played(state)
    state, _ = after_command(state, tournament_commands.Pause())
    state, names = after_command(state, report)
    assert names == ["batch-played"]
    state, names = after_command(state, tournament_commands.Resume())
    assert names == ["resumed", "round-paired"]
    with pytest.raises(Unwelcome, match="not_paused"):
        after_command(state, tournament_commands.Resume())


def test_an_aborted_tournament_reveals_its_seeds_and_takes_no_further_commands() -> None:
    state, _ = after_command(None, create())
    state, names = after_command(state, tournament_commands.Abort())
    assert names == ["aborted", "revealed"]
    for command in (played(state), tournament_commands.Resume(), tournament_commands.Abort()):
        with pytest.raises(Unwelcome, match="tournament_over"):
            after_command(state, command)


def test_entrants_paired_with_a_withdrawn_one_win_by_walkover_in_every_round() -> None:
    state, _ = after_command(None, create(names=("ana", "beto", "caro", "dora")))
    state, names = after_command(state, tournament_commands.Forfeit(0, "does not answer"))
    assert names == ["entrant-forfeited", "batch-played"]
    while state.state is TournamentPhase.RUNNING:
        state, _ = after_command(state, played(state))
    with_ana = [fixture for fixture in state.fixtures if 0 in fixture.seats]
    assert len(with_ana) == 6
    for won in with_ana:
        assert state.results[won.number].ending is Ending.WALKOVER
        assert state.results[won.number].at_fault == (won.seats.index(0),)


def test_an_entrant_that_fails_again_and_again_is_out() -> None:
    state, _ = after_command(None, create(decks_per_pairing=5))
    for _ in range(FAILURES_MAX):
        fixture = next(state.waiting)
        guilty = fixture.seats[0] if fixture.number % 2 else fixture.seats[1]
        seat = fixture.seats.index(guilty)
        lost = FixtureResult(fixture.number, (0, 0), Ending.FORFEIT, (seat,))
        state, names = after_command(state, tournament_commands.ReportResults((result_to_json(lost),)))
    assert names[:2] == ["batch-played", "entrant-forfeited"]
    assert state.withdrawn == {guilty: "failed"}


def test_an_organiser_adjudicates_a_game_that_was_not_played() -> None:
    state, _ = after_command(None, create())
    state, names = after_command(state, tournament_commands.Adjudicate(1, (2, -2), "the lights went out"))
    assert names == ["fixture-adjudicated"]
    assert state.results[1].ending is Ending.ADJUDICATED
    for number, code in ((1, "fixture_over"), (99, "fixture_unknown")):
        with pytest.raises(Unwelcome, match=code):
            after_command(state, tournament_commands.Adjudicate(number, (0, 0), "again"))


def test_a_tournament_with_a_too_large_first_round_is_refused() -> None:
    with pytest.raises(Unwelcome, match="round_too_large"):
        after_command(None, create(decks_per_pairing=GAMES_MOST))
