"""Manifest files: bots of the command line, versions of code, and invalid files."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from app.bots.errors import EntrantRefused
from app.bots.external.participants import opened, version
from app.cli.tournament.commands import BadFile, manifest_at
from app.cli.tournament.planning import rehearse
from app.cli.tournament.session import draft
from app.settings.errors import StartError
from tests.bots.entrant_programs import python
from tests.cli.killed import ran_here
from tests.tournament.test_manifest import document


def written(folder: Path, *entrants: dict[str, Any], **members: Any) -> Path:
    """A manifest with more entrants than its three bots of the service."""
    manifest = document(**members)
    manifest["entrants"] += entrants
    path = folder / "cup.json"
    path.write_text(json.dumps(manifest))
    return path


def test_bots_of_the_command_line_replace_entrants_of_their_name_or_come_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bots").mkdir()
    monkeypatch.chdir(tmp_path / "bots")
    manifest = manifest_at(written(tmp_path), ["beto=a.py:Bot", "dora=bots.mine:Bot"])
    assert manifest["entrants"] == [
        {"name": "ana", "bot": "greedy"},
        {"name": "beto", "python": "bots/a.py:Bot"},
        {"name": "caro", "bot": "greedy"},
        {"name": "dora", "python": "bots.mine:Bot"},
    ]


def test_the_version_of_code_is_the_hash_of_its_files_by_default(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("one")
    path = written(
        tmp_path,
        {"name": "d", "python": "bot.py:Bot"},
        {"name": "e", "command": ["python3", "bot.py"]},
        {"name": "f", "python": "bot.py:Bot", "version": "2"},
        {"name": "g", "python": "bot.py:Bot", "command": ["two kinds"]},
    )
    before = [entrant.get("version") for entrant in manifest_at(path)["entrants"]]
    (tmp_path / "bot.py").write_text("two")
    after = [entrant.get("version") for entrant in manifest_at(path)["entrants"]]
    assert before[:3] == after[:3] == [None] * 3
    assert before[3] == before[4] != after[3]
    assert before[3].startswith("sha256:")
    assert before[5:] == after[5:] == ["2", None]


@pytest.mark.parametrize(
    ("text", "bots"),
    [("{", []), ("[]", []), ('{"entrants": 3}', []), ('{"entrants": []}', ["no place"]), (None, [])],
)
def test_a_file_that_is_no_manifest_is_one_sentence(
    text: str | None, bots: list[str], tmp_path: Path
) -> None:
    if text is not None:
        (tmp_path / "cup.json").write_text(text)
    with pytest.raises(BadFile) as bad:
        manifest_at(tmp_path / "cup.json", bots)
    assert str(bad.value).endswith(".")


def test_all_faults_of_a_manifest_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(StartError) as refused:
        draft(document(names=("ana", "ana"), decks_per_pairing=0, duplicates=1), tmp_path)
    value = "manifest_value. It must be"
    assert str(refused.value).splitlines() == [
        "The manifest is refused:",
        f"  /decks_per_pairing: {value} an integer from 1 to 1000000, and is 0.",
        f"  /duplicates: {value} true or false, and is 1.",
        "  /entrants/1/name: manifest_name_twice. Give every entrant a name of its own.",
    ]


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"variant": "chess"}, '"mexican-2", "paco"'),
        ({"options": {"hand_size": 99}}, "/options/hand_size: config_option. This option"),
        ({"variant": "mexican-2", "options": {"hand_size": 99}}, "Possible: 8, 9, 10."),
        ({"format": {"type": "lottery"}}, '"round_robin", '),
        ({"tie_breaks": ["luck"]}, "one of head_to_head, "),
        (
            {"format": {"type": "swiss", "rounds": 2, "seeding": "best"}},
            "one of listed, drawn, and is a text",
        ),
        ({"limits": {"decision_seconds": 0}}, "a number from 0.001 to 86400, and is 0."),
    ],
)
def test_allowed_values_of_a_member_are_named(members: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(StartError) as refused:
        draft(document(**members), tmp_path)
    assert sentence in str(refused.value)


def test_a_missing_program_is_refused_before_any_game(tmp_path: Path) -> None:
    (tmp_path / "no_program").write_text("It may not be run.")
    for command in (["./none"], ["./no_program"], ["conquian-has-no-such-program"]):
        manifest = document()
        manifest["entrants"].append({"name": "d", "command": command})
        with pytest.raises(StartError, match=r"d: .* is no program .*entrant_not_found"):
            draft(manifest, tmp_path)
    (tmp_path / "program").write_text("#!/bin/sh\n")
    (tmp_path / "program").chmod(0o700)
    for command in (["./program"], [str(tmp_path / "program")], ["sh", "program"]):
        manifest = document()
        manifest["entrants"].append({"name": "d", "command": command})
        assert draft(manifest, tmp_path).manifest.entrants[3].plan["command"] == command


def test_a_bot_with_changed_files_does_not_continue_under_the_same_version(tmp_path: Path) -> None:
    entrant = python(tmp_path, "return legal[0]")
    versioned = {**entrant, "version": version(entrant, tmp_path)}
    with opened(versioned, tmp_path):
        pass
    python(tmp_path, "return legal[-1]")
    with pytest.raises(EntrantRefused) as refused, opened(versioned, tmp_path):
        pass
    assert refused.value.code == "entrant_changed"


@pytest.mark.parametrize(
    ("entrant", "code"),
    [
        ({"name": "d", "python": "nobody.py:Bot"}, "entrant_not_found"),
        ({"name": "d", "bot": "deep blue"}, "entrant_unknown_bot"),
        ({"name": "d", "bot": "random", "nodes": 3}, "entrant_malformed"),
    ],
)
def test_an_entrant_that_is_not_there_stops_the_start(
    entrant: dict[str, Any], code: str, tmp_path: Path
) -> None:
    with pytest.raises(StartError, match=code):
        draft(manifest_at(written(tmp_path, entrant)), tmp_path)


def test_a_tournament_that_is_too_large_is_a_sentence(tmp_path: Path) -> None:
    path = written(tmp_path, decks_per_pairing=20_000)
    status, _, err = ran_here(tmp_path, "tournament", "run", str(path))
    assert (status, err.startswith("Error: The manifest is refused: round_too_large. ")) == (1, True), err


NO_START = [sys.executable, "-I", "nofile.py"]


def test_a_program_that_cannot_start_plays_no_tournament_of_forfeits(tmp_path: Path) -> None:
    path = written(tmp_path, {"name": "dora", "command": NO_START})
    status, _, err = ran_here(tmp_path, "tournament", "run", str(path))
    assert status == 1, err
    assert "Error: The tournament cannot begin:\ndora does not answer a question (not_started: " in err
    assert "nofile.py" in err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("body", "pattern"),
    [
        ("raise KeyError('no card')", "KeyError: 'no card'"),
        ("return {}", r"\(illegal: "),
        ("return legal[0]", None),
    ],
)
def test_each_object_answers_a_question_by_the_rules_of_the_tournament_first(
    body: str, pattern: str | None, tmp_path: Path
) -> None:
    plan = draft(manifest_at(written(tmp_path, python(tmp_path, body))), tmp_path)
    if pattern is None:
        rehearse(plan.manifest, tmp_path)
        return
    with pytest.raises(StartError, match=pattern):
        rehearse(plan.manifest, tmp_path)
