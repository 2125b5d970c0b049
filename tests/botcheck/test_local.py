"""bot-check of a local bot: each kind of bad bot fails its check."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.bots.external.limits import ParticipantLimits
from app.cli import main
from app.cli.bot_check.local import run
from app.cli.bot_check.report import BotProperty, PropertyResults
from app.cli.simulate.plan import cases
from tests.botcheck.bots import failed
from tests.bots.entrant_programs import program, python

TABLES = (
    *cases("north-american", 2, {}),
    *cases("mexican-3", 3, {}),
    *cases("caesars-holdem", 3, {"deals": 2}),
)
LOCAL = {
    BotProperty.FINISHES,
    BotProperty.LEGAL,
    BotProperty.JSON,
    BotProperty.TIME,
    BotProperty.UNKNOWN,
    BotProperty.ALIVE,
    BotProperty.RESTARTED,
}
FIRST = "return next((one for one in legal if one['type'] != 'fold'), legal[0])"


def tried(
    entrant: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch, **more: Any
) -> PropertyResults:
    monkeypatch.chdir(folder)
    tally = PropertyResults(10_000)
    run(entrant, tally, ParticipantLimits(**{"memory_mb": 256, **more}, restarts=0), 1, TABLES, lambda: None)
    return tally


@pytest.mark.parametrize("kind", ["object", "program"])
def test_a_good_bot_passes_every_check(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entrant = program(tmp_path) if kind == "program" else python(tmp_path, FIRST)
    tally = tried(entrant, tmp_path, monkeypatch)
    assert {check for check in BotProperty if tally.verdict(check) == "passed"} == LOCAL
    assert tally.clean
    assert tally.times_json()["decisions"] == len(tally.times) > 20


@pytest.mark.parametrize(
    ("body", "check"),
    [
        ("return {'type': 'exchange', 'card': '??'}", BotProperty.LEGAL),
        ("return 'pass'", BotProperty.JSON),
        ("raise MemoryError", BotProperty.ALIVE),
        ("return 1 / 0", BotProperty.ALIVE),
        (f"if 'conquian_bot_check' in view: raise KeyError('what is this')\n{FIRST}", BotProperty.UNKNOWN),
        (f"if view['ply'] > 20 and self.asked == 1: raise KeyError\n{FIRST}", BotProperty.RESTARTED),
    ],
)
def test_a_bad_bot_fails_its_check(
    body: str, check: BotProperty, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = tried(python(tmp_path, body), tmp_path, monkeypatch)
    assert check in failed(tally)
    assert tally.faults[check][0].startswith("north-american (2), ply ")


def test_a_crash_that_unknown_fields_do_not_cause_is_not_blamed_on_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = f"if self.asked == 4: raise RuntimeError('the fourth')\n{FIRST}"
    tally = tried(python(tmp_path, body), tmp_path, monkeypatch)
    assert failed(tally) == {BotProperty.ALIVE}
    assert "RuntimeError: the fourth" in tally.faults[BotProperty.ALIVE][0]


def test_a_bot_that_never_answers_is_abandoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entrant = python(tmp_path, "while True: pass")
    tally = tried(entrant, tmp_path, monkeypatch, decision_seconds=0.01, start_seconds=0.01)
    assert {BotProperty.TIME, BotProperty.FINISHES} <= failed(tally)
    assert tally.failed[BotProperty.TIME] == 5


def test_one_fault_does_not_end_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = f"if view['ply'] % 7 == 0: raise ValueError('seven')\n{FIRST}"
    tally = tried(python(tmp_path, body), tmp_path, monkeypatch)
    assert tally.seen[BotProperty.FINISHES] == len(TABLES)
    assert tally.verdict(BotProperty.FINISHES) == "passed"
    assert "ValueError: seven" in tally.faults[BotProperty.ALIVE][0]


def test_the_command_tries_an_object_or_a_program_and_reports_by_its_status(tmp_path: Path) -> None:
    python(tmp_path, FIRST)
    program(tmp_path, answer="{}")
    only = ("--variant", "north-american", "--json")
    good = CliRunner().invoke(main, ["bot-check", "--python", f"{tmp_path}/mine.py:Bot", *only])
    assert (good.exit_code, json.loads(good.stdout)["clean"]) == (0, True)
    bad = CliRunner().invoke(
        main, ["bot-check", "--command", f"{sys.executable} -I {tmp_path}/bot.py", *only]
    )
    assert bad.exit_code == 1
    rows = {row["check"]: row for row in json.loads(bad.stdout)["checks"]}
    assert rows["legal"]["verdict"] == "failed"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--python", "nobody.py:Bot"], 2),
        ([], 2),
        (["http://127.0.0.1:1/", "--command", "ls"], 2),
        (["--command", ""], 2),
    ],
)
def test_a_bot_that_cannot_be_tried_has_an_exit_status(arguments: list[str], status: int) -> None:
    assert CliRunner().invoke(main, ["bot-check", *arguments]).exit_code == status
