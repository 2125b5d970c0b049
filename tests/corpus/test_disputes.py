"""Old bundles of disputes keep their verdicts, and both audits keep their findings."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from replays.audit.report import Cause
from replays.disputes import bundle
from replays.disputes.bundle_audit import audited
from replays.disputes.state import Claim, VerdictOutcome
from replays.disputes.verdict_sentences import REASONS
from replays.record.receipts import read_keys
from tests.corpus.disputes import FOLDER, LISTED, judged
from tests.verifier.bundling import AUDIT
from tests.verifier.node import called

VERDICTS: dict[str, Any] = json.loads(LISTED.read_text())


def kept(name: str) -> bytes:
    """A bundle of the folder."""
    return (Path(FOLDER) / f"{name}.zip").read_bytes()


@pytest.mark.parametrize("name", VERDICTS)
def test_an_old_dispute_is_audited_as_it_was(name: str) -> None:
    assert judged(kept(name)) == VERDICTS[name]


def test_the_verifier_finds_the_same() -> None:
    keys = json.loads((FOLDER / "keys.json").read_text())
    cases = [[b64encode(kept(name)).decode(), True] for name in VERDICTS]
    for name, theirs in zip(VERDICTS, called(AUDIT, {"cases": cases, "keys": keys}), strict=True):
        clean, game, dispute, _ = theirs
        first = {
            "game": min((finding["ply"] for finding in game["findings"]), default=None),
            "dispute": min((finding["ply"] for finding in dispute["findings"]), default=None),
        }
        assert (clean, dispute["digest"]) == (VERDICTS[name]["clean"], VERDICTS[name]["digest"]), name
        assert first == VERDICTS[name]["findings"], name


def test_every_bundle_is_listed_and_every_claim_has_each_of_its_outcomes() -> None:
    assert {path.stem for path in FOLDER.glob("*.zip")} == set(VERDICTS)
    assert read_keys((FOLDER / "keys.json").read_bytes())
    verdicts = {(verdict["claim"], verdict["outcome"]) for verdict in VERDICTS.values()}
    assert verdicts >= {(claim, outcome) for claim in Claim for outcome in VerdictOutcome} - _NEVER


def test_the_corpus_has_every_reason_of_version_2() -> None:
    second = (verdict for name, verdict in VERDICTS.items() if name.startswith("second-"))
    assert {verdict["code"] for verdict in second} == set(REASONS)


def test_the_corpus_has_reasons_that_version_3_leaves_undecided_in_both_versions() -> None:
    code = "evidence_borne_out"
    kept_so = {
        name.split("-")[0]: verdict["outcome"]
        for name, verdict in VERDICTS.items()
        if verdict.get("code") == code
    }
    assert kept_so == {"second": "rejected", "third": "undecided"}


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("refusal_unproved", {"honest", "altered"}),
        ("refusal_proved", {"honest", "honest-added", "altered", "damaged"}),
        ("history_unproved", {"honest", "altered"}),
        ("receipt_contradicted", {"honest", "honest-added"}),
        ("checkpoint_contradicted", {"honest", "honest-added"}),
        ("deck_with_chance_of_seats", {"honest"}),
        ("deck_of_service_alone", {"honest"}),
    ],
)
def test_the_corpus_has_the_new_sentences_of_version_2(code: str, kinds: set[str]) -> None:
    names = {name: verdict for name, verdict in VERDICTS.items() if verdict.get("code") == code}
    assert {_kind(name) for name in names} >= kinds
    proved = {"refusal_proved", "receipt_contradicted", "checkpoint_contradicted"}
    outcome = "upheld" if code in proved else "rejected" if "chance" in code else "undecided"
    assert {verdict["outcome"] for verdict in names.values()} == {outcome}


def _kind(name: str) -> str:
    """The kind of a bundle of the second judge, and whether evidence led to another verdict."""
    return name.split("-")[1] + ("-added" if name.endswith("-added") else "")


def test_a_refusal_and_a_receipt_prove_a_claim_despite_damage() -> None:
    beside = VERDICTS["second-damaged-refusal_proved"]["beside_damage"]
    assert beside["claim"] == "proved"
    assert [refusal["result"] for refusal in beside["refusals"]] == ["lawful"]
    assert {(receipt["source"], receipt["result"]) for receipt in beside["receipts"]} >= {
        ("dispute", "agrees")
    }


_NEVER = {
    (Claim.DECK_CHOSEN, VerdictOutcome.UNDECIDED),
    (Claim.OTHER, VerdictOutcome.UPHELD),
    (Claim.OTHER, VerdictOutcome.REJECTED),
}


@pytest.mark.parametrize(
    "name",
    [
        "honest-history_altered-upheld",
        "second-honest-receipt_contradicted",
        "second-honest-receipt_contradicted-added",
    ],
)
def test_a_bundle_with_contradicting_evidence_is_not_clean_and_its_verdict_is_judged(
    name: str,
) -> None:
    keys = json.loads((FOLDER / "keys.json").read_text())
    report = audited(bundle.read(kept(name)), read_keys((FOLDER / "keys.json").read_bytes()))
    (theirs,) = called(AUDIT, {"cases": [[b64encode(kept(name)).decode(), True]], "keys": keys})
    ours = [(finding.ply, finding.cause) for finding in report.game.findings]
    assert ours == [(finding["ply"], finding["cause"]) for finding in theirs[1]["findings"]]
    assert {cause for _, cause in ours} == {Cause.CONTRADICTION, Cause.TWO_HISTORIES}
    assert (report.clean, theirs[0], report.partial) == (False, False, None)
