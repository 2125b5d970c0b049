"""Verdicts cite for a refusal what the stored ones cite, whatever refusals themselves cite today."""

import re
from pathlib import Path

import replays.verifier
from app.games.conquian.reasons import REASONS
from replays.disputes.case import cited_for

VERIFIER = (Path(replays.verifier.__file__).parent / "verifier.js").read_text(encoding="utf-8")
FIRST = {
    "card_not_in_hand": "10.1",
    "card_reused": "6.8",
    "already_answered": "10.3",
    "keep_forbidden": "10.6",
}
"""By code the paragraph in the verdicts of the first judge."""


def test_a_verdict_cites_a_code_as_the_stored_verdicts_do() -> None:
    assert {code: cited_for(code) for code in FIRST} == FIRST


def test_the_verifier_cites_the_same_in_verdicts() -> None:
    tables = re.findall(r"const (?:PARAGRAPHS|RULES_OF_REFUSALS) = \{(.*?)\};", VERIFIER, re.DOTALL)
    found = dict(re.findall(r'(\w+): "(\d+\.\d+)"', "".join(tables)))
    assert len(tables) == 2
    assert len(found) > 45
    assert found == {code: cited_for(code) for code in found}
    assert found.keys() <= REASONS.keys()
