"""Bots with an API key are checked through the proxy, in real games of a running service."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli import main
from tests.docs.pages import needs_curl
from tests.remote.service import robot
from tests.remote.test_examples import EXAMPLES
from tests.server.helpers import ROOT, eventually, is_alive

IMPATIENT = """
import json, os, urllib.request
headers = {"Authorization": "Bearer " + os.environ["CONQUIAN_KEY"], "Content-Type": "application/json"}
def call(path, data=None):
    request = urllib.request.Request(os.environ["CONQUIAN_URL"] + path, data, headers)
    return json.load(urllib.request.urlopen(request))
while True:
    for one in call("/v1/players/me/decisions?wait=1")["decisions"]:
        move = one["moves"][0]["example"] | {"expected_ply": one["decision"]}
        call(f"/v1/games/{one['game']}/moves", json.dumps(move).encode())
"""
"""A bot that takes every answer for granted and ends at the first that does not come."""


def check(url: str, key: str, run: str, *more: str) -> tuple[int, dict[str, str]]:
    """The exit status, and the verdict of each check."""
    arguments = ["bot-check", key, "--service", url, "--run", run, "--json", *more]
    done = CliRunner().invoke(main, arguments)
    assert done.stdout, done.stderr
    return done.exit_code, {row["check"]: row["verdict"] for row in json.loads(done.stdout)["checks"]}


@pytest.mark.parametrize("name", [*list(EXAMPLES)[:2], pytest.param("bot.sh", marks=needs_curl)])
def test_an_example_passes_every_check_that_its_way_of_asking_allows(url: str, name: str) -> None:
    tables = ("--variant", "north-american", "--variant", "mexican-3")
    status, verdicts = check(url, robot(url).key, " ".join(EXAMPLES[name]), *tables)
    assert status == 0
    untried = {check for check, verdict in verdicts.items() if verdict == "not tried"}
    assert untried <= ({"unknown"} if name == "bot.sh" else set())


def test_a_bot_that_takes_answers_for_granted_is_found_out(url: str, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(IMPATIENT)
    run = f"{sys.executable} {program}"
    status, verdicts = check(url, robot(url).key, run, "--variant", "north-american")
    assert status == 1
    assert verdicts["finishes"] == "failed"
    assert verdicts["legal"] == "passed"


def test_a_missing_key_or_bot_is_refused_before_any_game(url: str, tmp_path: Path) -> None:
    key = robot(url).key
    none = ["--service", url, "--variant", "north-american", "--silence", "1"]
    quiet = CliRunner().invoke(main, ["bot-check", key, *none])
    assert (quiet.exit_code, "No bot has come" in quiet.stderr) == (2, True)
    piped = CliRunner().invoke(main, ["bot-check", "-", *none], input=f"{key}\n")
    assert (piped.exit_code, "No bot has come" in piped.stderr) == (2, True)
    missing = CliRunner().invoke(main, ["bot-check", key, *none, "--run", str(tmp_path / "none")])
    assert (missing.exit_code, "does not start" in missing.stderr) == (2, True)
    away = CliRunner().invoke(main, ["bot-check", key, "--service", "http://127.0.0.1:1"])
    assert (away.exit_code, "does not answer" in away.stderr) == (2, True)


def test_a_check_that_is_stopped_leaves_no_bot_behind(url: str, tmp_path: Path) -> None:
    program, mark = tmp_path / "bot.py", tmp_path / "pid"
    program.write_text(
        "import os, sys, time\nopen(sys.argv[1], 'w').write(f'{os.getpid()} ')\ntime.sleep(600)\n"
    )
    run = f"{sys.executable} {program} {mark}"
    command = [sys.executable, "-m", "app.cli", "bot-check", robot(url).key, "--service", url, "--run", run]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as check:
        eventually(lambda: mark.exists() and mark.read_text().endswith(" "))
        bot = int(mark.read_text())
        check.terminate()
        assert check.wait(300) == 130
    eventually(lambda: not is_alive(bot))
