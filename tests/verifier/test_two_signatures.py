"""Two signatures of the service for one ply: both verifiers name them, and two receipts suffice."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from app.cli.replay.commands import audit as audit_command
from app.i18n import Language, translate, translations
from replays.audit.audit import audit
from replays.audit.report import Cause
from replays.record.write import write_record
from replays.report.words import CAUSES, NOT_CHECKED
from tests.replays.test_receipts import DOCUMENT, KEYS, LOG, RING, STRANGER, kept, resigned
from tests.verifier.node import auditor, called, run
from tests.verifier.proofs import DOCUMENT as PROVED_KEYS
from tests.verifier.proofs import given
from tests.verifier.proofs import proved as proof_of

Json = dict[str, Any]
Program = Callable[..., tuple[int, str]]

PLY = 8
TWO = [kept(LOG[PLY - 1]), kept(LOG[PLY - 1], digest="ab" * 32)]
SENTENCE = f"the service has signed two different entries for ply {PLY}"


def ours(*words: str) -> tuple[int, str]:
    """The exit status and the output of `conquian audit`."""
    done = CliRunner().invoke(audit_command, words)
    return done.exit_code, done.output


def theirs(*words: str) -> tuple[int, str]:
    """The exit status and the output of `node verifier.js audit`."""
    done: subprocess.CompletedProcess[str] = run("audit", *words)
    return done.returncode, done.stdout + done.stderr


PROGRAMS = pytest.mark.parametrize("program", [ours, theirs])


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A directory with the record of a game, the list of keys, and two receipts for one ply of it."""
    (tmp_path / "game.record").write_bytes(b"".join(write_record(LOG)))
    (tmp_path / "keys.json").write_text(json.dumps(DOCUMENT))
    (tmp_path / "two.json").write_text(json.dumps(TWO))
    return tmp_path


def _twice(report: Json) -> list[Json]:
    return [finding for finding in report["findings"] if finding["cause"] == "two_signatures"]


def test_two_receipts_for_one_ply_given_with_a_record_are_both_evidence() -> None:
    data = b"".join(write_record(LOG))
    report = audit(data, keys=KEYS, receipts=TWO)
    with auditor() as node:
        other = node.audit(data, DOCUMENT, TWO)
    [finding] = [one for one in report.findings if one.cause is Cause.TWO_SIGNATURES]
    assert (finding.ply, finding.detail, finding.rule) == (PLY, SENTENCE, "12.7")
    assert finding.evidence == {"receipts": TWO}
    [again] = _twice(other)
    assert (again["ply"], again["detail"], again["evidence"]) == (PLY, SENTENCE, {"receipts": TWO})


@pytest.mark.parametrize(
    "receipts",
    [
        [TWO[0], TWO[0]],
        [TWO[0], kept(LOG[PLY], digest="ab" * 32)],
        [TWO[0], resigned(TWO[1], STRANGER)],
        [TWO[0], TWO[1] | {"signature": TWO[0]["signature"]}],
        [TWO[0], resigned(TWO[0], RING, time=TWO[0]["time"] + 1)],
    ],
)
def test_entries_not_signed_twice_by_the_service_are_not_called_so(receipts: list[Json]) -> None:
    data = b"".join(write_record(LOG))
    assert Cause.TWO_SIGNATURES not in {
        finding.cause for finding in audit(data, keys=KEYS, receipts=receipts).findings
    }
    with auditor() as node:
        assert not _twice(node.audit(data, DOCUMENT, receipts))


@PROGRAMS
def test_the_pair_is_saved_and_proves_it_by_itself(program: Program, files: Path) -> None:
    keys, saved = ("--keys", str(files / "keys.json")), files / "saved.json"
    kept_there = ("--receipts", str(files / "two.json"), "--save-twice", str(saved))
    status, text = program(str(files / "game.record"), *keys, *kept_there)
    assert (status, SENTENCE in text) == (1, True)
    assert json.loads(saved.read_text()) == TWO
    status, text = program(str(saved), *keys)
    assert (status, SENTENCE in text) == (1, True)
    assert translate(Language.EN, CAUSES[Cause.TWO_SIGNATURES]) in " ".join(text.split())
    report = json.loads(program(str(saved), *keys, "--json")[1])
    assert (report["scope"], report["result"], report["plies"], report["not_checked"]) == (
        *("receipts", "findings", PLY),
        ["log"],
    )


@PROGRAMS
def test_receipts_alone_are_incomplete_where_no_ply_was_signed_twice(program: Program, files: Path) -> None:
    (files / "one.json").write_text(json.dumps(TWO[0], indent=1))
    for name, words, missing in (
        ("one.json", ("--keys", str(files / "keys.json")), ["log"]),
        ("two.json", (), ["keys", "log"]),
    ):
        status, text = program(str(files / name), *words, "--json")
        report = json.loads(text)
        assert (status, report["result"], report["not_checked"]) == (3, "incomplete", missing)


@PROGRAMS
def test_both_programs_end_by_the_result(program: Program, tmp_path: Path) -> None:
    data = b"".join(write_record(LOG, proof_of(LOG, Random(1))))
    (tmp_path / "game.record").write_bytes(data)
    (tmp_path / "keys.json").write_text(json.dumps(PROVED_KEYS))
    (tmp_path / "wrong.json").write_text(json.dumps(given(LOG[8]) | {"digest": "ab" * 32}))
    keys = ("--keys", str(tmp_path / "keys.json"))
    wrong = ("--receipts", str(tmp_path / "wrong.json"))
    for words, status in ((keys, 0), ((), 3), ((*keys, *wrong), 1), (wrong, 1)):
        assert program(str(tmp_path / "game.record"), *words)[0] == status


def test_both_programs_have_the_same_words_for_causes_and_for_missing_parts() -> None:
    words = called("verifier.words()", None)
    for theirs_, ours_ in ((words["causes"], CAUSES), (words["missing"], NOT_CHECKED)):
        assert theirs_ == {str(name): translations(texts) | {} for name, texts in ours_.items()}
