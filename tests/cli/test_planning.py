"""The dry run of a manifest, and the games that an entrant lost."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from app.cli.tournament import inspect
from app.cli.tournament.commands import tournament
from app.cli.tournament.planning import forecast
from app.tournament.failures import Failure, FailureKind
from app.tournament.manifest_parser import read
from tests.bots.entrant_programs import python
from tests.cli.test_live import after, begun
from tests.cli.test_manifests import written
from tests.tournament.stage import ROBOT
from tests.tournament.test_manifest import document


def test_a_dry_run_counts_games_and_decks_and_stores_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path, python(tmp_path, "return legal[0]"), decks_per_pairing=5)
    done = CliRunner().invoke(tournament, ["run", str(path), "--dry-run", "--json", "--workers", "2"])
    output = json.loads(done.stdout)
    assert (output["games"], output["decks"], output["workers"]) == (60, 30, 2)
    assert output["sample"] > 0
    assert 100 < output["smallest_difference"] < 200
    output = CliRunner().invoke(tournament, ["run", str(path), "--dry-run"]).stdout
    assert "Games: 60, on 30 decks" in output
    assert not (tmp_path / "data").exists()


def test_a_dry_run_reports_failures_of_bots_in_its_sample_and_logs_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path, python(tmp_path, "return legal[0] if self.asked < 2 else 1 / 0"))
    output = CliRunner().invoke(tournament, ["run", str(path), "--dry-run"]).stdout
    assert "In the sample mine failed: crashed" in output
    assert "forfeits" not in caplog.text
    output = json.loads(CliRunner().invoke(tournament, ["run", str(path), "--dry-run", "--json"]).stdout)
    assert output["failures"]["mine"]["crashed"] > 0


def test_a_test_has_a_most_and_players_over_http_no_time(tmp_path: Path) -> None:
    plan = document(format={"type": "sprt", "elo0": 0, "elo1": 50, "games": 400}, names=("ana", "beto"))
    assert forecast(read(plan), tmp_path, 0.0).games == 400
    plan = document()
    plan["entrants"].append(ROBOT)
    estimate = forecast(read(plan), tmp_path)
    assert (estimate.sample, estimate.minutes(2)) == (0, None)


def test_a_dry_run_plays_samples_of_any_game(tmp_path: Path) -> None:
    plan = document(
        format={"type": "sit_and_go", "seats": 3}, variant="caesars-holdem", names=("a", "b", "c")
    )
    plan["entrants"] = [{"name": name, "bot": "random"} for name in ("a", "b", "c")]
    estimate = forecast(read(plan), tmp_path, 0.0)
    assert (estimate.games, estimate.sample) == (3, 1)


def listed(monkeypatch: pytest.MonkeyPatch, failures: list[Failure], *words: str) -> Result:
    state = after(begun(decks_per_pairing=3), 18)

    @contextmanager
    def open_session() -> Iterator[SimpleNamespace]:
        kept = SimpleNamespace(of=lambda _: failures)
        yield SimpleNamespace(state=lambda _: state, failures=kept)

    monkeypatch.setattr(inspect, "open_session", open_session)
    return CliRunner().invoke(inspect.games, [state.id, *words])


def test_the_games_that_an_entrant_lost_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = listed(monkeypatch, [], "--entrant", "beto", "--result", "lost", "--json")
    games = json.loads(lost.stdout)["games"]
    assert len(games) == 6
    assert all(set(game["names"]) == {"ana", "beto"} for game in games)
    won = listed(monkeypatch, [], "--entrant", "beto", "--result", "won", "--json")
    assert all(set(game["names"]) == {"beto", "caro"} for game in json.loads(won.stdout)["games"])
    failure = Failure(fixture=1, game="", seat=0, entrant=0, kind=FailureKind.CRASHED, ply=3)
    assert "finished: crashed" in listed(monkeypatch, [failure]).stdout
    assert listed(monkeypatch, [], "--entrant", "nobody").exit_code == 1
    assert listed(monkeypatch, [], "--result", "lost").exit_code == 2
