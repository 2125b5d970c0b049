"""Both audits find a checkpoint in evidence that contradicts the end of the record."""

import json
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from zipfile import ZipFile

import pytest

from app.games.codec import Json
from app.store.canonical import canonical, parse
from replays.audit.report import Cause, Check
from replays.audit.report_json import as_json
from replays.disputes import bundle
from replays.disputes.bundle_audit import Audited, audited
from tests.corpus.disputes import FOLDER
from tests.verifier.bundling import AUDIT
from tests.verifier.node import called
from tests.verifier.proofs import DOCUMENT, KEYS

NAME = "second-honest-checkpoint_contradicted"
"""A game of 25 entries; by one checkpoint it ended at entry 13, by another with another entry 25."""

Lines = list[bytes]


def both(name: str, change: Callable[[Lines], Lines] = list) -> Audited:
    """The audit of a bundle of the corpus whose record of the game was changed; both say all the same."""
    with ZipFile(BytesIO((FOLDER / f"{name}.zip").read_bytes())) as file:
        files = {name: file.read(name) for name in file.namelist()}
    files[bundle.GAME] = b"".join(change(files[bundle.GAME].splitlines(keepends=True)))
    data = bundle.zipped(files)
    report = audited(bundle.read(data), KEYS)
    (theirs,) = called(AUDIT, {"cases": [[b64encode(data).decode(), True]], "keys": DOCUMENT})
    assert _signed(as_json(report.game)["findings"]) == _signed(theirs[1]["findings"])
    assert (str(report.game.result), report.partial) == (theirs[1]["result"], theirs[3])
    return report


def _signed(findings: list[dict[str, object]]) -> list[dict[str, object]]:
    return [
        finding
        for finding in findings
        if (finding["check"], finding["cause"]) == ("inclusion", "contradiction")
    ]


def _against(report: Audited) -> list[int]:
    """The plies of the findings on checkpoints in evidence."""
    checked = [finding for finding in report.game.findings if finding.check is Check.INCLUSION]
    return [finding.ply for finding in checked if finding.cause is Cause.CONTRADICTION]


@pytest.mark.parametrize(("name", "plies"), [(NAME, [13, 25]), (f"{NAME}-added", [22, 22])])
def test_a_checkpoint_that_the_record_contradicts_is_a_finding_and_the_verdict_is_judged(
    name: str, plies: list[int]
) -> None:
    reports = both(name)
    assert [finding.ply for finding in reports.game.findings] == _against(reports) == plies
    assert {finding.rule for finding in reports.game.findings} == {"12.9"}
    assert all(set(finding.evidence) == {"checkpoint"} for finding in reports.game.findings)
    assert f"the game ended at entry {plies[0]}," in reports.game.findings[0].detail
    assert (reports.clean, reports.dispute.findings, reports.partial) == (False, (), None)


def _unreadable(ply: int) -> Callable[[Lines], Lines]:
    return lambda lines: [*lines[: ply + 1], b"?\n", *lines[ply + 2 :]]


def _without(count: int, *, declared: bool) -> Callable[[Lines], Lines]:
    """Remove the last `count` entries; the header counts the rest only if `declared`."""

    def change(lines: Lines) -> Lines:
        header = parse(lines[0])
        header["plies"] -= count if declared else 0
        return [canonical(header) + b"\n", *lines[1 : -2 - count], *lines[-2:]]

    return change


def _damaged(ply: int) -> Callable[[Lines], Lines]:
    """Return what is left of a log whose entries cannot be read from `ply` on."""

    def change(lines: Lines) -> Lines:
        document = parse(lines[0])
        header = {"record": "conquian-damaged", "v": 1, "game": document["game"], "plies": document["plies"]}
        entries = [{**parse(line), "hidden": []} for line in lines[2 : ply + 1]]
        proof: Json = {"proof": {"checkpoint": None, "receipts": []}}
        return [canonical(line) + b"\n" for line in ({**header, "damaged_at": ply}, *entries, proof)]

    return change


@pytest.mark.parametrize(
    ("change", "plies"),
    [
        (_unreadable(3), [13, 25]),
        (_unreadable(25), [13]),
        (_without(3, declared=True), [13, 22]),
        (_without(3, declared=False), [13]),
        (_damaged(20), [13]),
        (_damaged(13), []),
    ],
)
def test_with_damage_only_an_end_in_the_record_is_compared_with_a_checkpoint(
    change: Callable[[Lines], Lines], plies: list[int]
) -> None:
    assert _against(both(NAME, change)) == plies


def test_a_checkpoint_in_evidence_is_independent_of_the_one_in_the_record() -> None:
    reports = both(NAME, _unreadable(3)).partial
    assert reports is not None
    assert reports["inclusion"] == "holds"


def test_the_finding_names_the_signer_in_three_languages() -> None:
    document = json.loads((FOLDER / "keys.json").read_text())
    asked = {"bundle": b64encode((FOLDER / f"{NAME}.zip").read_bytes()).decode(), "keys": document}
    program = """["es", "en", "fr"].map((lang) => JSON.stringify(verifier.pageOf(verifier.examineBundle(
      new Uint8Array(Buffer.from(asked.bundle, "base64")), { keys: asked.keys }).game, lang)))"""
    es, en, fr = called(program, asked)
    assert "según un punto de control firmado la partida acabó en la entrada 13" in es
    assert "by a signed checkpoint the game ended at entry 13" in en
    assert "has signed something other than what this file says" in en
    assert "selon un point de contrôle signé la partie a fini à l'entrée 13" in fr
