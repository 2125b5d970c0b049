"""The checker of deploy/checker agrees with both verifiers on old records, old bundles and forged records."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest

from replays.record.receipts import read_keys
from replays.record.write import write_record
from tests.corpus.test_corpus import RECORDS, kept
from tests.replays.games import played
from tests.verifier.checking import CHECKER, FILE, check_forged, checker_findings, compare
from tests.verifier.node import Auditor
from tests.verifier.proofs import DOCUMENT, given, proved

CORPUS = Path(__file__).parents[1] / "corpus"
KEYS = (CORPUS / "v2" / "keys.json").read_bytes()
BUNDLES = sorted((CORPUS / "disputes").glob("*.zip"))
GAMES = 3
"""Of how many games ten forged records each are compared here; the soak has three hundred."""


def test_the_checker_is_short_and_needs_no_part_of_the_service() -> None:
    text = FILE.read_text()
    assert len(text.splitlines()) < 205
    nodes = [
        verifier
        for verifier in ast.walk(ast.parse(text))
        if isinstance(verifier, ast.Import | ast.ImportFrom)
    ]
    names = {alias.name for verifier in nodes if isinstance(verifier, ast.Import) for alias in verifier.names}
    names |= {str(verifier.module) for verifier in nodes if isinstance(verifier, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} - set(sys.stdlib_module_names) == {"cryptography"}


def test_the_checker_finds_nothing_in_any_old_record() -> None:
    # Nor does either verifier: tests/corpus/test_corpus.py and tests/verifier/test_corpus.py.
    assert len(RECORDS) > 100
    for form, name in RECORDS:
        assert checker_findings(kept(form, name), json.loads(KEYS), []) == [], (form, name)


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda path: path.stem)
def test_the_checker_agrees_with_both_on_the_game_of_every_old_bundle(
    verifier: Auditor, bundle: Path
) -> None:
    with ZipFile(bundle) as files:
        data = files.read("game.record")
    keys = (CORPUS / "disputes" / "keys.json").read_bytes()
    compare(verifier, data, json.loads(keys), read_keys(keys))


def test_the_checker_agrees_with_both_on_forged_records(verifier: Auditor) -> None:
    rng = Random("checker")
    noticed = sum(check_forged(verifier, rng) for _ in range(GAMES))
    assert noticed > GAMES * 3, "many forgeries are found by a check that all three have"


@pytest.mark.parametrize("member", ["digest", "time", "signature", "game"])
def test_the_checker_agrees_with_both_on_a_receipt_given_with_the_record(
    verifier: Auditor, member: str
) -> None:
    log = played("persons")
    data = b"".join(write_record(log, proved(log, Random(1))))
    receipt: dict[str, Any] = given(log[8])
    assert not compare(verifier, data, kept=[receipt])
    value = receipt[member]
    receipt[member] = (
        value + 1 if isinstance(value, int) else value[:-2] + ("00" if value[-2:] != "00" else "11")
    )
    assert compare(verifier, data, kept=[receipt])


def test_the_program_prints_its_findings_and_exits_with_their_status(tmp_path: Path) -> None:
    log = played("persons")
    honest = b"".join(write_record(log, proved(log, Random(1))))
    files = {
        "game.record": honest,
        "altered.record": honest.replace(b'"actor":"seat:0"', b'"actor":"seat:1"', 1),
        "reworded.record": honest.replace(b"Every table has", b"Some tables have", 1),
        "keys.json": json.dumps(DOCUMENT).encode(),
        "receipt.json": json.dumps({"ply": 9, "receipt": given(log[8])}, indent=2).encode(),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)

    def run_program(*words: str) -> tuple[int, str]:
        command = [sys.executable, "-I", str(FILE), *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
        return done.returncode, done.stdout or done.stderr

    holds = "all that was looked at holds; not looked at: what header and rulebook say, moves and payments"
    assert files["reworded.record"] != honest
    assert run_program("game.record", "keys.json", "receipt.json") == (0, f"{holds}\n")
    assert run_program("reworded.record", "keys.json") == (0, f"{holds}\n")
    status, text = run_program("altered.record", "keys.json")
    assert (status, text.splitlines()[0].split(": ")[1]) == (1, "the digest does not hold")
    assert run_program("keys.json", "keys.json") == (2, "this is no record\n")
    assert run_program() == (1, f"{CHECKER.__doc__}\n")


def test_the_checker_agrees_with_both_on_a_hidden_part_with_another_seal(verifier: Auditor) -> None:
    log = played("persons")
    data = b"".join(write_record(log, proved(log, Random(1))))
    altered = re.sub(rb'("token_hashes":\["[0-9a-f]{63})[0-9a-f]', rb"\1x", data, count=1).replace(
        b'x"', b'0"', 1
    )
    assert altered != data
    assert compare(verifier, altered)
