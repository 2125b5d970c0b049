"""A receipt against the middle of a log with later signed entries proves two histories."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.i18n import Language, translate
from app.service.signing import receipt
from replays.audit.audit import audit
from replays.audit.report import Cause
from replays.disputes import bundle
from replays.disputes import record as disputes
from replays.record.format import Proof
from replays.record.write import write_record
from replays.report.words import CAUSES
from tests.corpus.disputes import FOLDER
from tests.replays.test_receipts import DOCUMENT, KEYS, LOG, RING, STRANGER, kept, resigned
from tests.verifier import proofs
from tests.verifier.node import auditor
from tests.verifier.test_two_signatures import PROGRAMS, Program

Json = dict[str, Any]

PLY, END = 8, len(LOG)
OTHER = kept(LOG[PLY - 1], digest="ab" * 32)
PROOF = Proof((kept(LOG[END - 1]),))


def sentence(later: int, ply: int = PLY) -> str:
    """Return what both programs say of a receipt for another entry `ply`."""
    chained = f"entry {later}, which is chained to the entry {ply} of this log"
    return f"the service has signed two histories: another entry {ply}, and {chained}"


def histories(data: bytes, receipts: list[Json]) -> list[tuple[int, str, str | None, Any]]:
    """Return what both programs find of two histories, which has to be the same."""
    report = audit(data, keys=KEYS, receipts=receipts)
    ours = [
        (finding.ply, finding.detail, finding.rule, dict(finding.evidence))
        for finding in report.findings
        if finding.cause is Cause.TWO_HISTORIES
    ]
    with auditor() as node:
        findings = node.audit(data, DOCUMENT, receipts)["findings"]
    theirs = [
        (finding["ply"], finding["detail"], finding["rule"], finding["evidence"])
        for finding in findings
        if finding["cause"] == "two_histories"
    ]
    assert theirs == ours
    return ours


def test_the_signed_end_of_a_record_and_a_receipt_of_another_middle_prove_it() -> None:
    data = b"".join(write_record(LOG, PROOF))
    both = {"receipts": [OTHER, PROOF.receipts[0]]}
    assert histories(data, [OTHER]) == [(PLY, sentence(END), "12.7", both)]


def test_the_contradiction_is_named_with_the_first_later_receipt_of_any_source() -> None:
    data = b"".join(write_record(LOG, PROOF))
    later = [kept(LOG[PLY + 4]), kept(LOG[PLY + 1]), kept(LOG[PLY + 2])]
    ((ply, detail, _, evidence),) = histories(data, [*later, OTHER, OTHER])
    assert (ply, detail) == (PLY, sentence(PLY + 2))
    assert evidence == {"receipts": [OTHER, later[1]]}


@pytest.mark.parametrize(
    ("proof", "receipts"),
    [
        (Proof(), [OTHER]),
        (Proof(), [OTHER, kept(LOG[PLY - 2])]),
        (PROOF, [resigned(OTHER, STRANGER)]),
        (PROOF, [OTHER | {"signature": PROOF.receipts[0]["signature"]}]),
        (Proof((resigned(PROOF.receipts[0], STRANGER),)), [OTHER]),
        (PROOF, [kept(LOG[PLY - 1])]),
        (PROOF, [resigned(kept(LOG[PLY - 1]), RING, time=1)]),
        (PROOF, [OTHER, kept(LOG[PLY - 1])]),
        (PROOF, [receipt(RING, LOG[0].game, END + 1, bytes(32), kept(LOG[-1])["time"])]),
        (PROOF, [receipt(RING, "g-16jmetetohhriviq10vmwqaz", PLY, bytes(32), OTHER["time"])]),
    ],
)
def test_other_contradictions_are_not_called_two_histories(proof: Proof, receipts: list[Json]) -> None:
    assert histories(b"".join(write_record(LOG, proof)), receipts) == []


@pytest.mark.parametrize("broken", [PLY + 1, PLY + 2, END])
def test_a_broken_chain_between_the_receipts_proves_nothing(broken: int) -> None:
    lines = b"".join(write_record(LOG, PROOF)).splitlines(keepends=True)
    at = lines.index(record_line(lines, broken))
    lines[at] = lines[at].replace(b'"time":1', b'"time":2', 1)
    assert histories(b"".join(lines), [OTHER]) == []


def record_line(lines: list[bytes], ply: int) -> bytes:
    """The line of an entry."""
    return next(line for line in lines if f'"ply":{ply},'.encode() in line and b'"public"' in line)


@PROGRAMS
def test_both_programs_name_the_possible_cause_and_the_proof(program: Program, tmp_path: Path) -> None:
    (tmp_path / "game.record").write_bytes(b"".join(write_record(LOG, PROOF)))
    (tmp_path / "keys.json").write_text(json.dumps(DOCUMENT))
    (tmp_path / "kept.json").write_text(json.dumps(OTHER))
    beside = ("--keys", str(tmp_path / "keys.json"), "--receipts", str(tmp_path / "kept.json"))
    for language in Language:
        status, text = program(str(tmp_path / "game.record"), *beside, "--lang", str(language))
        assert status == 1
        assert translate(language, CAUSES[Cause.TWO_HISTORIES]) in " ".join(text.split())
        assert {"en": "two histories", "es": "dos historias", "fr": "deux histoires"}[language] in text


@PROGRAMS
def test_a_receipt_against_the_middle_of_a_dispute_proves_it_with_the_bundle(
    program: Program, tmp_path: Path
) -> None:
    path = FOLDER / "second-honest-payment_right.zip"
    log, proof = disputes.read(bundle.read(path.read_bytes()).dispute)
    signed = {one["ply"] for one in proof.receipts}
    ply = next(entry.ply for entry in log if entry.ply not in signed)
    later = min(other for other in signed if other > ply)
    wrong = receipt(proofs.RING, log[0].game, ply, bytes(32), proofs.given(log[ply - 1])["time"])
    (tmp_path / "keys.json").write_text(json.dumps(proofs.DOCUMENT))
    (tmp_path / "kept.json").write_text(json.dumps(wrong))
    beside = ("--keys", str(tmp_path / "keys.json"), "--receipts", str(tmp_path / "kept.json"))
    report = json.loads(program(str(path), *beside, "--json")[1])
    details = [
        finding["detail"] for finding in report["dispute"]["findings"] if finding["cause"] == "two_histories"
    ]
    assert details == [sentence(later, ply)]
    assert "two_histories" not in {finding["cause"] for finding in report["game"]["findings"]}
