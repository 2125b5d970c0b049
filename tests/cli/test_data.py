"""One rule for the data directory of every command: --data, then CONQUIAN_DATA, then ./data."""

import json
import sys
from pathlib import Path
from shutil import rmtree

import pytest

from tests.bots.entrant_programs import GAME, program
from tests.cli.killed import one_api, ran, ran_here
from tests.server.helpers import free_port, service
from tests.tournament.test_manifest import document


@pytest.mark.parametrize(
    "words",
    [
        ("replay", GAME),
        ("record", GAME),
        ("audit", GAME),
        ("log", "checkpoint"),
        ("keys", "list"),
        ("players", "list"),
        ("games", "void", GAME),
        ("archive", "status"),
        ("tournament", "status", "t-" + GAME[2:]),
        ("tournament", "failures", "t-" + GAME[2:]),
    ],
    ids=" ".join,
)
def test_the_option_names_the_directory_and_creates_nothing_in_it(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    for more, place in (((), "data"), (("--data", "other"), "other")):
        status, _, err = ran_here(tmp_path, *words, *more)
        assert status in (1, 2)
        assert str(tmp_path / place) in err
    assert not list(tmp_path.iterdir())


def test_a_game_is_replayed_and_audited_from_the_directory_where_no_service_runs(tmp_path: Path) -> None:
    plan = document(format={"type": "gauntlet"}, variant="mexican-2")
    (tmp_path / "cup.json").write_text(json.dumps(plan))
    status, out, err = ran(tmp_path, "tournament", "run", "cup.json", "--workers", "1", "--json")
    assert status == 0, err
    name = json.loads(out)["tournament"]
    _, out, _ = ran_here(tmp_path, "tournament", "export", name, "--as", "json")
    game = json.loads(out)["games"][0]["result"]["game"]
    with one_api(tmp_path):
        status, out, err = ran_here(tmp_path, "audit", game)
        assert (status, "incomplete: nothing was found" in out) == (3, True), out + err
        status, out, err = ran_here(tmp_path, "replay", game, "--at", "1")
        assert (status, game in out) == (0, True), out + err
        status, out, err = ran_here(tmp_path, "audit", name)
        assert (status, "incomplete: nothing was found" in out) == (3, True), out + err
    # What is shown of a tournament is made again by a worker where nothing is left of it but its record.
    rmtree(tmp_path / "data" / "archive" / "reports")
    rmtree(tmp_path / "data" / "valkey")
    status, out, err = ran_here(tmp_path, "installation", "adopt", "store", "--yes")
    assert (status, "Joined" in out) == (0, True), out + err
    program(tmp_path)
    again = ("bot-check", "--again", game, "2", "--command", f"{sys.executable} bot.py")
    status, out, err = ran(tmp_path, *again)
    assert (status, "That is legal." in out) == (0, True), out + err


def test_a_service_is_found_by_its_directory_at_any_port(tmp_path: Path) -> None:
    port = free_port()
    with service(tmp_path / "data", port) as process:
        status, _, err = ran(tmp_path, "replay", GAME)
        assert (status, f"the service at http://127.0.0.1:{port}, of " in err) == (2, True), err
        process.terminate()
        process.wait(300)
    assert not (tmp_path / "data" / "run" / "address").exists()
