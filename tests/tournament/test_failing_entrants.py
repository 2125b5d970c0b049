"""Failing entrants: forfeits, withdrawal, pauses, and the stored details."""

from pathlib import Path

import pytest

from app.store.encryption import StorageCipher
from app.tournament import commands as tournament_commands
from app.tournament.decide import SYSTEM
from app.tournament.failures import TRIAL, FailureKind
from app.tournament.manifest_parser import read
from app.tournament.schedule import Ending
from app.tournament.state import TournamentPhase
from replays.audit.audit import audit
from replays.record.write import complete_record
from replays.tournaments.audit import audit_tournament
from replays.tournaments.failures import Failures
from replays.tournaments.record import ended
from tests.tournament.venue import Venue, cup, venue

ANSWERING = """
import json, sys

input()
for line in sys.stdin:
    print(json.dumps(json.loads(line)["legal"][0]), flush=True)
"""


FAILING = """
class Bot:
    asked = 0

    def __call__(self, view, moves, chance, seen):
        self.asked += 1
        if self.asked > 1:
            raise ValueError("no idea")
        return moves[0]
"""


def test_an_entrant_that_fails_forfeits_and_is_out_in_the_end(
    redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    here = venue(redis_url, tmp_path, seconds=0.0)
    (tmp_path / "bad.py").write_text(FAILING)
    document = cup(2, decks_per_pairing=3)
    document["entrants"].append({"name": "bad", "python": f"{tmp_path}/bad.py:Bot"})
    name = here.begin(document)
    state = here.run(name)
    bad = [(one, state.results[one.number]) for one in state.fixtures if 2 in one.seats]
    assert {result.ending for _, result in bad} == {Ending.FORFEIT, Ending.WALKOVER}
    assert all(one.seats[result.at_fault[0]] == 2 for one, result in bad)
    assert state.withdrawn == {2: "failed"}
    for fixture, result in bad:
        if result.ending is Ending.FORFEIT:
            assert f"Tournament {name}, game {fixture.number}, ply " in caplog.text
            assert ": bad forfeits, crashed: it raised ValueError" in caplog.text
            assert audit(complete_record(here.record(result.game))).sound
    report = audit_tournament(ended(here.tournament_service.entries(name)), games=here.record)
    assert report.sound, report.findings
    kept = here.failures.of(state)
    forfeits = [(one, result) for one, result in bad if result.ending is Ending.FORFEIT]
    assert [
        (failure.fixture, failure.seat, failure.entrant, failure.kind, failure.game) for failure in kept
    ] == [(one.number, result.at_fault[0], 2, FailureKind.CRASHED, result.game) for one, result in forfeits]
    fixture, result = forfeits[0]
    (detail,) = here.failures.of_game(state, fixture.number)
    assert "ValueError: no idea" in detail.stderr
    assert detail.ended == "ValueError"
    assert detail.ply == result.plies - 1
    assert detail.question is not None
    assert detail.question["view"]["you"] == detail.seat
    assert detail.question["legal"]


def test_the_details_of_a_failure_are_sealed_and_go_with_the_record(redis_url: str, tmp_path: Path) -> None:
    here = venue(redis_url, tmp_path, seconds=0.0)
    (tmp_path / "bad.py").write_text(FAILING)
    document = cup(1)
    document["entrants"].append({"name": "bad", "python": f"{tmp_path}/bad.py:Bot"})
    state = here.run(here.begin(document))
    (failure, *_) = here.failures.of(state)
    assert b"no idea" not in (tmp_path / "catalogue.sqlite").read_bytes()
    assert (
        not Failures(here.archive.engine, StorageCipher(b"x" * 32)).of_game(state, failure.fixture)[0].stderr
    )
    while here.archive.retire(1 << 60, 1 << 60):
        pass
    assert here.failures.of(state)[0] == failure
    assert here.failures.of_game(state, failure.fixture) == [failure]


def test_an_entrant_that_does_not_answer_a_question_pauses_the_tournament(
    redis_url: str, tmp_path: Path
) -> None:
    here = venue(redis_url, tmp_path)
    document = cup(2)
    (tmp_path / "bad.py").write_text("import sys\nsys.exit('no model here')\n")
    document["entrants"].append({"name": "bad", "command": ["python3", "bad.py"]})
    name = here.tournament_service.create(read(document), folder=str(tmp_path))[0].log
    here.player(name)
    state = here.state(name)
    assert (state.state, state.paused_for, len(state.results)) == (
        TournamentPhase.PAUSED,
        "entrant_no_answer",
        0,
    )
    (failure,) = here.failures.of(state)
    assert (failure.fixture, failure.entrant, failure.kind) == (TRIAL, 2, FailureKind.NOT_STARTED)
    (detail,) = here.failures.of_game(state, TRIAL)
    assert detail.stderr == "no model here\n"
    (tmp_path / "bad.py").write_text(ANSWERING)
    here.tournament_service.act(name, SYSTEM, tournament_commands.Resume())
    assert here.run(name).state is TournamentPhase.FINISHED
    assert not here.failures.of(here.state(name))
    assert here.failures.times(name).keys() == {0, 1, 2}


def test_an_entrant_that_cannot_be_opened_pauses_the_tournament_with_the_reason(here: Venue) -> None:
    document = cup(2)
    document["entrants"].append({"name": "lost", "python": "/nowhere.py:Bot"})
    name = here.begin(document)
    here.player(name)
    assert (here.state(name).state, here.state(name).paused_for) == (
        TournamentPhase.PAUSED,
        "entrant_not_found",
    )
