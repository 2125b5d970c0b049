"""The verifier as a program: its report in words, its exit status, scenarios, forks beside their parents."""

import json
import re
import subprocess
from pathlib import Path
from random import Random
from shutil import copy

import pytest

from replays import record
from replays.audit import audit
from replays.findings import Check
from tests.replays.games import played, recorded
from tests.verifier.node import FILE, NODE, called, run
from tests.verifier.proofs import DOCUMENT, given, proved
from tests.verifier.sittings import Plan, forked, plan, sitting

VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A directory with a record, the list of keys, a receipt, and an altered record."""
    log = played("persons")
    data = b"".join(record.write(log, proved(log, Random(1))))
    (tmp_path / "game.record").write_bytes(data)
    (tmp_path / "altered.record").write_bytes(data.replace(b'"actor":"seat:0"', b'"actor":"seat:1"', 1))
    (tmp_path / "keys.json").write_text(json.dumps(DOCUMENT))
    (tmp_path / "receipts.json").write_text(json.dumps({"ply": 9, "receipt": given(log[8])}))
    return tmp_path


def test_a_clean_record_ends_with_status_0_and_says_what_is_proven(files: Path) -> None:
    words = ["--keys", str(files / "keys.json"), "--receipts", str(files / "receipts.json")]
    done = run("audit", str(files / "game.record"), *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Nothing was found" in done.stdout
    assert "Inclusion: The end of the game is in the public log" in done.stdout
    assert "No key list" not in done.stdout
    assert len(done.stdout.splitlines()) < 66


def test_without_keys_the_report_says_what_nobody_has_proved(files: Path) -> None:
    done = run("audit", str(files / "game.record"))
    assert done.returncode == 0
    assert "No key list was given" in done.stdout
    assert "No seat added chance of its own" in done.stdout


@pytest.mark.parametrize(
    ("lang", "sentence"), [("es", "El primero está"), ("en", "The first"), ("fr", "Le premier")]
)
def test_findings_end_with_status_1_in_the_language_asked_for(files: Path, lang: str, sentence: str) -> None:
    done = run("audit", str(files / "altered.record"), "--lang", lang)
    assert done.returncode == 1
    assert sentence in done.stdout


def test_the_report_as_json_has_the_shape_of_the_other_audit(files: Path) -> None:
    done = run("audit", str(files / "altered.record"), "--json")
    report = json.loads(done.stdout)
    ours = audit((files / "altered.record").read_bytes())
    assert done.returncode == 1
    assert (report["game"], report["plies"], report["digest"]) == (ours.game, ours.plies, ours.digest)
    assert set(report) == {"scope", "game", "plies", "digest", "clean", "findings", "checks"}
    assert report["findings"][0]["ply"] == ours.findings[0].ply


def test_a_retired_key_is_found_by_the_program(files: Path) -> None:
    document = json.loads((files / "keys.json").read_text())
    document["keys"][1]["until"] = document["keys"][1]["from"] + 1
    (files / "keys.json").write_text(json.dumps(document))
    done = run("audit", str(files / "game.record"), "--keys", str(files / "keys.json"))
    assert (done.returncode, "retired" in done.stdout) == (1, True)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["audit"],
        ["audit", "missing.record"],
        ["audit", "{game}", "--keys", "{game}"],
        ["audit", "{game}", "--keys"],
        ["audit", "{game}", "--lang", "la"],
        ["audit", "{game}", "--loudly"],
        ["vectors"],
        ["vectors", "{game}"],
        ["toString"],
    ],
)
def test_what_cannot_be_read_ends_with_status_2_and_a_sentence(files: Path, words: list[str]) -> None:
    done = run(*(word.replace("{game}", str(files / "game.record")) for word in words))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr
    assert "    at " not in done.stderr


def test_the_scenarios_of_the_rules_come_out_as_they_should(tmp_path: Path) -> None:
    done = run("vectors", str(VECTORS / "play.json"))
    assert (done.returncode, done.stdout.strip().endswith("92 of 92 pass")) == (
        0,
        True,
    )
    text = (VECTORS / "play.json").read_text()
    (tmp_path / "wrong.json").write_text(text.replace('"combo_too_short"', '"combo_mixed"'))
    assert run("vectors", str(tmp_path / "wrong.json")).returncode == 1


def test_the_script_runs_alone_wherever_it_is_put(files: Path) -> None:
    copy(FILE, files / "elsewhere.js")
    command = [str(NODE), "elsewhere.js", "audit", "game.record"]
    done = subprocess.run(command, cwd=files, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0
    assert set(re.findall(r'require\("([^"]+)"\)', FILE.read_text())) == {"fs", "readline"}


def _fork() -> tuple[bytes, bytes, Plan]:
    for seed in range(20):
        log = sitting(plan(seed, Random(f"parent {seed}")), Random(f"parent {seed}"))
        found = forked(log, Random(f"fork {seed}"))
        if found is not None:
            fork = sitting(found, Random(f"fork {seed}"))
            return b"".join(record.write(log)), b"".join(record.write(fork)), found
    raise AssertionError("no sitting played a hand")


def test_a_fork_is_held_against_the_record_of_its_parent(tmp_path: Path) -> None:
    parent, fork, _ = _fork()
    other = recorded("mexican-3")
    for name, data in (("parent", parent), ("fork", fork), ("other", other)):
        (tmp_path / name).write_bytes(data)
    alone = run("audit", str(tmp_path / "fork"))
    assert (alone.returncode, "was not given" in alone.stdout) == (0, True)
    assert run("audit", str(tmp_path / "fork"), "--parent", str(tmp_path / "parent")).returncode == 0
    assert run("audit", str(tmp_path / "fork"), "--parent", str(tmp_path / "other")).returncode == 1
    assert audit(fork, parent).clean
    assert not audit(fork, other).clean


def test_the_words_of_every_check_are_there_in_every_language() -> None:
    words = called("verifier.words()", None)
    assert set(words["checks"]) == {str(check) for check in Check}
    for texts in (*words["checks"].values(), *words["words"].values()):
        assert set(texts) == {"es", "en", "fr"}
        assert all(texts.values())
