"""Records of tournaments: the audit proves seeds, games and results, and finds alterations."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.bots.roster import made
from app.store.canonical import parse
from app.tournament import commands as tournament_commands
from app.tournament.decide import SYSTEM
from app.tournament.schedule import Ending, FixtureResult
from replays.archive.kinds import entries_in
from replays.tournaments.archiving import BatchArchiver
from replays.tournaments.audit import audit_tournament
from replays.tournaments.playing import play
from replays.tournaments.record import ended
from tests.tournament.contests import ORGANISER
from tests.tournament.venue import Venue, cup


def test_the_record_of_a_tournament_proves_its_seeds_and_every_game_of_it(here: Venue) -> None:
    name = here.begin(cup())
    here.run(name)
    here.archived()
    lines = here.record(name)
    assert lines == ended(here.tournament_service.entries(name))
    report = audit_tournament(lines, games=here.archive.read)
    assert report.sound
    assert [check.looked for check in report.checks if check.check == "parent"] == [6]


def test_an_altered_seed_or_result_or_a_game_of_another_deck_is_found(here: Venue) -> None:
    name = here.begin(cup())
    state = here.run(name)
    lines = ended(here.tournament_service.entries(name))
    seed = state.deck_seed.encode()
    assert not audit_tournament(lines.replace(seed, seed[::-1])).sound
    digest = state.results[1].digest.encode()
    assert not audit_tournament(lines.replace(digest, digest[::-1])).sound
    games = {result.game: here.record(result.game) for result in state.results.values()}
    games[state.results[1].game], games[state.results[3].game] = (
        games[state.results[3].game],
        games[state.results[1].game],
    )
    findings = audit_tournament(lines, games=games.get).findings
    assert [finding.evidence["fixture"] for finding in findings] == [1, 3]


@pytest.mark.parametrize(
    ("forged", "detail"),
    [
        (lambda result: replace(result, balances=(9, -9)), "its result"),
        (lambda result: replace(result, ending=Ending.FORFEIT, at_fault=(1,)), "its result"),
        (lambda result: FixtureResult(result.fixture, (9, -9)), "a result without a game or a reason"),
        (
            lambda result: FixtureResult(result.fixture, (0, 0), Ending.WALKOVER, (1,)),
            "a result without a game or a reason",
        ),
        (
            lambda result: FixtureResult(result.fixture, (9, -9), Ending.ADJUDICATED),
            "a result without a game or a reason",
        ),
    ],
)
def test_a_result_that_no_game_came_to_is_found(
    here: Venue, forged: Callable[[FixtureResult], FixtureResult], detail: str
) -> None:
    class Forger(BatchArchiver):
        """Archives games as they were played, and reports something else of the first."""

        def file(self, *words: Any) -> list[FixtureResult]:
            return [forged(result) if result.fixture == 1 else result for result in super().file(*words)]

    filing = here.player.filing
    forger = Forger(filing.archive, filing.signer, filing.failures, reached=filing.reached)
    here.player = replace(here.player, filing=forger)
    name = here.begin(cup(2))
    here.run(name)
    report = audit_tournament(ended(here.tournament_service.entries(name)), games=here.record)
    assert [(finding.check, finding.evidence["fixture"]) for finding in report.findings] == [("parent", 1)]
    assert detail in report.findings[0].detail


def test_results_are_in_the_order_of_fixtures_for_any_order_of_arrival(here: Venue) -> None:
    name = here.begin(cup(3))
    state, factories = here.state(name), [lambda: made("random")] * 3
    results = {fixture.number: play(state, fixture, factories).result for fixture in state.waiting}
    here.tournament_service.report(name, [results[number] for number in (5, 2)])
    here.tournament_service.report(name, [results[number] for number in (6, 5, 1, 2)])
    here.tournament_service.report(name, [results[number] for number in (2, 1)])
    here.tournament_service.report(name, [results[number] for number in (4, 3)])
    lines = ended(here.tournament_service.entries(name))
    said_of = [parse(entry.public)["command"] for entry in entries_in(lines)[1:]]
    assert [[result["fixture"] for result in each["results"]] for each in said_of] == [[2, 5], [1, 6], [3, 4]]
    assert audit_tournament(lines).sound


def test_a_walkover_that_was_reported_is_found(here: Venue) -> None:
    """A game that was played, taken for one that was not because one of its players left later."""
    name = here.begin(cup(2))
    here.tournament_service.report(name, [FixtureResult(1, (0, 0), Ending.WALKOVER, (0,))])
    out = next(here.state(name).fixtures).seats[0]
    here.tournament_service.act(name, ORGANISER, tournament_commands.Forfeit(out, "It has left."))
    here.run(name)
    report = audit_tournament(ended(here.tournament_service.entries(name)), games=here.archive.read)
    assert [(finding.check, finding.evidence["fixture"]) for finding in report.findings] == [("parent", 1)]


def test_withdrawals_and_adjudications_need_no_game(here: Venue) -> None:
    name = here.begin(cup(3))
    here.tournament_service.act(name, ORGANISER, tournament_commands.Adjudicate(1, (3, -3), "No power."))
    here.tournament_service.act(name, ORGANISER, tournament_commands.Forfeit(2, "It has left."))
    here.run(name)
    report = audit_tournament(ended(here.tournament_service.entries(name)), games=here.record)
    assert report.sound, report.findings


@pytest.mark.parametrize(
    "command", [tournament_commands.Adjudicate(1, (3, -3), "So."), tournament_commands.Forfeit(1, "So.")]
)
def test_a_command_of_organisers_given_by_the_service_is_found(here: Venue, command: Any) -> None:
    name = here.begin(cup(2))
    here.tournament_service.act(name, SYSTEM, command)
    here.run(name)
    report = audit_tournament(ended(here.tournament_service.entries(name)), games=here.record)
    assert [(finding.check, finding.ply) for finding in report.findings] == [("actors", 2)]
