"""The report on a verdict that no longer applies, on missing parts, and on truncated evidence."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from app.cli.replay.commands import audit as audit_command
from app.i18n import Language, Message, translate
from app.store.canonical import canonical, parse
from replays.audit.audit import audit
from replays.audit.report import EVIDENCE_LIMIT, Check, ReportBuilder
from replays.disputes import bundle as bundles
from replays.disputes.report import report_of
from replays.disputes.verdict_sentences import STANDING, ended, sentences
from replays.report.facts import facts_of_record
from replays.report.page import page
from tests.corpus.disputes import FOLDER
from tests.replays.games import recorded
from tests.verifier.node import auditor, called, run


@pytest.mark.parametrize("language", Language)
def test_the_effect_of_a_verdict_is_stated_only_while_it_applies(language: Language) -> None:
    """After a ruling the verdict says that it counts no more, in both programs."""
    begun = translate(language, STANDING["open"]).partition("{")[0]
    seen = set()
    for path in sorted((*FOLDER.glob("second-*.zip"), *FOLDER.glob("third-*.zip"))):
        with ZipFile(path) as opened:
            document = json.loads(opened.read("dispute.json"))
        how = ended(document)
        _, follows = sentences(document["verdict"], language, how) or ("", "")
        reported = [line for _, lines in _report(path, language) for line in lines]
        assert follows in reported, path.stem
        assert any(line.startswith(begun) for line in reported) == (how is None and follows.startswith(begun))
        assert (follows == translate(language, STANDING["ruled"])) == (how == "ruled"), path.stem
        asked = [document["verdict"], str(language), how]
        assert called("verifier.sentencesOf(...asked)", asked)[1] == follows, path.stem
        seen.add(how)
    assert {"accepted", "ruled"} <= seen


def _report(path: Path, language: Language) -> list[tuple[str, list[str]]]:
    return report_of(bundles.read(path.read_bytes()), {}, language)


def test_a_headline_names_each_thing_that_was_left_out_once() -> None:
    name = str(FOLDER / "second-altered-refusal_proved.zip")
    left = "the verdict (it could not be made again); whether the dispute fits the game"
    [theirs] = [line for line in run("audit", name).stdout.splitlines() if left in line]
    assert theirs.startswith("Incomplete: ")
    assert theirs.count("dispute") == 1
    ours = " ".join(CliRunner().invoke(audit_command, [name]).output.split())
    assert ours.count(left) == 2
    assert "dispute says of the game" not in ours


def _renamed(actor: str) -> bytes:
    """A record with the action of a player whose name is long."""
    lines = recorded("entropy").splitlines(keepends=True)
    entry = parse(lines[4])
    entry["public"]["actor"] = actor
    return b"".join([*lines[:4], canonical(entry) + b"\n", *lines[5:]])


@pytest.mark.parametrize("letter", ["x", "é", "\N{DEER}"])
def test_truncated_evidence_is_reported_with_its_length_and_the_place_of_all_of_it(letter: str) -> None:
    data = _renamed(letter * 3_000)
    report = audit(data)
    [finding] = [one for one in report.findings if one.check is Check.ACTORS]
    assert finding.evidence == {"actor": {"cut": f'"{letter * (EVIDENCE_LIMIT - 1)}', "characters": 3_002}}
    with auditor() as node:
        [theirs] = [one for one in node.audit(data)["findings"] if one["check"] == "actors"]
    assert theirs["evidence"] == finding.evidence
    for language in Language:
        asked = {"ply": finding.ply, "evidence": finding.evidence}
        [line] = called(f"verifier.cutLines(asked, '{language}')", asked)
        assert {"actor", "2000", "3002", f"{finding.ply}."} <= set(line.replace(":", "").split())
        text = page(report, facts_of_record(data), None, language)
        assert line in " ".join(text.split())


def test_complete_evidence_is_not_reported_as_truncated() -> None:
    data = _renamed("x" * 30)
    [finding] = [one for one in audit(data).findings if one.check is Check.ACTORS]
    assert finding.evidence == {"actor": "x" * 30}
    assert "has only the first" not in page(audit(data), facts_of_record(data), None, Language.EN)


def test_the_result_of_the_rules_is_never_truncated() -> None:
    """It stands in no file, so that nobody could look it up."""
    notes = ReportBuilder()
    notes.find(Check.DECISIONS, 1, Message("it is not"), rules_give=[0] * 3_000, recorded=[1] * 3_000)
    [finding] = notes.found
    assert finding.evidence["rules_give"] == [0] * 3_000
    assert finding.evidence["recorded"]["characters"] == 6_001
