"""A question of a game is repeated: to the bot that failed there, and to its next version."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli.bot_check.command import bot_check
from app.tournament.manifest_parser import read
from replays.record.write import complete_record
from tests.bots.entrant_programs import program, python
from tests.tournament.venue import cup, venue

THIRD = "return 1 / 0 if self.asked == 3 else legal[0]"


@pytest.fixture
def failed(redis_url: str, tmp_path: Path) -> tuple[str, str]:
    """The file of the record of a game that a bot forfeited, and the last ply before the question."""
    here = venue(redis_url, tmp_path)
    plan = cup(1, limits={"restarts": 0})
    plan["entrants"].append(python(tmp_path, THIRD))
    name = here.tournament_service.create(read(plan), folder=str(tmp_path))[0].log
    (failure, *_) = here.failures.of(here.run(name))
    path = tmp_path / "game.record"
    path.write_bytes(complete_record(here.record(failure.game)))
    return str(path), str(failure.ply)


def again(failed: tuple[str, str], *words: str) -> Result:
    return CliRunner().invoke(bot_check, ["--again", *failed, *words])


def test_a_bot_that_counts_its_questions_fails_at_the_same_one(
    failed: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = again(failed, "--python", "mine.py:Bot", "--json")
    output = json.loads(done.stdout)
    assert (done.exit_code, str(output["ply"]), output["chance"]) == (1, failed[1], "other")
    assert (output["failure"]["kind"], output["failure"]["ended"]) == ("crashed", "ZeroDivisionError")
    output = again(failed, "--python", "mine.py:Bot").stdout
    assert "ZeroDivisionError" in output
    assert "The seeds of its tournament are not known here" in output


def test_the_next_version_answers_the_question_and_an_illegal_answer_is_shown(
    failed: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    python(tmp_path, "return legal[-1]", "better.py")
    done = again(failed, "--python", "better.py:Bot", "--json")
    output = json.loads(done.stdout)
    assert (done.exit_code, output["failure"]) == (0, None)
    assert output["move"] == output["legal"][-1]
    program(tmp_path, answer='{"type": "exchange", "card": "??"}')
    result = again(failed, "--command", "python3 bot.py")
    assert result.exit_code == 1
    assert 'It answered: {"card":"??","type":"exchange"}' in result.stdout


@pytest.mark.parametrize(
    ("ply", "words", "phrase"),
    [
        ("9999", ("--python", "mine.py:Bot"), "plies; questions are from 1 to"),
        ("1", ("--python", "nobody.py:Bot"), "nobody.py:Bot is not there"),
        ("1", (), "--again needs --command, --python or a URL."),
    ],
)
def test_a_question_that_cannot_be_repeated_is_refused_in_one_sentence(
    failed: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ply: str,
    words: tuple[str, ...],
    phrase: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = again((failed[0], failed[1] if ply == "1" else ply), *words)
    assert (done.exit_code, phrase in done.stderr) == (2, True), done.output


def test_a_bot_that_fails_earlier_is_reported_with_its_progress(
    failed: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    python(tmp_path, "return 1 / 0", "worse.py")
    output = again(failed, "--python", "worse.py:Bot").stdout
    assert f"The question after ply {failed[1]} was not reached." in output
    assert "started again" in output


def test_a_bot_without_answers_has_no_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    python(tmp_path, "return 1 / 0", "worse.py")
    output = CliRunner().invoke(bot_check, ["--python", "worse.py:Bot", "--variant", "mexican-2"]).stdout
    assert "No decision could be measured." in output
    assert "None" not in output
