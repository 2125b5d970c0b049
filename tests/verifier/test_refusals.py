"""Both verifiers agree on signed refusals given with a record or with the bundle of a dispute."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.cli.replay.commands import audit as command
from app.i18n import Language, translate
from replays.audit.audit import audit
from replays.disputes import bundle
from replays.disputes import record as disputes
from replays.record.format import Proof
from replays.record.receipts import KeyList
from replays.record.write import write_record
from replays.report.facts import facts_of_record
from replays.report.page import page
from replays.report.words import PHRASES
from tests.corpus.disputes import FOLDER
from tests.replays.games import played
from tests.replays.test_receipts import DOCUMENT, KEYS, LOG, ROTATED_MS, STRANGER, kept
from tests.replays.test_refusals import BODY, refused, resigned
from tests.verifier import proofs
from tests.verifier.node import Auditor, run
from tests.verifier.test_receipts import agreed

Json = dict[str, Any]
LINES = b"".join(write_record(LOG, Proof()))

WRONG: dict[str, Callable[[Json], Any]] = {
    "another ply": lambda statement: statement | {"ply": 7},
    "another seat": lambda statement: statement | {"seat": 0},
    "another command": lambda statement: statement | {"command": "00" * 32},
    "another code": lambda statement: statement | {"code": "wrong_phase"},
    "another paragraph": lambda statement: statement | {"rule": "10.1"},
    "another time": lambda statement: statement | {"time": statement["time"] + 1},
    "a ply beyond the log, signed": lambda statement: refused(ply=len(LOG) + 1),
    "a seat beyond the table, signed": lambda statement: refused(seat=2),
    "another game, signed": lambda statement: refused(game=played("void")[0].game),
    "a stranger": lambda statement: refused(STRANGER),
    "a stranger by our name": lambda statement: refused(STRANGER) | {"key": statement["key"]},
    "a retired key": lambda statement: resigned(refused(at_ms=ROTATED_MS), 0),
    "a key before its time": lambda statement: resigned(statement, ROTATED_MS),
    "the command itself": lambda statement: statement | {"command": BODY},
    "no paragraph": lambda statement: statement | {"rule": None},
    "half a paragraph": lambda statement: statement | {"rule": "10."},
    "a code in words": lambda statement: statement | {"code": "Not now"},
    "a seat in words": lambda statement: statement | {"seat": "1"},
    "a seat below 0": lambda statement: statement | {"seat": -1},
    "seat 255": lambda statement: refused(seat=255),
    "ply 0": lambda statement: refused(ply=0),
    "another version": lambda statement: statement | {"v": 2},
    "a member too many": lambda statement: statement | {"more": 1},
    "a member too few": lambda statement: {name: statement[name] for name in statement if name != "time"},
    "a digest besides": lambda statement: statement | {"digest": "00" * 32},
    "the signature of a receipt": lambda statement: statement | {"signature": kept(LOG[5])["signature"]},
}


@pytest.mark.parametrize("keys", [True, False])
def test_honest_refusals_are_clean_in_both_among_receipts(verifier: Auditor, keys: bool) -> None:
    beside = [refused(), kept(LOG[7]), refused(seat=None), refused(ply=len(LOG), at_ms=ROTATED_MS)]
    assert agreed(verifier, LINES, beside, keys) == (True, None)


@pytest.mark.parametrize("keys", [True, False])
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_refusal_is_found_at_the_same_ply_by_both(verifier: Auditor, name: str, keys: bool) -> None:
    clean, ply = agreed(verifier, LINES, [WRONG[name](refused())], keys)
    assert clean is (ply is None)
    assert not (clean and keys)


def _halves(text: str, dispute: str) -> tuple[str, str]:
    """The report on the game of a bundle and that on its dispute."""
    flat = " ".join(text.split())
    at = flat.index(f"Audit of the dispute {dispute}") if "Audit of the dispute" in flat else -1
    at = flat.rindex("What is claimed") if at < 0 else at
    return flat[:at], flat[at:]


def test_both_compare_refusals_of_a_dispute_with_its_log_in_the_bundle(tmp_path: Path) -> None:
    path, keys, kept_there = FOLDER / "second-honest-payment_right.zip", tmp_path / "keys", tmp_path / "kept"
    log = disputes.read(bundle.read(path.read_bytes()).dispute)[0]
    state = disputes.folded(log).state
    keys.write_text(json.dumps(proofs.DOCUMENT))
    for ply, seat, plies in (
        (1, 0, []),
        (len(log), None, []),
        (len(log) + 1, 0, [len(log)]),
        (1, state.seats, [1]),
    ):
        statement = proofs.refused(state.id, ply, seat, {"type": "accept"})
        kept_there.write_text(json.dumps({"refusal": statement}))
        words = [str(path), "--keys", str(keys), "--receipts", str(kept_there), "--json"]
        ours = json.loads(CliRunner().invoke(command, words).stdout)
        theirs = json.loads(run("audit", *words).stdout)
        for report in (ours, theirs):
            assert [finding["ply"] for finding in report["dispute"]["findings"]] == plies
            assert report["game"]["findings"] == []
            assert report["clean"] is (not plies)
        reports = [CliRunner().invoke(command, words[:-1]).stdout, run("audit", *words[:-1]).stdout]
        for of_game, of_dispute in (_halves(text, state.id) for text in reports):
            assert "it refused a command" not in of_game
            assert ("it refused a command of seat" in of_dispute) is (not plies and seat is not None)
            assert ("of somebody without a seat" in of_dispute) is (seat is None)


@pytest.mark.parametrize("keys", [KEYS, None])
@pytest.mark.parametrize("language", Language)
def test_both_list_the_refusals_of_the_reader(
    language: Language, keys: KeyList | None, tmp_path: Path
) -> None:
    beside = [refused(), refused(seat=None, ply=9), refused(seat=7)]
    files = {"game": LINES, "kept": json.dumps(beside).encode(), "keys": json.dumps(DOCUMENT).encode()}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    report = audit(LINES, keys=keys, receipts=beside)
    ours = " ".join(page(report, facts_of_record(LINES), keys, language, beside).split())
    trusted = ["--keys", str(tmp_path / "keys")] if keys else []
    given = ["audit", str(tmp_path / "game"), "--receipts", str(tmp_path / "kept"), "--lang", language]
    theirs = run(*given, *trusted).stdout
    kind = "refusal" if keys else "unsigned-refusal"
    for name, values in ((kind, beside[0]), (f"{kind}-to-all", beside[1])):
        phrase = translate(language, PHRASES[name]).format(**values)
        assert phrase in ours
        assert phrase in theirs
    assert translate(language, PHRASES[kind]).format(**beside[2]) not in ours + theirs
